/** What holds for the tellings of all protocols: no hindsight, and no reply that can break them. */
import { describe, expect, test } from "vitest";

import type { Event } from "../../src/domain/journal/event.ts";
import { boardAt } from "../../src/protocols/board/timeline/timeline.ts";
import { challengeAt } from "../../src/protocols/challenge/timeline/timeline.ts";
import { judgesAt } from "../../src/protocols/judges/timeline/timeline.ts";
import { roundtableAt } from "../../src/protocols/roundtable/timeline/timeline.ts";
import { buildDebateTimeline } from "../../src/timeline/build-timeline.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { damaged } from "../support/journals/damaged-replies.ts";
import { findDebateRules, buildTestTimeline } from "../support/journals/timelines.ts";
import {
  agreement,
  convinced,
  holdChallenge,
  nods,
  stubborn,
} from "../support/protocols/challenge.ts";
import { heldOffline } from "../support/protocols/offline-debates.ts";
import { heldAtRandom } from "../support/protocols/random-judges.ts";
import { CASES } from "../support/protocols/roundtable-cases.ts";
import { holdTable } from "../support/protocols/roundtable.ts";

const TELLINGS: Readonly<Record<string, (debateTimeline: DebateTimeline, at: number) => unknown>> =
  {
    judges: judgesAt,
    challenge: challengeAt,
    board: boardAt,
    roundtable: roundtableAt,
  };

const CHALLENGES = {
  convinced: convinced(),
  stubborn: stubborn(),
  nodding: agreement({ "challenges/operator": nods(), "press/operator": nods() }),
  unreadable: agreement({ "challenges/operator": { text: "no" } }),
};

const IDS = Object.keys(TELLINGS);

function tell(debateTimeline: DebateTimeline, at: number): unknown {
  return TELLINGS[debateTimeline.protocol]?.(debateTimeline, at);
}

/** The largest `at` anywhere in a telling. */
function latestIn(telling: unknown): number {
  if (typeof telling !== "object" || telling === null) return -1;
  const found = Object.entries(telling).map(([name, value]) =>
    name === "at" && typeof value === "number" ? value : latestIn(value),
  );
  return Math.max(-1, ...found);
}

function expectNoHindsight(events: readonly Event[]): void {
  const rules = findDebateRules(events);
  const whole = buildDebateTimeline(events, rules);
  for (let at = 0; at < events.length; at++) {
    const telling = tell(whole, at);
    expect(telling, `event ${at}`).toEqual(
      tell(buildDebateTimeline(events.slice(0, at + 1), rules), at),
    );
    expect(latestIn(telling), `event ${at}`).toBeLessThanOrEqual(at);
  }
}

describe("a telling of a moment knows nothing of what comes later", () => {
  test.each(IDS)("in a debate of %s as the offline readers hold it", async (protocol) => {
    const { record } = await heldOffline(protocol);

    expectNoHindsight(record.events);
  });

  test("with judges who lie, flip, stall and vanish", async () => {
    for (let seed = 1; seed <= 8; seed++) expectNoHindsight((await heldAtRandom(seed)).events);
  });

  test.each(["convinced", "stubborn", "nodding", "unreadable"] as const)(
    "with challengers who are %s",
    async (kind) => {
      expectNoHindsight((await holdChallenge(CHALLENGES[kind])).events);
    },
  );

  test.each(Object.keys(CASES))("at a roundtable with %s", async (name) => {
    const { players = [], options = {} } = CASES[name] ?? {};

    expectNoHindsight((await holdTable(players, options)).events);
  });
});

describe("a reply that someone has edited", () => {
  test.each(IDS)("breaks nothing in a debate of %s", async (protocol) => {
    const { record } = await heldOffline(protocol);
    let count = 0;

    for (const events of damaged(record.events)) {
      const debateTimeline = buildTestTimeline(events);
      expect(() => JSON.stringify(tell(debateTimeline, debateTimeline.last))).not.toThrow();
      count++;
    }

    expect(count).toBeGreaterThan(100);
  });
});
