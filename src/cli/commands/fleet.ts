import { teamDatabase } from "../../app/project/team-database.ts";
import { SetupError } from "../../errors.ts";
import { type FleetClient, fleetClient } from "../../team/fleet/client.ts";
import type { FleetStatus, QueueStatus, WorkerStatus } from "../../team/fleet/status.ts";
import { jsonText } from "../../text/json-text.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";
import { keepFlag } from "./worker.ts";

export const fleetStatus: Action = async (session) => {
  const status = await withFleet(session, (client) => client.status());
  if (session.flags.json) session.stdout.write(`${jsonText(status)}\n`);
  else session.stdout.write(`${statusLines(status, session.style).join("\n")}\n`);
  return 0;
};

export const fleetDrain: Action = async (session, [worker], flags) => {
  if ((worker === undefined) === (flags["all"] !== true)) {
    throw new SetupError("usage", "Name one worker, or say --all.", {
      hint: "See who works: dissent fleet status",
    });
  }
  const drained = await withFleet(session, (client) => client.drain(worker ?? null));
  if (worker !== undefined && drained.length === 0) {
    throw new SetupError("usage", `There is no live worker "${plain(worker)}".`, {
      hint: "See who works: dissent fleet status",
    });
  }
  if (session.flags.json)
    session.stdout.write(`${jsonText({ event: "draining", workers: drained })}\n`);
  else for (const id of drained) session.stdout.write(`${id} drains\n`);
  return 0;
};

const WEEK_MS = 7 * 86_400_000;

export const fleetPrune: Action = async (session, _, flags) => {
  const keepMs = keepFlag(flags) ?? WEEK_MS;
  const pruned = await withFleet(session, (client) => client.prune(keepMs));
  if (session.flags.json) session.stdout.write(`${jsonText({ event: "pruned", ...pruned })}\n`);
  else {
    session.stdout.write(
      `Dropped ${pruned.work} pieces of finished work, ${pruned.texts} texts.\n`,
    );
  }
  return 0;
};

async function withFleet<Result>(
  session: Session,
  use: (client: FleetClient) => Promise<Result>,
): Promise<Result> {
  const onNotice = (line: string): void => void session.stderr.write(`${plain(line)}\n`);
  const database = await teamDatabase(session, { start: false, onNotice });
  const client = await fleetClient({ url: database.url });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** What is wrong comes first. */
function statusLines(status: FleetStatus, style: Style): string[] {
  const { workers, queues, debates, troubles } = status;
  const live = workers.filter(({ state }) => state !== "dead");
  const alone = queues.filter(({ served, waiting }) => !served && waiting > 0);
  return [
    ...(live.length === 0 ? [style.red("No worker lives. Start one: dissent worker")] : []),
    ...alone.map((queue) =>
      style.red(`${plain(queue.name)}: ${queue.waiting} wait, and no live worker serves it`),
    ),
    ...troubles.map(({ debate, trouble }) => style.red(`${plain(debate)}: ${plain(trouble)}`)),
    `Debates  ${debates.held} held, ${debates.queued} queued, ${debates.waiting} waiting for people, ${debates.paused} paused, ${debates.settled} settled`,
    ...(workers.length === 0
      ? []
      : ["", "Workers", ...workers.map((one) => workerLine(one, style))]),
    ...(queues.length === 0 ? [] : ["", "Queues", ...queues.map(queueLine)]),
  ];
}

function workerLine(worker: WorkerStatus, style: Style): string {
  const { id, state, holding, calling, rssBytes, beatMs, version } = worker;
  const colour = state === "live" ? style.green : state === "dead" ? style.red : style.dim;
  const memory = `${Math.round(rssBytes / 1e6)} MB`;
  const beat = `beat ${Math.round(beatMs / 1_000)} s ago`;
  return `  ${padded(plain(id), 32)}  ${colour(padded(state, 8))}  holds ${holding}, calls ${calling}, ${memory}, ${beat}, ${plain(version)}`;
}

function queueLine({ name, waiting, running, oldestMs, concurrency }: QueueStatus): string {
  const most = concurrency === null ? "" : ` of ${concurrency}`;
  const oldest = oldestMs === null ? "" : `, the first for ${Math.round(oldestMs / 1_000)} s`;
  return `  ${padded(plain(name), 32)}  ${running}${most} under way, ${waiting} waiting${oldest}`;
}
