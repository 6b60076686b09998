/** Rules that hold for any debate of `judges`, whatever is voted. */
import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Behaviour } from "../src/models/scripted.ts";
import { verified } from "./support/journals/forge-journal.ts";
import { holdJudges, recommends, responds, rounds } from "./support/protocols/judges.ts";

const SEATS = ["risk", "value", "effort"] as const;
const option = fc.constantFrom("A", "B", "C");
const absence = fc.constantFrom<Behaviour>(
  { crash: "down" },
  { refuse: "no" },
  { text: "no JSON at all" },
);

interface Vote {
  readonly option: string;
  /** Null for a change without a cause. */
  readonly because: string | null;
}

const first = fc.tuple(...SEATS.map(() => fc.option(option, { freq: 5 })));
const second = fc.tuple(
  ...SEATS.map(() =>
    fc.option(
      fc.record({ option, because: fc.constantFrom("risk-1", "value-1", "effort-1", null) }),
      { freq: 5 },
    ),
  ),
);

interface Case {
  readonly votes: readonly (string | null)[];
  readonly answers: readonly (Vote | null)[];
  readonly silence: Behaviour;
}

const cases = fc.record({ votes: first, answers: second, silence: absence });

function createScript({ votes, answers, silence }: Case) {
  const present = SEATS.filter((_, at) => votes[at] !== null);
  const opening = SEATS.map((seat, at) => [
    seat,
    votes[at] ? recommends(seat, votes[at]) : silence,
  ]);
  const response = SEATS.map((seat, at) => {
    const answer = answers[at];
    if (!answer) return [seat, silence];
    const because = answer.because === null ? null : [answer.because];
    return [seat, responds(seat, answer.option, { because, peers: present })];
  });
  return rounds(Object.fromEntries(opening), Object.fromEntries(response));
}

/** What the rules make of the votes, told without the code under test. */
function expected({ votes, answers }: Case): { label: string; choice: string | null } {
  const openings = votes.filter((vote) => vote !== null);
  // K4: a share of all who voted in round 1, whoever came back
  const carried = (cast: readonly string[]): string | null =>
    ["A", "B", "C"].find(
      (one) => 3 * cast.filter((vote) => vote === one).length >= 2 * openings.length,
    ) ?? null;
  const labelled = (cast: readonly string[]) => {
    if (openings.length === 0) return { label: "ABORTED", choice: null };
    if (openings.length === 1) return { label: "INSUFFICIENT_DATA", choice: null };
    const choice = carried(cast);
    return { label: choice === null ? "CONTESTED" : "CONSENSUS", choice };
  };
  if (openings.length < 2 || carried(openings) !== null) return labelled(openings);
  const marks = ["risk-1", "value-1", "effort-1"];
  return labelled(
    votes.flatMap((vote, at) => {
      const answer = answers[at];
      if (vote === null || !answer) return [];
      const cause = answer.because === null ? -1 : marks.indexOf(answer.because);
      // the case of another judge speaks for what that judge holds, so only a move to it has a cause
      const caused = cause !== -1 && cause !== at && votes[cause] === answer.option;
      return [answer.option === vote || caused ? answer.option : vote];
    }),
  );
}

test("K2 K4 K5 K9 whatever is voted, the outcome is the one the rules make of it, and it verifies", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { outcome, app, id, asked } = await holdJudges(createScript(one));

      expect(outcome).toMatchObject(expected(one));
      expect(await verified(app, id)).toMatchObject({ ok: true, fault: null });
      expect(new Set(asked).size).toBe(asked.length);
    }),
    { numRuns: 150 },
  );
});

test("K9 K13 a debate held twice, and verified twice, gives the same twice", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const [here, there] = [
        await holdJudges(createScript(one)),
        await holdJudges(createScript(one)),
      ];

      expect(there.outcome).toEqual(here.outcome);
      expect(await verified(here.app, here.id)).toEqual(await verified(here.app, here.id));
    }),
    { numRuns: 40 },
  );
});

test("K4 nobody who was absent is counted for anything", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { outcome } = await holdJudges(createScript(one));
      const last = outcome?.tallies.at(-1);
      const step = outcome?.rounds === 2 ? "responses" : "openings";
      const silent = outcome?.absences.filter((absent) => absent.step === step) ?? [];

      for (const { by } of silent) expect(last?.votes.some((vote) => vote.by === by)).toBe(false);
      expect(outcome?.present).toBe(last?.cast);
      if (silent.length > 0) expect(outcome?.confidence).not.toBe("HIGH");
    }),
    { numRuns: 80 },
  );
});
