/** Parses who writes a variant: `model[:persona[:"instruction"]]`, several separated by commas. */
import { SetupError } from "../../../errors.ts";
import { formatShownValue } from "../../../text/plain-text.ts";

export const PERSONAS = [
  "architect",
  "security",
  "analyzer",
  "frontend",
  "backend",
  "performance",
  "qa",
  "scribe",
] as const;
type Persona = (typeof PERSONAS)[number];

export interface AgentSpec {
  readonly model: string;
  readonly persona: Persona | null;
  readonly instruction: string | null;
}

interface ParsedAgentSpecs {
  readonly agents: readonly AgentSpec[];
  readonly warnings: readonly string[];
}

export function parseAgentSpecs(lists: readonly string[]): ParsedAgentSpecs {
  const parsed = lists.flatMap((list) => splitOutsideQuotes(list, ",")).map(parseAgentSpec);
  return {
    agents: parsed.map(({ agent }) => agent),
    warnings: parsed.flatMap(({ warning }) => (warning === null ? [] : [warning])),
  };
}

function parseAgentSpec(spec: string): { agent: AgentSpec; warning: string | null } {
  const [first = "", ...rest] = splitOutsideQuotes(spec, ":").map((segment) => segment.trim());
  if (first === "" || isQuotedSegment(first)) throw createAgentSpecError(spec, "names no model");
  const tag = rest[0];
  const tagged = tag !== undefined && isModelTag(first, tag);
  const model = tagged ? `${first}:${tag}` : first;
  const [second, third, ...more] = tagged ? rest.slice(1) : rest;
  if (more.length > 0) throw createAgentSpecError(spec, "has too many parts");
  if (second !== undefined && isQuotedSegment(second)) {
    if (third !== undefined)
      throw createAgentSpecError(spec, "has something after its instruction");
    return { agent: { model, persona: null, instruction: stripQuotes(second) }, warning: null };
  }
  if (second !== undefined && /\s/.test(second)) throw createUnquotedInstructionError(spec, second);
  if (third !== undefined && !isQuotedSegment(third))
    throw createUnquotedInstructionError(spec, third);
  const persona = PERSONAS.find((name) => name === second?.toLowerCase()) ?? null;
  const instruction = third === undefined ? null : stripQuotes(third);
  const unknown = second !== undefined && second !== "" && persona === null;
  return {
    agent: { model, persona, instruction },
    warning: unknown
      ? `there is no persona ${formatShownValue(second)}, so ${model} writes without one (personas: ${PERSONAS.join(", ")})`
      : null,
  };
}

/** Providers whose model ids contain no colon. With any other, `ollama/llama3:8b` is one id. */
const COLONLESS_PROVIDERS: ReadonlySet<string> = new Set([
  "anthropic",
  "openai",
  "google",
  "claude",
  "codex",
  "gemini",
  "qwen",
  "opencode",
  "copilot",
]);

function isModelTag(model: string, segment: string): boolean {
  const slash = model.indexOf("/");
  if (slash === -1 || COLONLESS_PROVIDERS.has(model.slice(0, slash))) return false;
  return /^[^\s"'“”]+$/.test(segment) && !PERSONAS.some((name) => name === segment.toLowerCase());
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”" };

function isQuotedSegment(segment: string): boolean {
  const close = QUOTES[segment.charAt(0)];
  return close !== undefined && segment.length > 1 && segment.endsWith(close);
}

function stripQuotes(segment: string): string | null {
  const words = segment.slice(1, -1).trim();
  return words === "" ? null : words;
}

/** Parts between separators outside of quotes. A quote opens only at the start of a part. */
function splitOutsideQuotes(text: string, separator: "," | ":"): string[] {
  const parts = [""];
  let close: string | null = null;
  for (const character of text) {
    const part = parts.at(-1) ?? "";
    const opens = part.trim() === "" || (separator === "," && part.trimEnd().endsWith(":"));
    if (close === null && character === separator) {
      parts.push("");
      continue;
    }
    if (close === character) close = null;
    else if (close === null && opens) close = QUOTES[character] ?? null;
    parts[parts.length - 1] = part + character;
  }
  if (close !== null) throw createAgentSpecError(text, "has a quotation mark that is never closed");
  return parts;
}

function createUnquotedInstructionError(spec: string, instruction: string): SetupError {
  return new SetupError(
    "usage",
    `--agents: the instruction ${formatShownValue(instruction)} is not in quotation marks.`,
    {
      hint: `Write it in quotes, inside the quotes of the shell: --agents '${formatSpecExample(spec)}'`,
    },
  );
}

function formatSpecExample(spec: string): string {
  const model = spec.split(":", 1)[0]?.trim() || "offline";
  return `${model}:architect:"be brief"`;
}

function createAgentSpecError(spec: string, what: string): SetupError {
  return new SetupError("usage", `--agents: ${formatShownValue(spec)} ${what}.`, {
    hint: `Write each as model[:persona[:"instruction"]], such as ${formatSpecExample(spec)}.`,
  });
}
