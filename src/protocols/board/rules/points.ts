/** What each reply puts on the table under an id: its reasons, assumptions, conditions, risks, versions and dissents. */
import { type ClaimDraft, readClaimSeries } from "../../../domain/claim.ts";
import type { Spoken } from "../../../domain/round.ts";
import { listWords } from "../../../text/substance.ts";
import { type BoardPoint, type BoardPointKind, PROPOSAL } from "../prompts/prompt-input.ts";
import type { BoardResponse, BoardReview, BoardStatement } from "../replies.ts";

type KindedDraft = ClaimDraft & { readonly kind: BoardPointKind };

/** What is asked for, and what is shown whole: a line that is a little longer is still one line. */
const LONGEST_HEADLINE = 20;
const MOST_HEADLINE = 40;

/** K16: the speaker's own headline; without one, the words themselves if they are short enough. */
export function splitHeadline(words: string, headline = ""): { text: string; detail?: string } {
  const whole = words.trim();
  if (headline !== "" && isLine(headline, MOST_HEADLINE))
    return foldWords(headline) === foldWords(whole)
      ? { text: whole }
      : { text: headline.trim(), detail: whole };
  if (isLine(whole, LONGEST_HEADLINE)) return { text: whole };
  const [first = ""] = whole.split(/(?<=[.!?])\s+/, 1);
  if (first !== whole && isLine(first, LONGEST_HEADLINE)) return { text: first, detail: whole };
  return { text: cutAfterWords(whole, LONGEST_HEADLINE - 1), detail: whole };
}

/** The first words of a line that is longer; the whole line where it is not. */
export function shortenWords(words: string, most: number): string {
  return words.trim().split(/\s+/).length <= most ? words.trim() : cutAfterWords(words, most);
}

function cutAfterWords(words: string, most: number): string {
  const start = words.trim().split(/\s+/).slice(0, most).join(" ");
  return `${start.replace(/[,;:.]$/, "")} …`;
}

function isLine(words: string, most: number): boolean {
  return listWords(words).length <= most && !words.includes("\n");
}

function foldWords(words: string): string {
  return listWords(words).join(" ");
}

/** The points of a statement. Assumptions, conditions and versions speak of their seat's own position. */
export function draftStatement(reply: BoardStatement, seat: string): KindedDraft[] {
  const own = (kind: BoardPointKind, words: string, headline = ""): KindedDraft =>
    draftPoint(kind, words, { about: seat, side: "supports", headline });
  const claims = reply.claims.map(({ text, detail, about, side, evidence }): KindedDraft => ({
    ...joinDetail(text, detail),
    kind: "reason",
    about,
    side,
    evidence,
  }));
  const doubts =
    "doubts" in reply
      ? reply.doubts.map((words) =>
          draftPoint("doubt", words, { about: PROPOSAL, side: "attacks", headline: words }),
        )
      : [];
  return [
    ...claims,
    ...reply.conditions.map((words) => own("condition", words, words)),
    ...reply.assumptions.map((words) => own("assumption", words, words)),
    ...doubts,
    ...reply.risks.map(draftRisk),
    ...("alternative" in reply
      ? [own("alternative", reply.alternative, reply.alternative_headline)]
      : []),
    ...("moonshot" in reply
      ? [
          own("moonshot", reply.moonshot, reply.moonshot_headline),
          own("stepping stone", reply.stepping_stone, reply.stepping_stone_headline),
        ]
      : []),
  ];
}

export function draftResponse(reply: BoardResponse): KindedDraft[] {
  return [
    ...reply.disagreements.map(({ point, counter_reason, evidence, headline }) =>
      draftPoint("disagreement", counter_reason, {
        about: point,
        side: "attacks",
        evidence,
        headline,
      }),
    ),
    ...reply.agreements.map(({ point, reason, headline }) =>
      draftPoint("agreement", reason, { about: point, side: "supports", headline }),
    ),
    ...reply.missed_risks.map(draftRisk),
    ...reply.formal_dissents.map(({ text, about, headline }) =>
      draftPoint("dissent", text, { about, side: "attacks", headline }),
    ),
  ];
}

/** F12: a dissent from the synthesis is kept like any other. */
export function draftReview({ stand, stand_reason }: BoardReview, verdict: string): KindedDraft[] {
  return stand === "dissent"
    ? [draftPoint("dissent", stand_reason, { about: verdict, side: "attacks" })]
    : [];
}

function draftRisk({ text, about }: { text: string; about: string }): KindedDraft {
  return draftPoint("risk", text, { about, side: "attacks", headline: text });
}

function draftPoint(
  kind: BoardPointKind,
  words: string,
  {
    headline,
    ...rest
  }: Pick<ClaimDraft, "about" | "side"> &
    Partial<Pick<ClaimDraft, "evidence" | "series">> & { readonly headline?: string },
): KindedDraft {
  return { kind, ...splitHeadline(words, headline), evidence: [], ...rest };
}

/**
 * What the seat asks for beside its arguments: conditions and next steps that no id has yet. They come after all else, and
 * are numbered on their own, so that restating one brings no new point.
 */
export function draftTerms(
  { conditions, next_step }: Pick<BoardResponse, "conditions" | "next_step">,
  { seat, known }: { seat: string; known: readonly BoardPoint[] },
): KindedDraft[] {
  const isNew = (words: string): boolean => findTerm(known, words, seat) === undefined;
  const about = { about: seat, side: "supports" } as const;
  return [
    ...[...new Set(conditions)]
      .filter(isNew)
      .map((words) => draftPoint("condition", words, { ...about, series: "c", headline: words })),
    ...(next_step !== null && isNew(next_step)
      ? [draftPoint("next step", next_step, { ...about, series: "n", headline: next_step })]
      : []),
  ];
}

/** The condition or next step that an entry names by its id, or says in the same words as its owner said before. */
export function findTerm(
  known: readonly BoardPoint[],
  entry: string,
  seat: string,
): BoardPoint | undefined {
  const terms = known.filter(({ kind }) => kind === "condition" || kind === "next step");
  const [, id = ""] = /^\s*‹?([\w-]+)›?\s*(?:[:.]|$)/.exec(entry) ?? [];
  const words = foldWords(entry);
  return (
    terms.find((one) => one.id === id) ??
    terms.find((one) => one.by === seat && foldWords(readPointWords(one)) === words)
  );
}

/** The words of an entry, where it names a term by its id. */
export function readTerm(known: readonly BoardPoint[], entry: string, seat: string): string {
  const term = findTerm(known, entry, seat);
  return term ? readPointWords(term) : entry;
}

function joinDetail(headline: string, detail: string | null): { text: string; detail?: string } {
  const { text, detail: rest } = splitHeadline(headline, headline);
  const more = [rest, detail].filter((part) => part !== undefined && part !== null);
  return more.length === 0 ? { text } : { text, detail: more.join("\n") };
}

const SERIES_KINDS: Readonly<Record<string, BoardPointKind>> = { c: "condition", n: "next step" };

/** What the ask hands to the kernel: without the kind, which follows from the reply. */
export function listClaimDrafts(drafts: readonly KindedDraft[]): ClaimDraft[] {
  return drafts.map(({ kind: _kind, ...rest }) => rest);
}

/** The claims of a turn with what each of them is. */
export function listTurnPoints({
  by,
  reply,
  claims,
}: Spoken<BoardStatement | BoardResponse>): BoardPoint[] {
  const drafts = "disagreements" in reply ? draftResponse(reply) : draftStatement(reply, by);
  return claims.flatMap((claim, place) => {
    const kind = SERIES_KINDS[readClaimSeries(claim.id)] ?? drafts[place]?.kind;
    return kind === undefined ? [] : [{ ...claim, kind }];
  });
}

/** A point in full, for whoever has to judge it. */
export function readPointWords({ text, detail }: Pick<BoardPoint, "text" | "detail">): string {
  if (detail === undefined) return text;
  const start = text.replace(/ …$/, "").replace(/\s+/g, " ");
  return detail.replace(/\s+/g, " ").startsWith(start) ? detail : `${text}\n${detail}`;
}
