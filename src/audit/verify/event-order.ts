/**
 * Checks that events stand in a possible order. It finds events that were moved, duplicated or inserted by hand and
 * then re-chained; the replay looks events up by key and would miss them.
 */
import { ANNOTATION_TYPES } from "../../domain/journal/annotation-facts.ts";
import { type Event, type Fact } from "../../domain/journal/event.ts";
import type { VerificationFault } from "./verify.ts";

export function findOrderFault(events: readonly Event[]): VerificationFault | null {
  const past = createOrderState();
  let lastMs = 0;
  for (const { sequence, fact, atMs } of events) {
    const what =
      atMs < lastMs
        ? "is dated before its predecessor"
        : describeOrderFault(past, fact, { sequence, atMs });
    if (what !== undefined) {
      return { where: `event ${sequence} (${formatFactName(fact)})`, what: `the event ${what}` };
    }
    updateOrderState(past, fact);
    lastMs = atMs;
  }
  return null;
}

/**
 * The rules go step by step and wait for every answer, and so must the journal; only the answers of one round have no
 * order. `reached` ends where the record ends.
 */
export function findStepSequenceFault(
  events: readonly Event[],
  reached: readonly string[],
): VerificationFault | null {
  const isFork = events[0]?.fact.type === "debate-opened" && events[0].fact.forkedFrom !== null;
  // a fork that keeps answers publishes anew what follows from them, after all of them
  const isCounted = (name: string): boolean => !isFork || !name.startsWith("artifact-published ");
  const expected = reached.filter(isCounted);
  const owed = new Set<string>();
  let index = 0;
  for (const { sequence, fact } of events) {
    if (isTurnFact(fact)) owed.delete(fact.key);
    const name = formatFactName(fact);
    if (!isStepFact(fact) || !isCounted(name)) continue;
    const due = expected[index++];
    const [first] = owed;
    const where = `event ${sequence} (${name})`;
    if (first !== undefined) return { where, what: `the event comes before ${first} was answered` };
    if (due !== undefined && due !== name)
      return { where, what: `the rules have ${due} before it` };
    if (fact.type === "asks-committed") for (const key of listAskKeys(fact)) owed.add(key);
  }
  return null;
}

const STEPS: ReadonlySet<string> = new Set([
  "asks-committed",
  "round-closed",
  "clock-read",
  "outside-read",
  "artifact-published",
  "escalation-raised",
]);

/** The steps of the rules themselves, apart from the answers. */
export function isStepFact({ type }: Fact): boolean {
  return STEPS.has(type);
}

/** "reply-recorded openings/risk". */
export function formatFactName(fact: Fact): string {
  if ("key" in fact) return `${fact.type} ${fact.key}`;
  if ("step" in fact) return `${fact.type} ${fact.step}`;
  return fact.type === "artifact-published" ? `${fact.type} ${fact.name}` : fact.type;
}

type OrderState = ReturnType<typeof createOrderState>;

function createOrderState() {
  return {
    happened: new Set<string>(),
    asked: new Set<string>(),
    answered: new Set<string>(),
    closed: new Set<string>(),
    awaited: new Set<string>(),
    /** Asked and not yet answered. */
    owed: new Set<string>(),
    paused: false,
    settled: false,
  };
}

function updateOrderState(past: OrderState, fact: Fact): void {
  past.happened.add(formatFactName(fact));
  past.paused = fact.type === "debate-paused" || (past.paused && PERSONS.has(fact.type));
  if (fact.type === "asks-committed") {
    for (const key of listAskKeys(fact)) past.asked.add(key);
    for (const key of listAskKeys(fact)) past.owed.add(key);
  } else if (isTurnFact(fact)) {
    past.answered.add(fact.key);
    past.owed.delete(fact.key);
  } else if (fact.type === "answer-awaited") past.awaited.add(`${fact.key}#${fact.attempt}`);
  else if (fact.type === "round-closed") past.closed.add(fact.step);
  else if (fact.type === "debate-settled") past.settled = true;
}

function describeOrderFault(
  past: OrderState,
  fact: Fact,
  { sequence, atMs }: Pick<Event, "sequence" | "atMs">,
): string | undefined {
  if (past.settled && !ANNOTATION_TYPES.has(fact.type)) return "comes after the debate had ended";
  if (!past.settled && ANNOTATION_TYPES.has(fact.type)) return "comes before the debate had ended";
  if (ONCE.has(fact.type) && past.happened.has(formatFactName(fact))) return "happened before";
  if (past.paused && fact.type !== "debate-resumed" && !PERSONS.has(fact.type))
    return "comes while the debate was paused";
  switch (fact.type) {
    case "debate-opened":
      return sequence === 0 ? undefined : "opens a debate that was open";
    case "reply-rejected":
    case "reply-recorded":
    case "participant-absent":
      if (!past.asked.has(fact.key)) return "answers what was not yet asked";
      if (past.answered.has(fact.key)) return "answers what was answered";
      if (!fact.key.endsWith(`/${fact.by}`)) return `is in the name of ${fact.by}`;
      return past.closed.has(parseStepFromKey(fact.key))
        ? "comes after its round was closed"
        : undefined;
    case "round-closed": {
      const owed = [...past.owed].find((key) => parseStepFromKey(key) === fact.step);
      return owed === undefined ? undefined : `comes before ${owed} was answered`;
    }
    case "clock-read":
      return fact.readMs > atMs ? "is dated before the time that it read" : undefined;
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
  "outside-read",
  "artifact-published",
  "escalation-raised",
  "escalation-answered",
]);

/** People answer whether or not a process runs the debate. */
const PERSONS: ReadonlySet<string> = new Set(["person-answered", "escalation-answered"]);

function isTurnFact(
  fact: Fact,
): fact is Extract<Fact, { type: "reply-recorded" | "participant-absent" }> {
  return fact.type === "reply-recorded" || fact.type === "participant-absent";
}

/** Turns of one step are committed one by one, and then the step is the key. */
export function listAskKeys({ step, asks }: Extract<Fact, { type: "asks-committed" }>): string[] {
  return asks.map(({ by }) => (step.endsWith(`/${by}`) ? step : `${step}/${by}`));
}

/** The step of a turn's key: what stands before the last slash. */
export function parseStepFromKey(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}
