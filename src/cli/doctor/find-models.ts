/** Finds models that could be seated here: by keys, programs, a local server, and the configuration. */
import { resolve } from "node:path";

import type { ConfigValues } from "../../config/config.ts";
import { AGENT_NAMES, VENDORS, findVendor } from "../../domain/vendor.ts";
import { DissentError } from "../../errors.ts";
import { findBuiltInAgent } from "../../models/agents/built-in-agents.ts";
import {
  createProgramSearchContext,
  locateProgram,
} from "../../models/agents/processes/locate-program.ts";
import { DEFAULT_MODELS } from "../../models/available-models.ts";
import { fetchModelIds } from "../../models/fetch-model-ids.ts";
import { findModelEndpoint } from "../../models/load-vendor-model.ts";
import type { EnvironmentVariables } from "../../models/model-access.ts";
import { outgoingFetch } from "../../network/outgoing-fetch.ts";
import { readProgramVersion } from "./program-version.ts";

/** A model that may answer, and how it was come by. */
export interface FoundModel {
  readonly reference: string;
  /** Such as `key OPENAI_API_KEY` or `seat risk`. */
  readonly by: string;
  /** Of the program or the server; null if it has no version or does not say. */
  readonly version: string | null;
}

/** A model that could be used, and what it takes. */
export interface MissingModel {
  readonly name: string;
  readonly why: string;
  readonly fix: string;
}

export interface ModelSearchResult {
  readonly found: readonly FoundModel[];
  readonly absent: readonly MissingModel[];
}

export interface ModelSearchOptions {
  readonly config: ConfigValues;
  /** Where relative programs of the configuration start from. */
  readonly cwd: string;
  /** With stored keys. */
  readonly env: EnvironmentVariables;
  /** References to look at besides. */
  readonly more: readonly string[];
  readonly signal: AbortSignal;
  /** Looks only at this machine: no host is reached, not even to ask what it has. */
  readonly quiet: boolean;
}

export async function searchSeatableModels(
  looking: ModelSearchOptions,
): Promise<ModelSearchResult> {
  const named = await Promise.all(
    listConfiguredModels(looking).map((one) => addAgentVersion(one, looking)),
  );
  const parts = await Promise.all([
    findVendorModels(looking),
    findOllamaModels(looking, named),
    findAgentPrograms(looking, named),
    findEndpointModels(looking, named),
  ]);
  const all = [...named, ...parts.flatMap(({ found }) => found)];
  const known = new Map<string, FoundModel>();
  for (const one of all) if (!known.has(one.reference)) known.set(one.reference, one);
  return { found: [...known.values()], absent: parts.flatMap(({ absent }) => absent) };
}

const extractVendorName = (reference: string): string => reference.split("/", 1)[0] ?? "";

function listConfiguredModels({ config, more }: ModelSearchOptions): Omit<FoundModel, "version">[] {
  const seats = Object.entries(config.participants).flatMap(([seat, { model }]) =>
    model === undefined ? [] : [{ reference: model, by: `seat ${seat}` }],
  );
  const panel = (config.panel ?? []).map((reference) => ({ reference, by: "panel" }));
  return [...seats, ...panel, ...more.map((reference) => ({ reference, by: "list" }))];
}

/** With the version of the agent behind it. */
async function addAgentVersion(
  one: Omit<FoundModel, "version">,
  looking: ModelSearchOptions,
): Promise<FoundModel> {
  const name = extractVendorName(one.reference);
  return {
    ...one,
    version: await readAgentVersion(name, locateAgentProgram(name, looking), looking),
  };
}

/** A program that the configuration names may be anything, and is started to be asked, not to be looked at. */
async function readAgentVersion(
  name: string,
  program: string | undefined,
  looking: ModelSearchOptions,
): Promise<string | null> {
  if (program === undefined || findBuiltInAgent(name) === undefined) return null;
  return readProgramVersion(program, looking);
}

/** The file that would be run; undefined if it is no agent or missing. */
function locateAgentProgram(
  name: string,
  { config, cwd, env }: ModelSearchOptions,
): string | undefined {
  const agent = Object.hasOwn(config.access.agents, name) ? config.access.agents[name] : undefined;
  const binary = agent?.command ?? findBuiltInAgent(name)?.binary;
  if (binary === undefined) return undefined;
  const located = locateProgram(
    /[\\/]/.test(binary) ? resolve(cwd, binary) : binary,
    createProgramSearchContext(env),
  );
  return located.found ? (located.before[0] ?? located.file) : undefined;
}

async function findVendorModels({ env }: ModelSearchOptions): Promise<ModelSearchResult> {
  const keyed = VENDORS.filter(({ keyNames }) => keyNames.length > 0);
  const parts = keyed.map(({ name, keyNames }): ModelSearchResult => {
    const key = keyNames.find((one) => (env[one] ?? "").trim() !== "");
    if (key === undefined) {
      const absent = { name, why: "no key", fix: `dissent config keys set ${name}` };
      return { found: [], absent: [absent] };
    }
    const model = DEFAULT_MODELS[name];
    const reference = `${name}/${model}`;
    return model === undefined
      ? { found: [], absent: [] }
      : { found: [{ reference, by: `key ${key}`, version: null }], absent: [] };
  });
  return mergeSearchResults(parts);
}

async function findOllamaModels(
  looking: ModelSearchOptions,
  named: readonly FoundModel[],
): Promise<ModelSearchResult> {
  const isNamed = named.some(({ reference }) => extractVendorName(reference) === "ollama");
  if (looking.quiet || isNamed) return NO_MODELS_FOUND;
  const { config, env, signal } = looking;
  const endpoint = findModelEndpoint({ name: "ollama" }, { env, access: config.access });
  if (!endpoint) return NO_MODELS_FOUND;
  const root = (endpoint.baseUrl ?? "").replace(/\/v1\/?$/, "");
  const version = await fetchOllamaVersion(root, signal);
  if (version === null) {
    return createMissingResult({
      name: "ollama",
      why: `no answer at ${root}`,
      fix: "ollama serve",
    });
  }
  const [first] = await fetchModelIds(endpoint, signal);
  return first === undefined
    ? createMissingResult({ name: "ollama", why: "it has no models", fix: "ollama pull qwen3" })
    : { found: [{ reference: `ollama/${first}`, by: root, version }], absent: [] };
}

async function fetchOllamaVersion(root: string, signal: AbortSignal): Promise<string | null> {
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(LOCAL_TIMEOUT_MS)]);
    const response = await outgoingFetch(`${root}/api/version`, {
      redirect: "error",
      signal: soon,
    });
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    // nothing listens there, or something else
    return null;
  }
}

// a server on this machine answers at once or not at all
const LOCAL_TIMEOUT_MS = 2_000;

async function findAgentPrograms(
  looking: ModelSearchOptions,
  named: readonly FoundModel[],
): Promise<ModelSearchResult> {
  const { access } = looking.config;
  const names = new Set([...AGENT_NAMES, ...Object.keys(access.agents)]);
  for (const { reference } of named) names.delete(extractVendorName(reference));
  const parts = Array.from(names, async (name): Promise<ModelSearchResult> => {
    const program = locateAgentProgram(name, looking);
    if (program === undefined) {
      const fix = findBuiltInAgent(name)?.install.replace(/^Install it: /, "");
      return createMissingResult({
        name,
        why: "not installed",
        fix: fix ?? `Check agents.${name}.command.`,
      });
    }
    const version = await readAgentVersion(name, program, looking);
    return { found: [{ reference: name, by: program, version }], absent: [] };
  });
  return mergeSearchResults(await Promise.all(parts));
}

/** Endpoints that nothing else names: one of the models that they list is tried. */
async function findEndpointModels(
  looking: ModelSearchOptions,
  named: readonly FoundModel[],
): Promise<ModelSearchResult> {
  const { config, env, signal, quiet } = looking;
  const { access } = config;
  const names = Object.keys(access.endpoints).filter(
    (name) =>
      !named.some(({ reference }) => extractVendorName(reference) === name) && !findVendor(name),
  );
  const parts = names.map(async (name): Promise<ModelSearchResult> => {
    try {
      const endpoint = findModelEndpoint({ name }, { env, access });
      const [first] = endpoint && !quiet ? await fetchModelIds(endpoint, signal) : [];
      const by = `endpoints.${name}`;
      if (first !== undefined) {
        return { found: [{ reference: `${name}/${first}`, by, version: null }], absent: [] };
      }
      const why = quiet ? "no seat names a model of it" : "it lists no models";
      return createMissingResult({
        name,
        why,
        fix: `Name one: dissent run … --seat <seat>=${name}/<model>`,
      });
    } catch (error) {
      if (!(error instanceof DissentError)) throw error;
      return createMissingResult({ name, why: error.message, fix: error.hint ?? "" });
    }
  });
  return mergeSearchResults(await Promise.all(parts));
}

const NO_MODELS_FOUND: ModelSearchResult = { found: [], absent: [] };

function createMissingResult(absent: MissingModel): ModelSearchResult {
  return { found: [], absent: [absent] };
}

function mergeSearchResults(parts: readonly ModelSearchResult[]): ModelSearchResult {
  return {
    found: parts.flatMap(({ found }) => found),
    absent: parts.flatMap(({ absent }) => absent),
  };
}
