/** Which models a provider has, asked of the provider itself. */
import { outgoingFetch } from "../network/outgoing-fetch.ts";
import { redactor } from "../text/redact.ts";
import { type Api, type Endpoint, secretsOf } from "./endpoint.ts";
import { baseUrlOf } from "./vendors/base-url.ts";

/** Ids, newest first where the provider tells. Empty where it does not answer: who wants to know why asks a model. */
export async function listedModels(endpoint: Endpoint, signal: AbortSignal): Promise<string[]> {
  try {
    const response = await outgoingFetch(`${baseUrlOf(endpoint)}/models`, {
      headers: { ...endpoint.headers, ...keyHeaders(endpoint) },
      // the key goes nowhere but to the endpoint itself
      redirect: "error",
      signal,
    });
    // a server that repeats what it was sent must not put a key into a reference
    const redact = redactor({}, secretsOf(endpoint));
    const ids = response.ok ? idsIn(await boundedJson(response)) : [];
    return ids.filter((id) => redact(id) === id);
  } catch {
    return [];
  }
}

function keyHeaders({ api, key }: Endpoint): Record<string, string> {
  const value = key()?.trim();
  if (!value) return {};
  const headers: Readonly<Record<Api, Record<string, string>>> = {
    anthropic: { "x-api-key": value, "anthropic-version": "2023-06-01" },
    google: { "x-goog-api-key": value },
    openai: { authorization: `Bearer ${value}` },
    responses: { authorization: `Bearer ${value}` },
  };
  return headers[api];
}

const MOST_BYTES = 4 * 1024 * 1024;

async function boundedJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_BYTES) throw new RangeError("the list has no end");
  }
  return JSON.parse(text) as unknown;
}

interface Listed {
  readonly id?: unknown;
  /** Google's form: `models/<id>`. */
  readonly name?: unknown;
  readonly created?: unknown;
}

function idsIn(found: unknown): string[] {
  const { data, models } = (found ?? {}) as { data?: unknown; models?: unknown };
  const rows = ([data, models].find(Array.isArray) ?? []) as readonly (Listed | null)[];
  const age = (row: Listed | null): number => (typeof row?.created === "number" ? row.created : 0);
  return rows
    .toSorted((a, b) => age(b) - age(a))
    .map((row) => row?.id ?? row?.name)
    .filter((id): id is string => typeof id === "string" && ID.test(id))
    .map((id) => id.replace(/^models\//, ""));
}

// what a stranger's server calls a model becomes part of a reference
const ID = /^[\w.:/@+-]{1,200}$/;
