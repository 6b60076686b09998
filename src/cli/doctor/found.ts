/** Who could be seated here: by keys, programs, a local server, and what the configuration names. */
import { resolve } from "node:path";

import type { Config } from "../../config/config.ts";
import { AGENT_NAMES, VENDORS, vendorNamed } from "../../domain/vendor.ts";
import { DissentError } from "../../errors.ts";
import type { Environment } from "../../models/access.ts";
import { agentNamed } from "../../models/agents/built-in.ts";
import { locate, thisMachine } from "../../models/agents/locate.ts";
import { DEFAULT_MODELS } from "../../models/default-models.ts";
import { listedModels } from "../../models/listing.ts";
import { endpointFor } from "../../models/vendor-source.ts";
import { outgoingFetch } from "../../network/outgoing-fetch.ts";
import { programVersion } from "./program-version.ts";

/** A model that may answer, and how it was come by. */
export interface Found {
  readonly reference: string;
  /** Such as `key OPENAI_API_KEY` or `seat risk`. */
  readonly by: string;
  /** Of the program or the server; null where there is none or it does not say. */
  readonly version: string | null;
}

/** Somebody who could be had, and what it takes. */
export interface Absent {
  readonly name: string;
  readonly why: string;
  readonly fix: string;
}

export interface Finds {
  readonly found: readonly Found[];
  readonly absent: readonly Absent[];
}

export interface Looking {
  readonly config: Config;
  /** Where relative programs of the configuration start from. */
  readonly cwd: string;
  /** With stored keys. */
  readonly env: Environment;
  /** References to look at besides. */
  readonly more: readonly string[];
  readonly signal: AbortSignal;
  /** Looks only at this machine: no host is reached, not even to ask what it has. */
  readonly quiet: boolean;
}

export async function lookAround(looking: Looking): Promise<Finds> {
  const named = await Promise.all(namedIn(looking).map((one) => dated(one, looking)));
  const parts = await Promise.all([
    vendors(looking),
    ollama(looking, named),
    agents(looking, named),
    endpoints(looking, named),
  ]);
  const all = [...named, ...parts.flatMap(({ found }) => found)];
  const known = new Map<string, Found>();
  for (const one of all) if (!known.has(one.reference)) known.set(one.reference, one);
  return { found: [...known.values()], absent: parts.flatMap(({ absent }) => absent) };
}

const nameOf = (reference: string): string => reference.split("/", 1)[0] ?? "";

function namedIn({ config, more }: Looking): Omit<Found, "version">[] {
  const seats = Object.entries(config.participants).flatMap(([seat, { model }]) =>
    model === undefined ? [] : [{ reference: model, by: `seat ${seat}` }],
  );
  const panel = (config.panel ?? []).map((reference) => ({ reference, by: "panel" }));
  return [...seats, ...panel, ...more.map((reference) => ({ reference, by: "list" }))];
}

/** With the version of the agent behind it. */
async function dated(one: Omit<Found, "version">, looking: Looking): Promise<Found> {
  const name = nameOf(one.reference);
  return { ...one, version: await versionOf(name, programOf(name, looking), looking) };
}

/** A program that the configuration names may be anything, and is started to be asked, not to be looked at. */
async function versionOf(
  name: string,
  program: string | undefined,
  looking: Looking,
): Promise<string | null> {
  if (program === undefined || agentNamed(name) === undefined) return null;
  return programVersion(program, looking);
}

/** The file that would be run; undefined for what is no agent or not there. */
function programOf(name: string, { config, cwd, env }: Looking): string | undefined {
  const agent = Object.hasOwn(config.access.agents, name) ? config.access.agents[name] : undefined;
  const binary = agent?.command ?? agentNamed(name)?.binary;
  if (binary === undefined) return undefined;
  const located = locate(/[\\/]/.test(binary) ? resolve(cwd, binary) : binary, thisMachine(env));
  return located.found ? (located.before[0] ?? located.file) : undefined;
}

async function vendors({ env }: Looking): Promise<Finds> {
  const keyed = VENDORS.filter(({ keyNames }) => keyNames.length > 0);
  const parts = keyed.map(({ name, keyNames }): Finds => {
    const key = keyNames.find((one) => (env[one] ?? "").trim() !== "");
    if (key === undefined) {
      const absent = { name, why: "no key", fix: `dissent keys set ${name}` };
      return { found: [], absent: [absent] };
    }
    const model = DEFAULT_MODELS[name];
    const reference = `${name}/${model}`;
    return model === undefined
      ? { found: [], absent: [] }
      : { found: [{ reference, by: `key ${key}`, version: null }], absent: [] };
  });
  return together(parts);
}

async function ollama(looking: Looking, named: readonly Found[]): Promise<Finds> {
  const isNamed = named.some(({ reference }) => nameOf(reference) === "ollama");
  if (looking.quiet || isNamed) return NOTHING;
  const { config, env, signal } = looking;
  const endpoint = endpointFor({ name: "ollama" }, { env, access: config.access });
  if (!endpoint) return NOTHING;
  const root = (endpoint.baseUrl ?? "").replace(/\/v1\/?$/, "");
  const version = await ollamaVersion(root, signal);
  if (version === null) {
    return missing({ name: "ollama", why: `nobody answers at ${root}`, fix: "ollama serve" });
  }
  const [first] = await listedModels(endpoint, signal);
  return first === undefined
    ? missing({ name: "ollama", why: "it has no models", fix: "ollama pull qwen3" })
    : { found: [{ reference: `ollama/${first}`, by: root, version }], absent: [] };
}

async function ollamaVersion(root: string, signal: AbortSignal): Promise<string | null> {
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(LOCAL_MS)]);
    const response = await outgoingFetch(`${root}/api/version`, {
      redirect: "error",
      signal: soon,
    });
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    // nobody is there, or somebody else
    return null;
  }
}

// a server on this machine answers at once or not at all
const LOCAL_MS = 2_000;

async function agents(looking: Looking, named: readonly Found[]): Promise<Finds> {
  const { access } = looking.config;
  const names = new Set([...AGENT_NAMES, ...Object.keys(access.agents)]);
  for (const { reference } of named) names.delete(nameOf(reference));
  const parts = Array.from(names, async (name): Promise<Finds> => {
    const program = programOf(name, looking);
    if (program === undefined) {
      const fix = agentNamed(name)?.install.replace(/^Install it: /, "");
      return missing({ name, why: "not installed", fix: fix ?? `Check agents.${name}.command.` });
    }
    const version = await versionOf(name, program, looking);
    return { found: [{ reference: name, by: program, version }], absent: [] };
  });
  return together(await Promise.all(parts));
}

/** Endpoints that nothing else names: one of the models that they list is tried. */
async function endpoints(looking: Looking, named: readonly Found[]): Promise<Finds> {
  const { config, env, signal, quiet } = looking;
  const { access } = config;
  const names = Object.keys(access.endpoints).filter(
    (name) => !named.some(({ reference }) => nameOf(reference) === name) && !vendorNamed(name),
  );
  const parts = names.map(async (name): Promise<Finds> => {
    try {
      const endpoint = endpointFor({ name }, { env, access });
      const [first] = endpoint && !quiet ? await listedModels(endpoint, signal) : [];
      const by = `endpoints.${name}`;
      if (first !== undefined) {
        return { found: [{ reference: `${name}/${first}`, by, version: null }], absent: [] };
      }
      const why = quiet ? "no seat names a model of it" : "it lists no models";
      return missing({ name, why, fix: `Name one: dissent run … --seat <seat>=${name}/<model>` });
    } catch (error) {
      if (!(error instanceof DissentError)) throw error;
      return missing({ name, why: error.message, fix: error.hint ?? "" });
    }
  });
  return together(await Promise.all(parts));
}

const NOTHING: Finds = { found: [], absent: [] };

function missing(absent: Absent): Finds {
  return { found: [], absent: [absent] };
}

function together(parts: readonly Finds[]): Finds {
  return {
    found: parts.flatMap(({ found }) => found),
    absent: parts.flatMap(({ absent }) => absent),
  };
}
