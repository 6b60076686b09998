/** Debates under way in a fleet all the time, and what became of them. */
import { setTimeout as thinkFor } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import { type Event, findSettlement } from "../../../src/domain/journal/event.ts";
import type { Behaviour } from "../../../src/models/scripted.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { verified } from "../journals/forge-journal.ts";
import { SCENARIOS } from "../protocols/judges-scenarios.ts";
import { createTestBrief } from "../protocols/judges.ts";
import { says } from "../protocols/probe-protocol.ts";
import { seededRandom } from "../time/seeded-random.ts";
import { type Part, speakers, type SpokenCall } from "./fleet-speakers.ts";
import { appOver, type Fleet } from "./fleet.ts";

const random = seededRandom(400);

interface Kind {
  readonly protocol: string;
  readonly part: Part;
}

/** Every path of the kernel, rounds and turns, branches side by side. */
const KINDS: readonly Kind[] = [
  ...Object.values(SCENARIOS).map((part) => ({ protocol: "judges", part })),
  { protocol: "talk", part: { "*": says("yes") } },
  {
    protocol: "branches",
    part: ({ name }: SpokenCall) => says(/\/([^/]+)\/ann#1$/.exec(name)?.[1] ?? ""),
  },
];

/** What an undisturbed run comes to, in this process and without a database. */
async function undisturbed(): Promise<ReadonlyMap<Kind, unknown>> {
  const played = await speakers();
  const app = appOver(memoryStore(), played, null);
  const outcomes = new Map<Kind, unknown>();
  for (const [index, kind] of KINDS.entries()) {
    const id = `undisturbed-${index}`;
    played.play(id, kind.part);
    const plan = app.plan(kind.protocol, { brief: createTestBrief({ id }), panel: ["told/x"] });
    const debate = await app.open(plan, "tester");
    await app.run({ debate });
    outcomes.set(kind, outcomeIn((await app.read(debate)).events));
  }
  await played.close();
  return outcomes;
}

export interface Load {
  readonly debates: readonly string[];
  /** Opens no more, and resolves when all have ended. */
  finish(): Promise<void>;
}

/** So many debates at once, each followed by another, with models that take their time. */
export function loadOn(fleet: Fleet, atOnce: number): Load & { findKind(debate: string): Kind } {
  const kinds = new Map<string, Kind>();
  const closing = new AbortController();
  let number = 0;

  async function lane(): Promise<void> {
    while (!closing.signal.aborted) {
      const kind = KINDS[number % KINDS.length] as Kind;
      const id = `load-${number++}`;
      fleet.speakers.play(id, slowly(kind.part));
      const { app } = fleet;
      const plan = app.plan(kind.protocol, { brief: createTestBrief({ id }), panel: ["told/x"] });
      const debate = await app.open(plan, "tester");
      kinds.set(debate, kind);
      await app.run({ debate });
    }
  }
  const lanes = Array.from({ length: atOnce }, lane);
  return {
    get debates() {
      return [...kinds.keys()];
    },
    findKind: (debate) => kinds.get(debate) as Kind,
    async finish() {
      closing.abort();
      await Promise.all(lanes);
    },
  };
}

/** Models think while workers are killed. */
function slowly(part: Part): Part {
  return async (call): Promise<Behaviour> => {
    await thinkFor(20 + random() * 400);
    if (typeof part === "function") return part(call);
    const [, step = "", attempt = "1"] = /^[^/]+\/(.*)#(\d+)$/.exec(call.name) ?? [];
    const found = part[step] ?? part["*"];
    const one = Array.isArray(found) ? (found as Behaviour[])[Number(attempt) - 1] : found;
    return (one as Behaviour | undefined) ?? { crash: `the script has nothing for ${step}` };
  };
}

export interface Tally {
  readonly debates: number;
  readonly calls: number;
  /** Calls that were made again. */
  readonly duplicates: number;
  /** Those among them whose answer was in the journal by then. */
  readonly recordedAskedAgain: number;
  /** Those whose first was not made by a worker that died. */
  readonly withoutADeath: number;
  /** Debates that came to something else than an undisturbed run, and to what. */
  readonly astray: readonly string[];
}

export async function countFleetTally(
  fleet: Fleet,
  load: ReturnType<typeof loadOn>,
  dead: ReadonlySet<string>,
): Promise<Tally> {
  const astray: string[] = [];
  const expected = await undisturbed();
  let [duplicates, recordedAskedAgain, withoutADeath, calls] = [0, 0, 0, 0];
  for (const debate of load.debates) {
    const kind = load.findKind(debate);
    const events = await fleet.events(debate);
    // the auditor knows no branches
    const fault = kind.protocol === "branches" ? null : (await verified(fleet.app, debate)).fault;
    if (fault || !isDeepStrictEqual(outcomeIn(events), expected.get(kind))) {
      astray.push(`${debate}: ${JSON.stringify(fault ?? outcomeIn(events))}`);
    }
    const made = fleet.speakers.calls.filter((call) => call.debate === debate);
    calls += made.length;
    for (const [index, call] of made.entries()) {
      const first = made.slice(0, index).findLast(({ name }) => name === call.name);
      if (!first) continue;
      duplicates += 1;
      if (recordedMs(events, call.name) < call.atMs) recordedAskedAgain += 1;
      if (!dead.has(first.worker)) withoutADeath += 1;
    }
  }
  const { length: debates } = load.debates;
  return { debates, calls, duplicates, recordedAskedAgain, withoutADeath, astray };
}

/** Under any name of the question. */
function outcomeIn(events: readonly Event[]): unknown {
  const text = JSON.stringify(findSettlement(events)?.outcome ?? null);
  return JSON.parse(text.replace(/"question_id":"[^"]*"/, '"question_id":""'));
}

/** When the answer to a call was written into the journal. */
function recordedMs(events: readonly Event[], name: string): number {
  const [, key = "", attempt = "1"] = /^[^/]+\/(.*)#(\d+)$/.exec(name) ?? [];
  const found = events.find(({ fact }) => {
    if (fact.type === "reply-rejected") return attempt === "1" && fact.key === key;
    const isTurn = fact.type === "reply-recorded" || fact.type === "participant-absent";
    return isTurn && fact.key === key;
  });
  return found?.atMs ?? Number.POSITIVE_INFINITY;
}
