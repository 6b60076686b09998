/** KF5: an ask that reveals nothing contains nobody else's words. */
import type { Brief } from "../domain/brief.ts";
import { ProtocolError } from "../errors.ts";
import type { PromptSegment } from "../model.ts";
import { findLeakedWords } from "./find-leak.ts";
import type { Journal } from "./journal/journal.ts";
import type { KnownTexts } from "./known-texts.ts";

export interface BlindCheck {
  readonly journal: Journal;
  readonly brief: Brief;
  readonly known: KnownTexts;
  /** Every prompt so far, by the key of its turn. */
  readonly prompts: ReadonlyMap<string, readonly PromptSegment[]>;
}

export function requireBlindPrompt(
  { journal, brief, known, prompts }: BlindCheck,
  { key, by, prompt }: { key: string; by: string; prompt: readonly PromptSegment[] },
): void {
  const peers = [...journal.index.turns.values()].flatMap((turn) =>
    turn.type === "reply-recorded" && turn.by !== by
      ? [{ reply: turn.reply, prompt: (prompts.get(turn.key) ?? []).map(({ text }) => text) }]
      : [],
  );
  if (peers.length === 0) return;
  const shown = prompt.map(({ text }) => text);
  // what code read for everyone is everyone's, as the brief is
  const leak = findLeakedWords(shown, peers, [brief.question, ...known.list()]);
  if (leak !== undefined)
    throw new ProtocolError(`The blind ask ${key} shows a peer's words: "${leak}"`);
}
