/**
 * The journal of one debate while the debate runs.
 *
 * KJ1. Durable before visible: an event is committed when `record` resolves, never later.
 * KJ2. Steps are found by key, never by the order of the calls.
 * KJ3. One append at a time, and nothing more after one that failed: the next line would have to follow a line that
 *      is not there.
 * KJ4. A fact that follows from recorded ones waits for the next one that does not, and is committed with it. Nothing
 *      acts on it before that, and a run that finds it missing records it again.
 * KJ5. An event that could not be read back is not written.
 */
import type { Clock } from "../../clock.ts";
import { formatCountKey, readClaimSeries } from "../../domain/claim.ts";
import { findEventShapeFault } from "../../domain/journal/event-shape.ts";
import type {
  AnswerAwaited,
  ArtifactPublished,
  AsksCommitted,
  ClockRead,
  EscalationAnswered,
  EscalationRaised,
  Event,
  Fact,
  OutsideRead,
  ParticipantAbsent,
  PersonAnswered,
  ReplyRecorded,
  ReplyRejected,
  RoundClosed,
} from "../../domain/journal/event.ts";
import {
  type DebateSummary,
  updateSummary,
  summarizeDebate,
} from "../../domain/journal/summary.ts";
import { ProtocolError } from "../../errors.ts";
import type { JournalAddition } from "../../store.ts";
import { GENESIS, chainEvent } from "./hash-chain.ts";

export interface Journal {
  readonly events: readonly Event[];
  readonly index: JournalIndex;
  record(fact: Fact, blobs?: JournalAddition["blobs"]): Promise<void>;
  /** Commits what still waits for a next fact. */
  flush(): Promise<void>;
}

/** The facts a step looks for, by its key. */
export interface JournalIndex {
  readonly commits: ReadonlyMap<string, AsksCommitted>;
  readonly turns: ReadonlyMap<string, ReplyRecorded | ParticipantAbsent>;
  readonly rejected: ReadonlyMap<string, ReplyRejected>;
  readonly closed: ReadonlyMap<string, RoundClosed>;
  readonly clock: ReadonlyMap<string, ClockRead>;
  readonly outside: ReadonlyMap<string, OutsideRead>;
  readonly artifacts: ReadonlyMap<string, ArtifactPublished>;
  readonly raised: ReadonlyMap<string, EscalationRaised>;
  readonly answered: ReadonlyMap<string, EscalationAnswered>;
  /** Asks that wait for a person, and what persons answered, by key and attempt: `openings/risk#1`. */
  readonly awaited: ReadonlyMap<string, AnswerAwaited>;
  readonly given: ReadonlyMap<string, PersonAnswered>;
  /** How many claims each participant has made, and in which series. */
  readonly claimCount: ReadonlyMap<string, number>;
}

/** Takes what is to be added when its turn has come: until then more may join it. */
export type AppendLines = (take: () => Omit<JournalAddition, "debate" | "lease">) => Promise<void>;

export function createJournal(
  recorded: readonly Event[],
  setting: { clock: Clock; append: AppendLines; onEvent?: (event: Event) => void },
): Journal {
  const { onEvent } = setting;
  const events = [...recorded];
  const index = createEmptyIndex();
  let summary: DebateSummary | null = summarizeDebate(events);
  for (const { fact } of events) indexFact(index, fact);
  let failure: unknown;
  let kept = summary;
  let waiting: string[] = [];
  let texts: NonNullable<JournalAddition["blobs"]>[number][] = [];

  const commit = createSerialCommit(setting.append, {
    isEmpty: () => waiting.length === 0,
    take() {
      const [lines, blobs, end] = [waiting, texts, events.length];
      const expected = end - lines.length;
      const addition = { expected, lines, summary: summary === kept ? null : summary };
      [waiting, texts, kept] = [[], [], summary];
      return {
        addition: blobs.length > 0 ? { ...addition, blobs } : addition,
        landed() {
          if (onEvent) for (const event of events.slice(expected, end)) onEvent(event);
        },
      };
    },
    failed(error) {
      failure ??= error;
      throw error;
    },
  });

  return {
    events,
    index,
    record(fact, blobs) {
      if (failure !== undefined) return Promise.reject(failure);
      const last = events.at(-1);
      // a clock set back must not make a journal run backwards
      const atMs = Math.max(setting.clock.nowMs(), last?.atMs ?? 0);
      const place = { sequence: events.length, atMs, previous: last?.hash ?? GENESIS };
      const { event, line } = chainEvent(fact, place);
      const fault = findEventShapeFault(event);
      if (fault !== undefined) return Promise.reject(createUnwritableError(fact, fault));
      summary = updateSummary(summary, fact, atMs);
      events.push(event);
      indexFact(index, fact);
      waiting.push(line);
      if (blobs) texts.push(...blobs);
      return FOLLOWING.has(fact.type) ? DONE : commit();
    },
    flush: () => (waiting.length === 0 ? DONE : commit()),
  };
}

/** The next process to continue the debate would find it damaged. */
export function createUnwritableError({ type }: Fact, fault: string): ProtocolError {
  return new ProtocolError(`The event ${type} cannot be written: it ${fault}.`);
}

interface PendingBatch {
  isEmpty(): boolean;
  take(): {
    readonly addition: ReturnType<Parameters<AppendLines>[0]>;
    readonly landed: () => void;
  };
  failed(error: unknown): never;
}

/**
 * Everything that waits, in one append: all of it or nothing. It joins the append in progress while that has not been
 * taken, and follows it otherwise (KJ3): if that fails because somebody else has written, this one would find its place
 * free and not fit.
 */
function createSerialCommit(append: AppendLines, waiting: PendingBatch): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let isTaken = false;

  function waitForAppends(): Promise<void> {
    let landed = (): void => {};
    isTaken = false;
    const taken = append(() => {
      const batch = waiting.take();
      isTaken = true;
      landed = batch.landed;
      return batch.addition;
    });
    return taken.then(
      () => {
        underWay = undefined;
        landed();
      },
      (error: unknown) => waiting.failed(error),
    );
  }

  return function commit(): Promise<void> {
    underWay ??= waitForAppends();
    if (!isTaken || waiting.isEmpty()) return underWay;
    following ??= underWay.then(() => {
      following = undefined;
      return waiting.isEmpty() ? underWay : commit();
    });
    return following;
  };
}

/** KJ4 */
const FOLLOWING: ReadonlySet<Fact["type"]> = new Set(["round-closed", "artifact-published"]);

const DONE = Promise.resolve();

type MutableIndex = { -readonly [Entry in keyof JournalIndex]: JournalIndex[Entry] };

/** Most debates have few kinds of facts, so that a map is made with its first entry. */
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

function createEmptyIndex(): MutableIndex {
  return {
    commits: NOTHING,
    turns: NOTHING,
    rejected: NOTHING,
    closed: NOTHING,
    clock: NOTHING,
    outside: NOTHING,
    artifacts: NOTHING,
    raised: NOTHING,
    answered: NOTHING,
    awaited: NOTHING,
    given: NOTHING,
    claimCount: NOTHING,
  };
}

function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> {
  return map === NOTHING ? new Map([[key, value]]) : (map as Map<string, Value>).set(key, value);
}

function indexFact(index: MutableIndex, fact: Fact): void {
  switch (fact.type) {
    case "asks-committed":
      index.commits = withEntry(index.commits, fact.step, fact);
      break;
    case "reply-recorded": {
      index.turns = withEntry(index.turns, fact.key, fact);
      const { by, claims } = fact;
      for (const { id } of claims) {
        const counted = formatCountKey(by, readClaimSeries(id));
        const count = (index.claimCount.get(counted) ?? 0) + 1;
        index.claimCount = withEntry(index.claimCount, counted, count);
      }
      break;
    }
    case "participant-absent":
      index.turns = withEntry(index.turns, fact.key, fact);
      break;
    case "reply-rejected":
      index.rejected = withEntry(index.rejected, fact.key, fact);
      break;
    case "round-closed":
      index.closed = withEntry(index.closed, fact.step, fact);
      break;
    case "clock-read":
      index.clock = withEntry(index.clock, fact.key, fact);
      break;
    case "outside-read":
      index.outside = withEntry(index.outside, fact.key, fact);
      break;
    case "artifact-published":
      index.artifacts = withEntry(index.artifacts, fact.name, fact);
      break;
    case "escalation-raised":
      index.raised = withEntry(index.raised, fact.key, fact);
      break;
    case "escalation-answered":
      index.answered = withEntry(index.answered, fact.key, fact);
      break;
    case "answer-awaited":
      index.awaited = withEntry(index.awaited, `${fact.key}#${fact.attempt}`, fact);
      break;
    case "person-answered":
      index.given = withEntry(index.given, `${fact.key}#${fact.attempt}`, fact);
      break;
    default:
  }
}
