/** Resolves a model reference to a test subject. It needs and uses none of the person's keys. */
import { systemClock } from "../../clock.ts";
import { findVendor } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import type { AgentModelOptions } from "../../models/agents/agent-model-options.ts";
import { createAgentModel } from "../../models/agents/agent-model.ts";
import { findBuiltInAgent } from "../../models/agents/built-in-agents.ts";
import { readInstalledVersion } from "../../models/agents/processes/installed-version.ts";
import {
  createProgramSearchContext,
  locateProgram,
} from "../../models/agents/processes/locate-program.ts";
import { waitForAgentsGone } from "../../models/agents/run-agent-call.ts";
import { type Endpoint, NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import { listAgentNames, resolveAgentModelOptions } from "../../models/load-agent-model.ts";
import {
  type ModelLoadContext,
  type ModelReference,
  findModelEndpoint,
} from "../../models/load-vendor-model.ts";
import type { EnvironmentVariables, ModelAccess } from "../../models/model-access.ts";
import { createTraffic } from "../../models/traffic/traffic.ts";
import { createVendorModel } from "../../models/vendors/vendor-model.ts";
import { createRedactor } from "../../text/redact.ts";
import type { ConformanceSubject, TestStage } from "./conformance-subject.ts";
import { listToolOrders } from "./tool-orders.ts";

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

/** The same provider, with an invalid key and without headers that would need one. */
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

// A command-line agent, put to the test.

interface AgentSubjectOptions {
  readonly setting: AgentModelOptions;
  readonly version: string | null;
  /** Its vendor's address can be changed. */
  readonly movable: boolean;
}

export function createAgentSubject({
  setting,
  version,
  movable,
}: AgentSubjectOptions): ConformanceSubject {
  const staged = ({ mark, foreign }: Omit<TestStage, "server">): AgentModelOptions => ({
    ...setting,
    env: { ...setting.env, [foreign.name]: foreign.value },
    given: { ...setting.given, [mark.name]: mark.value },
    // its own, and one that never opens: what the cases do to it must not affect the next one
    traffic: createTraffic({
      name: setting.adapter.name,
      limits: NO_TRAFFIC_LIMITS,
      warming: false,
      clock: systemClock,
      circuit: { failures: Number.POSITIVE_INFINITY },
    }),
  });
  return {
    reference: setting.reference,
    kind: "agent",
    version,
    at: movable
      ? (stage) =>
          createAgentModel({
            ...staged(stage),
            // any name will do for the loopback, and some agents want one
            modelId: setting.modelId ?? "loopback-ok",
            server: stage.server,
            redact: createRedactor(setting.env, [stage.server.key]),
          })
      : undefined,
    asIs: (stage) => createAgentModel(staged(stage)),
    gone: waitForAgentsGone,
    orders: (target) => listToolOrders(setting.adapter.name, target),
  };
}

// A model behind an API, put to the test.

interface ApiSubjectOptions {
  readonly reference: string;
  readonly modelId: string;
  readonly endpoint: Endpoint;
}

function createApiSubject({ reference, modelId, endpoint }: ApiSubjectOptions): ConformanceSubject {
  return {
    reference,
    kind: "api",
    version: null,
    at: ({ server }) =>
      createVendorModel({
        reference,
        modelId,
        endpoint: {
          ...endpoint,
          baseUrl: `${server.url}${endpoint.api === "google" ? "/v1beta" : "/v1"}`,
          key: () => server.key,
          headers: {},
          limits: NO_TRAFFIC_LIMITS,
        },
        // its own, and one that never opens: what the cases do to it must not affect the next one
        traffic: createTraffic({
          name: endpoint.name,
          limits: NO_TRAFFIC_LIMITS,
          warming: false,
          clock: systemClock,
          circuit: { failures: Number.POSITIVE_INFINITY },
        }),
        clock: systemClock,
        redact: createRedactor({}, [server.key]),
      }),
    asIs: undefined,
    gone: async () => {},
    orders: (target) => listToolOrders(endpoint.name, target).slice(0, 1),
  };
}
