/** Asks one agent one question: creates a folder, runs a process, reads its output, and cleans up. */
import { basename, join } from "node:path";

import { ModelError } from "../../model.ts";
import type { Redactor } from "../../text/redact.ts";
import { isLocalAddress } from "../address-host.ts";
import { redactErrorMessage } from "../redact-error-message.ts";
import { createStoppedError } from "../traffic/abortable-wait.ts";
import type {
  AgentAdapter,
  AgentAnswer,
  AgentCall,
  AgentLaunch,
  AgentLogin,
  ProgramOutput,
} from "./agent-adapter.ts";
import { type AgentFailure, classifyAgentFault } from "./agent-fault.ts";
import type { AgentModelOptions } from "./agent-model-options.ts";
import { ensureAbandonedCallsEnded } from "./processes/abandoned-calls.ts";
import { createCallFolder, populateCallFolder, removeCallFolder } from "./processes/call-folder.ts";
import { createChildEnvironment, findEnvironmentValue } from "./processes/child-environment.ts";
import { type RunningChild, startChildProcess } from "./processes/child-process.ts";
import { readInstalledVersion } from "./processes/installed-version.ts";
import {
  type ProgramLocation,
  createProgramSearchContext,
  locateProgram,
} from "./processes/locate-program.ts";
import { watchUntilExit } from "./processes/supervisor.ts";

export interface AgentQuestion {
  readonly prompt: string;
  readonly login: AgentLogin;
  readonly signal: AbortSignal;
}

export type AgentCallResult =
  | { readonly answered: true; readonly answer: AgentAnswer }
  | ({ readonly answered: false } & AgentFailure);

export async function runAgentCall(
  setting: AgentModelOptions,
  asking: AgentQuestion,
): Promise<AgentCallResult> {
  const { adapter } = setting;
  const { signal, login } = asking;
  if (signal.aborted) throw createStoppedError(signal);
  const program = findAgentProgram(setting);
  await ensureAbandonedCallsEnded(setting.clock);
  const folder = await createCallFolder();
  const letGo = watchUntilExit({ folder });
  let running: RunningChild | undefined;
  try {
    const call = createAgentCall(setting, asking, folder);
    const launch = adapter.launch(call);
    await populateCallFolder(folder, launch);
    running = startChildProcess(createAgentCommand(setting, call, { launch, program }), {
      signal,
      clock: setting.clock,
    });
    const printed = await running.printed.catch((error: unknown) => {
      throw prefixAgentName(adapter, error);
    });
    const understood = adapter.read(printed, call);
    if (understood.answered) {
      return { answered: true, answer: await addProgramVersion(understood.answer, program) };
    }
    const says = formatAgentFailure(understood.fault.says, printed, setting.redact);
    return {
      answered: false,
      ...classifyAgentFault({ ...understood.fault, says }, adapter, login),
    };
  } finally {
    trackAgentCleanup(
      Promise.resolve(running?.gone)
        .then(() => removeCallFolder(folder))
        .finally(letGo),
    );
  }
}

/** Resolves when no agent of this process is left, and no folder of one. */
export async function waitForAgentsGone(): Promise<void> {
  while (leaving.size > 0) await Promise.all(leaving);
}

const leaving = new Set<Promise<void>>();

/** The caller does not wait for a program to die. */
function trackAgentCleanup(gone: Promise<void>): void {
  const left = gone
    .catch(() => {
      // a file system that does not release a folder; the next call is not affected
    })
    .finally(() => leaving.delete(left));
  leaving.add(left);
}

type LocatedProgram = ProgramLocation & { found: true };

function findAgentProgram({
  adapter,
  binary = adapter.binary,
  env,
}: AgentModelOptions): LocatedProgram {
  const located = locateProgram(binary, createProgramSearchContext(env));
  if (located.found) return located;
  const { name, install } = adapter;
  throw new ModelError(
    "unavailable",
    located.why === "missing"
      ? `${name} is not installed: there is no program ${binary}. ${install}`
      : `${name} cannot be started: ${binary} is a batch file of its own kind. Name the program behind it.`,
  );
}

function createAgentCall(
  setting: AgentModelOptions,
  { prompt, login }: AgentQuestion,
  folder: string,
): AgentCall {
  const { adapter, modelId, env, server } = setting;
  const value = (name: string): string =>
    findEnvironmentValue(env, name, process.platform)?.trim() ?? "";
  const names = adapter.keys(modelId);
  const name = server ? names[0] : names.find((one) => value(one) !== "");
  const key = name === undefined ? undefined : { name, value: server?.key ?? value(name) };
  return {
    prompt,
    modelId,
    login,
    key: login === "key" ? key : undefined,
    server: server?.url,
    folder,
    personHome: value("HOME") || value("USERPROFILE") || undefined,
    env,
  };
}

function createAgentCommand(
  { adapter, env, given = {}, workDir }: AgentModelOptions,
  call: AgentCall,
  { launch, program }: { launch: AgentLaunch; program: LocatedProgram },
): Parameters<typeof startChildProcess>[0] {
  const { folder, login, key, server } = call;
  return {
    file: program.file,
    args: [...program.before, ...launch.args],
    env: createChildEnvironment({
      env,
      platform: process.platform,
      login,
      folder,
      // another server's address would send the key elsewhere
      passes: server === undefined ? adapter.passes[login] : [],
      given: { ...(key && { [key.name]: key.value }), ...launch.env, ...given },
      local: server !== undefined && isLocalAddress(server),
    }),
    cwd: workDir ?? join(folder, "work"),
    input: launch.stdin ?? call.prompt,
    mark: basename(folder),
  };
}

async function addProgramVersion(
  answer: AgentAnswer,
  { file, before }: LocatedProgram,
): Promise<AgentAnswer> {
  if (answer.version !== undefined) return answer;
  return { ...answer, version: await readInstalledVersion(before[0] ?? file) };
}

/** What was not said by the agent's own error is taken from what it printed last. */
function formatAgentFailure(
  says: string,
  { code, stderr, stdout }: ProgramOutput,
  redact: Redactor,
): string {
  const said = [says, stderr, stdout].map((text) => formatLastWords(text, redact));
  const how = code === null ? "was ended from outside" : `ended with code ${code}`;
  return said.find((words) => words !== "") ?? `it ${how} and said nothing`;
}

/** A flood or a program that does not start says whose it was; a deadline is the kernel's own word. */
function prefixAgentName({ name }: AgentAdapter, error: unknown): unknown {
  if (!(error instanceof ModelError) || error.reason === "timed-out") return error;
  return new ModelError(error.reason, `${name}: ${error.message}`, { cause: error.cause });
}

// What a program said, made fit for one line of an error: bounded, without escapes, without secrets.

const LONGEST_WORDS = 600;

/** The last words of a text; errors are usually at the end. */
export function formatLastWords(text: string, redact: Redactor): string {
  const clean = redactErrorMessage(text, redact);
  const line = toPlainLine(clean.slice(-16 * LONGEST_WORDS));
  return line.length > LONGEST_WORDS ? `…${line.slice(-LONGEST_WORDS).toWellFormed()}` : line;
}

/** No escape sequences, no other control characters, no text that runs backwards; on one line. */
function toPlainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, "")
    .replace(/[\s\u2028\u2029]+/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
}
