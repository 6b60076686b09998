/** Text of turns in flight, kept beside the journal and dropped once the journal has the turn. */
import type { LiveEvent } from "../../src/engine.ts";

export interface LiveTurnState {
  readonly by: string;
  readonly text: string;
  /** A try that failed, in words; null while all is well. */
  readonly trouble: string | null;
}

/** Only the end is shown, and no reply is worth a frozen page. */
const MAX_LIVE_TEXT = 64 * 1024;

export function applyLiveEvents(
  words: ReadonlyMap<string, LiveTurnState>,
  events: readonly LiveEvent[],
): ReadonlyMap<string, LiveTurnState> {
  const next = new Map(words);
  for (const event of events) {
    const before = next.get(event.key);
    next.set(event.key, applyLiveEvent(before, event));
  }
  return next;
}

function applyLiveEvent(before: LiveTurnState | undefined, event: LiveEvent): LiveTurnState {
  const { by } = event;
  switch (event.type) {
    case "turn-started":
      return { by, text: "", trouble: event.repair ? "sent back, answering again" : null };
    case "text-heard":
      return {
        by,
        text: `${before?.text ?? ""}${event.text}`.slice(-MAX_LIVE_TEXT),
        trouble: before?.trouble ?? null,
      };
    case "try-failed": {
      const seconds = Math.max(1, Math.round(event.delayMs / 1_000));
      return { by, text: "", trouble: `${event.reason}; trying again in ${seconds} s` };
    }
  }
}

/** Replies are usually JSON; of one that is still streaming, people want to read the longer strings. */
export function extractReadableText(text: string): string {
  const start = /^\s*(?:```(?:json)?\s*)?[[{]/.exec(text);
  if (start === null) return text;
  const strings: string[] = [];
  let rest = text.slice(start[0].length);
  for (;;) {
    const open = /"((?:[^"\\]|\\.)*)("|\\?$)\s*(:?)/s.exec(rest);
    if (open === null) break;
    const [all, inside = "", end = "", colon = ""] = open;
    if (
      colon === "" &&
      (inside.length >= MIN_PROSE_LENGTH || (end !== '"' && inside.includes(" ")))
    ) {
      strings.push(unescapeJsonString(inside));
    }
    rest = rest.slice(open.index + all.length);
    if (end !== '"') break;
  }
  return strings.join("\n");
}

const MIN_PROSE_LENGTH = 24;

function unescapeJsonString(inside: string): string {
  return inside
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\(n|t|.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "t" ? "\t" : sign));
}
