/** A merge worked out again from its journal, as far as the journal goes. Nobody is asked. */
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import type { Brief } from "../../../domain/brief.ts";
import { type Event, readOpening } from "../../../domain/event.ts";
import { chooseBase } from "../choose-base.ts";
import { compareVariants } from "../compare-variants.ts";
import { holdDebate, isAbandoned } from "../hold-debate.ts";
import { executeMerge, planMerge } from "../merge-variants.ts";
import * as replies from "../replies.ts";
import { MergeSettings } from "../settings.ts";
import {
  type Based,
  type ComparedMerge,
  type Debated,
  type Finished,
  type Gathered,
  type PlannedMerge,
  tableOf,
} from "../table.ts";
import { gatherVariants } from "../variants.ts";
import { type ReplayFloor, createReplayFloor, type ReplySchemas } from "./merged-view-floor.ts";

/** Each stage holds all that came before it; what was not reached is null. */
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
  const table = tableOf(floor.participants, brief, { settings, atMs });
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
