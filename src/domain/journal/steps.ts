/** Steps and turns of a journal, read in one pass; transcript and timeline are both built from them. */
import type { Event, Fact } from "./event.ts";

type CommittedAsks = Extract<Fact, { type: "asks-committed" }>;
type TurnEnding = Extract<Fact, { type: "reply-recorded" | "participant-absent" }>;
type RejectedReply = Extract<Fact, { type: "reply-rejected" }>;

export interface JournalAsk extends Omit<CommittedAsks["asks"][number], "by"> {
  readonly seat: string;
  /** The event that committed it. */
  readonly at: number;
}

export interface JournalTurn {
  readonly at: number;
  readonly atMs: number;
  readonly askedAt: number;
  readonly step: string;
  /** The position before this turn; null where there was none. */
  readonly before: string | null;
  readonly fact: TurnEnding;
  /** Replies that were sent back, in their order. */
  readonly rejected: readonly { readonly at: number; readonly fact: RejectedReply }[];
}

export interface JournalStep {
  /** `responses-2` */
  readonly step: string;
  readonly blind: boolean;
  /** Taken over from the debate this one was forked from. */
  readonly inherited: boolean;
  /** When its first prompt was committed. */
  readonly at: number;
  /** When it closed; null while it is open, or where it never closes by itself. */
  readonly closedAt: number | null;
  readonly asked: readonly JournalAsk[];
  readonly turns: readonly JournalTurn[];
}

export interface JournalSteps {
  readonly steps: readonly JournalStep[];
  /** Those of all steps, in the order of the journal. */
  readonly turns: readonly JournalTurn[];
}

interface OpenStep extends JournalStep {
  inherited: boolean;
  closedAt: number | null;
  readonly asked: JournalAsk[];
  readonly turns: JournalTurn[];
}

export function readJournalSteps(events: readonly Event[]): JournalSteps {
  const steps = new Map<string, OpenStep>();
  const turns: JournalTurn[] = [];
  const askedAt = new Map<string, number>();
  const rejected = new Map<string, JournalTurn["rejected"]>();
  const held = new Map<string, string>();
  for (const { fact, sequence: at, atMs } of events) {
    switch (fact.type) {
      case "asks-committed": {
        const step = steps.get(readStepName(fact.step)) ?? startJournalStep(fact, at);
        steps.set(step.step, step);
        step.inherited ||= fact.inherited === true;
        for (const { by: seat, ...ask } of fact.asks) {
          step.asked.push({ seat, at, ...ask });
          askedAt.set(formatTurnKey(fact.step, seat), at);
        }
        break;
      }
      case "reply-rejected":
        rejected.set(fact.key, [...(rejected.get(fact.key) ?? []), { at, fact }]);
        break;
      case "reply-recorded":
      case "participant-absent": {
        const step = readStepName(fact.key);
        const turn: JournalTurn = {
          at,
          atMs,
          askedAt: askedAt.get(fact.key) ?? at,
          step,
          before: held.get(fact.by) ?? null,
          fact,
          rejected: rejected.get(fact.key) ?? [],
        };
        turns.push(turn);
        steps.get(step)?.turns.push(turn);
        if (fact.type === "reply-recorded" && fact.said?.position)
          held.set(fact.by, fact.said.position);
        break;
      }
      case "round-closed": {
        const step = steps.get(fact.step);
        if (step) step.closedAt = at;
        break;
      }
      default:
    }
  }
  return { steps: [...steps.values()], turns };
}

function startJournalStep({ step, blind }: CommittedAsks, at: number): OpenStep {
  const name = readStepName(step);
  return { step: name, blind, inherited: false, at, closedAt: null, asked: [], turns: [] };
}

/** "openings" of `openings/risk` and of `openings`. */
export function readStepName(key: string): string {
  return key.split("/", 1)[0] ?? key;
}

/** Turns of one step are committed one by one, and then the step is the key. */
function formatTurnKey(step: string, seat: string): string {
  return step.includes("/") ? step : `${step}/${seat}`;
}

/** The last step in which anyone argued against something: from there on a new fact can still change minds. */
export function findLastArguedStep(events: readonly Event[]): string | undefined {
  const argued = events.flatMap(({ fact }) =>
    fact.type === "reply-recorded" && fact.claims.length > 0 ? [fact] : [],
  );
  const against = argued.findLast(({ claims }) =>
    claims.some(({ side, aside }) => side === "attacks" && aside !== true),
  );
  const last = against ?? argued.at(-1);
  return last && readStepName(last.key);
}
