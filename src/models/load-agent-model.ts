/** Loads models of a command-line agent: a built-in one, or one from the configuration. */
import { isAbsolute, resolve } from "node:path";

import { AGENT_NAMES } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import type { Model, Price } from "../model.ts";
import { isSecretVariableName } from "../text/redact.ts";
import type { AgentAdapter } from "./agents/agent-adapter.ts";
import type { AgentModelOptions } from "./agents/agent-model-options.ts";
import { expandEnvironmentReferences, NO_TRAFFIC_LIMITS } from "./endpoint.ts";
import type { ModelReference, ModelLoadContext } from "./load-vendor-model.ts";
import type { AgentAccess, EnvironmentVariables, ModelAccess } from "./model-access.ts";
import { findModelPrice } from "./model-prices.ts";

export function listAgentNames({ agents }: ModelAccess): string[] {
  return [...new Set([...AGENT_NAMES, ...Object.keys(agents)])];
}

export async function loadAgentModel(
  reference: ModelReference,
  setting: ModelLoadContext,
): Promise<Model> {
  const { createAgentModel } = await import("./agents/agent-model.ts");
  return createAgentModel(await resolveAgentModelOptions(reference, setting));
}

/** What the agent's model is made from. */
export async function resolveAgentModelOptions(
  { whole, name, modelId }: ModelReference,
  setting: ModelLoadContext,
): Promise<AgentModelOptions> {
  const { env, access, clock } = setting;
  const settings = (Object.hasOwn(access.agents, name) ? access.agents[name] : undefined) ?? {};
  const refusal = access.refusal?.(name);
  if (refusal) throw refusal;
  const { findBuiltInAgent } = await import("./agents/built-in-agents.ts");
  const adapter = findBuiltInAgent(name) ?? (await loadCustomAdapter(name, settings));
  const binary = resolveCommandPath(settings.command ?? adapter.binary, setting.cwd);
  await assertAgentInstalled(adapter, binary, env);
  const model = modelId === "" ? (settings.model ?? null) : modelId;
  const given = Object.entries(settings.env ?? {}).map(([variable, value]) => {
    const full = expandEnvironmentReferences(`agents.${name}`, value, env);
    if (full !== value || isSecretVariableName(variable)) setting.onSecret(full);
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
    price: await findAgentPrice(adapter, model, clock.nowMs()),
    family: settings.family,
    traffic: await setting.trafficFor({ name, limits: AGENT_TRAFFIC_LIMITS, warming: false }),
    clock,
    redact: setting.redact,
  };
}

/** A child works in a directory of its own, so a path from here must be whole. */
function resolveCommandPath(command: string, cwd: string): string {
  return /[\\/]/.test(command) && !isAbsolute(command) ? resolve(cwd, command) : command;
}

/** Reported before anything is spent, and not after the others have answered. */
async function assertAgentInstalled(
  adapter: AgentAdapter,
  binary: string,
  env: EnvironmentVariables,
): Promise<void> {
  const { locateProgram, createProgramSearchContext } =
    await import("./agents/processes/locate-program.ts");
  if (locateProgram(binary, createProgramSearchContext(env)).found) return;
  throw new SetupError(
    "not-installed",
    `${adapter.name} is not installed: there is no program ${binary}.`,
    {
      hint: adapter.install,
    },
  );
}

// each is a program of some hundred megabytes
const AGENT_TRAFFIC_LIMITS = { ...NO_TRAFFIC_LIMITS, concurrency: 4 };

async function loadCustomAdapter(name: string, settings: AgentAccess): Promise<AgentAdapter> {
  const { command, args = [], prompt = "stdin", answer = "text", env = {} } = settings;
  if (command === undefined) {
    throw new SetupError("bad-config", `agents.${name} has no command.`, {
      hint: `Name its program: agents.${name}.command`,
    });
  }
  const { createCustomAdapter } = await import("./agents/adapters/custom.ts");
  return createCustomAdapter({
    name,
    command,
    args,
    prompt,
    answer,
    answerPath: settings.answerPath,
    modelAt: settings.modelAt,
    variables: Object.keys(env),
    endpointEnv: settings.endpointEnv,
    family: settings.family,
    unsafe: settings.unsafe ?? false,
  });
}

/** By key an agent's tokens cost what its vendor's do, where it is known which model it asks. */
async function findAgentPrice(
  adapter: AgentAdapter,
  modelId: string | null,
  nowMs: number,
): Promise<Price | null> {
  const provider = adapter.family(modelId);
  if (modelId === null || provider === undefined) return null;
  return findModelPrice({ provider, modelId, nowMs });
}
