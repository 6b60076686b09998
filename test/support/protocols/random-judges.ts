/** Debates of `judges` with seats that lie, stall, flip, contradict themselves, speak garbage or vanish. */
import { expect } from "vitest";

import type { Event } from "../../../src/domain/journal/event.ts";
import type { Outcome } from "../../../src/domain/outcome.ts";
import type { Behaviour } from "../../../src/models/scripted.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import { holdJudges, recommends, responds, rounds } from "./judges.ts";
import { type Dice, diceOf } from "./unruly-model.ts";

const SEATS = ["risk", "value", "effort"];
const ENDINGS = new Set(["CONSENSUS", "CONTESTED", "INSUFFICIENT_DATA", "ABORTED"]);

/** Plays one debate and checks it; the same seed plays the same debate again. */
export async function judgeAtRandom(seed: number): Promise<Outcome> {
  const { outcome, app, id, events } = await heldAtRandom(seed);
  expect(outcome, `seed ${seed}`).not.toBeNull();
  if (!outcome) throw new Error("unreachable");
  expect(ENDINGS.has(outcome.label), `seed ${seed}: ${outcome.label}`).toBe(true);
  expect((await verified(app, id)).fault, `seed ${seed}`).toBeNull();
  countSilence(events, outcome, seed);
  return outcome;
}

/** The debate alone, for those who check it in other ways. */
export function heldAtRandom(seed: number): ReturnType<typeof holdJudges> {
  const dice = diceOf(seed);
  const trouble = dice.pick([0, 10, 30, 60]);
  const option = (): string => dice.pick(["A", "A", "B", "C", "D"]);
  const first = Object.fromEntries(
    SEATS.map((seat) => [seat, acts(dice, trouble, () => recommends(seat, option()))]),
  );
  const second = Object.fromEntries(
    SEATS.map((seat) => [
      seat,
      acts(dice, trouble, () =>
        responds(seat, option(), {
          because: dice.pick([
            null,
            null,
            ["risk-1"],
            ["value-1"],
            ["effort-1"],
            ["risk-9"],
            ["x-9"],
            [],
          ]),
          ...(dice.chance(15) && { peers: dice.pick([[], ["risk"], ["value", "effort"]]) }),
        }),
      ),
    ]),
  );
  return holdJudges(rounds(first, second), {
    clock: eagerClock(),
    plan: {
      settings: {
        require_change_documentation: dice.chance(70),
        require_unanimous_round_1: dice.chance(20),
      },
    },
  });
}

/** One or two attempts, each of which may go wrong. */
function acts(dice: Dice, trouble: number, sane: () => Behaviour): Behaviour[] {
  return [1, 2].map(() => (dice.chance(trouble) ? wrong(dice) : sane()));
}

function wrong(dice: Dice): Behaviour {
  return dice.pick<Behaviour>([
    { text: "I agree with everyone." },
    { text: "{" },
    { text: '{"option":"A"}' },
    { text: "" },
    { hang: true },
    { crash: "connection reset" },
    { refuse: "I would rather not" },
    { flood: 2_000_000 },
  ]);
}

/** K4, independent of the code that counts: whoever did not speak last has no vote, and none is invented. */
function countSilence(events: readonly Event[], outcome: Outcome, seed: number): void {
  const facts = events.map(({ fact }) => fact);
  const step = facts.some((fact) => fact.type === "asks-committed" && fact.step === "responses")
    ? "responses"
    : "openings";
  const spoke = new Set(
    facts.flatMap((fact) =>
      fact.type === "reply-recorded" && fact.key.startsWith(`${step}/`) ? [fact.by] : [],
    ),
  );
  const voters = Object.values(outcome.tallies.at(-1)?.distribution ?? {}).flat();
  expect(new Set(voters), `seed ${seed}`).toEqual(spoke);
  expect(voters.length, `seed ${seed}`).toBe(spoke.size);
  const absent = facts.some((fact) => fact.type === "participant-absent");
  expect(outcome.absences.length > 0, `seed ${seed}`).toBe(absent);
  if (outcome.label === "CONSENSUS") {
    const carried = outcome.tallies.at(-1)?.distribution[outcome.choice ?? ""] ?? [];
    expect(carried.length * 3, `seed ${seed}`).toBeGreaterThanOrEqual(spoke.size * 2);
    expect(outcome.confidence, `seed ${seed}`).toBe(absent ? "MEDIUM" : "HIGH");
  }
}
