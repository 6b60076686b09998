/** Debates of `challenge` with seats that lie, stall, flip, contradict themselves, speak garbage or vanish. */
import { expect } from "vitest";

import type { Event } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome.ts";
import type { ModelRequest } from "../../../src/model.ts";
import { planDebate } from "../../../src/plan.ts";
import { challenge } from "../../../src/protocols/challenge/challenge.ts";
import type {
  ExposeMatter,
  ChallengeRebutInput,
  RemarkMatter,
  ChallengeRespondInput,
} from "../../../src/protocols/challenge/prompts/prompt-input.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import {
  accepts,
  agrees,
  answer,
  escalates,
  exposes,
  freshWords,
  holdChallenge,
  maintains,
  nods,
  objects,
  opens,
  planBrief,
  POSITION,
  respondsWith,
  SEATS,
} from "./challenge.ts";
import { readHeld } from "./debate.ts";
import { type Dice, diceOf, unrulyModel } from "./unruly-model.ts";

const GARBAGE = [
  "",
  "I agree with everything.",
  "{",
  '{"verdict":"agree"}',
  '{"choice":"ACCEPT"}',
  "null",
  "[]",
  '{"verdict":"agree","critique":"ok","objection_strength":"minor"}',
  "x".repeat(5_000),
];

function said(
  { promptInput: input, participant }: ModelRequest,
  dice: Dice,
  stubborn: number,
): Json {
  const seat = participant.id;
  switch (input.kind) {
    case "challenge.blind":
      return {
        answer: "Keep Postgres.",
        reasoning: "It survives a restart.",
        confidence: "low",
        evidence: [],
      };
    case "challenge.open":
      return opens().reply;
    case "challenge.attack":
    case "challenge.press":
      return attacked(seat, dice);
    case "challenge.respond":
      return responded(input as ChallengeRespondInput, dice);
    case "challenge.rebut":
      return rebutted(input as ChallengeRebutInput, dice, stubborn);
    case "challenge.remark":
      return {
        remarks: (input as RemarkMatter).objections.map(({ id }) => ({
          objection: id,
          remark: "Noted.",
        })),
      };
    default:
      return exposes((input as unknown as ExposeMatter).party.id).reply;
  }
}

function attacked(seat: string, dice: Dice): Json {
  const kind = dice.below(10);
  if (kind < 3) return agrees(seat).reply;
  if (kind < 5) return nods().reply;
  const verdict = dice.pick(["agree", "partial", "disagree"] as const);
  const strength = dice.pick(["strong", "moderate", "minor"] as const);
  const critique = dice.chance(20) ? "No." : undefined;
  return objects(seat, [verdict, strength], critique === undefined ? {} : { critique }).reply;
}

/** Forgets objections, answers them twice, accepts without changing, changes without accepting. */
function responded({ objections, position, round }: ChallengeRespondInput, dice: Dice): Json {
  const answers = objections.flatMap(({ id }) => {
    const one = answer(id, dice.pick(["ACCEPT", "PARTIAL", "REJECT"] as const));
    if (dice.chance(3)) return [];
    return dice.chance(3) ? [one, one] : [one];
  });
  const next = dice.chance(50) ? `${POSITION} Amended in round ${round}.` : position;
  return respondsWith(answers, {
    position: next,
    changed_because: dice.chance(80) && next !== position ? "It was right." : null,
  }).reply;
}

/** Withdraws with true, false or no causes; repeats itself and calls it news. */
function rebutted(
  { objection, answer: given, round }: ChallengeRebutInput,
  dice: Dice,
  stubborn: number,
): Json {
  const seat = objection.challenger;
  if (!dice.chance(stubborn)) {
    return accepts(dice.pick([[given.claim], [given.claim], [], ["X9"], ["P1"]])).reply;
  }
  const new_information = dice.chance(50);
  if (dice.chance(25)) {
    return escalates(freshWords(seat, round), dice.chance(20) ? { clarified_critique: null } : {})
      .reply;
  }
  const words = dice.chance(50)
    ? freshWords(seat, round)
    : "It is as it was and remains so for us.";
  return maintains(words, { new_information }).reply;
}

export interface Played {
  readonly label: string;
  readonly paused: boolean;
}

/** One debate from its seed to its end, checked by eyes that know only the journal. */
export async function playAtRandom(seed: number): Promise<Played> {
  const dice = diceOf(seed);
  const temper = {
    trouble: dice.pick([0, 0, 5, 15, 40]),
    garbage: dice.pick([0, 0, 5, 15, 40]),
    stubborn: dice.pick([10, 50, 90, 100]),
  };
  const settings = {
    max_rounds: 1 + dice.below(5),
    blind_first: dice.chance(25),
    skeptical_of_early_agreement: dice.chance(75),
    opening: dice.pick(["proponent", "user"] as const),
    available: dice.chance(20) ? SEATS.slice(0, 1 + dice.below(3)) : null,
  };
  const limits = dice.chance(30)
    ? { calls: 1 + dice.below(25), onLimit: dice.pick(["pause", "finish"] as const) }
    : {};
  const brief = planBrief();
  const plan = { settings, limits };
  const model = unrulyModel(dice, temper, {
    garbled: GARBAGE,
    said: (request) => said(request, dice, temper.stubborn) as object,
  });
  const held = await holdChallenge({}, { brief, plan, model, clock: eagerClock() });
  const at = `seed ${seed}`;

  const paused = held.holding.status === "paused";
  const last = paused
    ? await readHeld(held, await held.app.run({ debate: held.id, limits: { calls: null } }))
    : held;
  expect(last.outcome, at).not.toBeNull();
  const verification = await verified(last.app, last.id);
  expect(verification.fault, at).toBeNull();
  const most = planDebate(challenge, { brief, settings }).calls.max;
  checkOutcome(last.events, { at, outcome: last.outcome!, most, settings });
  return { label: last.outcome!.label, paused };
}

interface Checking {
  readonly at: string;
  readonly outcome: Outcome;
  readonly most: number;
  readonly settings: {
    readonly max_rounds: number;
    readonly skeptical_of_early_agreement: boolean;
  };
}

type Turns = ReadonlyMap<
  string,
  Extract<Event["fact"], { type: "reply-recorded" | "participant-absent" }>
>;

function turnsIn(events: readonly Event[]): Turns {
  return new Map(
    events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" || fact.type === "participant-absent"
        ? [[fact.key, fact]]
        : [],
    ),
  );
}

function checkOutcome(events: readonly Event[], { at, outcome, most, settings }: Checking): void {
  const turns = turnsIn(events);
  const { label, ending, result } = outcome;
  expect(["CONSENSUS/decided", "TRADEOFF/open", "ABORTED/failed"], at).toContain(
    `${label}/${ending}`,
  );
  expect(outcome.rounds, at).toBeLessThanOrEqual(settings.max_rounds);
  expect(turns.size, at).toBeLessThanOrEqual(most);
  const objecting = SEATS.filter((seat) =>
    stillObjects(turns, seat, settings.skeptical_of_early_agreement),
  );
  const left = objecting.filter((seat) => !withdrew(turns, seat));
  if (label === "CONSENSUS") expect(left, `${at}: who never withdrew has not agreed`).toEqual([]);
  if (label === "TRADEOFF") {
    const dissenting = outcome.dissents.map(({ by }) => by);
    for (const seat of left) expect(dissenting, at).toContain(seat);
    expect(dissenting.length, at).toBeGreaterThan(0);
  }
  for (const seat of (result["resolved_parties"] as string[] | undefined) ?? []) {
    expect(withdrew(turns, seat), `${at}: ${seat} is said to have withdrawn`).toBe(true);
  }
  const absent = [...turns.values()].filter(({ type }) => type === "participant-absent");
  expect(outcome.absences, at).toHaveLength(absent.length);
  if (outcome.confidence === "HIGH") expect(absent, `${at}: sure without everyone`).toEqual([]);
}

/** By the words of the seed alone, not by the code under test. */
function stillObjects(turns: Turns, seat: string, skeptical: boolean): boolean {
  const first = turns.get(`challenges/${seat}`);
  if (first?.type === "participant-absent") return first.reason === "unreadable";
  if (!first) return false;
  const pressed = turns.get(`press/${seat}`);
  const { reply } = pressed?.type === "reply-recorded" ? pressed : first;
  const { verdict, objection_strength: strength, critique } = reply as Record<string, string>;
  if (verdict === "disagree" || strength === "strong") return true;
  if (verdict === "partial") return strength === "moderate";
  const quotes = (reply as { evidence: { quote: string }[] }).evidence.map(({ quote }) => quote);
  const words = [critique, ...quotes].join(" ").split(/\s+/).length;
  // a press that went unanswered, or was answered with a nod, leaves the nod it was about
  return pressed?.type === "participant-absent" || (skeptical && words < 40);
}

function withdrew(turns: Turns, seat: string): boolean {
  return [...turns.values()].some(
    (turn) =>
      turn.type === "reply-recorded" &&
      turn.key.startsWith("rebuttals-") &&
      turn.by === seat &&
      (turn.reply as Record<string, string>)["choice"] === "ACCEPT",
  );
}
