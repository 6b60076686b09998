/** The vendors and agents known by name, the vendors' addresses, and the variables that contain their keys. */
import { isAwaitedProvider } from "./awaited.ts";

export interface Vendor {
  /** The part before the slash of a reference. */
  readonly name: string;
  /** Variables with its key; the first that is set counts. None: no key is needed. */
  readonly keyNames: readonly string[];
  /** Its key goes to this host, to hosts below its last two parts, and to this machine. */
  readonly host: string;
  /** Whose weights answer; null where that depends on the model. */
  readonly family: string | null;
}

export const VENDORS: readonly Vendor[] = [
  {
    name: "anthropic",
    keyNames: ["ANTHROPIC_API_KEY"],
    host: "api.anthropic.com",
    family: "anthropic",
  },
  { name: "openai", keyNames: ["OPENAI_API_KEY"], host: "api.openai.com", family: "openai" },
  {
    name: "google",
    keyNames: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    host: "generativelanguage.googleapis.com",
    family: "google",
  },
  { name: "ollama", keyNames: [], host: "127.0.0.1:11434", family: null },
];

/** Command-line agents that are known by name. */
export const AGENT_NAMES: readonly string[] = [
  "claude",
  "codex",
  "gemini",
  "qwen",
  "opencode",
  "copilot",
];

export function findVendor(name: string): Vendor | undefined {
  return VENDORS.find((vendor) => vendor.name === name);
}

/** Whether a vendor's key may be sent to this host. */
export function isVendorHost({ host }: Vendor, hostname: string): boolean {
  const domain = host.split(".").slice(-2).join(".");
  return hostname === domain || hostname.endsWith(`.${domain}`) || isThisMachine(hostname);
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

// Whose weights speak behind a model reference: seats of one family share their errors (R8, R9).

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
