/** Replies as claims, in the order in which the rules look them up again. */
import { type ClaimDraft, CONCESSION } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { ChallengeReply, FiledObjection, OpeningReply, PlanOpeningReply } from "../replies.ts";
import { fitHeadline } from "../rules/headline.ts";
import { readVerdict } from "../rules/verdicts.ts";
import { readWeakness } from "../weakness.ts";

/** A long text as a headline with the whole below it. */
export function draftText(words: string): Pick<ClaimDraft, "text" | "detail"> {
  return withoutEmptyDetail(fitHeadline(words, ""));
}

function withoutEmptyDetail({
  text,
  detail,
}: {
  readonly text: string;
  readonly detail: string;
}): Pick<ClaimDraft, "text" | "detail"> {
  return detail === "" ? { text } : { text, detail };
}

/** Reasoning, weaknesses, assumptions: each has an id that others can name. */
export function draftOpening(
  { reasoning, weaknesses, assumptions, evidence }: OpeningReply | PlanOpeningReply,
  proponent: string,
): ClaimDraft[] {
  const plain = (words: string): ClaimDraft => ({
    ...draftText(words),
    about: proponent,
    side: "supports",
    evidence: [],
  });
  return [
    { ...plain(reasoning), evidence },
    // conceded, so that nobody has to attack it: it bears on the position and is no attack on it
    ...weaknesses.map(readWeakness).map((weakness) => ({
      ...plain(`${CONCESSION}${weakness.text}`),
      evidence: weakness.evidence,
    })),
    ...assumptions.map(plain),
  ];
}

export function draftObjections(
  objections: readonly FiledObjection[],
  about: string,
): ClaimDraft[] {
  return objections.map(({ headline, detail, evidence }) => ({
    ...withoutEmptyDetail(fitHeadline(headline, detail)),
    about,
    side: "attacks",
    evidence,
  }));
}

/** Objections first, then what was tested. */
export function draftChallenge(
  { objections, tested }: ChallengeReply,
  about: string,
): ClaimDraft[] {
  return [
    ...draftObjections(objections, about),
    ...(tested === null
      ? []
      : [{ ...draftText(tested), about, side: "supports" as const, evidence: [] }]),
  ];
}

export function summarizeReply(
  position: string | null,
  words: string,
  because: readonly string[] = [],
): ReplySummary {
  const causes = because.length > 0 ? { because } : {};
  return { position, confidence: null, words, wouldChange: null, ...causes };
}

export function summarizeChallenge(reply: ChallengeReply): ReplySummary {
  const { objections, tested } = reply;
  const headlines = objections.map(({ headline }) => fitHeadline(headline, "").text);
  const words = headlines.length > 0 ? headlines.join(" / ") : (tested ?? "No grounds given.");
  const wouldChange = objections.find(({ settled_by }) => settled_by !== null)?.settled_by ?? null;
  return { ...summarizeReply(readVerdict(reply).verdict, words), wouldChange };
}
