/** H20: which answer an objection gets: one of its own, else one that covers it, else the one of its group. */
import type { JoinedObjection } from "../prompts/prompt-input.ts";

interface AddressedAnswer {
  readonly objection: string;
  /** Missing in journals of before answers could cover several. */
  readonly covers?: readonly string[];
}

/** All objections that an answer is given to. */
export function listAnswered({ objection, covers = [] }: AddressedAnswer): readonly string[] {
  return [objection, ...covers];
}

/** The place of its answer; -1 where nothing answers it. */
export function findAnswerPlace(
  id: string,
  group: JoinedObjection | undefined,
  answers: readonly AddressedAnswer[],
): number {
  const own = answers.findIndex(({ objection }) => objection === id);
  if (own >= 0) return own;
  const covering = answers.findIndex((answer) => listAnswered(answer).includes(id));
  if (covering >= 0) return covering;
  const joined = new Set(group?.members.map((member) => member.id));
  return answers.findIndex((answer) => listAnswered(answer).some((one) => joined.has(one)));
}
