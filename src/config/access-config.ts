/**
 * Checks the providers and agents of a configuration as a whole.
 *
 * A key only goes to the provider it belongs to. No file may send a vendor's key to another host under another name,
 * and a project's file, which may come from anyone, may not send it anywhere else at all.
 */
import { AGENT_NAMES, isVendorHost, VENDORS, findVendor } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import type { AgentSettings, EndpointSettings, ProviderSettings } from "./access-schema.ts";
import type { ConfigSettings } from "./config-schema.ts";

export interface AccessConfig {
  readonly endpoints: Readonly<Record<string, EndpointSettings & { readonly baseUrl: string }>>;
  readonly agents: Readonly<Record<string, AgentSettings>>;
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly cacheWarming: "auto" | "on" | "off";
}

/** From the path of a value to where it was said. */
type SettingOrigins = ReadonlyMap<string, string>;

export function resolveAccessConfig(
  settings: ConfigSettings,
  origins: SettingOrigins,
): AccessConfig {
  const { endpoints = {}, agents = {}, providers = {}, cacheWarming = "auto" } = settings;
  for (const [name, agent] of Object.entries(agents)) {
    refuseTakenName(`agents.${name}`, origins, RESERVED_NAMES);
    if (AGENT_NAMES.includes(name)) refuseBuiltInAgentChange(name, agent, origins);
    else if (agent.command === undefined) {
      throw createAccessError(`agents.${name}`, origins, {
        says: "has no command",
        hint: `Name its program: agents.${name}.command`,
      });
    }
  }
  for (const [vendor, { baseUrl }] of Object.entries(providers)) {
    if (baseUrl !== undefined) refuseKeyDiversion(vendor, baseUrl, origins);
  }
  const complete = Object.entries(endpoints).map(([name, endpoint]) => {
    const path = `endpoints.${name}`;
    refuseTakenName(path, origins, [...RESERVED_NAMES, ...AGENT_NAMES, ...Object.keys(agents)]);
    const { baseUrl, keyEnv } = endpoint;
    if (baseUrl === undefined) {
      throw createAccessError(path, origins, {
        says: "has no baseUrl",
        hint: `Write where it is: ${path}.baseUrl`,
      });
    }
    if (keyEnv !== undefined) refuseForeignKey(path, { baseUrl, keyEnv }, origins);
    return [name, { ...endpoint, baseUrl }] as const;
  });
  return { endpoints: Object.fromEntries(complete), agents, providers, cacheWarming };
}

const RESERVED_NAMES = [
  ...VENDORS.map(({ name }) => name),
  "offline",
  "person",
  "host",
  "scripted",
];

function refuseTakenName(path: string, origins: SettingOrigins, taken: readonly string[]): void {
  const name = path.slice(path.indexOf(".") + 1);
  if (!taken.includes(name)) return;
  throw createAccessError(path, origins, {
    says: "has a name that is taken",
    hint: "Choose another; built-in vendors are set under providers.",
  });
}

/** A built-in agent knows its safe flags, and is given keys: a project's file may not put another in its place. */
function refuseBuiltInAgentChange(
  name: string,
  agent: AgentSettings,
  origins: SettingOrigins,
): void {
  for (const key of Object.keys(agent)) {
    const path = `agents.${name}.${key}`;
    const said = [...origins].find(([one]) => one === path || one.startsWith(`${path}.`))?.[1];
    if (ALLOWED_AGENT_KEYS.includes(key)) continue;
    if (!PERSONAL_AGENT_KEYS.includes(key)) {
      throw createAccessError(path, origins, {
        says: `cannot be set, because ${name} is built in`,
        hint: "Describe an agent of your own under another name.",
      });
    }
    if (said?.startsWith("project ")) {
      throw createAccessError(path, origins, {
        says: `would let the project decide what runs as ${name}, with your key`,
        hint: "Say it in your own configuration file, or describe an agent under another name.",
      });
    }
  }
}

const ALLOWED_AGENT_KEYS = ["login", "model", "family"];
const PERSONAL_AGENT_KEYS = ["command", "env"];

function refuseForeignKey(
  path: string,
  { baseUrl, keyEnv }: { baseUrl: string; keyEnv: string },
  origins: SettingOrigins,
): void {
  const owner = VENDORS.find(({ keyNames }) => keyNames.includes(keyEnv));
  const { hostname } = new URL(baseUrl);
  if (!owner || isVendorHost(owner, hostname)) return;
  throw createAccessError(`${path}.keyEnv`, origins, {
    says: `would send the key of ${owner.name} to ${hostname}`,
    hint: "Put the key of this endpoint into a variable of its own.",
  });
}

function refuseKeyDiversion(name: string, baseUrl: string, origins: SettingOrigins): void {
  const path = `providers.${name}.baseUrl`;
  const vendor = findVendor(name);
  const { hostname } = new URL(baseUrl);
  if (!origins.get(path)?.startsWith("project ") || !vendor || vendor.keyNames.length === 0) return;
  if (isVendorHost(vendor, hostname)) return;
  throw createAccessError(path, origins, {
    says: `would send the key of ${name} to ${hostname}`,
    hint: "Say it in your own configuration file, or name an endpoint with a key of its own.",
  });
}

function createAccessError(
  path: string,
  origins: SettingOrigins,
  { says, hint }: { says: string; hint: string },
): SetupError {
  const inside = [...origins].find(([key]) => key === path || key.startsWith(`${path}.`))?.[1];
  const place = inside?.replace(/^\w+ /, "");
  const where = place === undefined ? "" : `${place} `;
  return new SetupError("bad-config", `${where}${path} ${says}.`, { hint });
}
