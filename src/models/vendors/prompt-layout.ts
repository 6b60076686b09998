/**
 * The parts of a request and their order, chosen so that prompt caches apply.
 *
 * VL1. Shared parts come first, with the same bytes for every seat; seat and stance come last.
 * VL2. Everything is user content: documents and other participants' words never get the rank of instructions.
 * VL3. The schema goes beside the prompt if the server enforces it, otherwise its shape ends the prompt.
 */
import { hash } from "node:crypto";

import type { UserModelMessage } from "ai";

import type { Json } from "../../domain/json.ts";
import type { ModelRequest, PromptSegment } from "../../model.ts";
import type { Endpoint } from "../endpoint.ts";
import { describeReplyShape, dropReplySentence } from "../reply-shape.ts";
import type { CacheBoundary } from "../traffic/cache-warming.ts";
import { createPortableSchema } from "./portable-schema.ts";

export interface PromptLayout {
  /** Shared parts, then the seat's own; joined they are the prompt. */
  readonly shared: readonly string[];
  readonly own: string;
  /** Sent beside the prompt; undefined if it is in the prompt. */
  readonly schema: Readonly<Record<string, Json>> | undefined;
  readonly bytes: number;
  readonly sharedBytes: number;
}

export function createPromptLayout(
  endpoint: Endpoint,
  { prompt, schema: make }: ModelRequest,
): PromptLayout {
  const firstOwn = prompt.findIndex(({ shared }) => !shared);
  const end = firstOwn === -1 ? prompt.length : firstOwn;
  const given = make();
  const schema = wouldSplitCache(endpoint, prompt.slice(0, end))
    ? undefined
    : selectPortableSchema(endpoint, given);
  const shown = schema ? prompt : dropReplySentence(prompt);
  const shared = shown.slice(0, end).map(({ text }) => `${text}${JOINT}`);
  const sharedBytes = shared.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const own = [
    ...shown.slice(end).map(({ text }) => text),
    ...(schema ? [] : [describeReplyShape(given)]),
  ].join(JOINT);
  const schemaBytes = schema ? Buffer.byteLength(JSON.stringify(schema)) : 0;
  const bytes = sharedBytes + Buffer.byteLength(own) + schemaBytes;
  return { shared, own, schema, bytes, sharedBytes };
}

const JOINT = "\n\n";

// from here on a cached prefix is worth about as much as all the rest of a call
const LONG_SHARED = 32 * 1024;

/**
 * These vendors put the schema before the prompt, so seats with different schemas share no prefix. For a long prompt it
 * goes to the end of the prompt instead.
 */
function wouldSplitCache({ api }: Endpoint, shared: readonly PromptSegment[]): boolean {
  const bytes = shared.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return (api === "anthropic" || api === "responses") && bytes >= LONG_SHARED;
}

function selectPortableSchema({ structured, api }: Endpoint, schema: Json): PromptLayout["schema"] {
  return structured ? createPortableSchema(schema, api) : undefined;
}

// below about 1,024 tokens nothing is cached
const SHORTEST_CACHED = 4_096;

export function createUserMessage({ api }: Endpoint, layout: PromptLayout): UserModelMessage {
  const { shared, own, sharedBytes } = layout;
  if (api !== "anthropic" || sharedBytes < SHORTEST_CACHED) {
    return { role: "user", content: [...shared, own].join("") };
  }
  // caches are found again at the end of a block: what is a part of its own today stays one in the next round
  const parts = shared.map((text, index) => ({
    type: "text" as const,
    text,
    ...(index === shared.length - 1 && { providerOptions: MARKER }),
  }));
  return {
    role: "user",
    content: own === "" ? parts : [...parts, { type: "text", text: own }],
  };
}

const MARKER = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Ends of the shared parts, as caches know them: by model, by schema, by all that comes before. */
export function computeCacheBoundaries(
  endpoint: Endpoint,
  modelId: string,
  { shared, schema }: PromptLayout,
): CacheBoundary[] {
  let before = hash("sha256", JSON.stringify([endpoint.name, modelId, schema ?? null]));
  let bytes = 0;
  return shared.map((text) => {
    before = hash("sha256", before + hash("sha256", text));
    bytes += Buffer.byteLength(text);
    return { hash: before, bytes };
  });
}

/** Which debate, step and seat a request belongs to, for gateways and their logs. */
export function createAttributionHeaders(
  { attribution: wanted }: Endpoint,
  { key, participant }: ModelRequest,
): Record<string, string> {
  if (!wanted) return {};
  const [debate = "", ...step] = key.split("/");
  return {
    "X-Dissent-Debate": encodeHeaderValue(debate),
    "X-Dissent-Step": encodeHeaderValue(step.join("/")),
    "X-Dissent-Seat": encodeHeaderValue(participant.id),
  };
}

/** Ids are slugs; one that is not must not break the request. */
function encodeHeaderValue(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter)).slice(0, 200);
}
