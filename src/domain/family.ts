/** Whose weights speak behind a model reference: seats of one family share their errors (R8, R9). */
import { isAwaitedProvider } from "./awaited.ts";

/** First match wins; a gateway's or a command line's reference often names the vendor only inside the model id. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/claude|anthropic/, "anthropic"],
  [/\bgpt|openai|codex|\bo\d\b|chatgpt|davinci/, "openai"],
  [/gemini|gemma|google|palm/, "google"],
  [/(?<!o)llama|\bmeta\b/, "meta"],
  [/qwen|qwq|alibaba/, "qwen"],
  [/mistral|mixtral|codestral|magistral|ministral/, "mistral"],
  [/deepseek/, "deepseek"],
  [/grok|\bxai\b/, "xai"],
  [/command-[ar]|cohere/, "cohere"],
  [/\bphi\b|phi-\d|microsoft/, "microsoft"],
  [/kimi|moonshot/, "moonshot"],
  [/\bglm\b|zhipu/, "zhipu"],
  [/nemotron|nvidia/, "nvidia"],
];

/** A person is a family of one's own; so are the host and every script. */
export function findModelFamily(reference: string): string {
  const [provider = reference] = reference.split("/", 1);
  if (isAwaitedProvider(provider) || provider === "offline" || provider === "scripted")
    return reference;
  const lower = reference.toLowerCase();
  return FAMILIES.find(([pattern]) => pattern.test(lower))?.[1] ?? provider.toLowerCase();
}
