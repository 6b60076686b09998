/** A command-line agent, put to the test. */
import { systemClock } from "../../clock.ts";
import { agentModel } from "../../models/agents/agent-model.ts";
import type { AgentSetting } from "../../models/agents/agent-setting.ts";
import { agentsGone } from "../../models/agents/ask-once.ts";
import { NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import { trafficOf } from "../../models/traffic/traffic.ts";
import { redactor } from "../../text/redact.ts";
import { ordersFor } from "./orders.ts";
import type { Stage, Subject } from "./subject.ts";

interface AgentSubject {
  readonly setting: AgentSetting;
  readonly version: string | null;
  /** It can be told another address than its vendor's. */
  readonly movable: boolean;
}

export function agentSubject({ setting, version, movable }: AgentSubject): Subject {
  const staged = ({ mark, foreign }: Omit<Stage, "server">): AgentSetting => ({
    ...setting,
    env: { ...setting.env, [foreign.name]: foreign.value },
    given: { ...setting.given, [mark.name]: mark.value },
    // of its own, and one that never opens: what the cases do to it must not be held against the next one
    traffic: trafficOf({
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
          agentModel({
            ...staged(stage),
            // any name will do for the loopback, and some agents want one
            modelId: setting.modelId ?? "loopback-ok",
            server: stage.server,
            redact: redactor(setting.env, [stage.server.key]),
          })
      : undefined,
    asIs: (stage) => agentModel(staged(stage)),
    gone: agentsGone,
    orders: (target) => ordersFor(setting.adapter.name, target),
  };
}
