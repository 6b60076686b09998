/**
 * A command-line agent as a model: one process for each question, without tools, and gone afterwards.
 *
 * G1. The agent sees the prompt, a few variables of the environment, and no directory of the person's.
 * G2. Whatever it does, it ends: on its own, or with all it started when the signal comes or it prints too much.
 * G3. An answer is what it printed and we could read; its exit code and its own word for success are not enough.
 * G4. Nothing is left behind: no process, no folder, not even when Dissent is killed with `kill -9`.
 * G5. Nobody is asked beside an agent that a killed Dissent left running: that one is ended first.
 */
import { SetupError } from "../../errors.ts";
import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type WorstCase,
} from "../../model.ts";
import { promptWithReplyShape } from "../reply-shape.ts";
import type { FailedTry } from "../traffic/retry.ts";
import type { End } from "../traffic/traffic.ts";
import { estimatedInput } from "../vendors/usage.ts";
import { type Login, MOST_OUTPUT_TOKENS } from "./adapter.ts";
import type { AgentSetting } from "./agent-setting.ts";
import { askOnce, type Asking, type Ended } from "./ask-once.ts";
import { autoApprovals } from "./auto-approval.ts";
import { hostOf } from "./host.ts";
import { servedBy, type Serving } from "./served.ts";

export function agentModel(setting: AgentSetting): Model {
  checkModelId(setting);
  checkVariables(setting);
  const { reference, adapter, modelId, env, server } = setting;
  const login = loginOf(setting);
  const family = setting.family ?? adapter.family(modelId);
  return {
    id: reference,
    ...(family !== undefined && { family }),
    ...(adapter.unsafe !== undefined && { unsafe: adapter.unsafe }),
    ...(login === "key" && { price: setting.price }),
    hosts: server ? [hostOf(server.url)] : adapter.hosts({ login, modelId, env }),
    worstCase: (request) => worstCase(setting, login, request),
    answer: (request, signal) => answer(setting, request, signal),
  };
}

/** What a login comes to for this person, now. */
export function loginOf({ adapter, modelId, login, env, server }: AgentSetting): Login {
  if (server) return "key";
  return login === "auto" ? adapter.auto(modelId, env) : login;
}

/** An id that begins with a dash would be read as an option. */
function checkModelId({ reference, modelId }: AgentSetting): void {
  if (modelId === null || /^[\w@[][\w@:./+[\]-]{0,199}$/.test(modelId)) return;
  throw new SetupError(
    "unknown-model",
    `${JSON.stringify(reference)} names no model of an agent.`,
    {
      hint: "Write letters, digits and . : / @ - after the agent's name, as in claude/opus.",
    },
  );
}

function worstCase({ price }: AgentSetting, login: Login, request: ModelRequest): WorstCase {
  const input = estimatedInput(Buffer.byteLength(promptFor(request))) + WRAPPING_TOKENS;
  const tokens = { input, written: input, output: MOST_OUTPUT_TOKENS };
  const usd = login === "subscription" ? 0 : (price?.usd(tokens) ?? null);
  return { tokens: input + MOST_OUTPUT_TOKENS, usd };
}

/** What an agent of our own choosing must not do, no variable may let it. */
function checkVariables({ adapter: { name, unsafe }, given = {} }: AgentSetting): void {
  const [found] = autoApprovals([], Object.keys(given));
  if (found === undefined || unsafe !== undefined) return;
  throw new SetupError("bad-config", `agents.${name}.env lets it act without asking: ${found}.`, {
    hint: "Take it out.",
  });
}

// instructions that agents put around a prompt; the most that was seen is 14 KB
const WRAPPING_TOKENS = 6_000;

/** K21: an agent reads nothing but this text, so the shape of its reply stands at the end of it. */
function promptFor(request: ModelRequest): string {
  const text = promptWithReplyShape(request);
  // agents take a first word such as /clear, !ls or -c for a command
  return /^\s*[/!@#?\\-]/.test(text) ? `The question:\n\n${text}` : text;
}

async function* answer(
  setting: AgentSetting,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { adapter, traffic, price } = setting;
  const asking: Asking = { prompt: promptFor(request), login: loginOf(setting), signal };
  const serving: Serving = { ...asking, provider: adapter.name, price };
  const key = `${request.key}#${request.attempt}`;
  for (let tries = 1; ; tries++) {
    const ended = await oneTry(setting, asking);
    if (ended.answered) {
      const { answer } = ended;
      yield { type: "answer-given", text: answer.text, served: servedBy(serving, answer) };
      return;
    }
    const failed: FailedTry = { failed: tries, retryAfterMs: null, key };
    const delayMs = ended.passes ? (traffic?.delayAfter(failed) ?? null) : null;
    if (delayMs === null) throw ended.error;
    yield { type: "try-failed", reason: ended.error.message, tries, delayMs };
    await traffic?.rest(delayMs, signal);
  }
}

async function oneTry(setting: AgentSetting, asking: Asking): Promise<Ended> {
  const tokens = estimatedInput(Buffer.byteLength(asking.prompt));
  const pass = await setting.traffic?.enter({ tokens, boundaries: [] }, asking.signal);
  let ended: Ended | undefined;
  try {
    ended = await askOnce(setting, asking);
    return ended;
  } catch (error) {
    throw error instanceof ModelError ? error : asModelError(setting, error);
  } finally {
    pass?.leave(endOf(ended));
  }
}

/** A disk that is full or a table of files that is: nothing to do with the agent, but it did not answer. */
function asModelError({ adapter }: AgentSetting, error: unknown): ModelError {
  const why = error instanceof Error ? error.message : String(error);
  return new ModelError("unavailable", `${adapter.name} could not be asked: ${why}`, {
    cause: error,
  });
}

function endOf(ended: Ended | undefined): End {
  if (ended === undefined) return { verdict: "unknown", why: "", usedTokens: null };
  if (!ended.answered) {
    const { ill, error } = ended;
    return { verdict: ill ? "ill" : "well", why: error.message, usedTokens: null };
  }
  const { tokens } = ended.answer;
  return { verdict: "well", why: "", usedTokens: tokens ? tokens.input + tokens.output : null };
}
