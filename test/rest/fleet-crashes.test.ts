/** Workers that die at every kind of moment: no debate is lost, and nothing that was recorded is paid for again. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { type Event, readOpening } from "../../src/domain/journal/event.ts";
import type { Script } from "../../src/models/scripted.ts";
import { readToldDebate } from "../support/fleet/debate-digest.ts";
import type { Moment, SpokenCall } from "../support/fleet/fleet-speakers.ts";
import { SOON, TALKED } from "../support/fleet/fleet-talks.ts";
import { type Fleet, fleetAt, type FleetWorker } from "../support/fleet/fleet.ts";
import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";
import { SCENARIOS } from "../support/protocols/judges-scenarios.ts";
import { createTestBrief, holdJudges } from "../support/protocols/judges.ts";
import { says } from "../support/protocols/probe-protocol.ts";

const TALK = { protocol: "talk", script: { "*": says("yes") } };
const WITHOUT = NO_POSTGRES ?? (process.platform === "win32" ? "no signals on Windows" : undefined);

/** Moments of the holder; then those of whoever makes a call, whose answer may be lost with it. */
const HOLDING = [
  "before asks-committed",
  "after asks-committed",
  "before reply-recorded first/bob",
  "after reply-recorded first/bob",
  "before reply-recorded second/ann",
  "after reply-recorded second/ann",
  "before reply-recorded second/cid",
  "after reply-recorded second/cid",
  "before round-closed, debate-settled",
  "after round-closed, debate-settled",
];
/** With a repair in each of two rounds. */
const REPAIRING = [
  "before reply-rejected openings/risk",
  "after reply-rejected openings/risk",
  "before reply-recorded responses/value",
];
const CALLING = ["answered first/ann", "answered second/bob"];

interface Death {
  readonly debate: string;
  readonly victim: FleetWorker;
  /** Before it died, and after. */
  readonly calls: readonly [readonly SpokenCall[], readonly SpokenCall[]];
  /** Names of the calls whose answer was in the journal when it died. */
  readonly kept: readonly string[];
}

/** What lands at once is one append, so that a fact may be one of several. */
function isAt(moment: Moment, what: string): boolean {
  const [when = ""] = what.split(" ");
  const facts = `, ${moment.what.slice(when.length + 1)},`;
  return moment.what.startsWith(`${when} `) && facts.includes(`, ${what.slice(when.length + 1)},`);
}

/** Calls that a journal held the answer of at a time. */
function answersBy(ms: number, events: readonly Event[]): string[] {
  const { debate } = readOpening(events);
  return events.flatMap(({ fact, atMs }) => {
    if (atMs > ms) return [];
    if (fact.type === "reply-rejected") return [`${debate}/${fact.key}#1`];
    if (fact.type !== "reply-recorded" && fact.type !== "participant-absent") return [];
    return [1, 2].map((attempt) => `${debate}/${fact.key}#${attempt}`);
  });
}

describe.skipIf(WITHOUT !== undefined)(WITHOUT ?? "a worker that dies", () => {
  let fleet: Fleet;
  let starting: Promise<unknown>;
  beforeAll(async () => {
    fleet = await fleetAt(createTestSchema(await postgres()));
    starting = fleet.workers(2);
  });
  afterAll(async () => {
    await starting;
    await fleet?.close();
  });

  let cases = 0;

  /** Holds a debate whose worker is killed at the first moment of this kind. */
  async function killedAt(
    what: string,
    { protocol, script }: { protocol: string; script: Script } = TALK,
  ): Promise<Death> {
    await starting;
    const brief = `case-${++cases}`;
    const died = Promise.withResolvers<FleetWorker>();
    let victim: FleetWorker | undefined;
    fleet.speakers.play(brief, script);
    fleet.speakers.watch(brief, async (moment: Moment) => {
      if (victim || !isAt(moment, what)) return;
      victim = (await fleet.workers(0)).find(({ pid }) => String(pid) === moment.worker);
      if (!victim) throw new Error(`${moment.worker} is no worker.`);
      died.resolve(victim);
      await new Promise(() => {});
    });
    const { app } = fleet;
    const plan = app.plan(protocol, { brief: createTestBrief({ id: brief }), panel: ["told/x"] });
    const debate = await app.open(plan, "tester");
    await fleet.client.send(debate);
    const dead = await died.promise;
    // another may go on at once: what came before is told by its time, not by who reads it first
    const diedMs = await fleet.kill(dead);
    starting = fleet.workers(2);
    await vi.waitUntil(
      async () => (await fleet.client.last(debate))?.ending?.status === "settled",
      SOON,
    );
    const all = fleet.speakers.calls.filter((call) => call.debate === debate);
    const calls = [
      all.filter(({ atMs }) => atMs <= diedMs),
      all.filter(({ atMs }) => atMs > diedMs),
    ] as const;
    return { debate, victim: dead, kept: answersBy(diedMs, await fleet.events(debate)), calls };
  }

  test.each(HOLDING)(
    "FB1 FF1 %s: another ends it, and no answer is asked for twice",
    async (what) => {
      const { debate, ...death } = await killedAt(what);

      expect((await readToldDebate(fleet.app, debate)).outcome?.summary).toBe(TALKED);
      onlyItsOwn(death);
      expect(new Set(death.calls.flat().map(({ name }) => name)).size).toBe(6);
    },
  );

  test.each(REPAIRING)(
    "FB1 A2 %s: another ends it, and pays neither for the reply nor for its repair again",
    async (what) => {
      const script = SCENARIOS["a repaired reply in each round"] as Script;
      const { debate, ...death } = await killedAt(what, { protocol: "judges", script });
      const { outcome, asked } = await holdJudges(script);

      expect((await readToldDebate(fleet.app, debate)).outcome?.summary).toBe(outcome?.summary);
      onlyItsOwn(death);
      const names = new Set(death.calls.flat().map(({ name }) => name.replace(`${debate}/`, "")));
      expect([...names].toSorted()).toEqual(asked.toSorted());
    },
  );

  /** Only what the dead worker was itself asking, and had not handed in, is asked again. */
  function onlyItsOwn({ victim, calls, kept }: Omit<Death, "debate">): void {
    const [before, after] = calls;
    const repeated = after.filter(({ name }) => before.some((call) => call.name === name));
    for (const { name } of repeated) {
      expect(before.find((call) => call.name === name)?.worker).toBe(String(victim.pid));
      expect(kept).not.toContain(name);
    }
  }

  test.each(CALLING)(
    "FF1 %s, and nothing of it kept: that call is made again, once",
    async (what) => {
      const { debate, calls } = await killedAt(what);

      expect((await readToldDebate(fleet.app, debate)).outcome?.summary).toBe(TALKED);
      const [before, after] = calls;
      const name = `${debate}/${what.replace("answered ", "")}#1`;
      expect(before.filter((call) => call.name === name)).toHaveLength(1);
      expect(after.filter((call) => call.name === name)).toHaveLength(1);
    },
  );
});
