/**
 * A PostgreSQL server as a child of this process.
 *
 * LP2. It ends with the process that started it, however that ends: a guard process waits on a pipe that the system
 *      closes with the process.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, Socket } from "node:net";
import { dirname, join } from "node:path";

import { systemClock, sleepUnlessAborted } from "../../../clock.ts";
import type { LocalPostgresAddress } from "./local-postgres-address.ts";
import type { PostgresCluster } from "./local-postgres-cluster.ts";
import { extractFailureReason, createNoPostgresError } from "./local-postgres-errors.ts";
import { readLocalPostgresState } from "./local-postgres-state.ts";

/** `fast` sends everyone away and writes what is to be written; `immediate` is as good as a power cut. */
export type ServerHaltMode = "fast" | "immediate";

export interface LocalPostgresServer {
  /** Resolves with its last words when it is gone, however it ended. */
  readonly ended: Promise<string>;
  halt(how: ServerHaltMode): Promise<void>;
}

export interface LocalPostgresServerOptions extends PostgresCluster {
  readonly address: LocalPostgresAddress;
  /** Further settings of the server, as `name=value`. */
  readonly settings?: readonly string[];
  /** Halts it, also while it is still starting. */
  readonly stopping?: AbortSignal;
}

/** A terminal's Ctrl-C, a closed window or a service manager reach it only through its parent process. */
const GUARD = `
trap '' HUP INT TERM
exec 3<&0
"$@" < /dev/null 3<&- & server=$!
{
  read -r how <&3
  if [ "$how" = immediate ]; then kill -QUIT $server; else kill -INT $server; fi
} & guard=$!
wait $server
code=$?
kill -KILL $guard 2> /dev/null
exit $code
`;

const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  // statements may contain private data
  "log_min_error_statement=panic",
  "log_checkpoints=off",
];

const MOST_CHARACTERS = 4_000;

export async function startLocalServer(
  setting: LocalPostgresServerOptions,
): Promise<LocalPostgresServer> {
  const { program, data, owner, address, settings = [], stopping } = setting;
  const server = [join(program, "bin", "postgres"), "-D", data, "-p", String(address.port)];
  const flags = [...SETTINGS, ...settings].flatMap((one) => ["-c", one]);
  const child = spawn("/bin/sh", ["-c", GUARD, "sh", ...server, ...flags], {
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    cwd: dirname(data),
    env: {},
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  let heard = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    heard = `${heard}${text}`.slice(-MOST_CHARACTERS);
  });
  child.stdin.on("error", () => {});
  const over = new AbortController();
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", () => resolve(extractFailureReason(heard)));
  }).finally(() => over.abort());
  const running = { ended, halt: (how: ServerHaltMode) => haltLocalServer(child, ended, how) };
  stopping?.addEventListener("abort", () => void running.halt("fast"), { signal: over.signal });
  try {
    await waitUntilServerAnswers(setting, over.signal);
  } catch (cause) {
    await running.halt("fast");
    throw cause;
  }
  if (over.signal.aborted) throw createNotStartedError(await ended);
  heard = "";
  setKeepsProcessAlive(child, "unref");
  return running;
}

/** Nobody waits for it to end but who asked it to: a command that failed must not go on because of it. */
function setKeepsProcessAlive(child: ChildProcess, how: "ref" | "unref"): void {
  child[how]();
  // it has ended when its last words are there, which may be after its process is gone
  for (const stream of [child.stdin, child.stderr]) {
    if (stream instanceof Socket) stream[how]();
  }
}

async function haltLocalServer(
  child: ChildProcess,
  ended: Promise<string>,
  how: ServerHaltMode,
): Promise<void> {
  setKeepsProcessAlive(child, "ref");
  child.stdin?.end(`${how}\n`);
  await ended;
}

function createNotStartedError(words: string): Error {
  return createNoPostgresError(
    `The project's PostgreSQL did not start: ${words}`,
    "Remove what blocks it, or set",
  );
}

const LONGEST_START_MS = 5 * 60_000;
const LOOK_MS = 30;

/** It only writes down that it is ready. Returns, too, when it is over. */
async function waitUntilServerAnswers(
  { data, address }: Pick<LocalPostgresServerOptions, "data" | "address">,
  over: AbortSignal,
): Promise<void> {
  const untilMs = systemClock.nowMs() + LONGEST_START_MS;
  while (!over.aborted) {
    const standing = await readLocalPostgresState(data, address);
    if (standing === "running") return;
    if (standing === "locked") {
      const file = join(dirname(data), "address");
      throw createNotStartedError(
        `it does not know the password in ${file}; without that file it gets another`,
      );
    }
    if (systemClock.nowMs() > untilMs)
      throw createNotStartedError("it has not answered for five minutes");
    await sleepUnlessAborted(systemClock, LOOK_MS, over);
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
