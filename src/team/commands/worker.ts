/** Runs a worker until SIGTERM, Ctrl-C, or `dissent team fleet drain`. */
import {
  createContextRedactor,
  loadModelAccess,
  type AppContext,
  createModelSource,
} from "../../app/app-context.ts";
import { readPackageVersion } from "../../app/package-version.ts";
import {
  readDurationFlag,
  readNumberFlag,
  readTextFlag,
  readWholeNumberFlag,
} from "../../app/read-flags.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import { EXIT } from "../../cli/exit-codes.ts";
import type { CommandHandler } from "../../cli/program/program.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { VENDORS } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import { readTrafficLimits, NO_TRAFFIC_LIMITS, type TrafficLimits } from "../../models/endpoint.ts";
import { listAgentNames } from "../../models/load-agent-model.ts";
import type { ModelAccess } from "../../models/model-access.ts";
import { postgresStore } from "../../stores/postgres.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { startHealthServer } from "../fleet/worker/health-server.ts";
import { startWorker, type Worker, type WorkerSetting } from "../fleet/worker/worker.ts";
import { openTeamDatabase } from "./team-database.ts";

export const runWorkerCommand: CommandHandler = async (cli, _, flags) => {
  const mostCalls = readWholeNumberFlag(flags, "calls", "--calls");
  const keepMs = parseKeepDaysFlag(flags);
  const drainMs = readDurationFlag(flags, "drainTime", "--drain-time") ?? 300_000;
  const health = parseHealthFlags(flags);
  const redact = createContextRedactor(cli);
  const onNotice = (line: string): void => void cli.stderr.write(`${redact(line)}\n`);
  const database = await openTeamDatabase(cli, { start: false, onNotice });
  const setting = await createWorkerSettings(cli, database.url);
  const started = await startWorker({
    ...setting,
    onNotice,
    ...(mostCalls !== undefined && { mostCalls }),
    ...(keepMs !== undefined && { keepMs }),
  });
  const answering = health && (await startHealthServer(started, health));
  let signals = 0;
  const stop = (): void => {
    signals += 1;
    if (signals > 1) process.exit(EXIT.interrupted);
    if (cli.flags.quiet !== true)
      cli.stderr.write("Handing over debates and finishing open calls.\n");
    // a database that is gone for good must not keep it
    setTimeout(() => process.exit(EXIT.defect), drainMs + FORCED_EXIT_MS).unref();
    started.drain(drainMs).catch((error: unknown) => onNotice(String(error)));
  };
  const isOwned = flags["untilEof"] === true;
  // a terminal's Ctrl-C reaches the parent process too, and that one decides what it means
  const interrupted = isOwned ? () => {} : stop;
  process.on("SIGTERM", stop);
  process.on("SIGINT", interrupted);
  if (isOwned) callAtInputEnd(() => drainAndWatchSilence(started, stop));
  // the reader of this line may tell it to end at once
  printWorkerStart(cli, started, answering?.port);
  try {
    // other workers do its work by now, and nobody needs what it still has in flight
    if (!(await started.ended)) process.exit(EXIT.defect);
    await setting.store.close();
    return 0;
  } finally {
    process.off("SIGTERM", stop);
    process.off("SIGINT", interrupted);
    // an input that is still open would keep it
    if (isOwned) process.stdin.pause();
    await answering?.close();
  }
};

const FORCED_EXIT_MS = 15_000;

function callAtInputEnd(call: () => void): void {
  process.stdin.resume().once("end", call).once("error", call);
}

// three beats: what started it may have taken its database along, and nothing can be handed over then
const MAX_SILENCE_MS = 15_000;

function drainAndWatchSilence(worker: Worker, stop: () => void): void {
  stop();
  const look = (): void => {
    if (worker.silentMs() > MAX_SILENCE_MS) process.exit(EXIT.defect);
  };
  setInterval(look, 1_000).unref();
}

function printWorkerStart(cli: CliContext, { id }: Worker, port: number | undefined): void {
  const { json, quiet } = cli.flags;
  if (json)
    cli.stdout.write(
      `${stringifyForTerminal({ event: "worker", id, healthPort: port ?? null })}\n`,
    );
  else cli.stdout.write(`${id}\n`);
  if (json || quiet) return;
  cli.stderr.write("Press Ctrl-C to stop; debates are handed over first.\n");
}

function parseHealthFlags(
  flags: Readonly<Record<string, unknown>>,
): { host: string; port: number } | undefined {
  const text = readTextFlag(flags, "healthPort");
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) {
    return { host: readTextFlag(flags, "healthHost") ?? "127.0.0.1", port };
  }
  throw new SetupError("usage", `--health-port must be a number up to 65535, got "${text}".`, {
    hint: "Write it as --health-port 9464.",
  });
}

const DAY_MS = 86_400_000;

export function parseKeepDaysFlag(flags: Readonly<Record<string, unknown>>): number | undefined {
  const days = readNumberFlag(flags, "keepDays", "--keep-days");
  return days === undefined ? undefined : days * DAY_MS;
}

// Builds a worker from a project's configuration: its models, limits and keys.

async function createWorkerSettings(context: AppContext, url: string): Promise<WorkerSetting> {
  const access = await loadModelAccess(context);
  return {
    url,
    store: postgresStore(url),
    protocols: PROTOCOLS,
    modelsWith: (traffic) => createModelSource(context, {}, traffic),
    providers: listProviderLimits(access),
    redact: createContextRedactor(context),
    version: readPackageVersion(),
  };
}

/** Every provider that a reference can name here; what has no limits of its own has none. */
function listProviderLimits(access: ModelAccess): Record<string, TrafficLimits> {
  const named = [
    "offline",
    "scripted",
    ...listAgentNames(access),
    ...VENDORS.map(({ name }) => name),
    ...Object.keys(access.endpoints),
  ];
  return Object.fromEntries(
    named.map((name) => {
      const given = access.endpoints[name] ?? access.providers[name];
      return [name, given ? readTrafficLimits(given) : NO_TRAFFIC_LIMITS];
    }),
  );
}
