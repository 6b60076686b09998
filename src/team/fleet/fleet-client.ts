/** A client of the fleet: runs and pauses debates, and reports the fleet's status. */
import { type Clock, systemClock } from "../../clock.ts";
import { type Limits, readOpening } from "../../domain/journal/event.ts";
import type { LiveEvent } from "../../engine.ts";
import { SetupError } from "../../errors.ts";
import { readEventLine } from "../../kernel/journal/hash-chain.ts";
import { listenForNotifications, sendNotification } from "../postgres/notifications.ts";
import { type AssignmentRow, type QueuedAssignment, createAssignments } from "./assignments.ts";
import { type FleetDatabase, openFleetDatabase } from "./fleet-database.ts";
import {
  RUN_DEBATE_WORKFLOW,
  formatAssignmentId,
  formatDebateQueueName,
  formatProtocolVersion,
} from "./fleet-queues.ts";
import { type FleetStatus, readFleetStatus } from "./fleet-status.ts";
import { createLiveListener } from "./live-messages.ts";
import { type PruneResult, pruneFinishedWork } from "./prune-finished-work.ts";
import { type WorkflowClient, createWorkflowClient } from "./workflow/workflow-client.ts";

export type { FleetStatus } from "./fleet-status.ts";

export interface FleetClient {
  /** Asks the fleet to run a debate; if it already runs, once more after that. */
  send(debate: string, sending?: { readonly limits?: Partial<Limits> }): Promise<void>;
  /** Asks its worker to pause, or to cancel its turns in flight too; does nothing if there is none. */
  pause(debate: string, how: { readonly drop: boolean }): Promise<void>;
  standing(debate: string): Promise<Standing>;
  /** The last time it was sent, and what came of it; null where it never was. */
  last(debate: string): Promise<AssignmentRow | null>;
  /** Called when the debate's assignment may have changed. */
  onChange(debate: string, call: () => void): () => void;
  /** The text of turns in flight, on any worker; words may be missing. */
  follow(debate: string, onLive: (event: LiveEvent) => void): () => void;
  status(): Promise<FleetStatus>;
  /** Asks workers to hand their debates over and to end; returns their names. */
  drain(worker: string | null): Promise<readonly string[]>;
  /** Drops finished work that is older than so many milliseconds. */
  prune(keepMs: number): Promise<PruneResult>;
  close(): Promise<void>;
}

export interface Standing {
  readonly state: "idle" | "queued" | "held";
  readonly worker: string | null;
  /** What stopped it the last time, in words. */
  readonly trouble: string | null;
}

export interface ClientSetting {
  readonly url: string;
  readonly clock?: Clock;
  readonly onTrouble?: (line: string) => void;
}

export async function fleetClient(setting: ClientSetting): Promise<FleetClient> {
  const { url, clock = systemClock, onTrouble = () => {} } = setting;
  const database = await openFleetDatabase(url, clock);
  const engine = await createWorkflowClient(database, onTrouble).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const holdings = createAssignments(database);
  const live = createLiveListener(database, clock);
  const changes = createChangeListener(database, clock);

  return {
    async send(debate, { limits } = {}) {
      const rules = await readDebateRules(database, debate);
      await enqueueAssignment(engine, debate, await holdings.send(debate, rules, limits ?? null));
    },

    async pause(debate, { drop }) {
      await holdings.wish(debate, drop ? "drop" : "pause");
      await sendNotification(database, database.channel, `wish ${debate}`);
    },

    async standing(debate) {
      const row = await holdings.last(debate);
      if (!row) return { state: "idle", worker: null, trouble: null };
      const { state, worker, trouble } = row;
      return { state: state === "ended" ? "idle" : state, worker, trouble };
    },

    last: (debate) => holdings.last(debate),
    onChange: changes.follow,
    follow: (debate, onLive) => live.follow(debate, onLive),
    status: () => readFleetStatus(database),

    async drain(worker) {
      const rows = await database.transaction((run) =>
        run<{ id: string }>(
          `UPDATE ${database.schema}.workers SET state = 'draining'
           WHERE state = 'live' AND ($1::text IS NULL OR id = $1) RETURNING id`,
          [worker],
        ),
      );
      await sendNotification(database, database.channel, "drain");
      return rows.map(({ id }) => id);
    },

    prune: (keepMs) => pruneFinishedWork(database, engine, keepMs),

    async close() {
      await Promise.all([live.close(), changes.close(), engine.close()]);
      await database.close();
    },
  };
}

/** Puts an assignment into the queue of its rules; doing it twice is the same as once. */
export async function enqueueAssignment(
  engine: WorkflowClient,
  debate: string,
  sent: QueuedAssignment,
): Promise<void> {
  const { number, rules } = sent;
  await engine.enqueue({
    id: formatAssignmentId(debate, number),
    queue: formatDebateQueueName(rules),
    workflow: RUN_DEBATE_WORKFLOW,
    args: [debate, number],
  });
}

async function readDebateRules({ read, address }: FleetDatabase, debate: string): Promise<string> {
  const [row] = await read<{ line: Buffer }>(
    `SELECT line FROM ${address.schema}.events WHERE debate = $1 AND sequence = 0`,
    [debate],
  );
  if (!row) throw new SetupError("unknown-debate", `There is no debate "${debate}".`);
  return formatProtocolVersion(readOpening([readEventLine(row.line.toString())]));
}

/** Those who wait for a debate, woken by messages; nobody listens before someone waits. */
function createChangeListener(
  database: FleetDatabase,
  clock: Clock,
): { follow: FleetClient["onChange"]; close(): Promise<void> } {
  const waiting = new Map<string, Set<() => void>>();
  let post: ReturnType<typeof listenForNotifications> | undefined;
  const wake = (debate: string): void => waiting.get(debate)?.forEach((call) => call());

  return {
    follow(debate, call) {
      post ??= listenForNotifications({
        connections: database,
        clock,
        channel: database.channel,
        onMessage: (payload) => {
          const [what, name = ""] = payload.split(" ");
          if (what === "ended") wake(name);
        },
        onListening: () => [...waiting.keys()].forEach(wake),
      });
      const calls = waiting.get(debate) ?? new Set();
      waiting.set(debate, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0) waiting.delete(debate);
      };
    },
    close: async () => post?.close(),
  };
}
