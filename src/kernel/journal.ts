/**
 * The journal of one debate while it is being held.
 *
 * J1. Durable before visible: what `record` adds is committed when it resolves, never later.
 * J2. Steps are found by key, never by the order in which they were called.
 * J3. After a failed append nothing more is added, so that a gap can never be papered over.
 */
import type { Clock } from "../clock.ts";
import type {
  AnswerAwaited,
  ArtifactPublished,
  AsksCommitted,
  ClockRead,
  EscalationAnswered,
  EscalationRaised,
  Event,
  Fact,
  ParticipantAbsent,
  PersonAnswered,
  ReplyRecorded,
  ReplyRejected,
} from "../domain/event.ts";
import { type DebateSummary, summaryAfter } from "../domain/summary.ts";
import type { Addition } from "../store.ts";
import { GENESIS, link } from "./chain.ts";

export interface Journal {
  readonly events: readonly Event[];
  readonly index: Index;
  record(fact: Fact, blobs?: Addition["blobs"]): Promise<void>;
}

/** The facts a step looks for, by its key. */
export interface Index {
  readonly commits: Map<string, AsksCommitted>;
  readonly turns: Map<string, ReplyRecorded | ParticipantAbsent>;
  readonly rejected: Map<string, ReplyRejected>;
  readonly closed: Set<string>;
  readonly clock: Map<string, ClockRead>;
  readonly artifacts: Map<string, ArtifactPublished>;
  readonly raised: Map<string, EscalationRaised>;
  readonly answered: Map<string, EscalationAnswered>;
  /** Asks that wait for a person, and what persons answered, by key and attempt: `openings/risk#1`. */
  readonly awaited: Map<string, AnswerAwaited>;
  readonly given: Map<string, PersonAnswered>;
  /** How many claims each participant has made. */
  readonly claimCount: Map<string, number>;
}

export type Append = (addition: Omit<Addition, "debate" | "lease">) => Promise<void>;

export function journalOf(
  recorded: readonly Event[],
  setting: { clock: Clock; append: Append; onEvent?: (event: Event) => void },
): Journal {
  const events = [...recorded];
  const index = emptyIndex();
  let summary: DebateSummary | null = null;
  for (const { fact, atMs } of events) {
    enter(index, fact);
    summary = summaryAfter(summary, fact, atMs);
  }
  let failure: unknown;

  return {
    events,
    index,
    async record(fact, blobs) {
      if (failure !== undefined) throw failure;
      const last = events.at(-1);
      const sequence = events.length;
      // a clock set back must not make a journal run backwards
      const atMs = Math.max(setting.clock.nowMs(), last?.atMs ?? 0);
      const { event, line } = link(fact, { sequence, atMs, previous: last?.hash ?? GENESIS });
      const before = summary;
      summary = summaryAfter(summary, fact, atMs);
      events.push(event);
      enter(index, fact);
      try {
        await setting.append({
          expected: sequence,
          lines: [line],
          summary: summary === before ? null : summary,
          ...(blobs && { blobs }),
        });
      } catch (error) {
        failure ??= error;
        throw error;
      }
      setting.onEvent?.(event);
    },
  };
}

function emptyIndex(): Index {
  return {
    commits: new Map(),
    turns: new Map(),
    rejected: new Map(),
    closed: new Set(),
    clock: new Map(),
    artifacts: new Map(),
    raised: new Map(),
    answered: new Map(),
    awaited: new Map(),
    given: new Map(),
    claimCount: new Map(),
  };
}

function enter(index: Index, fact: Fact): void {
  switch (fact.type) {
    case "asks-committed":
      index.commits.set(fact.step, fact);
      break;
    case "reply-recorded":
      index.turns.set(fact.key, fact);
      index.claimCount.set(fact.by, (index.claimCount.get(fact.by) ?? 0) + fact.claims.length);
      break;
    case "participant-absent":
      index.turns.set(fact.key, fact);
      break;
    case "reply-rejected":
      index.rejected.set(fact.key, fact);
      break;
    case "round-closed":
      index.closed.add(fact.step);
      break;
    case "clock-read":
      index.clock.set(fact.key, fact);
      break;
    case "artifact-published":
      index.artifacts.set(fact.name, fact);
      break;
    case "escalation-raised":
      index.raised.set(fact.key, fact);
      break;
    case "escalation-answered":
      index.answered.set(fact.key, fact);
      break;
    case "answer-awaited":
      index.awaited.set(`${fact.key}#${fact.attempt}`, fact);
      break;
    case "person-answered":
      index.given.set(`${fact.key}#${fact.attempt}`, fact);
      break;
    default:
  }
}
