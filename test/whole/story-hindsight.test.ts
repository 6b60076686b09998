/** Scrubbing shows nothing that was not known: debates of every protocol, real and at random. */
import { describe, expect, test } from "vitest";

import type { DecisionRule } from "../../src/domain/outcome/possible-endings.ts";
import { TWO_THIRDS } from "../../src/domain/outcome/tally.ts";
import { randomJournal } from "../support/journals/random-journal.ts";
import { expectNoHindsight, findDebateRules } from "../support/journals/timelines.ts";
import { heldOffline, PROTOCOL_IDS } from "../support/protocols/offline-debates.ts";
import { heldAtRandom } from "../support/protocols/random-judges.ts";
import { randomDebate } from "../support/protocols/random-roundtable.ts";

const DECIDING: readonly (DecisionRule | null)[] = [
  { by: "share", needed: TWO_THIRDS },
  { by: "scores", target: 70 },
  { by: "withdrawal", settled: "A", proponent: "seat-2" },
  null,
];

describe("a moment of the whole story is the newest moment of the story until then", () => {
  test.each(PROTOCOL_IDS)("in a debate of %s as the offline readers hold it", async (protocol) => {
    const { record } = await heldOffline(protocol);

    expect(record.events.length).toBeGreaterThan(5);
    expectNoHindsight(record.events, protocol);
  });

  test("with judges who lie, flip, stall and vanish", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { events } = await heldAtRandom(seed);
      expectNoHindsight(events, `judges ${seed}`);
    }
  });

  test("whatever happens in it, in whatever order", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const events = randomJournal({ seed, steps: 4 });
      const deciding = DECIDING[seed % DECIDING.length] ?? null;
      expectNoHindsight(events, `journal ${seed}`, { ...findDebateRules(events), deciding });
    }
  });

  test("at a roundtable of those who do", async () => {
    for (const seed of ["one", "two"]) {
      const { events } = await randomDebate(seed);
      expectNoHindsight(events, `roundtable ${seed}`);
    }
  });
});
