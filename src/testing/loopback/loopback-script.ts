/** Which behaviour and reply a question gets. Everything but `play` can be sent to another process as JSON. */
import type { Json } from "../../domain/json.ts";
import type { LoopbackQuestion } from "./vendor-dialect.ts";

export interface LoopbackScript {
  /** Decides before everything else; in this process only. */
  readonly play?: (asked: LoopbackQuestion) => LoopbackBehaviour | undefined;
  /** The first that fits decides, before names in model ids, keys and paths. */
  readonly rules?: readonly LoopbackRule[];
  /**
   * Good replies: by step (`openings/risk`, read from the header `x-dissent-step`), by words of the prompt, or by
   * `/expression/`. The first that fits is given; of a list, one after the other, the last for ever.
   */
  readonly answers?: Readonly<Record<string, Json>>;
  /** The model it says it is, when that is not the one asked for. */
  readonly serves?: string;
  /** The only key it accepts; any other gets 401. */
  readonly key?: string;
  /** Header of a 429, in seconds or as a date; defaults to 1. */
  readonly retryAfter?: string;
  /** What `tool-call` calls. */
  readonly tool?: { readonly name: string; readonly arguments: Json };
  /** Share of the input that it says was read from a cache. */
  readonly cachedShare?: number;
  /** Models that it lists, by Ollama's tags and by `/v1/models`. */
  readonly models?: readonly string[];
}

export interface LoopbackRule {
  /** Step, words of the prompt, or `/expression/`; left out, it fits every question. */
  readonly when?: string;
  readonly model?: string;
  readonly do: LoopbackBehaviour;
}

export function findLoopbackBehaviour(
  script: LoopbackScript,
  asked: LoopbackQuestion,
  path: string,
): LoopbackBehaviour {
  if (script.key !== undefined && asked.key !== script.key) return "401";
  return (
    script.play?.(asked) ??
    script.rules?.find((rule) => matchesLoopbackRule(rule, asked))?.do ??
    findBehaviourName(path) ??
    findBehaviourName(asked.model) ??
    findBehaviourName(asked.key) ??
    "ok"
  );
}

function matchesLoopbackRule({ when, model }: LoopbackRule, asked: LoopbackQuestion): boolean {
  return (
    (when === undefined || isQuestionAbout(asked, when)) &&
    (model === undefined || model === asked.model)
  );
}

/** Whether a question is the one that a script means. */
function isQuestionAbout({ headers, system, prompt }: LoopbackQuestion, when: string): boolean {
  const words = `${system}\n${prompt}`;
  const [, expression, flags] = /^\/(.+)\/([a-z]*)$/s.exec(when) ?? [];
  if (expression !== undefined) return new RegExp(expression, flags).test(words);
  return headers["x-dissent-step"] === when || words.includes(when);
}

/** The reply that the script has for a question; counts how often each was given. */
export function findLoopbackAnswer(
  { answers = {} }: LoopbackScript,
  asked: LoopbackQuestion,
  given: Map<string, number>,
): Json | undefined {
  const when = Object.keys(answers).find((one) => isQuestionAbout(asked, one));
  if (when === undefined) return undefined;
  const answer = answers[when];
  if (!Array.isArray(answer)) return answer;
  const count = given.get(when) ?? 0;
  given.set(when, count + 1);
  return answer[Math.min(count, answer.length - 1)];
}

// What the loopback can be told to do, as data: by name in a model id (`loopback-hang`), a key or a path prefix
// (`/loopback-hang/v1/messages`), or by a script. A name with `-then-ok` at its end does it once to each question.

export const LOOPBACK_MANNERS = [
  /**
   * The reply as it should be: from the script's answers, else made up from what the request says of its shape, beside
   * the prompt or at its end, and from nothing else. Where it says nothing, a question in return.
   */
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
type LoopbackBehaviourName = string;

export type LoopbackBehaviour =
  | LoopbackBehaviourName
  /** These words. */
  | { readonly say: string }
  /** This JSON, as an answer in the given manner; defaults to `ok`. */
  | { readonly reply: Json; readonly manner?: LoopbackManner }
  | LoopbackFailure
  | { readonly tool: string; readonly arguments: Json }
  /** These words in so many pieces, with a pause before each. */
  | { readonly say: string; readonly pieces: number; readonly everyMs: number };

export interface LoopbackFailure {
  readonly status: number;
  /** Sent as it is; defaults to the vendor's own form of a fault. */
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
