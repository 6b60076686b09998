/** From a model reference to the subject that is put to the test. No key of the person's is needed or used. */
import { vendorNamed } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import type { Environment, ModelAccess } from "../../models/access.ts";
import { agentNames, agentSettingFor } from "../../models/agent-source.ts";
import { agentNamed } from "../../models/agents/built-in.ts";
import { locate, thisMachine } from "../../models/agents/locate.ts";
import { versionBeside } from "../../models/agents/version.ts";
import { endpointFor, type Reference, type SourceSetting } from "../../models/vendor-source.ts";
import { agentSubject } from "./agent-subject.ts";
import { apiSubject } from "./api-subject.ts";
import type { Subject } from "./subject.ts";

export async function subjectFor(whole: string, source: SourceSetting): Promise<Subject> {
  const slash = whole.indexOf("/");
  const name = slash === -1 ? whole : whole.slice(0, slash);
  const modelId = slash === -1 ? "" : whole.slice(slash + 1);
  const reference: Reference = { whole, name, modelId };
  if (agentNames(source.access).includes(name)) return agent(reference, source);
  const endpoint = modelId === "" ? undefined : endpointFor(reference, keyless(name, source));
  if (endpoint) return apiSubject({ reference: whole, modelId, endpoint });
  throw new SetupError("unknown-model", `There is nothing to prove about "${whole}".`, {
    hint: "Name a seat, an agent such as claude, or a model of a provider such as openai/<model>.",
  });
}

async function agent(reference: Reference, source: SourceSetting): Promise<Subject> {
  const setting = await agentSettingFor(reference, source);
  const isKnown = agentNamed(reference.name) !== undefined;
  const program = locate(setting.binary ?? setting.adapter.binary, thisMachine(source.env));
  const file = program.found && isKnown ? (program.before[0] ?? program.file) : null;
  return agentSubject({
    setting,
    version: file === null ? null : await versionBeside(file),
    movable: isKnown || source.access.agents[reference.name]?.endpointEnv !== undefined,
  });
}

/** The same provider, with a key that is none and without headers that would need one. */
function keyless(
  name: string,
  { env, access }: SourceSetting,
): { env: Environment; access: ModelAccess } {
  const named = Object.hasOwn(access.endpoints, name) ? access.endpoints[name] : undefined;
  const [key] = named ? [named.keyEnv] : (vendorNamed(name)?.keyNames ?? []);
  return {
    env: key === undefined ? env : { ...env, [key]: "no key" },
    access: named
      ? { ...access, endpoints: { ...access.endpoints, [name]: { ...named, headers: {} } } }
      : access,
  };
}
