/**
 * A worker: takes debates and calls out of the fleet's queues, and looks after its fellows.
 *
 * FW1. It listens to the queues of the rules it has and of every provider; what it does not know stays where
 *      it is.
 * FW2. When it is to end, it takes nothing more, hands its debates over, and lets its calls land.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

import { type Clock, systemClock } from "../../clock.ts";
import type { Model } from "../../model.ts";
import type { TrafficLimits } from "../../models/endpoint.ts";
import type { TrafficSource } from "../../models/traffic-source.ts";
import type { Protocol } from "../../protocol.ts";
import type { Store } from "../../store.ts";
import { queued } from "./client.ts";
import { fleetDatabase, type FleetDatabase } from "./database.ts";
import { type EngineClient, engineClient } from "./engine-client.ts";
import { launch } from "./launch.ts";
import type { Counts } from "./metrics.ts";
import { migrateEngine } from "./migrate-engine.ts";
import { holdingId, rulesOf } from "./names.ts";
import { type Beat, pulse } from "./pulse.ts";
import { putBackOfDead, putBackUnknown } from "./put-back.ts";
import { prune } from "./retention.ts";
import { type Parts, partsOf } from "./worker-parts.ts";

export interface WorkerSetting {
  readonly url: string;
  readonly store: Store;
  readonly protocols: readonly Protocol[];
  /** Models under limits that the whole fleet shares. */
  readonly modelsWith: (traffic: TrafficSource) => (reference: string) => Promise<Model>;
  /** Every provider by name, with its limits. */
  readonly providers: Readonly<Record<string, TrafficLimits>>;
  readonly redact: (text: string) => string;
  readonly version: string;
  readonly clock?: Clock;
  readonly beat?: Beat;
  /** How many calls it has under way at most. */
  readonly mostCalls?: number;
  /** How long finished work is kept. */
  readonly keepMs?: number;
  /** What went wrong, and what others should know of. */
  readonly onNotice?: (line: string) => void;
}

export interface Worker {
  readonly id: string;
  readonly counts: Counts;
  /** Resolves when it has ended, of itself or because it was told to; true where it ended as it should. */
  readonly ended: Promise<boolean>;
  isDraining(): boolean;
  load(): { readonly holding: number; readonly calling: number };
  /** Milliseconds since its last beat came through. */
  silentMs(): number;
  /** Hands its debates over and lets its calls land, no longer than so many milliseconds. */
  drain(withinMs: number): Promise<void>;
}

const DEFAULT_KEEP_MS = 7 * 24 * 3_600_000;
const STALE_MS = 10_000;
const PRUNE_EVERY_MS = 600_000;
const LONGEST_DRAIN_MS = 600_000;

export async function startWorker(setting: WorkerSetting): Promise<Worker> {
  const { clock = systemClock, onNotice = () => {} } = setting;
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  const database = await fleetDatabase(setting.url, clock);
  await migrateEngine(database);
  const engine = await engineClient(database, onNotice);
  const parts = partsOf(setting, { id, clock, database, engine, onDrain: () => beating?.look() });
  const rules = setting.protocols.map(rulesIn);
  const launched = await launch(setting, { id, clock, database, rules, parts });
  const ended = Promise.withResolvers<boolean>();
  let draining: Promise<void> | undefined;
  let beating: Awaited<ReturnType<typeof pulse>> | undefined;

  const end = (withinMs: number, well: boolean): Promise<void> =>
    (draining ??= (async () => {
      parts.leave.abort();
      await launched.shutdown(withinMs);
      // what did not land in time is for the others
      for (const call of parts.caller.names()) parts.caller.drop(call);
      await putBackUnknown(database, { worker: id, known: [], olderMs: 0 }).catch(() => {});
      await beating?.stop();
      await Promise.all([parts.close(), engine.close()]);
      await database.close();
      ended.resolve(well);
    })());
  const drain = (withinMs: number): Promise<void> => end(withinMs, true);

  const load = (): ReturnType<Worker["load"]> => ({
    holding: parts.driver.holding,
    calling: parts.caller.calling,
  });
  beating = await pulse({
    database,
    clock,
    worker: id,
    version: setting.version,
    rules,
    load,
    ...(setting.beat && { beat: setting.beat }),
    putBack: (dead) => putBackOfDead(database, dead),
    onBeat: caring(setting, { id, clock, database, engine, parts, known: () => launched.known() }),
    onReaped: (workers, pieces) => {
      parts.counts.add("reaped", pieces);
      onNotice(`took over ${pieces} pieces of work from ${workers.length} dead workers`);
    },
    onDrain: () => void drain(LONGEST_DRAIN_MS),
    onDeclaredDead: () => {
      onNotice("was silent for too long and has been declared dead; it ends");
      void end(0, false);
    },
    onTrouble: onNotice,
  });

  return {
    id,
    counts: parts.counts,
    ended: ended.promise,
    isDraining: () => draining !== undefined,
    load,
    silentMs: () => beating?.silentMs() ?? 0,
    drain,
  };
}

function rulesIn({ id, version }: Protocol): string {
  return rulesOf({ protocol: id, protocolVersion: version });
}

/** What is done with each beat, and now and then. */
function caring(
  { keepMs = DEFAULT_KEEP_MS }: WorkerSetting,
  around: {
    readonly id: string;
    readonly clock: Clock;
    readonly database: FleetDatabase;
    readonly engine: EngineClient;
    readonly parts: Parts;
    readonly known: () => readonly string[];
  },
): () => Promise<void> {
  const { id, clock, database, engine, parts } = around;
  let prunedMs = clock.nowMs();
  return async () => {
    await parts.readWishes();
    for (const { debate, wasTaken, ...sent } of await parts.holdings.stale(STALE_MS)) {
      if (wasTaken) await engine.forget(holdingId(debate, sent.number));
      await queued(engine, debate, sent);
    }
    await putBackUnknown(database, { worker: id, known: around.known(), olderMs: STALE_MS });
    if (clock.nowMs() - prunedMs < PRUNE_EVERY_MS) return;
    prunedMs = clock.nowMs();
    await prune(database, engine, keepMs);
  };
}
