/** Boards whose participants lie, stall, flip, contradict themselves, answer garbage or vanish; by seed. */
import { hash } from "node:crypto";

import type { Event, Fact } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import { type Model, ModelError, type ModelRequest } from "../../../src/model.ts";
import { createPersonaSeat } from "../../../src/protocols/board/prompts/personas.ts";
import type {
  GateMatter,
  BoardRespondInput,
  BoardReviewInput,
  BoardStateInput,
  SynthesizeMatter,
} from "../../../src/protocols/board/prompts/prompt-input.ts";
import { cutAfter, verified } from "../journals/forge-journal.ts";
import { fakeClock } from "../time/fake-clock.ts";
import {
  ballot,
  boardApp,
  boardBrief,
  DISSENT,
  gates,
  reviews,
  states,
  synthesizes,
} from "./board.ts";
import { holdOn } from "./debate.ts";

type Chance = (...words: (string | number)[]) => number;

/** The same number between 0 and 1 for the same words, so that a resumed debate meets the same people. */
function createChance(seed: number): Chance {
  return (...words) =>
    Number.parseInt(hash("sha256", [seed, ...words].join("/")).slice(0, 8), 16) / 0x1_0000_0000;
}

function pick<One>(list: readonly One[], chance: number): One | undefined {
  return list[Math.floor(chance * list.length)];
}

const OPTIONS = ["A", "B", "none", "Z"];

/** How bad things are in this debate: from nearly well-behaved to nearly hopeless. */
function unreliable(seed: number, chance: Chance): Model {
  const ruin = chance("ruin") ** 2 * 0.5;
  return {
    id: "random",
    worstCase: () => ({ tokens: 100, usd: 0 }),
    async *answer(request) {
      const { key, attempt } = request;
      const roll = chance(key, attempt, "fate");
      if (roll < ruin * 0.4) throw new ModelError("unavailable", "gone");
      if (roll < ruin * 0.5) throw new ModelError("refused", "no");
      if (roll < ruin * 0.6) throw new ModelError("timed-out", "slow");
      const text =
        roll < ruin * 0.9
          ? (pick(
              ["", "Yes.", "{}", '{"vote":"yes"}', "[1,2", "null"],
              chance(key, attempt, "junk"),
            ) ?? "")
          : JSON.stringify(replyTo(request, chance));
      const served = { provider: "random", model: `seed ${seed}`, version: null };
      yield {
        type: "answer-given",
        text,
        served: { ...served, inputTokens: 1, outputTokens: 1, costUsd: 0 },
      };
    },
  };
}

function replyTo(
  { promptInput: input, key, attempt, participant }: ModelRequest,
  chance: Chance,
): Json {
  const roll = (what: string): number => chance(key, attempt, what);
  const option = (): string =>
    pick(OPTIONS, roll("option") * (roll("sane") < 0.9 ? 0.5 : 1)) ?? "none";
  switch (input.kind) {
    case "board.state": {
      const { seat } = input as BoardStateInput;
      const half = roll("half") < 0.05 ? { stepping_stone: null, alternative: null } : {};
      return states(participant.id, option(), seat.role === "director" ? {} : half).reply;
    }
    case "board.respond":
      return responseTo(input as BoardRespondInput, roll, option());
    case "board.gate": {
      const { unjudged, stale } = input as GateMatter;
      const news = Object.fromEntries(
        unjudged.map((round) => [round, roll(`news ${round}`) < 0.5]),
      );
      const extra: Record<number, boolean> = roll("extra") < 0.05 ? { 99: true } : {};
      const eager = stale.length > 0 ? 0.4 : 0.7;
      const decision = roll("gate") < eager ? "CONTINUE" : roll("kind") < 0.5 ? "HALT" : "ESCALATE";
      return gates({ ...news, ...extra }, decision).reply;
    }
    case "board.poll":
      return ballot(roll("vote") < 0.5 ? "yes" : "no").reply;
    case "board.synthesize":
      return synthesisFor(input as SynthesizeMatter, roll, option());
    case "board.review": {
      const { own } = input as BoardReviewInput;
      const accurate = roll("review") < 0.6 ? "yes" : roll("review") < 0.8 ? "incomplete" : "no";
      const words = `I hold ${own.position}, and the text says something else of me here.`;
      const stand = roll("stand") < 0.6 ? "go along" : "dissent";
      return reviews(accurate, {
        misrepresented: accurate === "yes" || roll("mute") < 0.1 ? null : words,
        stand,
        stand_reason:
          roll("hollow") < 0.1 ? "ok" : `${own.seat.id} weighs hosting revenue against lost deals.`,
      }).reply;
    }
    default:
      return {};
  }
}

function synthesisFor(
  { dissents, risks, alternatives, verdict }: SynthesizeMatter,
  roll: (what: string) => number,
  chosen: string,
): Json {
  const kept = verdict !== null && roll("flip") < 0.8 ? verdict : chosen;
  const invented = roll("invent") < 0.05 ? ["ceo-999"] : [];
  return synthesizes(kept, {
    rejected:
      roll("unanswered") < 0.1
        ? []
        : alternatives
            .filter(({ id }) => id !== kept)
            .map(({ id }) => ({ point: id, reasoning: "Lost deals and revenue weigh more." })),
    risk_register: [...risks.map(({ id }) => id), ...invented]
      .filter((id) => roll(id) < 0.7)
      .map((id) => ({
        claims: [id],
        likelihood: "low",
        impact: "high",
        mitigation: "Watch it closely.",
      })),
    answers: dissents
      .filter(({ id }) => roll(id) < 0.8)
      .map(({ id }) => ({ claim: id, reason: "The server stays closed for another year." })),
    stand: roll("stand") < 0.8 ? "go along" : "dissent",
  }).reply;
}

function responseTo(
  { own, peers, round }: BoardRespondInput,
  roll: (what: string) => number,
  flipped: string,
): Json {
  const all = peers.flatMap(({ claims }) => claims);
  const point = roll("lie") < 0.05 ? "X9" : (pick(all, roll("claim"))?.id ?? "X9");
  const stamp = roll("stamp") < 0.08;
  const reason = stamp
    ? "Looks good to me."
    : `Round ${round} of ${own.seat.id} answers ${point}: revenue figure ${Math.floor(roll("figure") * 3)} says otherwise`;
  const moves = roll("flip") < 0.25;
  const cause = pick(all, roll("cause"))?.id ?? "X9";
  return {
    agreements: roll("agree") < 0.3 ? [{ point, reason: `${reason}, and rightly` }] : [],
    disagreements: roll("oppose") < 0.8 ? [{ point, counter_reason: reason, evidence: [] }] : [],
    missed_risks:
      roll("risk") < 0.2
        ? [{ text: `Nobody named the support burden of round ${round} yet`, about: "B" }]
        : [],
    position: `${own.seat.id} speaks in round ${round}`,
    choice: moves ? flipped : own.choice,
    confidence: 50,
    // kept by an id, shared, invented, or said anew
    conditions: [
      ...(roll("keep") < 0.3 ? [pick(all, roll("kept"))?.id ?? "X9"] : []),
      ...(roll("ask") < 0.2 ? [`A pilot shows the revenue of round ${round}.`] : []),
    ],
    otherwise: roll("otherwise") < 0.3 ? (pick(["A", "B", "Z"], roll("else")) ?? null) : null,
    next_step: roll("step") < 0.3 ? (pick(all, roll("next"))?.id ?? "Ask a customer.") : null,
    formal_dissents:
      roll("dissent") < 0.3
        ? [
            {
              about: pick(["A", "B", "proposal", point], roll("about")) ?? "B",
              text: `${DISSENT.text} (${own.seat.id}, ${round})`,
            },
          ]
        : [],
    withdrawn_dissents: own.dissents
      .filter(({ id }) => roll(`withdraw ${id}`) < 0.4)
      .map(({ id }) => ({
        claim: id,
        because: [cause],
        reason: roll("why") < 0.2 ? "ok" : "Hosting stays closed for another year.",
      })),
    changed_because:
      moves && roll("explain") < 0.6
        ? { claims: [cause], evidence: [], explanation: "It convinced me." }
        : null,
    request_synthesis: roll("request") < 0.2,
  };
}

/** Holds one debate to its end, or to a question nobody answers; throws what is wrong with it. */
export async function randomBoard(seed: number): Promise<string> {
  const chance = createChance(seed);
  const ids = [
    "ceo",
    "cto",
    ...(chance("size") < 0.3 ? ["cfo", "coo"] : []),
    "contrarian",
    "moonshot",
  ];
  const seats = ids.map(createPersonaSeat);
  const model = unreliable(seed, chance);
  const max_rounds = 2 + Math.floor(chance("rounds") ** 3 * 9);
  const settings = { max_rounds, min_rounds: Math.min(max_rounds, chance("min") < 0.8 ? 2 : 3) };
  const persons = chance("patience") < 0.15 ? [] : ["a", "b", "c", "d", "e"];
  const answers = persons.map((nth) => (chance("person", nth) < 0.8 ? "go" : "stop"));
  const clock = fakeClock();
  const app = boardApp({ clock, seats, model });
  const id = await app.open(app.plan("board", { brief: boardBrief(), settings }), "tester");
  const holding = await answering(app, id, answers);
  const record = await app.read(id);
  const verification = await verified(app, id);
  if (!verification.ok) throw new Error(`does not verify: ${JSON.stringify(verification.fault)}`);
  check(record.events, holding.status === "settled" ? holding.outcome : null);

  const cut = 1 + Math.floor(chance("cut") * record.lines.length);
  if (chance("crash") < 0.25) {
    const again = boardApp({ clock, seats, model });
    await again.importJournal(await cutAfter(record, cut));
    const resumed = await answering(again, id, answers);
    if (JSON.stringify(resumed) !== JSON.stringify(holding)) {
      throw new Error(`cut after ${cut}, it ends in another way`);
    }
  }
  return holding.status === "settled" ? holding.outcome.label : holding.status;
}

type App = ReturnType<typeof boardApp>;

/** The person answers by what is on offer; without answers the question stays open. */
async function answering(app: App, id: string, answers: readonly string[]) {
  let result = await holdOn(app, id);
  for (let asked = 0; result.status === "waiting" && asked < answers.length; asked++) {
    const { events } = await app.read(id);
    const raised = events.flatMap(({ fact }) => (fact.type === "escalation-raised" ? [fact] : []));
    const last = raised.at(-1);
    const number = raised.length - 1;
    const choices = last?.choices.map((choice) => choice.id) ?? [];
    const wish = answers[number % answers.length];
    const choice = wish === "stop" ? "stop" : (choices[0] ?? "stop");
    await app.decide(id, { choice, reason: "because", by: "pat" });
    result = await holdOn(app, id);
  }
  return result;
}

const ENDINGS: Readonly<Record<string, string>> = {
  SYNTHESIZED: "decided",
  SYNTHESIZED_WITHOUT_MAJORITY: "open",
  ESCALATED: "open",
  ABORTED: "failed",
};

function expects(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

type Recorded = Extract<Fact, { type: "reply-recorded" }>;

/** Reads the journal by itself, knowing nothing of the protocol's code. */
function check(events: readonly Event[], outcome: Outcome | null): void {
  const facts = events.map(({ fact }) => fact);
  const replies = facts.filter((fact): fact is Recorded => fact.type === "reply-recorded");
  const said = (step: string): Recorded[] =>
    replies.filter(({ key }) => key.startsWith(`${step}/`));
  const asked = (pattern: RegExp): number =>
    facts.reduce(
      (sum, fact) =>
        sum + (fact.type === "asks-committed" && pattern.test(fact.step) ? fact.asks.length : 0),
      0,
    );
  if (!outcome) {
    const open = facts.filter(({ type }) => type === "escalation-raised").length;
    const answered = facts.filter(({ type }) => type === "escalation-answered").length;
    expects(open > answered, "it stopped, and nobody was asked anything");
    return;
  }
  expects(ENDINGS[outcome.label] === outcome.ending, `${outcome.label} is no declared ending`);
  const seats = outcome.expected;
  expects(asked(/^statements$/) === seats, "phase 1 is one statement each");
  expects(
    asked(/^(?:synthesis(?:-2)?|reviews|correction|recheck)$/) <= 2 * seats,
    "phase 3 over 2N",
  );
  const { total, most } = outcome.result["calls"] as { total: number; most: number };
  expects(asked(/^/) === total && total <= most, `${total} calls counted, ${most} are the most`);
  checkVoices(outcome, replies, said);
  if (outcome.label.startsWith("SYNTHESIZED")) checkEnding(outcome, facts, said);
}

/** No absence was counted as agreement, and no dissent was lost without a withdrawal. */
function checkVoices(
  outcome: Outcome,
  replies: readonly Recorded[],
  said: (step: string) => Recorded[],
): void {
  const last = outcome.rounds === 0 ? "statements" : `responses-${outcome.rounds}`;
  const heard = new Map(
    said(last).map(({ by, reply }) => [by, (reply as { choice: string }).choice]),
  );
  expects(outcome.present === heard.size, "someone is present who did not speak");
  for (const { by, option } of outcome.tallies.at(-1)?.votes ?? []) {
    expects(heard.get(by) === option, `${by} is counted for ${option} and did not say so`);
  }
  const words = new Map(outcome.dissents.map((dissent) => [dissent.by, dissent.words]));
  const withdrawn = new Set(
    replies.flatMap(({ reply }) =>
      ((reply as { withdrawn_dissents?: { claim: string }[] }).withdrawn_dissents ?? []).map(
        ({ claim }) => claim,
      ),
    ),
  );
  for (const { key, by, reply, claims } of replies) {
    if (!key.startsWith("responses-")) continue;
    for (const { text } of (reply as { formal_dissents: { text: string }[] }).formal_dissents) {
      const id = claims.find((claim) => claim.text === text || claim.detail === text)?.id ?? "";
      // who tried to withdraw it may have had a cause
      if (!withdrawn.has(id))
        expects(words.get(by)?.includes(text) === true, `a dissent of ${by} is not kept`);
    }
  }
}

interface ReviewReply {
  readonly accurate: string;
  readonly stand: string;
}

/** Phase 2 ended in a way the rules know, and the certainty is not more than it may be. */
function checkEnding(
  outcome: Outcome,
  facts: readonly Fact[],
  said: (step: string) => Recorded[],
): void {
  const way = outcome.result["phase_2_ended_by"];
  const { rounds } = outcome;
  expects(rounds >= 2, "fewer than two rounds");
  if (way === "poll") {
    const poll = facts.find(
      (fact) => fact.type === "asks-committed" && fact.step === `poll-${rounds}`,
    );
    const of = poll ? outcome.expected : 0;
    const yes = said(`poll-${rounds}`).filter(
      ({ reply }) => (reply as { vote: string }).vote === "yes",
    ).length;
    expects(of > 0 && 3 * yes >= 2 * of, `${yes} of ${of} moved on`);
  }
  if (way === "gate") {
    const judged = facts.flatMap((fact) =>
      fact.type === "reply-recorded" && fact.key.startsWith("gate-")
        ? (fact.reply as { rounds: { round: number; new_information: boolean }[] }).rounds
        : [],
    );
    const stale = new Set(judged.filter((one) => !one.new_information).map(({ round }) => round));
    expects(stale.has(rounds) && stale.has(rounds - 1), "halted without two stale rounds");
  }
  checkSupport(outcome, facts, said);
}

/** Recounts who went along with the final text, from the replies alone. */
function checkSupport(
  outcome: Outcome,
  facts: readonly Fact[],
  said: (step: string) => Recorded[],
): void {
  const way = outcome.result["phase_2_ended_by"];
  const absent = facts.some(({ type }) => type === "participant-absent");
  expects(!((absent || way !== "poll") && outcome.confidence === "HIGH"), "too certain");
  const corrected = said("correction").length > 0;
  const written = [...said("synthesis"), ...said("synthesis-2"), ...said("correction")].at(-1);
  const last = said(corrected ? "recheck" : "reviews");
  const along = new Set(
    [...last, ...(written ? [written] : [])]
      .filter(({ reply }) => (reply as unknown as ReviewReply).stand === "go along")
      .map(({ by }) => by),
  );
  const { behind, of } = outcome.result["support"] as { behind: string[]; of: number };
  expects(of === outcome.expected, "not counted over the whole roster");
  for (const by of behind) expects(along.has(by), `${by} is counted and did not go along`);
  const majority = 2 * behind.length > of;
  expects(majority === (outcome.label === "SYNTHESIZED"), "a majority is not what it says");
  expects(majority || outcome.confidence === "LOW", "sure without a majority");
  expects(3 * behind.length >= 2 * of || outcome.confidence !== "HIGH", "HIGH below two thirds");
  const words = new Map<string, ReviewReply>();
  for (const { by, reply } of [...said("reviews"), ...said("recheck")])
    words.set(by, reply as unknown as ReviewReply);
  const objecting = [...words].filter(([, one]) => one.accurate === "no").map(([by]) => by);
  const disputed = outcome.result["disputed_representation"] as readonly { by: string }[];
  expects(
    JSON.stringify(disputed.map(({ by }) => by).toSorted()) ===
      JSON.stringify(objecting.toSorted()),
    "an objection was lost",
  );
  const dissenting = [...words].filter(([, one]) => one.stand === "dissent").map(([by]) => by);
  const kept = new Set(outcome.dissents.map(({ by }) => by));
  for (const by of dissenting) expects(kept.has(by), `the dissent of ${by} is not kept`);
}

/** Holds many; the number of endings by label. */
export async function randomBoards(runs: number, from = 0): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (let seed = from; seed < from + runs; seed++) {
    const label = await randomBoard(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    });
    endings[label] = (endings[label] ?? 0) + 1;
  }
  return endings;
}
