/** Models behind a command-line agent: a built-in one, or one that the configuration describes. */
import { isAbsolute, resolve } from "node:path";

import { AGENT_NAMES } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import type { Model, Price } from "../model.ts";
import { isSecretName } from "../text/redact.ts";
import type { AgentAccess, Environment, ModelAccess } from "./access.ts";
import type { Adapter } from "./agents/adapter.ts";
import type { AgentSetting } from "./agents/agent-setting.ts";
import { filled, NO_TRAFFIC_LIMITS } from "./endpoint.ts";
import { priceOf } from "./prices.ts";
import type { Reference, SourceSetting } from "./vendor-source.ts";

export function agentNames({ agents }: ModelAccess): string[] {
  return [...new Set([...AGENT_NAMES, ...Object.keys(agents)])];
}

export async function agentSource(reference: Reference, setting: SourceSetting): Promise<Model> {
  const { agentModel } = await import("./agents/agent-model.ts");
  return agentModel(await agentSettingFor(reference, setting));
}

/** What the agent's model is made from. */
export async function agentSettingFor(
  { whole, name, modelId }: Reference,
  setting: SourceSetting,
): Promise<AgentSetting> {
  const { env, access, clock } = setting;
  const settings = (Object.hasOwn(access.agents, name) ? access.agents[name] : undefined) ?? {};
  const refusal = access.refusal?.(name);
  if (refusal) throw refusal;
  const { agentNamed } = await import("./agents/built-in.ts");
  const adapter = agentNamed(name) ?? (await customAdapter(name, settings));
  const binary = placed(settings.command ?? adapter.binary, setting.cwd);
  await refuseMissing(adapter, binary, env);
  const model = modelId === "" ? (settings.model ?? null) : modelId;
  const given = Object.entries(settings.env ?? {}).map(([variable, value]) => {
    const full = filled(`agents.${name}`, value, env);
    if (full !== value || isSecretName(variable)) setting.onSecret(full);
    return [variable, full] as const;
  });
  return {
    reference: whole,
    adapter,
    binary,
    modelId: model,
    login: settings.login ?? "auto",
    env,
    given: Object.fromEntries(given),
    price: await pricedAs(adapter, model, clock.nowMs()),
    family: settings.family,
    traffic: await setting.trafficFor({ name, limits: AT_ONCE, warming: false }),
    clock,
    redact: setting.redact,
  };
}

/** A child works in a directory of its own, so a path from here must be whole. */
function placed(command: string, cwd: string): string {
  return /[\\/]/.test(command) && !isAbsolute(command) ? resolve(cwd, command) : command;
}

/** Told before anything is spent, and not once the others have answered. */
async function refuseMissing(adapter: Adapter, binary: string, env: Environment): Promise<void> {
  const { locate, thisMachine } = await import("./agents/locate.ts");
  if (locate(binary, thisMachine(env)).found) return;
  throw new SetupError(
    "unknown-model",
    `${adapter.name} is not installed: there is no program ${binary}.`,
    {
      hint: adapter.install,
    },
  );
}

// each is a program of some hundred megabytes
const AT_ONCE = { ...NO_TRAFFIC_LIMITS, concurrency: 4 };

async function customAdapter(name: string, settings: AgentAccess): Promise<Adapter> {
  const { command, args = [], prompt = "stdin", answer = "text", env = {} } = settings;
  if (command === undefined) {
    throw new SetupError("bad-config", `agents.${name} has no command.`, {
      hint: `Name its program: agents.${name}.command`,
    });
  }
  const { customAgent } = await import("./agents/adapters/custom.ts");
  return customAgent({
    name,
    command,
    args,
    prompt,
    answer,
    answerPath: settings.answerPath,
    variables: Object.keys(env),
    endpointEnv: settings.endpointEnv,
    family: settings.family,
    unsafe: settings.unsafe ?? false,
  });
}

/** By key an agent's tokens cost what its vendor's do, where it is known which model it asks. */
async function pricedAs(
  adapter: Adapter,
  modelId: string | null,
  nowMs: number,
): Promise<Price | null> {
  const provider = adapter.family(modelId);
  if (modelId === null || provider === undefined) return null;
  return priceOf({ provider, modelId, nowMs });
}
