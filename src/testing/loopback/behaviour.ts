/**
 * What the loopback can be told to do, as data: by name in a model id (`loopback-hang`), a key or a path prefix
 * (`/loopback-hang/v1/messages`), or by a script. A name with `-then-ok` at its end does it once to each question.
 */
import type { Json } from "../../domain/json.ts";

export const LOOPBACK_MANNERS = [
  /** The reply as it should be: from the script's answers, else made up from the schema, else the word OK. */
  "ok",
  /** The reply in a code fence, and nothing else. */
  "fenced",
  /** The reply in a code fence with sentences around it. */
  "embedded",
  /** The reply as the only element of a list. */
  "array",
  /** The reply after thoughts between think tags. */
  "thinking-tags",
  /** Thoughts in the vendor's own form, and no text at all. */
  "thinking-only",
  /** Sentences where JSON was asked for. */
  "prose",
  /** Bytes that mean nothing, terminal escapes among them. */
  "garbage",
  /** JSON of another shape. */
  "invalid",
  /** Half of the reply, stopped by the limit on its length. */
  "truncated",
  /** Half of the reply where less room than `LITTLE_ROOM` tokens is given, else all of it. */
  "needs-room",
  "refusal",
  /** No text, well and truly ended. */
  "empty",
  /** The prompt, word for word. */
  "echo",
  /** A call of the tool that the script names; plain words once its result is in the conversation. */
  "tool-call",
  /** Text without end. */
  "flood",
  /** A page of HTML with status 200. */
  "html",
  /** Nothing, for ever. */
  "hang",
  /** The first half of the reply, then nothing, for ever. */
  "stall",
  /** The connection is torn down before an answer. */
  "reset",
  /** The connection is torn down in the middle of the answer. */
  "cut",
] as const;
export type LoopbackManner = (typeof LOOPBACK_MANNERS)[number];

/** A manner, a status as digits (`429`), or either with `-then-ok`. */
export type LoopbackBehaviourName = string;

export type LoopbackBehaviour =
  | LoopbackBehaviourName
  /** These words. */
  | { readonly say: string }
  /** This JSON, as an answer given by the manner, `ok` unless told. */
  | { readonly reply: Json; readonly manner?: LoopbackManner }
  | LoopbackFailure
  | { readonly tool: string; readonly arguments: Json }
  /** These words in so many pieces, with a pause before each. */
  | { readonly say: string; readonly pieces: number; readonly everyMs: number };

export interface LoopbackFailure {
  readonly status: number;
  /** Sent as it is; the vendor's own form of a fault unless told. */
  readonly body?: string;
  /** Header, in seconds or as a date. */
  readonly retryAfter?: string;
}

export const LITTLE_ROOM = 8_000;

/** What a name means; undefined for a name that means nothing. */
export function parseBehaviourName(
  name: string,
): { readonly does: LoopbackManner | number; readonly once: boolean } | undefined {
  const once = name.endsWith("-then-ok");
  const first = once ? name.slice(0, -"-then-ok".length) : name;
  if (/^[1-5]\d\d$/.test(first)) return { does: Number(first), once };
  const manner = LOOPBACK_MANNERS.find((one) => one === first);
  return manner && { does: manner, once };
}

const NAMED = /loopback-([a-z0-9-]+)/;

/** The name that a model id, a key or a path carries. */
export function findBehaviourName(text: string | undefined): string | undefined {
  const [, name] = NAMED.exec(text ?? "") ?? [];
  return name !== undefined && parseBehaviourName(name) ? name : undefined;
}
