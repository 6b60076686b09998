/** One question to one agent: a folder, a process, what it printed, and nothing left of it. */
import { basename, join } from "node:path";

import { ModelError } from "../../model.ts";
import type { Redact } from "../../text/redact.ts";
import { stoppedBy } from "../traffic/rest.ts";
import { abandonedCallsEnded } from "./abandoned.ts";
import type { Adapter, AgentAnswer, AgentCall, Launch, Login, Printed } from "./adapter.ts";
import type { AgentSetting } from "./agent-setting.ts";
import { type Running, startChild } from "./child.ts";
import { childEnvironment, valueOf } from "./environment.ts";
import { type Failure, failureOf } from "./fault.ts";
import { furnish, makeFolder, removeFolder } from "./folder.ts";
import { isLocal } from "./host.ts";
import { locate, type Located, thisMachine } from "./locate.ts";
import { keepWatch } from "./reap.ts";
import { lastWords } from "./said.ts";
import { versionBeside } from "./version.ts";

export interface Asking {
  readonly prompt: string;
  readonly login: Login;
  readonly signal: AbortSignal;
}

export type Ended =
  | { readonly answered: true; readonly answer: AgentAnswer }
  | ({ readonly answered: false } & Failure);

export async function askOnce(setting: AgentSetting, asking: Asking): Promise<Ended> {
  const { adapter } = setting;
  const { signal, login } = asking;
  if (signal.aborted) throw stoppedBy(signal);
  const program = programOf(setting);
  await abandonedCallsEnded(setting.clock);
  const folder = await makeFolder();
  const letGo = keepWatch({ folder });
  let running: Running | undefined;
  try {
    const call = callOf(setting, asking, folder);
    const launch = adapter.launch(call);
    await furnish(folder, launch);
    running = startChild(commandOf(setting, call, { launch, program }), {
      signal,
      clock: setting.clock,
    });
    const printed = await running.printed.catch((error: unknown) => {
      throw named(adapter, error);
    });
    const understood = adapter.read(printed, call);
    if (understood.answered) {
      return { answered: true, answer: await versioned(understood.answer, program) };
    }
    const says = wordsOf(understood.fault.says, printed, setting.redact);
    return { answered: false, ...failureOf({ ...understood.fault, says }, adapter, login) };
  } finally {
    leave(
      Promise.resolve(running?.gone)
        .then(() => removeFolder(folder))
        .finally(letGo),
    );
  }
}

/** Resolves when no agent of this process is left, and no folder of one. */
export async function agentsGone(): Promise<void> {
  while (leaving.size > 0) await Promise.all(leaving);
}

const leaving = new Set<Promise<void>>();

/** Whoever asked is not kept waiting for a program to die. */
function leave(gone: Promise<void>): void {
  const left = gone
    .catch(() => {
      // a file system that does not let go of a folder; the next call is none the worse for it
    })
    .finally(() => leaving.delete(left));
  leaving.add(left);
}

type Program = Located & { found: true };

function programOf({ adapter, binary = adapter.binary, env }: AgentSetting): Program {
  const located = locate(binary, thisMachine(env));
  if (located.found) return located;
  const { name, install } = adapter;
  throw new ModelError(
    "unavailable",
    located.why === "missing"
      ? `${name} is not installed: there is no program ${binary}. ${install}`
      : `${name} cannot be started: ${binary} is a batch file of its own kind. Name the program behind it.`,
  );
}

function callOf(setting: AgentSetting, { prompt, login }: Asking, folder: string): AgentCall {
  const { adapter, modelId, env, server } = setting;
  const value = (name: string): string => valueOf(env, name, process.platform)?.trim() ?? "";
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

function commandOf(
  { adapter, env, given = {}, workDir }: AgentSetting,
  call: AgentCall,
  { launch, program }: { launch: Launch; program: Program },
): Parameters<typeof startChild>[0] {
  const { folder, login, key, server } = call;
  return {
    file: program.file,
    args: [...program.before, ...launch.args],
    env: childEnvironment({
      env,
      platform: process.platform,
      login,
      folder,
      // another server's address would send the key elsewhere
      passes: server === undefined ? adapter.passes[login] : [],
      given: { ...(key && { [key.name]: key.value }), ...launch.env, ...given },
      local: server !== undefined && isLocal(server),
    }),
    cwd: workDir ?? join(folder, "work"),
    input: launch.stdin ?? call.prompt,
    mark: basename(folder),
  };
}

async function versioned(answer: AgentAnswer, { file, before }: Program): Promise<AgentAnswer> {
  if (answer.version !== undefined) return answer;
  return { ...answer, version: await versionBeside(before[0] ?? file) };
}

/** What was not said by the agent's own error is taken from what it printed last. */
function wordsOf(says: string, { code, stderr, stdout }: Printed, redact: Redact): string {
  const said = [says, stderr, stdout].map((text) => lastWords(text, redact));
  const how = code === null ? "was ended from outside" : `ended with code ${code}`;
  return said.find((words) => words !== "") ?? `it ${how} and said nothing`;
}

/** A flood or a program that does not start says whose it was; a deadline is the kernel's own word. */
function named({ name }: Adapter, error: unknown): unknown {
  if (!(error instanceof ModelError) || error.reason === "timed-out") return error;
  return new ModelError(error.reason, `${name}: ${error.message}`, { cause: error.cause });
}
