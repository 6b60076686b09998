/** R2-R4: what each seat is shown of the others, if names, order or numbers are restricted. */
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Spoken } from "../../../domain/round.ts";
import { findRepeats } from "../../../exchange/one-voice.ts";
import { type ReaderView, createReaderView } from "../../../exchange/reader-view.ts";
import type { ChallengeReply } from "../replies.ts";
import { type Debate, turnsOf } from "../rules/table.ts";
import type { VerdictRow } from "../rules/verdicts.ts";

/** Challengers get labels; there is one proponent, and the rules address it as that. */
export function viewFor(
  debate: Debate,
  step: string,
  { id: reader }: Pick<Participant, "id">,
): ReaderView {
  const { challengers, proponent, exchange } = debate;
  const last = debate.exchanges.length;
  const answered = debate.exchanges.at(-1)?.rebuttals === null;
  return createReaderView(exchange, {
    step,
    round: 1 + 2 * last + (answered ? 0 : 1),
    reader,
    groups: challengers.map(({ id }) => [id]),
    claims: claimsIn(debate),
    offices: [proponent.id],
    sealed: step === "assumptions",
  });
}

/** What a challenger whose reply could not be read objects with; claims are numbered from 1. */
export function unreadId({ mark }: Pick<Participant, "mark">): string {
  return `${mark}0`;
}

/** Sealed answers are shown to nobody but their authors, and without ids. */
function claimsIn(debate: Debate): Pick<Claim, "id" | "by">[] {
  const turns = turnsOf({ ...debate, blind: null });
  return [
    ...turns.flatMap((turn) => (turn.kind === "spoken" ? turn.claims : [])),
    ...debate.challengers
      .filter(({ id }) => debate.challenges?.absent.some(({ by }) => by === id))
      .map((challenger) => ({ id: unreadId(challenger), by: challenger.id })),
  ];
}

/** R4: of objections in nearly the same words only the first is shown with its words. */
export function repeatedIn(
  { exchange }: Debate,
  objecting: readonly VerdictRow[],
): ReadonlyMap<string, string> {
  if (!exchange) return new Map();
  const heard = objecting.flatMap(({ turn }) => {
    const id = turn?.claims[0]?.id;
    return turn && id !== undefined ? [{ id, words: wordsOf(turn) }] : [];
  });
  const repeats = findRepeats(heard, ({ words }) => words, exchange.names);
  return new Map(repeats.map(([left, first]) => [left.id, first.id]));
}

function wordsOf({ reply }: Spoken<ChallengeReply>): string {
  return [reply.critique, reply.alternative ?? "", ...reply.assumptions_challenged].join(" ");
}
