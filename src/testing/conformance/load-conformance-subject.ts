/** From a model reference to the subject that is put to the test. No key of the person's is needed or used. */
import { findVendor } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import { findBuiltInAgent } from "../../models/agents/built-in-agents.ts";
import { readInstalledVersion } from "../../models/agents/installed-version.ts";
import { locateProgram, createProgramSearchContext } from "../../models/agents/locate-program.ts";
import { listAgentNames, resolveAgentModelOptions } from "../../models/load-agent-model.ts";
import {
  findModelEndpoint,
  type ModelReference,
  type ModelLoadContext,
} from "../../models/load-vendor-model.ts";
import type { EnvironmentVariables, ModelAccess } from "../../models/model-access.ts";
import { createAgentSubject } from "./agent-subject.ts";
import { createApiSubject } from "./api-subject.ts";
import type { ConformanceSubject } from "./conformance-subject.ts";

export async function loadConformanceSubject(
  whole: string,
  source: ModelLoadContext,
): Promise<ConformanceSubject> {
  const slash = whole.indexOf("/");
  const name = slash === -1 ? whole : whole.slice(0, slash);
  const modelId = slash === -1 ? "" : whole.slice(slash + 1);
  const reference: ModelReference = { whole, name, modelId };
  if (listAgentNames(source.access).includes(name)) return loadAgentSubject(reference, source);
  const endpoint =
    modelId === "" ? undefined : findModelEndpoint(reference, createKeylessEndpoint(name, source));
  if (endpoint) return createApiSubject({ reference: whole, modelId, endpoint });
  throw new SetupError("unknown-model", `There is nothing to prove about "${whole}".`, {
    hint: "Name a seat, an agent such as claude, or a model of a provider such as openai/<model>.",
  });
}

async function loadAgentSubject(
  reference: ModelReference,
  source: ModelLoadContext,
): Promise<ConformanceSubject> {
  const setting = await resolveAgentModelOptions(reference, source);
  const isKnown = findBuiltInAgent(reference.name) !== undefined;
  const program = locateProgram(
    setting.binary ?? setting.adapter.binary,
    createProgramSearchContext(source.env),
  );
  const file = program.found && isKnown ? (program.before[0] ?? program.file) : null;
  return createAgentSubject({
    setting,
    version: file === null ? null : await readInstalledVersion(file),
    movable: isKnown || source.access.agents[reference.name]?.endpointEnv !== undefined,
  });
}

/** The same provider, with a key that is none and without headers that would need one. */
function createKeylessEndpoint(
  name: string,
  { env, access }: ModelLoadContext,
): { env: EnvironmentVariables; access: ModelAccess } {
  const named = Object.hasOwn(access.endpoints, name) ? access.endpoints[name] : undefined;
  const [key] = named ? [named.keyEnv] : (findVendor(name)?.keyNames ?? []);
  return {
    env: key === undefined ? env : { ...env, [key]: "no key" },
    access: named
      ? { ...access, endpoints: { ...access.endpoints, [name]: { ...named, headers: {} } } }
      : access,
  };
}
