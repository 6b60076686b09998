/** T9: where nobody disagrees after the blind round, one specialist makes the strongest case against. */
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { RoundtableDebateTable, Talk } from "./table.ts";

export interface CounterCase {
  readonly by: string;
  /** What all hold; null where the question has no options. */
  readonly option: string | null;
}

/** All who spoke hold one option; without options, nobody named a blocking concern. */
export function findCounterCase(table: RoundtableDebateTable, talk: Talk): CounterCase | null {
  const { spoken } = talk.positions;
  const challenger = chooseChallenger(table, talk);
  if (spoken.length < 2 || challenger === null) return null;
  if (table.brief.options.length === 0) {
    const isOpposed = spoken.some(({ reply }) => reply.concerns.some(({ blocking }) => blocking));
    return isOpposed ? null : { by: challenger.id, option: null };
  }
  const [first, ...rest] = new Set(spoken.map(({ reply }) => reply.position_option));
  return first != null && rest.length === 0 ? { by: challenger.id, option: first } : null;
}

/** Drawn beforehand; whoever took no position is not asked to argue against one. */
function chooseChallenger(
  { challenger, specialists }: RoundtableDebateTable,
  { positions }: Talk,
): Participant | null {
  if (challenger && findSpokenTurn(positions, challenger.id)) return challenger;
  return specialists.find(({ id }) => findSpokenTurn(positions, id)) ?? null;
}

/** Whether the assigned case was made in the first round. */
export function isCounterCaseMade({ exchanges }: Talk, { by }: CounterCase): boolean {
  const [first] = exchanges;
  const reply = first && findSpokenTurn(first.discussion, by)?.reply;
  return reply?.messages.some(({ kind }) => kind === "counter_case") === true;
}
