/** Which behaviour and which reply a question gets. Everything but `play` can be sent to another process as JSON. */
import type { Json } from "../../domain/json.ts";
import type { LoopbackBehaviour } from "./behaviour.ts";
import { findBehaviourName } from "./behaviour.ts";
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
  /** Header of a 429, in seconds or as a date; 1 unless told. */
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
