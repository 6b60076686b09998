/**
 * The order in which things can have happened. Events that were moved, doubled or put in by hand and then
 * chained again are found here, where the replay alone, which goes by keys, would not see them.
 */
import { AFTERWORDS } from "../domain/afterwords.ts";
import { type Event, type Fact } from "../domain/event.ts";
import type { Fault } from "./verify.ts";

export function orderFault(events: readonly Event[]): Fault | null {
  const past = emptyPast();
  let lastMs = 0;
  for (const { sequence, fact, atMs } of events) {
    const what =
      atMs < lastMs ? "is dated before its predecessor" : whatIsWrong(past, fact, sequence);
    if (what !== undefined) {
      return { where: `event ${sequence} (${nameOf(fact)})`, what: `the event ${what}` };
    }
    remember(past, fact);
    lastMs = atMs;
  }
  return null;
}

/** "reply-recorded openings/risk". */
export function nameOf(fact: Fact): string {
  if ("key" in fact) return `${fact.type} ${fact.key}`;
  if ("step" in fact) return `${fact.type} ${fact.step}`;
  return fact.type === "artifact-published" ? `${fact.type} ${fact.name}` : fact.type;
}

type Past = ReturnType<typeof emptyPast>;

function emptyPast() {
  return {
    happened: new Set<string>(),
    asked: new Set<string>(),
    answered: new Set<string>(),
    closed: new Set<string>(),
    awaited: new Set<string>(),
    settled: false,
  };
}

function remember(past: Past, fact: Fact): void {
  past.happened.add(nameOf(fact));
  if (fact.type === "asks-committed") for (const key of keysOf(fact)) past.asked.add(key);
  else if (isTurn(fact)) past.answered.add(fact.key);
  else if (fact.type === "answer-awaited") past.awaited.add(`${fact.key}#${fact.attempt}`);
  else if (fact.type === "round-closed") past.closed.add(fact.step);
  else if (fact.type === "debate-settled") past.settled = true;
}

function whatIsWrong(past: Past, fact: Fact, sequence: number): string | undefined {
  if (past.settled && !AFTERWORDS.has(fact.type)) return "comes after the debate had ended";
  if (!past.settled && AFTERWORDS.has(fact.type)) return "comes before the debate had ended";
  if (ONCE.has(fact.type) && past.happened.has(nameOf(fact))) return "happened before";
  switch (fact.type) {
    case "debate-opened":
      return sequence === 0 ? undefined : "opens a debate that was open";
    case "reply-rejected":
    case "reply-recorded":
    case "participant-absent":
      if (!past.asked.has(fact.key)) return "answers what was not yet asked";
      if (past.answered.has(fact.key)) return "answers what was answered";
      if (!fact.key.endsWith(`/${fact.by}`)) return `is in the name of ${fact.by}`;
      return past.closed.has(stepOf(fact.key)) ? "comes after its round was closed" : undefined;
    case "round-closed": {
      const owed = [...past.asked].find(
        (key) => stepOf(key) === fact.step && !past.answered.has(key),
      );
      return owed === undefined ? undefined : `comes before ${owed} was answered`;
    }
    case "person-answered":
      return past.awaited.has(`${fact.key}#${fact.attempt}`)
        ? undefined
        : "answers what nobody was asked";
    case "escalation-answered":
      return past.happened.has(`escalation-raised ${fact.key}`)
        ? undefined
        : "answers what was not yet asked";
    default:
      return undefined;
  }
}

const ONCE: ReadonlySet<string> = new Set([
  "asks-committed",
  "reply-rejected",
  "round-closed",
  "clock-read",
  "artifact-published",
  "escalation-raised",
  "escalation-answered",
]);

function isTurn(
  fact: Fact,
): fact is Extract<Fact, { type: "reply-recorded" | "participant-absent" }> {
  return fact.type === "reply-recorded" || fact.type === "participant-absent";
}

function keysOf({ step, asks }: Extract<Fact, { type: "asks-committed" }>): string[] {
  return asks.map(({ by }) => (step.endsWith(`/${by}`) ? step : `${step}/${by}`));
}

function stepOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}
