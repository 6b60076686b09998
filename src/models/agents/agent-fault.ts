/** Works out from its output why an agent gave no answer, so that a person knows what to do. */
import { ModelError } from "../../model.ts";
import type { AgentAdapter, AgentLogin } from "./agent-adapter.ts";

/** A failure as the agent tells it. */
export interface AgentFault {
  /** In the agent's or its provider's own words; empty where it said nothing. */
  readonly says: string;
  /** Status of the provider's answer, where the agent tells. */
  readonly status?: number | undefined;
  readonly kind?: AgentFaultKind | undefined;
}

export interface AgentFailure {
  readonly error: ModelError;
  /** It may pass by itself: the same question is worth another try. */
  readonly transient: boolean;
  /** The provider behind the agent is at fault, not this one question. */
  readonly unhealthy: boolean;
}

type AgentFaultKind =
  | "locked-out"
  | "limited"
  | "broken"
  | "refused"
  | "timed-out"
  | "unreadable"
  | "unknown";

export function classifyAgentFault(
  fault: AgentFault,
  { name, entry }: AgentAdapter,
  login: AgentLogin,
): AgentFailure {
  const { says } = fault;
  const kind = fault.kind ?? findAgentFaultKind(fault);
  const lasting = { transient: false, unhealthy: false };
  const fail = (error: ModelError): AgentFailure => ({ ...lasting, error });
  switch (kind) {
    case "locked-out": {
      const message = `${name} is not let in: ${endWithPeriod(says)} ${entry[login]}`;
      const error = new ModelError("unavailable", message, { keyRefused: true });
      return { ...fail(error), unhealthy: true };
    }
    case "limited": {
      const message = `${name} has reached a limit of its provider: ${says}`;
      return { error: new ModelError("unavailable", message), transient: true, unhealthy: true };
    }
    case "broken": {
      const message = `the provider of ${name} failed: ${says}`;
      return { error: new ModelError("unavailable", message), transient: true, unhealthy: true };
    }
    case "refused":
      return fail(new ModelError("refused", `${name} declined: ${says}`));
    case "timed-out":
      return fail(new ModelError("timed-out", `${name} gave up waiting: ${says}`));
    case "unreadable":
      return fail(new ModelError("unreadable", `${name} printed no answer: ${says}`));
    case "unknown":
      return fail(new ModelError("unavailable", `${name} failed: ${says}`));
  }
}

/** As a sentence, so that another can follow. */
function endWithPeriod(says: string): string {
  return /[.!?…]$/.test(says) ? says : `${says}.`;
}

function findAgentFaultKind({ status, says }: AgentFault): AgentFaultKind {
  if (status === 401 || status === 403) return "locked-out";
  if (status === 429 || status === 529) return "limited";
  if (status !== undefined && status >= 500) return "broken";
  if (status !== undefined && status >= 400) return "unknown";
  return KINDS.find(([, pattern]) => pattern.test(says))?.[0] ?? "unknown";
}

// agents word these anew from release to release; a status is looked at first
const KINDS: readonly (readonly [AgentFaultKind, RegExp])[] = [
  [
    "locked-out",
    /\b40[13]\b|not logged in|\blog ?in\b|unauthori[sz]ed|authenticat|api[-_ ]?key|missing environment variable|auth (?:type|method)/i,
  ],
  ["limited", /\b(?:429|529)\b|rate[-_ ]?limit|too many requests|quota|overloaded|high demand/i],
  ["timed-out", /timed? ?out|wall-clock budget/i],
];
