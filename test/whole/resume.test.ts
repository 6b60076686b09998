/** K13: the heart of durability. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Event } from "../../src/domain/journal/event.ts";
import type { Json } from "../../src/domain/json.ts";
import type { Script } from "../../src/models/scripted.ts";
import { expectResumesAnywhere, listAnsweredCalls } from "../conformance/resume.ts";
import { verified } from "../support/journals/forge-journal.ts";
import { SCENARIOS } from "../support/protocols/judges-scenarios.ts";
import {
  createTestBrief,
  holdJudges,
  judgesApp,
  responds,
  rounds,
  votes,
} from "../support/protocols/judges.ts";
import { eagerClock } from "../support/time/eager-clock.ts";

describe.each(Object.entries(SCENARIOS))("%s", (_, script) => {
  test("K13 KF1 KJ2 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    await expectResumesAnywhere(await holdJudges(script), {
      appWith: (setting) => judgesApp({ script, ...setting }),
    });
  });

  test("K13 KR2 cut and resumed after every single event, one process after another, it ends the same", async () => {
    const whole = await holdJudges(script);
    const asked: string[] = [];
    const app = judgesApp({ script, asked });
    const id = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");

    let holding;
    for (let process = 0; process < 100 && holding?.status !== "settled"; process++) {
      const pause = new AbortController();
      const onEvent = ({ fact }: Event): void => {
        if (fact.type !== "debate-resumed" && fact.type !== "debate-paused") pause.abort();
      };
      const steering = { pause: pause.signal, drop: new AbortController().signal };
      holding = await app.run({ debate: id, steering, onEvent });
    }

    expect(holding).toEqual({ status: "settled", outcome: whole.outcome });
    expect(asked.toSorted()).toEqual(whole.asked.toSorted());
  });
});

describe("interleavings", () => {
  const replies = rounds(votes("A", "B", "C"), {
    risk: responds("risk", "A"),
    value: responds("value", "A", { because: ["risk-2"] }),
    effort: responds("effort", "C"),
  }) as Record<string, { reply: Json }>;

  function paced(paces: readonly { chunks: number; everyMs: number }[]): Script {
    return Object.fromEntries(
      Object.entries(replies).map(([key, { reply }], index) => [
        key,
        { slow: { reply, chunks: 1, everyMs: 1, ...paces[index] } },
      ]),
    );
  }

  const pace = fc.record({
    chunks: fc.integer({ min: 1, max: 5 }),
    everyMs: fc.integer({ min: 1, max: 20_000 }),
  });

  test("K13 K16 KJ2 however slow each judge is, the outcome and the ids of the claims are the same", async () => {
    const { outcome } = await holdJudges(replies);

    await fc.assert(
      fc.asyncProperty(fc.array(pace, { minLength: 6, maxLength: 6 }), async (paces) => {
        const held = await holdJudges(paced(paces), { clock: eagerClock() });

        expect(held.outcome).toEqual(outcome);
        const claims = held.events.flatMap(({ fact }) =>
          fact.type === "reply-recorded" ? fact.claims : [],
        );
        for (const seat of ["risk", "value", "effort"]) {
          const own = claims.filter(({ by }) => by === seat).map(({ id }) => id);
          expect(own).toEqual(own.map((_, index) => `${seat}-${index + 1}`));
        }
        expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
      }),
      { numRuns: 60 },
    );
  });

  test("K13 KA3 dropped after any number of events and resumed, it ends the same and asks no recorded reply again", async () => {
    const { outcome } = await holdJudges(replies);

    await fc.assert(
      fc.asyncProperty(
        fc.array(pace, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 14 }),
        async (paces, after) => {
          const drop = new AbortController();
          let seen = 0;
          const onEvent = (): void => {
            if (++seen === after) drop.abort();
          };
          const asked: string[] = [];
          const app = judgesApp({ script: paced(paces), clock: eagerClock(), asked });
          const id = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");
          await app.run({
            debate: id,
            steering: { pause: drop.signal, drop: drop.signal },
            onEvent,
          });
          const recorded = listAnsweredCalls((await app.read(id)).events);
          const already = asked.length;
          const result = await app.run({ debate: id });

          expect(result).toEqual({ status: "settled", outcome });
          expect(asked.slice(already).filter((call) => recorded.includes(call))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
