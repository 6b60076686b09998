/** Debates of `challenge` with seats that lie, stall, flip, contradict themselves, speak garbage or vanish. */
import { expect } from "vitest";

import type { Event } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import type { ModelRequest } from "../../../src/model.ts";
import { planDebate } from "../../../src/plan.ts";
import type {
  ExposeMatter,
  ChallengeRebutInput,
  RemarkMatter,
  ChallengeRespondInput,
} from "../../../src/protocols/challenge/prompts/prompt-input.ts";
import { challenge } from "../../../src/protocols/challenge/protocol.ts";
import type {
  ChallengeReply,
  ChallengerRebuttalReply,
  FiledObjection,
} from "../../../src/protocols/challenge/replies.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import {
  agrees,
  answer,
  answersPlan,
  exposes,
  freshWords,
  holdChallenge,
  nods,
  objection,
  objects,
  opens,
  opensPlan,
  planBrief,
  rebuts,
  rebuttal,
  respondsWith,
  SEATS,
} from "./challenge.ts";
import { readHeld } from "./debate.ts";
import { type Dice, createDice, unrulyModel } from "./unruly-model.ts";

const GARBAGE = [
  "",
  "I agree with everything.",
  "{",
  '{"verdict":"agree"}',
  '{"rebuttals":[]}',
  "null",
  "[]",
  '{"verdict":"agree","objections":[],"tested":"ok"}',
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
      return (input["parts"] === null ? opens() : opensPlan()).reply;
    case "challenge.attack":
    case "challenge.press":
    case "challenge.refute":
      return attacked(seat, dice);
    case "challenge.respond":
      return responded(input as unknown as ChallengeRespondInput, dice);
    case "challenge.rebut":
      return rebutted(input as unknown as ChallengeRebutInput, dice, stubborn);
    case "challenge.remark":
      return {
        remarks: (input as unknown as RemarkMatter).objections.map(({ id }) => ({
          objection: id,
          remark: "Noted.",
        })),
      };
    default:
      return exposes((input as unknown as ExposeMatter).party.id).reply;
  }
}

/** Several points, some of them the same as another's; verdicts that contradict them; nods; refusals without a point. */
function attacked(seat: string, dice: Dice): Json {
  const kind = dice.below(10);
  if (kind < 4) return agrees(seat).reply;
  if (kind < 5) return nods().reply;
  const verdict = dice.pick(["agree", "partial", "disagree"] as const);
  const points = Array.from({ length: dice.below(4) }, () => filed(seat, dice));
  return objects(seat, [verdict, "minor"], {}, { objections: points }).reply;
}

function filed(seat: string, dice: Dice): FiledObjection {
  return objection(dice.chance(60) ? seat : "architect", {
    strength: dice.pick(["strong", "moderate", "minor"] as const),
    parts: dice.pick([[], [1], [2], [1, 2], [9]]),
    ...(dice.chance(10) && { headline: "No.", detail: "" }),
    ...(dice.chance(20) && { settled_by: null }),
  });
}

/** Forgets objections, answers them twice, accepts without changing, changes without accepting, withdraws. */
function responded({ objections, parts, rewrite, round }: ChallengeRespondInput, dice: Dice): Json {
  const answers = objections.flatMap(({ id }) => {
    const one = answer(id, dice.pick(["ACCEPT", "PARTIAL", "REJECT", "REJECT"] as const));
    if (dice.chance(5)) return [];
    return dice.chance(3) ? [one, one] : [one];
  });
  if (!rewrite) {
    return answersPlan(answers, dice.pick(["as written", "not as written", "cannot tell"] as const))
      .reply;
  }
  const because = dice.chance(80) ? objections.map(({ id }) => id) : [];
  const part = dice.chance(90) ? (parts[0]?.number ?? 1) : 77;
  return respondsWith(answers, {
    fate: dice.chance(5) ? "withdrawn" : dice.pick(["unchanged", "amended", "replaced"] as const),
    changed: dice.chance(50) ? [{ part, text: `Amended in round ${round}.`, because }] : [],
    added: dice.chance(15) ? [{ text: `Added in round ${round}.`, because }] : [],
    dropped: dice.chance(10) ? [{ part, because }] : [],
    open: dice.chance(10) ? [{ part, question: "Until when?", because }] : [],
  }).reply;
}

/** Withdraws with true, false or no causes; leaves objections out; repeats itself and calls it news. */
function rebutted({ objections, round }: ChallengeRebutInput, dice: Dice, stubborn: number): Json {
  const rebuttals = objections.flatMap(({ id, challenger, rounds }) => {
    if (dice.chance(5)) return [];
    const claim = rounds.at(-1)?.answer?.claim ?? "proponent-1";
    if (!dice.chance(stubborn)) {
      const because = dice.pick([[claim], [claim], [claim], [], ["lawyer-9"], ["proponent-1"]]);
      const reason = dice.chance(10) ? { reason: "ok" } : {};
      return [rebuttal(id, "ACCEPT", { because: [...because], ...reason })];
    }
    const words = dice.chance(50)
      ? freshWords(challenger, round)
      : "It is as it was and remains so for us.";
    return [
      rebuttal(id, dice.chance(25) ? "ESCALATE" : "MAINTAIN", {
        reason: words,
        new_information: dice.chance(50),
        strength: dice.pick(["strong", "strong", "moderate", "minor"] as const),
        ...(dice.chance(20) && { settled_by: null }),
      }),
    ];
  });
  return rebuts(rebuttals, dice.chance(15) ? [filed("operator", dice)] : []).reply;
}

export interface Played {
  readonly label: string;
  readonly paused: boolean;
}

/** One debate from its seed to its end, checked by eyes that know only the journal. */
export async function playAtRandom(seed: number): Promise<Played> {
  const dice = createDice(seed);
  const temper = {
    trouble: dice.pick([0, 0, 5, 15, 40]),
    garbage: dice.pick([0, 0, 5, 15, 40]),
    stubborn: dice.pick([10, 50, 90, 100]),
  };
  const settings = {
    max_rounds: 1 + dice.below(6),
    blind_first: dice.chance(25),
    skeptical_of_early_agreement: dice.chance(75),
    opening: dice.pick(["proponent", "user"] as const),
    rewrite: dice.chance(50),
    available: dice.chance(20) ? SEATS.slice(0, dice.below(4)) : null,
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
  const refuted = result["original"] === "refuted";
  const left = listLeft(turns);
  if (label === "CONSENSUS" && !(refuted && isConceded(turns))) {
    expect(left, `${at}: what nobody withdrew or lowered stands`).toEqual([]);
  }
  if (label === "TRADEOFF") {
    const dissenting = outcome.dissents.map(({ by }) => by);
    for (const id of left) expect(dissenting, at).toContain(id.replace(/-\d+$/, ""));
    expect(dissenting.length, at).toBeGreaterThan(0);
  }
  const absent = [...turns.values()].filter(({ type }) => type === "participant-absent");
  const lost = outcome.absences.filter(({ step }) => step === "preflight");
  expect(outcome.absences, at).toHaveLength(absent.length + lost.length);
  if (outcome.confidence === "HIGH") {
    expect([...absent, ...lost], `${at}: sure without everyone`).toEqual([]);
    expect(
      outcome.changes.every(({ standing }) => standing === "explained"),
      at,
    ).toBe(true);
  }
}

/** By the words of the replies alone, not by the code under test: filed above minor, never accepted nor lowered. */
function listLeft(turns: Turns): string[] {
  const spoken = [...turns.values()].flatMap((turn) =>
    turn.type === "reply-recorded" ? [turn] : [],
  );
  const pressed = new Set(spoken.flatMap(({ key, by }) => (key.startsWith("press/") ? [by] : [])));
  const filing = spoken.filter(
    ({ key, by }) =>
      key.startsWith("final") ||
      key.startsWith("press/") ||
      (key.startsWith("challenges/") && !pressed.has(by)),
  );
  const open = filing.flatMap(({ reply, claims }) =>
    (reply as unknown as ChallengeReply).objections.flatMap(({ strength }, place) =>
      strength === "minor" ? [] : [claims[place]?.id ?? ""],
    ),
  );
  const settled = spoken
    .filter(({ key }) => key.startsWith("rebuttals-"))
    .flatMap(({ reply }) => (reply as unknown as ChallengerRebuttalReply).rebuttals)
    .filter(({ choice, strength }) => choice === "ACCEPT" || strength === "minor")
    .map(({ objection: id }) => id);
  return open.filter((id) => !settled.includes(id));
}

/** The last response gives the position up, or grants something about a person's plan. */
function isConceded(turns: Turns): boolean {
  const responses = [...turns.values()].filter(({ key }) => key.startsWith("response-"));
  const last = responses.at(-1);
  if (last?.type !== "reply-recorded") return false;
  const reply = last.reply as { fate?: string; holds?: string; dropped?: unknown[] };
  return (
    reply.holds !== undefined || reply.fate === "withdrawn" || (reply.dropped ?? []).length > 0
  );
}
