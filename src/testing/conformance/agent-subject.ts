/** A command-line agent, put to the test. */
import { systemClock } from "../../clock.ts";
import type { AgentModelOptions } from "../../models/agents/agent-model-options.ts";
import { createAgentModel } from "../../models/agents/agent-model.ts";
import { waitForAgentsGone } from "../../models/agents/run-agent-call.ts";
import { NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import { createTraffic } from "../../models/traffic/traffic.ts";
import { createRedactor } from "../../text/redact.ts";
import type { TestStage, ConformanceSubject } from "./conformance-subject.ts";
import { listToolOrders } from "./tool-orders.ts";

interface AgentSubjectOptions {
  readonly setting: AgentModelOptions;
  readonly version: string | null;
  /** It can be told another address than its vendor's. */
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
    // of its own, and one that never opens: what the cases do to it must not be held against the next one
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
