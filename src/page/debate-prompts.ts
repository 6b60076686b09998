/** Renders prompts again from the rules. Prompts are not stored; the journal has only their hashes. */
import { listAskKeys } from "../audit/verify/event-order.ts";
import { renderRecordedAsks } from "../audit/verify/replay-debate.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { createPromptDigester } from "../kernel/prompt-digest.ts";
import type { Protocol } from "../protocol.ts";

export interface RenderedPrompt {
  readonly prompt: string;
  /** Whether it has the hash that was committed before it was sent. */
  readonly matches: boolean;
}

/** By turn key. Null where they cannot be rendered: other rules, a missing text, or a journal that was changed. */
export async function renderDebatePrompts(
  { events, text }: DebateRecord,
  protocols: readonly Protocol[],
): Promise<ReadonlyMap<string, RenderedPrompt> | null> {
  const { protocol: id, protocolVersion } = readOpening(events);
  const protocol = protocols.find((one) => one.id === id && one.version === protocolVersion);
  if (!protocol) return null;
  const digest = createPromptDigester();
  const committed = listPromptHashes(events);
  try {
    const asked = await renderRecordedAsks(events, protocol, text);
    return new Map(
      asked.map(({ key, ask, prompt }) => {
        const matches = digest(ask.prompt).prompt === committed.get(key);
        return [key, { prompt, matches }];
      }),
    );
  } catch {
    // whatever stops the replay of a journal that anyone may have written
    return null;
  }
}

/** Turn key to the hash of its prompt. */
function listPromptHashes(events: readonly Event[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ fact }) =>
      fact.type === "asks-committed"
        ? listAskKeys(fact).map((key, index) => [key, fact.asks[index]?.prompt ?? ""] as const)
        : [],
    ),
  );
}

// a report stays something that can be sent
const MOST_BYTES = 1024 * 1024;

/** All of them for a report, or none where they would make it too large. */
export function selectInlinePrompts(
  prompts: ReadonlyMap<string, RenderedPrompt> | null,
): Readonly<Record<string, string>> | null {
  if (prompts === null || prompts.size === 0) return null;
  let bytes = 0;
  for (const { prompt } of prompts.values()) bytes += Buffer.byteLength(prompt);
  if (bytes > MOST_BYTES) return null;
  // of a prompt that is not the one that was sent, nothing is shown
  const proven = [...prompts].filter(([, { matches }]) => matches);
  return Object.fromEntries(proven.map(([key, { prompt }]) => [key, prompt]));
}
