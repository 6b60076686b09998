/** What participants said would change their minds, and their position then if it has changed since. */
import type { Transcript } from "../domain/journal/transcript.ts";
import { escapeMarkdown } from "../text/markdown.ts";
import { listObjectionsThatStand } from "./objection-list.ts";

/** What would settle an objection that stands is said with the objection, and not here again. */
export function formatMindChangeEntries(transcript: Transcript): string[] {
  const settling = new Set(
    listObjectionsThatStand(transcript.outcome).map(({ settledBy }) => settledBy),
  );
  const minds = listMindChangeConditions(transcript).filter(({ words }) => !settling.has(words));
  return minds.map(
    (mind) => `- ${escapeMarkdown(formatConditionOwner(mind))}: ${escapeMarkdown(mind.words)}`,
  );
}

interface MindChangeCondition {
  readonly name: string;
  /** The position then; null if it is unchanged. */
  readonly heldThen: string | null;
  readonly words: string;
}

export function listMindChangeConditions({ steps }: Transcript): MindChangeCondition[] {
  const turns = steps.flatMap((step) => step.turns);
  const holds = new Map<string, string>();
  for (const { by, said } of turns) if (said?.position) holds.set(by, said.position);
  return turns.flatMap(({ by, name, said }, place) => {
    if (!said?.wouldChange) return [];
    const then = said.position || null;
    const isReplaced = turns
      .slice(place + 1)
      .some((later) => later.by === by && later.said?.wouldChange && later.said.position === then);
    if (isReplaced && then !== null) return [];
    const heldThen = then === holds.get(by) ? null : then;
    return [{ name, heldThen, words: said.wouldChange }];
  });
}

/** "Value, while it held B" */
export function formatConditionOwner({ name, heldThen }: MindChangeCondition): string {
  return heldThen === null ? name : `${name}, while it held ${heldThen}`;
}
