/** What a worker is made of: who drives debates, who makes calls, and what both use. */
import type { Clock } from "../../clock.ts";
import { SetupError } from "../../errors.ts";
import { inlineEngine } from "../../kernel/inline.ts";
import { NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import type { Protocol } from "../../protocol.ts";
import { type CallEnd, type Caller, caller } from "./call.ts";
import { queued } from "./client.ts";
import type { FleetDatabase } from "./database.ts";
import { type Driver, driver } from "./drive.ts";
import type { EngineClient } from "./engine-client.ts";
import { farHearing } from "./far-hearing.ts";
import { fleetTraffic } from "./fleet-traffic.ts";
import { grantsOf } from "./grants.ts";
import { type Holdings, holdingsIn } from "./holdings.ts";
import { liveSender } from "./live.ts";
import { type Counts, countsOf } from "./metrics.ts";
import { listenTo, tell } from "./post.ts";
import { callTerms, type QueueTerms } from "./queue-terms.ts";
import { resultsOf } from "./results.ts";
import { textsOf } from "./texts.ts";
import type { WorkerSetting } from "./worker.ts";

export interface Parts {
  readonly driver: Driver;
  readonly caller: Caller;
  readonly holdings: Holdings;
  readonly counts: Counts;
  /** Aborted when the worker hands its debates over. */
  readonly leave: AbortController;
  readWishes(): Promise<void>;
  close(): Promise<void>;
}

interface Around {
  readonly id: string;
  readonly clock: Clock;
  readonly database: FleetDatabase;
  readonly engine: EngineClient;
  /** Somebody wishes that workers end. */
  readonly onDrain: () => void;
}

export function partsOf(setting: WorkerSetting, around: Around): Parts {
  const { id, clock, database, engine, onDrain } = around;
  const { redact, store, protocols } = setting;
  const leave = new AbortController();
  const counts = countsOf();
  const holdings = holdingsIn(database);
  const texts = textsOf(database, () => clock.nowMs());
  const results = resultsOf((ids) => engine.over(ids), clock);
  const live = liveSender({ database, clock });
  const modelFor = setting.modelsWith(fleetTraffic(grantsOf(database), clock));
  const say = (words: string): void => void tell(database, database.channel, words);

  const calls = caller({
    modelFor,
    texts,
    clock,
    redact,
    live,
    ensureConnected: () => ensureAlive(database, id),
    onCall: (provider, end) => countCall(counts, provider, end),
  });
  const termsFor = (provider: string): QueueTerms =>
    callTerms(setting.providers[provider] ?? NO_TRAFFIC_LIMITS, setting.mostCalls);
  const onDrop = (call: string): void => say(`drop ${call}`);
  const isDropped = (debate: string): boolean => drives.isDropped(debate);
  const dropping = { leave: leave.signal, isDropped, onDrop };
  const hear = farHearing({ engine, results, texts, termsFor, ...dropping });
  const protocolOf = (name: string): Protocol => namedOf(protocols, name);
  const drives = driver({
    worker: id,
    holdings,
    clock,
    redact,
    leave: leave.signal,
    engine: inlineEngine({ store, clock, protocolOf, modelFor, hear, leave: leave.signal }),
    onNext: (debate, sent) => queued(engine, debate, sent),
    onEnd: (debate, { status }) => {
      counts.add(`debates-${status}`);
      say(`ended ${debate}`);
    },
  });
  const wishes = wishReader({ id, clock, database, engine, holdings, drives, calls, onDrain });

  return {
    driver: drives,
    caller: calls,
    holdings,
    counts,
    leave,
    readWishes: () => wishes.read(),
    async close() {
      results.close();
      await Promise.all([live.close(), wishes.close()]);
    },
  };
}

/** Others make the calls of a worker that was declared dead, so it starts none. */
async function ensureAlive({ read, schema }: FleetDatabase, worker: string): Promise<void> {
  const [row] = await read<{ state: string }>(`SELECT state FROM ${schema}.workers WHERE id = $1`, [
    worker,
  ]);
  if (row?.state === "dead") throw new Error("This worker was declared dead.");
}

/** What others wish of this worker, by message and by its beat. */
function wishReader(
  setting: Around & {
    readonly holdings: Holdings;
    readonly drives: Driver;
    readonly calls: Caller;
  },
): { read(): Promise<void>; close(): Promise<void> } {
  const { id, database, engine, clock, holdings, drives, calls, onDrain } = setting;
  const read = async (): Promise<void> => {
    for (const { debate, wish } of await holdings.wishesFor(id)) drives.wish(debate, wish);
    const making = calls.names();
    if (making.length === 0) return;
    for (const over of await engine.over(making)) if (over.cancelled) calls.drop(over.id);
  };
  const post = listenTo({
    connections: database,
    clock,
    channel: database.channel,
    onListening: () => void read().catch(() => {}),
    onMessage(payload) {
      const [what, name = ""] = payload.split(" ");
      if (what === "wish") read().catch(() => {});
      if (what === "drop") calls.drop(name);
      if (what === "drain") onDrain();
    },
  });
  return { read, close: () => post.close() };
}

/** FW1 */
function namedOf(protocols: readonly Protocol[], name: string): Protocol {
  const found = protocols.find(({ id }) => id === name);
  if (found) return found;
  throw new SetupError("unknown-protocol", `This worker has no protocol "${name}".`);
}

function countCall(counts: Counts, provider: string, end: CallEnd): void {
  if ("dropped" in end) counts.add("calls-dropped", 1, provider);
  else if ("refused" in end) counts.add("calls-refused", 1, provider);
  else {
    counts.add(end.heard.answered ? "calls-answered" : "calls-absent", 1, provider);
    counts.spend(provider, end.heard.usage);
  }
}
