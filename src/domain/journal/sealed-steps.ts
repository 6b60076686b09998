/**
 * K1 for people: while a seat that a person or a host answers for waits in a step that all answer at once, no surface
 * shows what the others said in it.
 */
import { AWAITED_PROVIDERS } from "../awaited.ts";
import { type Event, readOpening } from "./event.ts";
import type { DebateRecord } from "./record.ts";
import { parseSignatureLine } from "./signature.ts";
import { readStepName } from "./steps.ts";

/** Seats that a person or a host still has to answer for in such a step; of one step where a key of it is given. */
export function listSealedSeats(events: readonly Event[], key?: string): string[] {
  return [...indexSealedSteps(events)].flatMap(([step, seats]) =>
    key === undefined || step === readStepName(key) ? seats : [],
  );
}

/** Steps with the seats that are awaited in them; empty where nothing is sealed. */
function indexSealedSteps(events: readonly Event[]): ReadonlyMap<string, readonly string[]> {
  const steps = new Map<string, string[]>();
  if (events[0]?.fact.type !== "debate-opened") return steps;
  const awaited = listAwaitedSeats(events);
  if (awaited.size === 0) return steps;
  for (const { fact } of events) {
    switch (fact.type) {
      case "asks-committed": {
        // turns that are taken one after another are committed one by one, and hear each other
        if (fact.step.includes("/")) break;
        const step = readStepName(fact.step);
        const seats = fact.asks.map(({ by }) => by).filter((by) => awaited.has(by));
        steps.set(step, [...(steps.get(step) ?? []), ...seats]);
        break;
      }
      case "reply-recorded":
      case "participant-absent":
        endTurn(steps, readStepName(fact.key), fact.by);
        break;
      case "debate-settled":
        return new Map();
      default:
    }
  }
  return steps;
}

function endTurn(steps: Map<string, string[]>, step: string, seat: string): void {
  const left = (steps.get(step) ?? []).filter((one) => one !== seat);
  if (left.length === 0) steps.delete(step);
  else steps.set(step, left);
}

function listAwaitedSeats(events: readonly Event[]): ReadonlySet<string> {
  const awaited: readonly string[] = AWAITED_PROVIDERS;
  const { participants } = readOpening(events);
  return new Set(participants.filter(({ model }) => awaited.includes(model)).map(({ id }) => id));
}

/** Whether any seat is answered for by a person or a host. */
export function hasAwaitedSeats(events: readonly Event[]): boolean {
  return events[0]?.fact.type === "debate-opened" && listAwaitedSeats(events).size > 0;
}

/** The events with what is sealed taken out: who answered stays, what they said does not. */
export function sealOpenSteps(events: readonly Event[]): readonly Event[] {
  const sealed = findSealedEvents(events);
  if (sealed.size === 0) return events;
  return events.map((event) => (sealed.has(event.sequence) ? removeWords(event) : event));
}

/** Sequences of the events whose words are sealed. */
export function findSealedEvents(events: readonly Event[]): ReadonlySet<number> {
  const steps = indexSealedSteps(events);
  if (steps.size === 0) return new Set();
  return new Set(
    events.flatMap(({ fact, sequence }) => {
      const key = findSpokenKey(fact);
      if (key === null) return [];
      const step = readStepName(key);
      const seats = steps.get(step);
      // what was said for the awaited seat itself is its own
      const isOwn = seats?.some((seat) => key === `${step}/${seat}`);
      return seats === undefined || isOwn === true ? [] : [sequence];
    }),
  );
}

function findSpokenKey(fact: Event["fact"]): string | null {
  switch (fact.type) {
    case "reply-recorded":
    case "reply-rejected":
    case "participant-absent":
    case "person-answered":
      return fact.key;
    default:
      return null;
  }
}

function removeWords(event: Event): Event {
  const { fact } = event;
  switch (fact.type) {
    case "reply-recorded":
      return { ...event, fact: { ...fact, reply: null, said: null, claims: [], unmet: [] } };
    case "reply-rejected":
      return { ...event, fact: { ...fact, problems: [], raw: "" } };
    case "participant-absent":
      return { ...event, fact: { ...fact, raw: null } };
    case "person-answered":
      return { ...event, fact: { ...fact, text: "" } };
    default:
      return event;
  }
}

/** A record to be looked at: lines that are sealed no longer match their hashes, all others do. */
export function sealRecord(record: DebateRecord): DebateRecord {
  const events = sealOpenSteps(record.events);
  if (events === record.events) return record;
  const lines = events.map((event, index) =>
    event === record.events[index] ? (record.lines[index] ?? "") : JSON.stringify(event),
  );
  return { ...record, events, lines };
}

/** A record to be kept or sent: as it was before the first sealed answer, so that its chain still holds. */
export function cutSealedRecord(record: DebateRecord): DebateRecord {
  const first = Math.min(...findSealedEvents(record.events));
  if (!Number.isFinite(first)) return record;
  const { signatures, ...rest } = record;
  return {
    ...rest,
    lines: record.lines.slice(0, first),
    events: record.events.slice(0, first),
    ...(signatures && {
      signatures: signatures.filter((line) => (parseSignatureLine(line)?.event ?? first) < first),
    }),
  };
}

/** Passes events on one by one; those that are sealed wait until the last awaited seat has answered. */
export interface SealedFeed {
  /** What may be shown now; the sealed event itself is named, so that it can be said who answered. */
  take(event: Event): { readonly shown: readonly Event[]; readonly withheld: Event | null };
  /** Whether words that are spoken for this turn right now may be shown. */
  mayHear(key: string): boolean;
}

export function createSealedFeed(): SealedFeed {
  const seen: Event[] = [];
  const asked = new Set<string>();
  let kept: Event[] = [];
  let isAwaiting = false;
  return {
    take(event) {
      seen.push(event);
      const { fact } = event;
      if (fact.type === "debate-opened") isAwaiting = hasAwaitedSeats(seen);
      if (!isAwaiting) return { shown: [event], withheld: null };
      if (fact.type === "asks-committed") asked.add(readStepName(fact.step));
      const sealed = findSealedEvents(seen);
      if (sealed.has(event.sequence)) {
        kept.push(event);
        return { shown: [], withheld: event };
      }
      const free = kept.filter(({ sequence }) => !sealed.has(sequence));
      kept = kept.filter(({ sequence }) => sealed.has(sequence));
      return { shown: [...free, event], withheld: null };
    },
    // a turn whose step is not known yet may be a sealed one
    mayHear: (key) =>
      !isAwaiting || (asked.has(readStepName(key)) && listSealedSeats(seen, key).length === 0),
  };
}
