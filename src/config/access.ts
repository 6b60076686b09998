/**
 * The providers and agents of a configuration, checked as a whole.
 *
 * Keys go to the provider they belong to: no file may send a vendor's key to another host under another
 * name, and a project's file, which may come from anyone, may not send it anywhere else at all.
 */
import { AGENT_NAMES, ownsHost, VENDORS, vendorNamed } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import type { AgentSettings, EndpointSettings, ProviderSettings } from "./access-schema.ts";
import type { Settings } from "./config-schema.ts";

export interface Access {
  readonly endpoints: Readonly<Record<string, EndpointSettings & { readonly baseUrl: string }>>;
  readonly agents: Readonly<Record<string, AgentSettings>>;
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly cacheWarming: "auto" | "on" | "off";
}

/** From the path of a value to where it was said. */
type Origins = ReadonlyMap<string, string>;

export function accessOf(settings: Settings, origins: Origins): Access {
  const { endpoints = {}, agents = {}, providers = {}, cacheWarming = "auto" } = settings;
  for (const [name, agent] of Object.entries(agents)) {
    refuseTakenName(`agents.${name}`, origins, NOT_AGENTS);
    if (AGENT_NAMES.includes(name)) refuseRebuilding(name, agent, origins);
    else if (agent.command === undefined) {
      throw refusal(`agents.${name}`, origins, {
        says: "has no command",
        hint: `Name its program: agents.${name}.command`,
      });
    }
  }
  for (const [vendor, { baseUrl }] of Object.entries(providers)) {
    if (baseUrl !== undefined) refuseDiversion(vendor, baseUrl, origins);
  }
  const complete = Object.entries(endpoints).map(([name, endpoint]) => {
    const path = `endpoints.${name}`;
    refuseTakenName(path, origins, [...NOT_AGENTS, ...AGENT_NAMES, ...Object.keys(agents)]);
    const { baseUrl, keyEnv } = endpoint;
    if (baseUrl === undefined) {
      throw refusal(path, origins, {
        says: "has no baseUrl",
        hint: `Write where it is: ${path}.baseUrl`,
      });
    }
    if (keyEnv !== undefined) refuseForeignKey(path, { baseUrl, keyEnv }, origins);
    return [name, { ...endpoint, baseUrl }] as const;
  });
  return { endpoints: Object.fromEntries(complete), agents, providers, cacheWarming };
}

const NOT_AGENTS = [...VENDORS.map(({ name }) => name), "offline", "person", "host", "scripted"];

function refuseTakenName(path: string, origins: Origins, taken: readonly string[]): void {
  const name = path.slice(path.indexOf(".") + 1);
  if (!taken.includes(name)) return;
  throw refusal(path, origins, {
    says: "has a name that is taken",
    hint: "Choose another; built-in vendors are set under providers.",
  });
}

/** A built-in agent knows its safe flags, and is given keys: a project's file may not put another in its place. */
function refuseRebuilding(name: string, agent: AgentSettings, origins: Origins): void {
  for (const key of Object.keys(agent)) {
    const path = `agents.${name}.${key}`;
    const said = [...origins].find(([one]) => one === path || one.startsWith(`${path}.`))?.[1];
    if (MAY_BE_SAID.includes(key)) continue;
    if (!OF_ONES_OWN.includes(key)) {
      throw refusal(path, origins, {
        says: `cannot be set, because ${name} is built in`,
        hint: "Describe an agent of your own under another name.",
      });
    }
    if (said?.startsWith("project ")) {
      throw refusal(path, origins, {
        says: `would let the project decide what runs as ${name}, with your key`,
        hint: "Say it in your own configuration file, or describe an agent under another name.",
      });
    }
  }
}

const MAY_BE_SAID = ["login", "model", "family"];
const OF_ONES_OWN = ["command", "env"];

function refuseForeignKey(
  path: string,
  { baseUrl, keyEnv }: { baseUrl: string; keyEnv: string },
  origins: Origins,
): void {
  const owner = VENDORS.find(({ keyNames }) => keyNames.includes(keyEnv));
  const { hostname } = new URL(baseUrl);
  if (!owner || ownsHost(owner, hostname)) return;
  throw refusal(`${path}.keyEnv`, origins, {
    says: `would send the key of ${owner.name} to ${hostname}`,
    hint: "Put the key of this endpoint into a variable of its own.",
  });
}

function refuseDiversion(name: string, baseUrl: string, origins: Origins): void {
  const path = `providers.${name}.baseUrl`;
  const vendor = vendorNamed(name);
  const { hostname } = new URL(baseUrl);
  if (!origins.get(path)?.startsWith("project ") || !vendor || vendor.keyNames.length === 0) return;
  if (ownsHost(vendor, hostname)) return;
  throw refusal(path, origins, {
    says: `would send the key of ${name} to ${hostname}`,
    hint: "Say it in your own configuration file, or name an endpoint with a key of its own.",
  });
}

function refusal(
  path: string,
  origins: Origins,
  { says, hint }: { says: string; hint: string },
): SetupError {
  const inside = [...origins].find(([key]) => key === path || key.startsWith(`${path}.`))?.[1];
  const place = inside?.replace(/^\w+ /, "");
  const where = place === undefined ? "" : `${place} `;
  return new SetupError("bad-config", `${where}${path} ${says}.`, { hint });
}
