/** Debates of `judges` with seats that lie, stall, flip, contradict themselves, speak garbage or vanish. */
import { expect } from "vitest";

import type { Event } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import type { Behaviour } from "../../../src/models/scripted.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import { holdJudges, recommends, responds, rounds } from "./judges.ts";
import { type Dice, createDice } from "./unruly-model.ts";

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
  const dice = createDice(seed);
  const trouble = dice.pick([0, 10, 30, 60]);
  const option = (): string => dice.pick(["A", "A", "B", "C", "D"]);
  const first = Object.fromEntries(
    SEATS.map((seat) => [
      seat,
      acts(dice, trouble, () => recommends(seat, option(), opening(dice))),
    ]),
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
          ...(dice.chance(20) && { confidence: dice.pick([0, 60, 100]) }),
          ...(dice.chance(20) && { conditions: ["two teams try it first"] }),
          ...(dice.chance(20) && { concedes: [conceding(dice)] }),
          ...(dice.chance(20) && { corrections: [correcting(dice, seat)] }),
          ...(dice.chance(20) && {
            withdraws: [`${dice.pick([seat, "risk"])}-${dice.pick([1, 2, 9])}`],
          }),
          ...(dice.chance(10) && { missing: "Nobody measured the signal." }),
          ...(dice.chance(10) && { would_change_my_mind: "A map of the signal." }),
          ...(dice.chance(10) && { challenges: hollow(dice) }),
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
        second_round: dice.pick([null, null, null, "when_split", "always"]),
      },
    },
  });
}

function opening(dice: Dice): Record<string, Json> {
  return {
    ...(dice.chance(20) && { conditions: ["two teams try it first", "it can be undone"] }),
    ...(dice.chance(10) && { missing: "The brief leaves out an option." }),
  };
}

function conceding(dice: Dice): Json {
  const claim = dice.pick(["risk-1", "value-5", "effort-3", "risk-99", "nobody"]);
  return { claim, extent: dice.pick(["fully", "partly"]), words: "The crews do lose reports." };
}

function correcting(dice: Dice, seat: string): Json {
  const figures: Record<string, Json> = {
    risk: { probability: dice.pick(["none", "high", "unknown"]), impact: "does_not_apply" },
    value: {
      effect: dice.pick(["loss", "unknown"]),
      magnitude: dice.pick(["low", null]),
      reach: "high",
    },
    effort: {
      days: dice.pick([0, 400, "unknown", null]),
      uncertainty: dice.pick([3, null]),
      value: dice.pick([-2, null]),
    },
  };
  const claim = `${dice.pick([seat, seat, "risk"])}-${dice.pick([1, 4, 9, 15, 16, 40])}`;
  return { claim, ...(figures[seat] as object), reason: "It was misjudged." };
}

function hollow(dice: Dice): Json {
  const counter_argument = dice.pick(["I fully agree.", "n/a", "risk-1", "Same as above, really."]);
  return SEATS.map((judge) => ({ judge, claim: `${judge}-1`, counter_argument, evidence: [] }));
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
    // K4: of all who voted in round 1, whoever came back
    const electorate = outcome.tallies[0]?.cast ?? 0;
    expect(carried.length * 3, `seed ${seed}`).toBeGreaterThanOrEqual(electorate * 2);
    const unmet = facts.some((fact) => fact.type === "reply-recorded" && fact.unmet.length > 0);
    // K19: never HIGH where anything is missing
    if (absent) expect(outcome.confidence, `seed ${seed}`).toBe("MEDIUM");
    if (!absent && !unmet) expect(outcome.confidence, `seed ${seed}`).toMatch(/HIGH|MEDIUM/);
    if (outcome.confidence === "HIGH") {
      expect(outcome.result["unmet_duties"], `seed ${seed}`).toEqual([]);
    }
  }
}
