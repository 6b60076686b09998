/** F10-F13: who writes the synthesis, who reviews it, and what stays disputed. */
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Spoken, Turn } from "../../../domain/round.ts";
import type { Floor } from "../../../protocol.ts";
import { reviewSynthesis, writeSynthesis } from "../prompts/closing-asks.ts";
import type { BoardReview, Synthesis } from "../replies.ts";
import { active, type BoardHearing } from "./board-debate.ts";

export interface Drafted {
  /** The synthesizer's attempt, and its successor's where it stayed silent. */
  readonly tries: readonly Turn<Synthesis>[];
  readonly reviews: Round<BoardReview> | null;
  readonly correction: Turn<Synthesis> | null;
  readonly rechecks: Round<BoardReview> | null;
}

export async function synthesize(floor: Floor, hearing: BoardHearing): Promise<Drafted> {
  const { fence } = floor;
  const tries: Turn<Synthesis>[] = [];
  for (const [index, seat] of synthesizers(hearing).slice(0, MOST_TRIES).entries()) {
    const step = index === 0 ? "synthesis" : `synthesis-${index + 1}`;
    tries.push(await floor.ask(step, seat, writeSynthesis(hearing, seat, { fence, step })));
    if (tries.at(-1)?.kind === "spoken") break;
  }
  const draft = tries.at(-1);
  if (draft?.kind !== "spoken") return { tries, reviews: null, correction: null, rechecks: null };

  const silent = new Set(tries.map(({ by }) => by));
  const reviewers = active(hearing).filter(({ id }) => !silent.has(id));
  if (reviewers.length === 0) return { tries, reviews: null, correction: null, rechecks: null };
  const written = { key: draft.key, synthesis: draft.reply };
  const reviews = await floor.round("reviews", reviewers, (seat) =>
    reviewSynthesis(hearing, seat, { fence, written, corrected: false }),
  );
  const objections = objectionsIn(reviews);
  if (objections.length === 0) return { tries, reviews, correction: null, rechecks: null };

  const author = seatOf(hearing, draft.by);
  const first = {
    key: draft.key,
    reviews: objections.map(({ key }) => key),
    synthesis: draft.reply,
  };
  const step = "correction";
  const ask = writeSynthesis(hearing, author, { fence, step, draft: first, objections });
  const correction = await floor.ask(step, author, ask);
  if (correction.kind === "absent") return { tries, reviews, correction, rechecks: null };
  const objectors = objections.map(({ by }) => seatOf(hearing, by));
  const corrected = { key: correction.key, synthesis: correction.reply };
  const rechecks = await floor.round("recheck", objectors, (seat) =>
    reviewSynthesis(hearing, seat, { fence, written: corrected, corrected: true }),
  );
  return { tries, reviews, correction, rechecks };
}

/** A second voice may write it where the first stays silent; a third would be a search for the willing. */
const MOST_TRIES = 2;

/** The named one, then the directors in seat order, as long as they answer. */
function synthesizers(hearing: BoardHearing): Participant[] {
  const present = active(hearing);
  const named = present.filter(({ id }) => id === hearing.offices.synthesizer);
  const others = present.filter(
    ({ id, role }) => role === "director" && id !== hearing.offices.synthesizer,
  );
  return [...named, ...others];
}

function objectionsIn({ spoken }: Round<BoardReview>): { by: string; key: string; text: string }[] {
  return spoken.flatMap(({ by, key, reply }) =>
    reply.accurate ? [] : [{ by, key, text: reply.misrepresented ?? "" }],
  );
}

function seatOf({ seats }: BoardHearing, id: string): Participant {
  const seat = seats.find((one) => one.id === id);
  if (!seat) throw new TypeError(`${id} does not sit here.`);
  return seat;
}

/** The final version: the correction if there is one. */
export function finalDraft({ tries, correction }: Drafted): Spoken<Synthesis> | undefined {
  if (correction?.kind === "spoken") return correction;
  return tries.find((turn) => turn.kind === "spoken");
}

export interface Disputed {
  readonly by: string;
  /** The participant's own words, shown beside the document. */
  readonly text: string;
}

/** An objection stays until its author withdraws it: silence in the recheck withdraws nothing (K4). */
export function disputedIn({ reviews, rechecks }: Drafted): Disputed[] {
  if (!reviews) return [];
  return objectionsIn(reviews).flatMap(({ by, text }) => {
    const again = rechecks?.spoken.find((turn) => turn.by === by)?.reply;
    if (again?.accurate) return [];
    return [{ by, text: again?.misrepresented ?? text }];
  });
}
