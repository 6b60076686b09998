/**
 * Runs a protocol from its journal to an outcome, or to a point where it can be resumed.
 *
 * KR1. The outcome is computed by the protocol from the recorded turns, and from nothing else.
 * KR2. A debate that stops for any reason can be run again and continues where it was.
 * KR3. Running a debate adds nothing to its journal until there is something new to ask or to record.
 */
import type { Clock } from "../clock.ts";
import type { Brief } from "../domain/brief.ts";
import { type Event, type Limits, readOpening, findSettlement } from "../domain/journal/event.ts";
import { JUDGEMENT_SINCE_FORMAT } from "../domain/outcome/judgement.ts";
import type { Participant } from "../domain/participant.ts";
import type { RunResult, LiveEvent, Steering } from "../engine.ts";
import { DissentError, ReplayError } from "../errors.ts";
import type { Model } from "../model.ts";
import type { Ask, Floor, Protocol } from "../protocol.ts";
import { ATTESTATION, attestDissents } from "./attest-dissents.ts";
import { createBudget } from "./budget.ts";
import { type Cancellation, createCancellation } from "./calls/cancellation.ts";
import { createFence } from "./fence.ts";
import { type FloorOptions, openFloor } from "./floor.ts";
import type { Journal } from "./journal/journal.ts";
import { createKnownTexts } from "./known-texts.ts";
import type { OutsideOptions } from "./read-outside.ts";
import { createSeededOrder } from "./seeded-order.ts";
import {
  TurnDropped,
  DebateHandedOver,
  DebateInterrupted,
  isSuspension,
  KeyRefused,
  LimitReached,
  OutsideUnreadable,
} from "./suspension.ts";

const DROPPED = "dropped";

export interface RunDebateOptions {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly findSeatModel: (participant: Participant) => Model;
  readonly clock: Clock;
  readonly steering?: Steering;
  /** Pulled when another has taken the debate over. */
  readonly drop?: Cancellation;
  readonly onLive?: (event: LiveEvent) => void;
  readonly onAsk?: FloorOptions["onAsk"];
  readonly onReach?: FloorOptions["onReach"];
  readonly callModel?: FloorOptions["callModel"];
  readonly readOutside?: OutsideOptions["readOutside"];
  /** Texts of what was read outside; where it is left out, the journal has none. */
  readonly readText?: OutsideOptions["readText"];
  /** Released as it is, for another process to continue; nothing is recorded. */
  readonly leave?: AbortSignal;
}

export async function runDebate(setting: RunDebateOptions): Promise<RunResult> {
  const { protocol, brief } = setting;
  const settled = findSettlement(setting.journal.events);
  if (settled) return { status: "settled", outcome: settled.outcome };
  const begin = createResumeNote(setting);
  const journal =
    begin === NOTHING_TO_NOTE ? setting.journal : withResumeNote(begin, setting.journal);
  const { drop = createCancellation(), steering, leave } = setting;
  const drops = [steering?.drop, leave].filter((signal) => signal !== undefined);
  for (const signal of drops) {
    signal.addEventListener("abort", drop.cancel);
    if (signal.aborted) drop.cancel();
  }
  const asks = new Map<string, Ask<unknown>>();
  try {
    const onAsk: FloorOptions["onAsk"] = (key, ask) => {
      asks.set(key, ask);
      setting.onAsk?.(key, ask);
    };
    const floor = createDebateFloor({ ...setting, journal, onAsk }, { begin, drop });
    const { settings, attest } = readOpening(journal.events);
    const reached = floor.weighed(await protocol.run(floor, brief, settings));
    const outcome =
      attest === true
        ? await attestDissents(floor, reached, { brief, spoken: listSpokenKeys(journal) })
        : reached;
    await journal.record({ type: "debate-settled", outcome });
    return { status: "settled", outcome };
  } catch (error) {
    if (!isSuspension(error)) {
      await journal.flush().catch(() => {});
      throw error instanceof DissentError ? error : (findRecordedMistake(setting, asks) ?? error);
    }
    if (leave?.aborted === true) throw new DebateHandedOver("handed over");
    const reason = classifyPause(error);
    if (reason !== undefined) {
      const detail = error instanceof TurnDropped ? DROPPED : error.message;
      await journal.record({ type: "debate-paused", reason, detail });
      return { status: "paused", reason, detail };
    }
    await journal.flush();
    return { status: "waiting", detail: error.message };
  } finally {
    for (const signal of drops) signal.removeEventListener("abort", drop.cancel);
  }
}

/** Whether it was the journal that the rules broke on: it may come from anywhere, and they take it for their own. */
function findRecordedMistake(
  { protocol, journal }: RunDebateOptions,
  asks: ReadonlyMap<string, Ask<unknown>>,
): ReplayError | undefined {
  const { settings } = readOpening(journal.events);
  const read = protocol.settings.safeParse(settings);
  // what was recorded was complete
  if (!read.success || JSON.stringify(read.data) !== JSON.stringify(settings)) {
    return new ReplayError(
      "debate-opened",
      `The recorded settings are not settings of ${protocol.id}.`,
    );
  }
  for (const turn of journal.index.turns.values()) {
    const ask = asks.get(turn.key);
    if (turn.type === "participant-absent" || ask === undefined) continue;
    if (ask.reply.safeParse(turn.reply).success) continue;
    return new ReplayError(
      turn.key,
      `The recorded reply to "${turn.key}" is not a reply to what was asked.`,
    );
  }
  return undefined;
}

/** Undefined where the debate is not paused, but waits for a person. */
function classifyPause(error: Error): "interrupted" | "limit" | "failed" | undefined {
  if (error instanceof DebateInterrupted) return "interrupted";
  if (error instanceof LimitReached) return "limit";
  return error instanceof KeyRefused || error instanceof OutsideUnreadable ? "failed" : undefined;
}

/** Keys of the turns of the debate itself, in the order in which they were recorded. */
function listSpokenKeys({ index }: Journal): string[] {
  return [...index.turns]
    .filter(([key, { type }]) => type === "reply-recorded" && !key.startsWith(`${ATTESTATION}/`))
    .map(([key]) => key);
}

/** KR3: on a second run, the turns that were in flight at the end of the last one are recorded first, once. */
function createResumeNote({ journal, limits }: RunDebateOptions): FloorOptions["begin"] {
  if (journal.events.length <= 1) return NOTHING_TO_NOTE;
  const askedAgain = listCallsInFlight(journal);
  let begun: Promise<void> | undefined;
  return () => (begun ??= journal.record({ type: "debate-resumed", limits, askedAgain }));
}

const NOTHING_TO_NOTE = (): undefined => undefined;

function withResumeNote(begin: FloorOptions["begin"], journal: Journal): Journal {
  return {
    ...journal,
    record(fact, blobs) {
      const first = begin();
      return first ? first.then(() => journal.record(fact, blobs)) : journal.record(fact, blobs);
    },
  };
}

function createDebateFloor(
  setting: RunDebateOptions,
  { begin, drop }: Pick<FloorOptions, "begin" | "drop">,
): Floor {
  const { journal, brief, limits, clock, steering, onAsk, onReach, callModel: hear } = setting;
  const { debate, salt, participants, timeoutMs, format } = readOpening(journal.events);
  const known = createKnownTexts(brief);
  return openFloor({
    debate,
    brief,
    known,
    readOutside: setting.readOutside,
    readText: setting.readText ?? (async () => undefined),
    journal,
    participants,
    timeoutMs,
    clock,
    budget: createBudget(limits, journal.events, clock),
    onLimit: limits.onLimit,
    quotes: known.check,
    begin,
    needsJudgement: format >= JUDGEMENT_SINCE_FORMAT,
    fence: createFence(salt),
    seededOrder: createSeededOrder(salt),
    findSeatModel: setting.findSeatModel,
    isPaused: () => steering?.pause.aborted === true || drop.cancelled,
    drop,
    onLive: setting.onLive,
    ...(onAsk && { onAsk }),
    ...(onReach && { onReach }),
    ...(hear && { callModel: hear }),
  });
}

/** Asks that were sent, as far as anyone knows, and whose answer was never recorded. */
function listCallsInFlight({ events, index }: Journal): string[] {
  const last = events.at(-1)?.fact;
  // a pause lets every turn land, unless they were dropped
  if (last?.type === "debate-paused" && last.detail !== DROPPED) return [];
  const ended = (step: string): boolean => index.closed.has(step);
  return events
    .flatMap(({ fact }: Event) =>
      fact.type === "asks-committed" && !ended(fact.step) ? [fact] : [],
    )
    .flatMap(({ step, asks }) =>
      asks.map(({ by }) => (step.endsWith(`/${by}`) ? step : `${step}/${by}`)),
    )
    .filter((key) => !index.turns.has(key))
    .filter((key) => !index.awaited.has(`${key}#1`) && !index.awaited.has(`${key}#2`));
}
