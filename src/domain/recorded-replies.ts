/**
 * Debates that play recorded replies. The replies were judgement when they were given (K20), but not about anything
 * that the person's own project decides: such a debate is nobody's earlier decision, and counts in no statistics.
 */
import type { Event, Speaker } from "./journal/event.ts";

/** The provider of a recorded reply, and the first part of the reference of a seat that plays them. */
export const RECORDED_PROVIDER = "recorded";

export function isRecordedSpeaker({ provider }: Pick<Speaker, "provider">): boolean {
  return provider === RECORDED_PROVIDER;
}

/** One recorded reply is enough: what follows it rests on it. */
export function playsRecordedReplies(events: readonly Event[]): boolean {
  return events.some(
    ({ fact }) => fact.type === "reply-recorded" && isRecordedSpeaker(fact.speaker),
  );
}

/** The committed hash of the prompt behind every turn of a journal, by the turn's key. */
export function listPromptDigests(events: readonly Event[]): ReadonlyMap<string, string> {
  const turns = new Set(
    events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" || fact.type === "participant-absent" ? [fact.key] : [],
    ),
  );
  return new Map(
    events.flatMap(({ fact }) =>
      fact.type === "asks-committed"
        ? fact.asks.flatMap(({ by, prompt }) => {
            // turns that are taken one after the other are committed under their own keys
            const key = [`${fact.step}/${by}`, fact.step].find((one) => turns.has(one));
            return key === undefined ? [] : [[key, prompt] as const];
          })
        : [],
    ),
  );
}
