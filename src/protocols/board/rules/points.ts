/** What each reply puts on the table under an id: its reasons, assumptions, conditions, risks, versions and dissents. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { Spoken } from "../../../domain/round.ts";
import { listWords } from "../../../text/substance.ts";
import { type BoardPoint, type BoardPointKind, PROPOSAL } from "../prompts/prompt-input.ts";
import type { BoardResponse, BoardReview, BoardStatement } from "../replies.ts";

type KindedDraft = ClaimDraft & { readonly kind: BoardPointKind };

const LONGEST_HEADLINE = 20;

/** K16: a headline of at most 20 words; what was said at greater length stays whole beside it. */
export function splitHeadline(words: string): { text: string; detail?: string } {
  const whole = words.trim();
  if (isHeadline(whole)) return { text: whole };
  const [first = ""] = whole.split(/(?<=[.!?])\s+/, 1);
  if (first !== whole && isHeadline(first)) return { text: first, detail: whole };
  const start = whole
    .split(/\s+/)
    .slice(0, LONGEST_HEADLINE - 1)
    .join(" ");
  return { text: `${start.replace(/[,;:.]$/, "")} …`, detail: whole };
}

function isHeadline(words: string): boolean {
  return listWords(words).length <= LONGEST_HEADLINE && !words.includes("\n");
}

/** The points of a statement. Assumptions, conditions and versions speak of their seat's own position. */
export function draftStatement(reply: BoardStatement, seat: string): KindedDraft[] {
  const own = (kind: BoardPointKind, words: string): KindedDraft =>
    draft(kind, words, { about: seat, side: "supports" });
  const claims = reply.claims.map(({ text, detail, about, side, evidence }): KindedDraft => ({
    ...joinDetail(text, detail),
    kind: "reason",
    about,
    side,
    evidence,
  }));
  const doubts =
    "doubts" in reply
      ? reply.doubts.map((words) => draft("doubt", words, { about: PROPOSAL, side: "attacks" }))
      : [];
  return [
    ...claims,
    ...reply.conditions.map((words) => own("condition", words)),
    ...reply.assumptions.map((words) => own("assumption", words)),
    ...doubts,
    ...reply.risks.map(draftRisk),
    ...("alternative" in reply ? [own("alternative", reply.alternative)] : []),
    ...("moonshot" in reply
      ? [own("moonshot", reply.moonshot), own("stepping stone", reply.stepping_stone)]
      : []),
  ];
}

export function draftResponse(reply: BoardResponse): KindedDraft[] {
  return [
    ...reply.disagreements.map(({ point, counter_reason, evidence }) =>
      draft("disagreement", counter_reason, { about: point, side: "attacks", evidence }),
    ),
    ...reply.agreements.map(({ point, reason }) =>
      draft("agreement", reason, { about: point, side: "supports" }),
    ),
    ...reply.missed_risks.map(draftRisk),
    ...reply.formal_dissents.map(({ text, about }) =>
      draft("dissent", text, { about, side: "attacks" }),
    ),
  ];
}

/** F12: a dissent from the synthesis is kept like any other. */
export function draftReview({ stand, stand_reason }: BoardReview, verdict: string): KindedDraft[] {
  return stand === "dissent"
    ? [draft("dissent", stand_reason, { about: verdict, side: "attacks" })]
    : [];
}

function draftRisk({ text, about }: { text: string; about: string }): KindedDraft {
  return draft("risk", text, { about, side: "attacks" });
}

function draft(
  kind: BoardPointKind,
  words: string,
  rest: Pick<ClaimDraft, "about" | "side"> & Partial<Pick<ClaimDraft, "evidence">>,
): KindedDraft {
  return { kind, ...splitHeadline(words), evidence: [], ...rest };
}

function joinDetail(headline: string, detail: string | null): { text: string; detail?: string } {
  const { text, detail: rest } = splitHeadline(headline);
  const more = [rest, detail].filter((part) => part !== undefined && part !== null);
  return more.length === 0 ? { text } : { text, detail: more.join("\n") };
}

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
    const kind = drafts[place]?.kind;
    return kind === undefined ? [] : [{ ...claim, kind }];
  });
}

/** A point in full, for whoever has to judge it. */
export function readPointWords({ text, detail }: Pick<BoardPoint, "text" | "detail">): string {
  if (detail === undefined) return text;
  const start = text.replace(/ …$/, "").replace(/\s+/g, " ");
  return detail.replace(/\s+/g, " ").startsWith(start) ? detail : `${text}\n${detail}`;
}
