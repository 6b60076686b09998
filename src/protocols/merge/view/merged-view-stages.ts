/** Recomputes a merge from its journal, as far as the journal goes. It calls no model. */
import type * as z from "zod";

import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import type { Brief } from "../../../domain/brief.ts";
import { type Event, type Fact, readOpening } from "../../../domain/journal/event.ts";
import { type Round, type Turn, createRound } from "../../../domain/round.ts";
import { sha256 } from "../../../kernel/journal/hash-chain.ts";
import type { Floor } from "../../../protocol.ts";
import { chooseBase } from "../choose-base.ts";
import { compareVariants } from "../compare-variants.ts";
import { holdDebate, isAbandoned } from "../hold-debate.ts";
import { executeMerge, planMerge } from "../merge-variants.ts";
import * as replies from "../replies.ts";
import {
  type Based,
  type ComparedMerge,
  type Debated,
  type Finished,
  type Gathered,
  type PlannedMerge,
  createMergeTable,
} from "../rules/table.ts";
import { gatherVariants } from "../rules/variants.ts";
import { MergeSettings } from "../settings.ts";

/** Each stage includes all earlier ones; a stage that was not reached is null. */
export interface MergeStages {
  readonly gathered: Gathered;
  readonly compared: ComparedMerge | null;
  /** As far as it has come, where it still goes on. */
  readonly debated: Debated | null;
  readonly isDebating: boolean;
  readonly based: Based | null;
  readonly planned: PlannedMerge | null;
  readonly finished: Finished | null;
}

const SCHEMAS: ReplySchemas = {
  variants: replies.WritingReply,
  "variants-again": replies.WritingReply,
  findings: replies.FindingsReply,
  statements: replies.AdvocateStatementReply,
  "statements-again": replies.AdvocateStatementReply,
  rebuttals: replies.AdvocateRebuttalReply,
  finals: replies.FinalArgumentReply,
  forward: replies.EvaluationReply,
  reverse: replies.EvaluationReply,
  "re-evaluation": replies.EvaluationReply,
};

/** Null where not even the variants are there yet. Throws where the record says otherwise. */
export async function replayMergeStages(
  events: readonly Event[],
  brief: Brief,
): Promise<MergeStages | null> {
  const floor = createReplayFloor(events, SCHEMAS);
  const breathe = createEventLoopYielder();
  const settings = MergeSettings.parse(readOpening(events).settings);
  const atMs = await floor.now("begun");
  const table = createMergeTable(floor.participants, brief, { settings, atMs });
  const gathered = await gatherVariants(floor, table, breathe);
  // a draft that is still being written would be missing among the variants
  if (floor.ended() === "answer") return null;
  const nothing = { compared: null, debated: null, based: null, planned: null, finished: null };
  const calm = { ...nothing, isDebating: false };
  if (gathered.variants.length < 2) return { gathered, ...calm };

  const compared = dropUnansweredGuesses(floor, await compareVariants(floor, gathered, breathe));
  const first = { gathered, ...calm, compared };
  if (floor.ended() !== null) return first;
  const debated = dropUnansweredGuesses(floor, await holdDebate(floor, compared));
  const second = { ...first, debated, isDebating: floor.ended() === "answer" };
  if (floor.ended() !== null || isAbandoned(debated)) return second;

  const based = dropUnansweredGuesses(floor, await chooseBase(floor, debated, breathe));
  // an evaluator that has not answered is not one who was absent
  if (floor.ended() === "answer") return second;
  const third = { ...second, based };
  if (floor.ended() !== null) return third;
  const planned = dropUnansweredGuesses(floor, await planMerge(floor, based));
  const fourth = { ...third, planned };
  if (floor.ended() !== null) return fourth;
  const finished = await executeMerge(floor, planned, breathe);
  return floor.ended() === null ? { ...fourth, finished } : fourth;
}

/** At a stop that waits for a person the stage is as code left it. */
function dropUnansweredGuesses<Stage extends ComparedMerge>(
  floor: ReplayFloor,
  stage: Stage,
): Stage {
  const overrides = stage.overrides.filter(({ stop }) => floor.isAnswered(stop));
  return { ...stage, overrides };
}

// A floor that asks nobody: it returns what a journal has, and remembers where the record ends.

/** Something was published, and working it out again leads to something else. */
class RecordMismatchError extends Error {}

/**
 * The first thing the rules needed that the journal does not have: an answer, a person's decision at a stop, or an
 * artifact. Null while everything was there.
 */
type RecordEnd = "answer" | "stop" | "artifact" | null;

interface ReplayFloor extends Floor {
  ended(): RecordEnd;
  /** Whether a person has answered at this stop. */
  isAnswered(stop: string): boolean;
}

/** Answers are read again before anything is made of them: a journal may be anyone's. */
type ReplySchemas = Readonly<Record<string, z.ZodType>>;

function createReplayFloor(events: readonly Event[], schemas: ReplySchemas): ReplayFloor {
  const { participants } = readOpening(events);
  const record = indexRecordEvents(events);
  let end: RecordEnd = null;

  function turnAt<Reply>(step: string, seat: string): Turn<Reply> | null {
    const key = `${step}/${seat}`;
    const fact = record.turns.get(key);
    if (!fact) {
      end ??= "answer";
      return null;
    }
    const repaired = record.rejected.has(key);
    const { by } = fact;
    if (fact.type === "participant-absent") {
      return { kind: "absent", key, by, reason: fact.reason, detail: fact.detail, repaired };
    }
    const reply = schemas[step]?.parse(fact.reply) as Reply;
    return { kind: "spoken", key, by, reply, claims: fact.claims, unmet: fact.unmet, repaired };
  }

  function readRound<Reply>(step: string, seats: readonly { readonly id: string }[]): Round<Reply> {
    return createRound(
      step,
      seats.flatMap(({ id }) => turnAt<Reply>(step, id) ?? []),
    );
  }

  return {
    participants,
    fence: (_, text) => text,
    seededOrder: (_, count) => Array.from({ length: count }, (__, place) => place),
    ended: () => end,
    isAnswered: (stop) => record.answers.has(stop),

    ask: async <Reply>(step: string, { id }: { readonly id: string }): Promise<Turn<Reply>> => {
      const key = `${step}/${id}`;
      const pending = { kind: "absent", key, by: id, reason: "unavailable", detail: "" } as const;
      return turnAt<Reply>(step, id) ?? { ...pending, repaired: false };
    },
    round: async (step, seats) => readRound(step, seats),
    turns: async (step, seats) => readRound(step, seats),

    async escalate(step, { many }) {
      const answer = record.answers.get(step);
      if (!answer) end ??= "stop";
      const { choice, reason, by } = answer ?? { choice: "", reason: "", by: "" };
      return { choice, ...(many && { choices: choice.split(",") }), reason, by };
    },

    async publish(name, text) {
      const published = record.artifacts.get(name);
      if (!published) end ??= "artifact";
      else if (end === null && published !== sha256(text)) throw new RecordMismatchError(name);
    },

    async look() {
      end ??= "answer";
      return { answer: null, sources: [] };
    },

    // the view shows how the document came about, and ends before the outcome
    weighed: (outcome) => outcome,

    async now(step) {
      const read = record.clock.get(step);
      if (read === undefined) end ??= "answer";
      return read ?? 0;
    },
  };
}

type TurnFact = Extract<Fact, { type: "reply-recorded" | "participant-absent" }>;
type AnswerFact = Extract<Fact, { type: "escalation-answered" }>;

interface RecordIndex {
  readonly turns: Map<string, TurnFact>;
  readonly rejected: Set<string>;
  readonly answers: Map<string, AnswerFact>;
  /** Name of an artifact to its hash. */
  readonly artifacts: Map<string, string>;
  readonly clock: Map<string, number>;
}

function indexRecordEvents(events: readonly Event[]): RecordIndex {
  const index: RecordIndex = {
    turns: new Map(),
    rejected: new Set(),
    answers: new Map(),
    artifacts: new Map(),
    clock: new Map(),
  };
  for (const { fact } of events) {
    if (fact.type === "reply-recorded" || fact.type === "participant-absent")
      index.turns.set(fact.key, fact);
    else if (fact.type === "reply-rejected") index.rejected.add(fact.key);
    else if (fact.type === "escalation-answered") index.answers.set(fact.key, fact);
    else if (fact.type === "artifact-published") index.artifacts.set(fact.name, fact.sha256);
    else if (fact.type === "clock-read") index.clock.set(fact.key, fact.readMs);
  }
  return index;
}
