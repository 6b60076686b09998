/**
 * A debate as OpenTelemetry spans, by the GenAI conventions (1.41, still in development): workflow > agent > chat. A
 * projection of journal events; the text of answers is left out unless requested.
 */
import { hash } from "node:crypto";

import {
  type AsksCommitted,
  type Event,
  type Fact,
  type Speaker,
  type Usage,
  readOpening,
} from "../domain/journal/event.ts";
import type { Json } from "../domain/json.ts";

/** Numbers are whole; a fraction is marked as one, so that a key has the same type in every span, 0 dollars included. */
export type AttributeValue = string | number | boolean | { readonly double: number };

export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: "internal" | "client";
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** What went wrong, in words; null where nothing did. */
  readonly error: string | null;
}

export interface SpanOptions {
  /** The parent span of the debate, if the process was given one (W3C `traceparent`). */
  readonly parent: { readonly traceId: string; readonly spanId: string } | null;
  /** Replies are put into the spans. */
  readonly content: boolean;
}

/** One process's share of a debate: everything known before, and the events that it added. */
export interface ProcessShare {
  readonly events: readonly Event[];
  /** Sequence of the first event that this process added. */
  readonly from: number;
}

/** The spans of what this process added, the workflow's own last. */
export function createDebateSpans(
  { events, from }: ProcessShare,
  setting: SpanOptions,
): TraceSpan[] {
  const added = events.filter(({ sequence }) => sequence >= from);
  const [first] = added;
  if (!first) return [];
  const { debate, protocol, participants } = readOpening(events);
  const traceId = setting.parent?.traceId ?? hashToId(debate, 32);
  const workflow = hashToId(`${debate}#${from}`, 16);
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  const askedMs = collectAskTimes(events);
  const common = { "gen_ai.conversation.id": debate };
  const turns = added.flatMap(({ fact, atMs }): TraceSpan[] => {
    if (!isModelCall(fact)) return [];
    const agent = hashToId(`${debate}/${fact.key}`, 16);
    const shared = {
      ...common,
      "gen_ai.agent.id": fact.by,
      "gen_ai.agent.name": names.get(fact.by) ?? fact.by,
    };
    const chat = createChatSpan(fact, {
      traceId,
      agent,
      atMs,
      shared,
      debate,
      content: setting.content,
    });
    // a reply that was sent back belongs to the turn that is still open
    if (fact.type === "reply-rejected") return [chat];
    return [
      chat,
      {
        traceId,
        spanId: agent,
        parentSpanId: workflow,
        name: `invoke_agent ${shared["gen_ai.agent.name"]}`,
        kind: "internal",
        startMs: Math.min(askedMs.get(fact.key) ?? chat.startMs, chat.startMs),
        endMs: atMs,
        attributes: {
          "gen_ai.operation.name": "invoke_agent",
          ...shared,
          "dissent.step": fact.key,
        },
        error: chat.error,
      },
    ];
  });
  return [...turns, createWorkflowSpan(added, { traceId, workflow, protocol, common, setting })];
}

type ModelCallFact = Extract<
  Fact,
  { type: "reply-recorded" | "reply-rejected" | "participant-absent" }
>;

function isModelCall(fact: Fact): fact is ModelCallFact {
  switch (fact.type) {
    case "reply-recorded":
      return fact.called !== false && fact.speaker.provider !== "person";
    case "reply-rejected":
      return fact.speaker.provider !== "person";
    case "participant-absent":
      return fact.called;
    default:
      return false;
  }
}

interface ChatSpanContext {
  readonly traceId: string;
  readonly agent: string;
  readonly atMs: number;
  readonly debate: string;
  readonly shared: Readonly<Record<string, AttributeValue>>;
  readonly content: boolean;
}

function createChatSpan(
  fact: ModelCallFact,
  { traceId, agent, atMs, debate, shared, content }: ChatSpanContext,
): TraceSpan {
  const { speaker, usage, latencyMs, key } = fact;
  const requested = extractRequestedModel(speaker);
  const said = content && "reply" in fact ? createOutputAttributes(fact.reply) : {};
  return {
    traceId,
    spanId: hashToId(`${debate}/${key}#${fact.type}`, 16),
    parentSpanId: agent,
    name: `chat ${requested ?? speaker.provider}`,
    kind: "client",
    startMs: atMs - latencyMs,
    endMs: atMs,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": OTEL_PROVIDER_NAMES.get(speaker.provider) ?? speaker.provider,
      ...(requested !== null && { "gen_ai.request.model": requested }),
      ...(speaker.served !== null && { "gen_ai.response.model": speaker.served }),
      ...createUsageAttributes(usage),
      ...shared,
      "dissent.step": key,
      ...(fact.type === "participant-absent" && { "error.type": fact.reason }),
      ...(fact.type === "reply-rejected" && { "error.type": "rejected" }),
      ...said,
    },
    error: describeCallError(fact),
  };
}

function createUsageAttributes({
  inputTokens,
  outputTokens,
  cachedTokens,
  costUsd,
}: Usage): Record<string, AttributeValue> {
  return {
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    ...(cachedTokens !== undefined && { "gen_ai.usage.cache_read.input_tokens": cachedTokens }),
    "dissent.cost_usd": { double: costUsd },
  };
}

function describeCallError(fact: ModelCallFact): string | null {
  if (fact.type === "participant-absent") return fact.reason;
  return fact.type === "reply-rejected" ? "the reply was sent back" : null;
}

function createOutputAttributes(reply: Json): Record<string, string> {
  const parts = [{ type: "text", content: JSON.stringify(reply) }];
  return {
    "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts, finish_reason: "stop" }]),
  };
}

/** The vendor's own name for the model: the part after the slash. An agent without one chooses itself. */
function extractRequestedModel({ requested }: Speaker): string | null {
  const slash = requested.indexOf("/");
  return slash === -1 ? null : requested.slice(slash + 1);
}

// names that the conventions know under another word; an agent is known by whose models it calls
const OTEL_PROVIDER_NAMES: ReadonlyMap<string, string> = new Map([
  ["google", "gcp.gemini"],
  ["gemini", "gcp.gemini"],
  ["claude", "anthropic"],
  ["codex", "openai"],
]);

interface WorkflowSpanContext {
  readonly traceId: string;
  readonly workflow: string;
  readonly protocol: string;
  readonly common: Readonly<Record<string, AttributeValue>>;
  readonly setting: SpanOptions;
}

function createWorkflowSpan(added: readonly Event[], frame: WorkflowSpanContext): TraceSpan {
  const { traceId, workflow, protocol, common, setting } = frame;
  const settled = added.map(({ fact }) => fact).find((fact) => fact.type === "debate-settled");
  const paused = added.at(-1)?.fact;
  const outcome = settled?.outcome;
  return {
    traceId,
    spanId: workflow,
    parentSpanId: setting.parent?.spanId ?? null,
    name: `invoke_workflow ${protocol}`,
    kind: "internal",
    startMs: added[0]?.atMs ?? 0,
    endMs: added.at(-1)?.atMs ?? 0,
    attributes: {
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.workflow.name": protocol,
      ...common,
      ...(outcome && {
        "dissent.outcome": outcome.label,
        "dissent.ending": outcome.ending,
        "dissent.degraded": outcome.absences.length > 0,
        ...(outcome.choice !== null && { "dissent.choice": outcome.choice }),
      }),
      ...(paused?.type === "debate-paused" && { "dissent.paused": paused.reason }),
    },
    error: outcome?.ending === "failed" ? outcome.label : null,
  };
}

/** When each turn's prompt was fixed, by key. */
function collectAskTimes(events: readonly Event[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { fact, atMs } of events) {
    if (fact.type !== "asks-committed") continue;
    for (const { by } of fact.asks) times.set(formatAskKey(fact, by), atMs);
  }
  return times;
}

function formatAskKey({ step }: AsksCommitted, by: string): string {
  return step.includes("/") ? step : `${step}/${by}`;
}

/** The same for the same words, so that processes that share a debate share its trace. */
function hashToId(text: string, digits: number): string {
  return hash("sha256", text).slice(0, digits);
}
