/** Asks a provider which models it has. */
import { outgoingFetch } from "../network/outgoing-fetch.ts";
import { createRedactor } from "../text/redact.ts";
import { type VendorApi, type Endpoint, listEndpointSecrets } from "./endpoint.ts";
import { resolveBaseUrl } from "./vendors/base-url.ts";

/** Ids, newest first if the provider says so. Empty if it does not answer: calling a model shows why. */
export async function fetchModelIds(endpoint: Endpoint, signal: AbortSignal): Promise<string[]> {
  try {
    const response = await outgoingFetch(`${resolveBaseUrl(endpoint)}/models`, {
      headers: { ...endpoint.headers, ...createKeyHeaders(endpoint) },
      // the key goes nowhere but to the endpoint itself
      redirect: "error",
      signal,
    });
    // a server that repeats what it was sent must not put a key into a reference
    const redact = createRedactor({}, listEndpointSecrets(endpoint));
    const ids = response.ok ? parseModelIds(await readBoundedJson(response)) : [];
    return ids.filter((id) => redact(id) === id);
  } catch {
    return [];
  }
}

function createKeyHeaders({ api, key }: Endpoint): Record<string, string> {
  const value = key()?.trim();
  if (!value) return {};
  const headers: Readonly<Record<VendorApi, Record<string, string>>> = {
    anthropic: { "x-api-key": value, "anthropic-version": "2023-06-01" },
    google: { "x-goog-api-key": value },
    openai: { authorization: `Bearer ${value}` },
    responses: { authorization: `Bearer ${value}` },
  };
  return headers[api];
}

const MOST_BYTES = 4 * 1024 * 1024;

async function readBoundedJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_BYTES) throw new RangeError("the list has no end");
  }
  return JSON.parse(text) as unknown;
}

interface ListedModel {
  readonly id?: unknown;
  /** Google's form: `models/<id>`. */
  readonly name?: unknown;
  readonly created?: unknown;
}

function parseModelIds(found: unknown): string[] {
  const { data, models } = (found ?? {}) as { data?: unknown; models?: unknown };
  const rows = ([data, models].find(Array.isArray) ?? []) as readonly (ListedModel | null)[];
  const age = (row: ListedModel | null): number =>
    typeof row?.created === "number" ? row.created : 0;
  return rows
    .toSorted((a, b) => age(b) - age(a))
    .map((row) => row?.id ?? row?.name)
    .filter((id): id is string => typeof id === "string" && ID.test(id))
    .map((id) => id.replace(/^models\//, ""));
}

// what a stranger's server calls a model becomes part of a reference
const ID = /^[\w.:/@+-]{1,200}$/;
