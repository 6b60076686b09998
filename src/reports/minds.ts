/** What participants said would change their minds, and what each held when it said so if it holds something else now. */
import type { Transcript } from "../domain/transcript.ts";

interface MindChangeCondition {
  readonly name: string;
  /** What it held then; null where it still does. */
  readonly heldThen: string | null;
  readonly words: string;
}

export function listMindChangeConditions({ steps }: Transcript): MindChangeCondition[] {
  const turns = steps.flatMap((step) => step.turns);
  const holds = new Map<string, string>();
  for (const { by, said } of turns) if (said?.position) holds.set(by, said.position);
  return turns.flatMap(({ by, name, said }) => {
    if (!said?.wouldChange) return [];
    const then = said.position || null;
    const heldThen = then === holds.get(by) ? null : then;
    return [{ name, heldThen, words: said.wouldChange }];
  });
}

/** "Value, while it held B" */
export function formatConditionOwner({ name, heldThen }: MindChangeCondition): string {
  return heldThen === null ? name : `${name}, while it held ${heldThen}`;
}
