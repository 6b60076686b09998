/** F10-F13: who writes the synthesis, who reviews which text, and what stays disputed. */
import type { Participant } from "../../../../domain/participant.ts";
import type { Round, Spoken, Turn } from "../../../../domain/round.ts";
import type { Floor } from "../../../../protocol.ts";
import { reviewSynthesis, writeSynthesis } from "../../prompts/closing-asks.ts";
import type { BoardReview, Synthesis } from "../../replies.ts";
import { listActiveSeats, type BoardHearing } from "../board-debate.ts";
import type { ClosingDissent } from "./dissents.ts";

export interface Drafted {
  /** The synthesizer's attempt, and its successor's where it stayed silent. */
  readonly tries: readonly Turn<Synthesis>[];
  readonly reviews: Round<BoardReview> | null;
  readonly correction: Turn<Synthesis> | null;
  /** Reviews of the corrected text, by everyone who was to review the first one. */
  readonly rechecks: Round<BoardReview> | null;
}

export async function synthesize(floor: Floor, hearing: BoardHearing): Promise<Drafted> {
  const { fence } = floor;
  const tries: Turn<Synthesis>[] = [];
  for (const [index, seat] of listSynthesizers(hearing).slice(0, MOST_TRIES).entries()) {
    const step = index === 0 ? "synthesis" : `synthesis-${index + 1}`;
    tries.push(await floor.ask(step, seat, writeSynthesis(hearing, seat, { fence, step })));
    if (tries.at(-1)?.kind === "spoken") break;
  }
  const draft = tries.at(-1);
  if (draft?.kind !== "spoken") return { tries, reviews: null, correction: null, rechecks: null };

  const silent = new Set(tries.map(({ by }) => by));
  const reviewers = listActiveSeats(hearing).filter(({ id }) => !silent.has(id));
  if (reviewers.length === 0) return { tries, reviews: null, correction: null, rechecks: null };
  const reviews = await floor.round("reviews", reviewers, (seat) =>
    reviewSynthesis(hearing, seat, { fence, written: draft }),
  );
  if (objectionsIn(reviews).length === 0)
    return { tries, reviews, correction: null, rechecks: null };

  const author = getSeat(hearing, draft.by);
  const step = "correction";
  const ask = writeSynthesis(hearing, author, { fence, step, draft, reviews: reviews.spoken });
  const correction = await floor.ask(step, author, ask);
  if (correction.kind === "absent") return { tries, reviews, correction, rechecks: null };
  const rechecks = await floor.round("recheck", reviewers, (seat) =>
    reviewSynthesis(hearing, seat, { fence, written: correction, first: { draft, reviews } }),
  );
  return { tries, reviews, correction, rechecks };
}

/** A second voice may write it where the first stays silent; a third would be a search for the willing. */
const MOST_TRIES = 2;

/** The named one, then the directors in seat order, as long as they answer. */
function listSynthesizers(hearing: BoardHearing): Participant[] {
  const present = listActiveSeats(hearing);
  const named = present.filter(({ id }) => id === hearing.synthesizer);
  const others = present.filter(
    ({ id, role }) => role === "director" && id !== hearing.synthesizer,
  );
  return [...named, ...others];
}

/** Only what is wrong calls for a correction; what is missing is handed on with it, or added by code. */
function objectionsIn({ spoken }: Round<BoardReview>): Spoken<BoardReview>[] {
  return spoken.filter(({ reply }) => reply.accurate === "no");
}

function getSeat({ seats }: BoardHearing, id: string): Participant {
  const seat = seats.find((one) => one.id === id);
  if (!seat) throw new TypeError(`${id} does not sit here.`);
  return seat;
}

/** The final version: the correction if there is one. */
export function finalDraft({ tries, correction }: Drafted): Spoken<Synthesis> | undefined {
  if (correction?.kind === "spoken") return correction;
  return tries.find((turn) => turn.kind === "spoken");
}

/** Reviews of the final text and of no other. */
export function finalReviews({
  reviews,
  correction,
  rechecks,
}: Drafted): Round<BoardReview> | null {
  return correction?.kind === "spoken" ? rechecks : reviews;
}

export interface ReviewRemark {
  readonly by: string;
  /** The participant's own words, shown beside the document. */
  readonly text: string;
}

/** An objection stays until its author withdraws it: silence in the recheck withdraws nothing (K4). */
export function disputedIn(drafted: Drafted): ReviewRemark[] {
  return remarksIn(drafted, "no");
}

/** What a reviewer misses, where nothing is wrong. */
export function incompleteIn(drafted: Drafted): ReviewRemark[] {
  return remarksIn(drafted, "incomplete");
}

function remarksIn(drafted: Drafted, kind: "no" | "incomplete"): ReviewRemark[] {
  return listLastReviews(drafted).flatMap(({ by, reply }) =>
    reply.accurate === kind ? [{ by, text: reply.misrepresented ?? reply.stand_reason }] : [],
  );
}

/** F12: who does not go along with the synthesis, the one who wrote it included. */
export function closingDissents(drafted: Drafted | null): ClosingDissent[] {
  if (!drafted) return [];
  const written = finalDraft(drafted);
  const author =
    written?.reply.stand === "dissent"
      ? [{ by: written.by, text: written.reply.stand_reason }]
      : [];
  const others = listLastReviews(drafted).flatMap(({ by, reply }) =>
    reply.stand === "dissent" ? [{ by, text: reply.stand_reason }] : [],
  );
  return [...author, ...others];
}

/** The last word of each reviewer; who was absent from the recheck has taken nothing back. */
function listLastReviews(drafted: Drafted): Spoken<BoardReview>[] {
  const last = new Map<string, Spoken<BoardReview>>();
  for (const turn of drafted.reviews?.spoken ?? []) last.set(turn.by, turn);
  for (const turn of drafted.rechecks?.spoken ?? []) last.set(turn.by, turn);
  return [...last.values()];
}
