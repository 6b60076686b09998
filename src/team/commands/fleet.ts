/** Shows the workers of a team, and tells them to stop. */
import type { CliContext } from "../../cli/cli-context.ts";
import type { CommandHandler } from "../../cli/program/program.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../../cli/terminal/terminal-style.ts";
import { SetupError } from "../../errors.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { type FleetClient, fleetClient } from "../fleet/fleet-client.ts";
import type { FleetStatus, QueueStatus, WorkerStatus } from "../fleet/fleet-status.ts";
import { openTeamDatabase } from "./team-database.ts";
import { parseKeepDaysFlag } from "./worker.ts";

export const runFleetStatusCommand: CommandHandler = async (cli) => {
  const status = await useFleetClient(cli, (client) => client.status());
  if (cli.flags.json) cli.stdout.write(`${stringifyForTerminal(status)}\n`);
  else cli.stdout.write(`${formatFleetStatus(status, cli.style).join("\n")}\n`);
  return 0;
};

export const runFleetDrainCommand: CommandHandler = async (cli, [worker], flags) => {
  if ((worker === undefined) === (flags["all"] !== true)) {
    throw new SetupError("usage", "Name one worker, or use --all.", {
      hint: "List the workers: dissent team fleet status",
    });
  }
  const drained = await useFleetClient(cli, (client) => client.drain(worker ?? null));
  if (worker !== undefined && drained.length === 0) {
    throw new SetupError("usage", `There is no live worker "${sanitizeForTerminal(worker)}".`, {
      hint: "List the workers: dissent team fleet status",
    });
  }
  if (cli.flags.json)
    cli.stdout.write(`${stringifyForTerminal({ event: "draining", workers: drained })}\n`);
  else for (const id of drained) cli.stdout.write(`${id} is draining\n`);
  return 0;
};

const WEEK_MS = 7 * 86_400_000;

export const runFleetPruneCommand: CommandHandler = async (cli, _, flags) => {
  const keepMs = parseKeepDaysFlag(flags) ?? WEEK_MS;
  const pruned = await useFleetClient(cli, (client) => client.prune(keepMs));
  if (cli.flags.json) cli.stdout.write(`${stringifyForTerminal({ event: "pruned", ...pruned })}\n`);
  else {
    cli.stdout.write(`Deleted ${pruned.work} pieces of finished work and ${pruned.texts} texts.\n`);
  }
  return 0;
};

async function useFleetClient<Result>(
  cli: CliContext,
  use: (client: FleetClient) => Promise<Result>,
): Promise<Result> {
  const onNotice = (line: string): void => void cli.stderr.write(`${sanitizeForTerminal(line)}\n`);
  const database = await openTeamDatabase(cli, { start: false, onNotice });
  const client = await fleetClient({ url: database.url });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** What is wrong comes first. */
function formatFleetStatus(status: FleetStatus, style: TerminalStyle): string[] {
  const { workers, queues, debates, troubles } = status;
  const live = workers.filter(({ state }) => state !== "dead");
  const alone = queues.filter(({ served, waiting }) => !served && waiting > 0);
  return [
    ...(live.length === 0
      ? [style.red("No worker is running. Start one: dissent team worker")]
      : []),
    ...alone.map((queue) =>
      style.red(
        `${sanitizeForTerminal(queue.name)}: ${queue.waiting} waiting, and no live worker serves it`,
      ),
    ),
    ...troubles.map(({ debate, trouble }) =>
      style.red(`${sanitizeForTerminal(debate)}: ${sanitizeForTerminal(trouble)}`),
    ),
    `Debates  ${debates.held} running, ${debates.queued} queued, ${debates.waiting} waiting for people, ${debates.paused} paused, ${debates.settled} settled`,
    ...(workers.length === 0
      ? []
      : ["", "Workers", ...workers.map((one) => formatWorkerLine(one, style))]),
    ...(queues.length === 0 ? [] : ["", "Queues", ...queues.map(formatQueueLine)]),
  ];
}

function formatWorkerLine(worker: WorkerStatus, style: TerminalStyle): string {
  const { id, state, holding, calling, rssBytes, beatMs, version } = worker;
  const colour = state === "live" ? style.green : state === "dead" ? style.red : style.dim;
  const memory = `${Math.round(rssBytes / 1e6)} MB`;
  const beat = `heartbeat ${Math.round(beatMs / 1_000)} s ago`;
  return `  ${padToColumns(sanitizeForTerminal(id), 32)}  ${colour(padToColumns(state, 8))}  debates ${holding}, calls ${calling}, ${memory}, ${beat}, ${sanitizeForTerminal(version)}`;
}

function formatQueueLine({ name, waiting, running, oldestMs, concurrency }: QueueStatus): string {
  const most = concurrency === null ? "" : ` of ${concurrency}`;
  const oldest = oldestMs === null ? "" : `, the first for ${Math.round(oldestMs / 1_000)} s`;
  return `  ${padToColumns(sanitizeForTerminal(name), 32)}  ${running}${most} running, ${waiting} waiting${oldest}`;
}
