/** Journals in which everything happens that can: by seed, of any length, without a protocol behind them. */
import type { Claim } from "../../../src/domain/claim.ts";
import type { Event, Fact, Limits, Speaker, Usage } from "../../../src/domain/journal/event.ts";
import { outcome } from "../../../src/domain/outcome/outcome.ts";
import { ABSENCE_REASONS } from "../../../src/domain/round.ts";
import { type Dice, createDice } from "../protocols/unruly-model.ts";
import { sequenced } from "./timelines.ts";

export interface RandomJournal {
  readonly seed: number;
  readonly steps: number;
  readonly seats?: number;
}

const PERSON = "seat-1";
const LIMITS: Limits = { calls: null, tokens: null, usd: 5, wallMs: null, onLimit: "pause" };
const WORDS =
  "crews valley signal merge record price queue night outage measure figure draft office visit ledger".split(
    " ",
  );

export function randomJournal({ seed, steps, seats = 5 }: RandomJournal): Event[] {
  const table = createTable(createDice(seed), seats);
  const facts: Fact[] = [openedBy(table)];
  for (let number = 1; number <= steps; number++) facts.push(...stepFacts(table, number));
  if (table.dice.chance(80)) facts.push(...ended(table));
  return sequenced(facts);
}

interface Table {
  readonly dice: Dice;
  readonly seats: readonly string[];
  readonly options: readonly string[];
  /** Ids given so far, and keys of turns so far. */
  readonly claims: string[];
  readonly spoken: string[];
}

function createTable(dice: Dice, count: number): Table {
  const seats = Array.from({ length: count }, (_, index) => `seat-${index + 1}`);
  const options = dice.pick([["A", "B", "C"], ["keep-the-old", "keep-the-new"], []]);
  return { dice, seats, options, claims: [], spoken: [] };
}

function openedBy({ dice, seats, options }: Table): Fact {
  const forkedFrom = dice.chance(30) ? { debate: "before-0000", sequence: 7, head: "" } : null;
  return {
    type: "debate-opened",
    format: 1,
    debate: "random-0000",
    protocol: "judges",
    protocolVersion: 1,
    brief: {
      id: "random",
      question: "Which?",
      options: options.map((id) => ({ id, label: `The ${id}`, description: "" })),
      sources: [{ id: "brief", title: "brief", sha256: "0".repeat(64), bytes: 1 }],
      featureName: null,
      featureDir: null,
    },
    participants: seats.map((id, index) => ({
      id,
      name: `Seat ${index + 1}`,
      role: "judge",
      stance: null,
      model: id === PERSON ? "person" : "m/1",
      mark: `S${index}`,
    })),
    settings: {},
    limits: LIMITS,
    timeoutMs: 1_000,
    salt: "",
    notices: [],
    by: "test",
    forkedFrom,
  };
}

function stepFacts(table: Table, number: number): Fact[] {
  const { dice, seats } = table;
  const step = `${dice.pick(["responses", "poll", "scores"])}-${number}`;
  const asked = seats.filter(() => dice.chance(85));
  const inherited = number === 1 && dice.chance(30);
  const commit = (name: string, asks: readonly string[]): Fact => ({
    type: "asks-committed",
    step: name,
    blind: number === 1,
    ...(inherited && { inherited: true }),
    asks: asks.map((by) => ({ by, prompt: "0", bytes: 1, reveals: table.spoken.slice(-40) })),
  });
  const inTurn = dice.chance(25);
  const turns = asked.flatMap((by) => [
    ...(inTurn ? [commit(`${step}/${by}`, [by])] : []),
    ...turnFacts(table, step, by),
    ...(dice.chance(4) ? interruption(dice) : []),
  ]);
  return [
    ...(inTurn ? [] : [commit(step, asked)]),
    ...turns,
    ...(dice.chance(90) ? [{ type: "round-closed", step } satisfies Fact] : []),
    ...between(dice, number),
  ];
}

function turnFacts(table: Table, step: string, by: string): Fact[] {
  const { dice } = table;
  const key = `${step}/${by}`;
  const speaker = createSpeaker(by);
  const rejected: Fact = {
    type: "reply-rejected",
    key,
    by,
    problems: ["no option"],
    raw: "{",
    speaker,
    usage: createUsage(dice, by),
    latencyMs: 5,
  };
  const facts: Fact[] = [...awaited(by, key), ...(dice.chance(15) ? [rejected] : [])];
  if (!dice.chance(12)) return [...facts, createRandomReply(table, key, by)];
  const absent: Fact = {
    type: "participant-absent",
    key,
    by,
    reason: dice.pick(ABSENCE_REASONS),
    detail: "gone",
    raw: null,
    speaker,
    usage: createUsage(dice, by),
    latencyMs: 5,
    called: dice.chance(50),
  };
  return [...facts, absent];
}

function awaited(by: string, key: string): Fact[] {
  if (by !== PERSON) return [];
  return [
    { type: "answer-awaited", key, by, attempt: 1 },
    { type: "person-answered", key, attempt: 1, text: "{}", by: "Ada" },
  ];
}

function createRandomReply(table: Table, key: string, by: string): Fact {
  const { dice, options, seats, claims, spoken } = table;
  // "C1" may be given later, or never
  const guess = (): string => `C${dice.below(claims.length + 12)}`;
  const about = (): string =>
    dice.pick([...options, guess(), guess(), dice.pick(seats), by, "proposal", "something else"]);
  const made = Array.from({ length: dice.below(4) }, (_, index): Claim => ({
    id: `C${claims.length + index}`,
    by,
    text: sentence(dice),
    about: about(),
    side: dice.pick(["supports", "attacks"]),
    evidence: dice.chance(50) ? [{ source: "brief", quote: sentence(dice), verified: true }] : [],
  }));
  claims.push(...made.map(({ id }) => id));
  spoken.push(key);
  const position = dice.chance(15)
    ? null
    : dice.pick([...options, ...options, "something else", "A"]);
  const because = dice.chance(50) ? [guess(), guess()] : [];
  return {
    type: "reply-recorded",
    key,
    by,
    reply: {},
    said: {
      position,
      confidence: dice.chance(30) ? null : dice.below(101),
      words: sentence(dice),
      wouldChange: dice.chance(30) ? sentence(dice) : null,
      ...(because.length > 0 && { because }),
    },
    claims: made,
    unmet: [],
    speaker: createSpeaker(by),
    usage: createUsage(dice, by),
    latencyMs: 10,
    ...(by === PERSON && { called: false as const }),
  };
}

function interruption(dice: Dice): Fact[] {
  const paused: Fact = { type: "debate-paused", reason: "interrupted", detail: "Ctrl-C" };
  const limits = { ...LIMITS, usd: dice.below(50) };
  return [paused, { type: "debate-resumed", limits, askedAgain: dice.chance(50) ? ["x"] : [] }];
}

function between(dice: Dice, number: number): Fact[] {
  const key = `question-${number}`;
  const choices = [{ id: "a", label: "A" }];
  return [
    ...(dice.chance(10)
      ? [{ type: "escalation-raised", key, question: "Which?", choices, many: true } as const]
      : []),
    ...(dice.chance(10)
      ? [{ type: "escalation-answered", key, choice: "a", reason: "so", by: "Ada" } as const]
      : []),
    ...(dice.chance(20)
      ? [{ type: "artifact-published", name: `${key}.md`, sha256: "0", bytes: 1 } as const]
      : []),
    ...(dice.chance(20) ? [{ type: "clock-read", key, readMs: 1 } as const] : []),
  ];
}

function ended({ dice, options }: Table): Fact[] {
  const choice = options[0] ?? null;
  const settled = outcome({
    label: "CONTESTED",
    ending: "open",
    choice,
    summary: "no option carried",
    present: 3,
    expected: 5,
  });
  return [
    { type: "debate-settled", outcome: settled },
    ...(dice.chance(70)
      ? ([
          { type: "decision-recorded", choice: "A", reason: "so", by: "Ada", blind: true },
          { type: "decision-judged", verdict: "partial", reason: "half", by: "Ada" },
        ] as const)
      : []),
  ];
}

function createSpeaker(by: string): Speaker {
  if (by === PERSON)
    return { provider: "person", requested: "person", served: "Ada", version: null };
  return { provider: "m", requested: "m/1", served: "1", version: null };
}

function createUsage(dice: Dice, by: string): Usage {
  if (by === PERSON) return { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  return {
    inputTokens: dice.below(1_000),
    outputTokens: dice.below(100),
    costUsd: dice.below(100) / 1_000,
    ...(dice.chance(5) && { price: "unknown" as const }),
  };
}

function sentence(dice: Dice): string {
  return Array.from({ length: 12 }, () => dice.pick(WORDS)).join(" ");
}
