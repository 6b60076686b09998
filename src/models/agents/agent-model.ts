/**
 * A command-line agent as a model: one process per question, without tools, and gone afterwards.
 *
 * AG1. The agent sees the prompt, a few environment variables, and none of the person's directories.
 * AG2. It always ends: on its own, or together with everything it started when the signal fires or it prints too
 *      much.
 * AG3. The answer is output that could be read; an exit code or the agent's own word for success is not enough.
 * AG4. Nothing is left behind: no process and no folder, even if Dissent is killed with `kill -9`.
 * AG5. No call runs beside an agent that a killed Dissent left running: that agent is stopped first.
 */
import { SetupError } from "../../errors.ts";
import {
  type AnswerMetadata,
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type Price,
  type WorstCase,
} from "../../model.ts";
import { formatAddressHost } from "../address-host.ts";
import { renderPromptWithReplyShape } from "../reply-shape.ts";
import { rejectOtherModel } from "../served-model.ts";
import type { FailedTry } from "../traffic/retry.ts";
import type { TrafficRequestEnd } from "../traffic/traffic.ts";
import { estimateInputTokens, estimateTokenCount } from "../vendors/token-spend.ts";
import {
  type AgentAnswer,
  type AgentLogin,
  type AgentTokens,
  MAX_AGENT_OUTPUT_TOKENS,
} from "./agent-adapter.ts";
import type { AgentModelOptions } from "./agent-model-options.ts";
import { findAutoApprovals } from "./auto-approval.ts";
import { type AgentCallResult, type AgentQuestion, runAgentCall } from "./run-agent-call.ts";

export function createAgentModel(setting: AgentModelOptions): Model {
  assertAgentModelId(setting);
  assertSafeVariables(setting);
  const { reference, adapter, modelId, env, server } = setting;
  const login = resolveAgentLogin(setting);
  const family = setting.family ?? adapter.family(modelId);
  return {
    id: reference,
    ...(family !== undefined && { family }),
    ...(adapter.unsafe !== undefined && { unsafe: adapter.unsafe }),
    ...(login === "key" && { price: setting.price }),
    hosts: server ? [formatAddressHost(server.url)] : adapter.hosts({ login, modelId, env }),
    worstCase: (request) => computeAgentWorstCase(setting, login, request),
    answer: (request, signal) => streamAgentAnswer(setting, request, signal),
  };
}

/** What a login means for this person, now. */
export function resolveAgentLogin({
  adapter,
  modelId,
  login,
  env,
  server,
}: AgentModelOptions): AgentLogin {
  if (server) return "key";
  return login === "auto" ? adapter.auto(modelId, env) : login;
}

/** An id that begins with a dash would be read as an option. */
function assertAgentModelId({ reference, modelId }: AgentModelOptions): void {
  if (modelId === null || /^[\w@[][\w@:./+[\]-]{0,199}$/.test(modelId)) return;
  throw new SetupError(
    "unknown-model",
    `${JSON.stringify(reference)} names no model of an agent.`,
    {
      hint: "Write letters, digits and . : / @ - after the agent's name, as in claude/opus.",
    },
  );
}

function computeAgentWorstCase(
  { price }: AgentModelOptions,
  login: AgentLogin,
  request: ModelRequest,
): WorstCase {
  const input =
    estimateInputTokens(Buffer.byteLength(renderAgentPrompt(request))) + WRAPPING_TOKENS;
  const tokens = { input, written: input, output: MAX_AGENT_OUTPUT_TOKENS };
  const usd = login === "subscription" ? 0 : (price?.usd(tokens) ?? null);
  return { tokens: input + MAX_AGENT_OUTPUT_TOKENS, usd };
}

/** What an agent of our own choosing must not do, no variable may let it. */
function assertSafeVariables({ adapter: { name, unsafe }, given = {} }: AgentModelOptions): void {
  const [found] = findAutoApprovals([], Object.keys(given));
  if (found === undefined || unsafe !== undefined) return;
  throw new SetupError("bad-config", `agents.${name}.env lets it act without asking: ${found}.`, {
    hint: "Take it out.",
  });
}

// instructions that agents put around a prompt; the most that was seen is 14 KB
const WRAPPING_TOKENS = 6_000;

/** K21: an agent reads nothing but this text, so the shape of its reply is at the end of it. */
function renderAgentPrompt(request: ModelRequest): string {
  const text = renderPromptWithReplyShape(request);
  // agents take a first word such as /clear, !ls or -c for a command
  return /^\s*[/!@#?\\-]/.test(text) ? `The question:\n\n${text}` : text;
}

async function* streamAgentAnswer(
  setting: AgentModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { adapter, traffic, price } = setting;
  const asking: AgentQuestion = {
    prompt: renderAgentPrompt(request),
    login: resolveAgentLogin(setting),
    signal,
  };
  const serving: AgentServingContext = { ...asking, provider: adapter.name, price };
  const key = `${request.key}#${request.attempt}`;
  for (let tries = 1; ; tries++) {
    const ended = await runAgentTry(setting, asking);
    if (ended.answered) {
      const { answer } = ended;
      const served = createAgentServedRecord(serving, answer);
      rejectOtherModel(setting.modelId, served);
      yield { type: "answer-given", text: answer.text, served };
      return;
    }
    const failed: FailedTry = { failed: tries, retryAfterMs: null, key };
    const delayMs = ended.transient ? (traffic?.delayAfter(failed) ?? null) : null;
    if (delayMs === null) throw ended.error;
    yield { type: "try-failed", reason: ended.error.message, tries, delayMs };
    await traffic?.rest(delayMs, signal);
  }
}

async function runAgentTry(
  setting: AgentModelOptions,
  asking: AgentQuestion,
): Promise<AgentCallResult> {
  const tokens = estimateInputTokens(Buffer.byteLength(asking.prompt));
  const pass = await setting.traffic?.enter({ tokens, boundaries: [] }, asking.signal);
  let ended: AgentCallResult | undefined;
  try {
    ended = await runAgentCall(setting, asking);
    return ended;
  } catch (error) {
    throw error instanceof ModelError ? error : toAgentModelError(setting, error);
  } finally {
    pass?.leave(describeAgentRequestEnd(ended));
  }
}

/** A disk that is full or a table of files that is: nothing to do with the agent, but it did not answer. */
function toAgentModelError({ adapter }: AgentModelOptions, error: unknown): ModelError {
  const why = error instanceof Error ? error.message : String(error);
  return new ModelError("unavailable", `${adapter.name} could not be asked: ${why}`, {
    cause: error,
  });
}

function describeAgentRequestEnd(ended: AgentCallResult | undefined): TrafficRequestEnd {
  if (ended === undefined) return { health: "unknown", why: "", usedTokens: null };
  if (!ended.answered) {
    const { unhealthy: ill, error } = ended;
    return { health: ill ? "unhealthy" : "healthy", why: error.message, usedTokens: null };
  }
  const { tokens } = ended.answer;
  return { health: "healthy", why: "", usedTokens: tokens ? tokens.input + tokens.output : null };
}

// Who answered and what it took, as the agent says; what it does not say is estimated or left open.

interface AgentServingContext {
  readonly provider: string;
  readonly login: AgentLogin;
  readonly prompt: string;
  readonly price: Price | null;
}

export function createAgentServedRecord(
  { provider, login, prompt, price }: AgentServingContext,
  { text, model, version, tokens: counted, costUsd }: AgentAnswer,
): AnswerMetadata {
  // zero for a prompt that was sent says nothing
  const told = counted !== undefined && counted.input > 0 ? counted : undefined;
  const tokens = told ?? estimateAgentTokens(prompt, text);
  const served = {
    provider,
    model: model ?? null,
    version: version ?? null,
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    ...(tokens.cached > 0 && { cachedTokens: tokens.cached }),
  };
  // a subscription is paid for, whatever the agent says a call would cost by key
  if (login === "subscription") return { ...served, costUsd: 0 };
  if (costUsd !== undefined && costUsd > 0) return { ...served, costUsd };
  if (price === null) return { ...served, costUsd: 0, price: "unknown" };
  const isApproximate = price.approximate || told === undefined;
  return {
    ...served,
    costUsd: price.usd(tokens),
    ...(isApproximate && { price: "approximate" as const }),
  };
}

function estimateAgentTokens(prompt: string, text: string): AgentTokens {
  return {
    input: estimateInputTokens(Buffer.byteLength(prompt)),
    cached: 0,
    output: estimateTokenCount(Buffer.byteLength(text)),
  };
}
