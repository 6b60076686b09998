/**
 * K4, K14: a model that was not asked for has no voice in a debate.
 *
 * SM1. An answer of another model than the requested one is an absence that names both. An alias or a dated snapshot of
 *      the requested model is the same model, and so is one whose provider does not say.
 */
import { findModelFamily } from "../domain/vendor.ts";
import { type AnswerMetadata, ModelError } from "../model.ts";

/** Throws where the provider says that another model has answered. */
export function rejectOtherModel(requested: string | null, served: AnswerMetadata): void {
  if (requested === null || served.model === null) return;
  if (isRequestedModel(requested, served.model)) return;
  throw new ModelError(
    "another-model",
    `${requested} was asked for, and ${served.provider} let ${served.model} answer`,
    { served },
  );
}

/** Whether a provider's name for what it served means the model that was asked for. */
export function isRequestedModel(requested: string, served: string): boolean {
  const wanted = splitModelName(requested);
  const given = splitModelName(served);
  if (wanted.join() === given.join() || ROUTERS.test(wanted.join("-"))) return true;
  // a name that somebody gave a deployment tells nothing of the model behind it
  if (!isKnownModelName(requested)) return true;
  const missing = wanted.filter((part) => !given.includes(part));
  const added = removeFirst(given, wanted);
  if (missing.some((part) => !MEANINGLESS.test(part))) return false;
  const isVersioned = wanted.some((part) => /\d/.test(part));
  return added.every(
    (part) => MEANINGLESS.test(part) || (!isVersioned && /^v?\d+(?:\.\d+)*$/.test(part)),
  );
}

/** Names by which a provider is asked to choose. */
const ROUTERS = /^(?:auto|default|best|model-router|router)$/;

// dates and numbers of snapshots, stages of a release, sizes and forms of open weights, how long it may think, vendors
const MEANINGLESS =
  /^(?:latest|preview|exp|experimental|stable|beta|\d{3,8}|0|v\d|\d+(?:\.\d+)?b|q\d\w*|fp\d+|bf16|int\d|awq|gptq|gguf|instruct|it|chat|free|thinking|minimal|low|medium|high|xhigh|max|claude|models)$/;

/** Without its path, in lower case and in parts; a date is one part. */
function splitModelName(name: string): string[] {
  const last = name.toLowerCase().split("/").at(-1) ?? "";
  return last
    .replace(/(\d{4})-(\d\d)-(\d\d)(?!\d)/g, "$1$2$3")
    .replace(/^(?:\w+\.)*anthropic\./, "")
    .replace(/\[\w+\]$/, "")
    .split(/[-_:@()\s]+/)
    .filter((part) => part !== "");
}

/** What is in a list beyond another; each counts as often as it is there. */
function removeFirst(list: readonly string[], known: readonly string[]): string[] {
  const left = [...known];
  return list.filter((part) => {
    const at = left.indexOf(part);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

function isKnownModelName(name: string): boolean {
  const model = name.split("/").at(-1) ?? "";
  return ALIASES.test(model) || findModelFamily(`-/${model}`) !== "-";
}

/** Short names that agents have for a vendor's models. */
const ALIASES = /^(?:opus|sonnet|haiku|fable|pro|flash|flash-lite)\b/i;
