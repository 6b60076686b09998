/** What a debate comes to, without what may differ between two runs of it: times, hashes and the order of arrivals. */
import type { Dissent } from "../../../src/dissent.ts";
import { type Event, type Fact, findSettlement } from "../../../src/domain/journal/event.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import { verified } from "../journals/forge-journal.ts";

export interface Told {
  readonly outcome: Outcome | null;
  /** Every prompt, reply, absence and word of a person, sorted. */
  readonly facts: readonly string[];
}

export function told(events: readonly Event[]): Told {
  return {
    outcome: timeless(findSettlement(events)?.outcome ?? null),
    facts: events.flatMap(({ fact }) => lasting(timeless(fact))).toSorted(),
  };
}

/** Some protocols write down when a step was, and how long it took. */
function timeless<Value>(value: Value): Value {
  const text = JSON.stringify(value)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")
    .replaceAll(/"minutes":[\d.]+/g, '"minutes":0');
  return JSON.parse(text) as Value;
}

function lasting(fact: Fact): string[] {
  switch (fact.type) {
    case "debate-opened":
    case "debate-resumed":
    case "debate-paused":
    case "clock-read":
      return [];
    case "reply-recorded":
    case "reply-rejected":
    case "participant-absent": {
      const { latencyMs: _, ...rest } = fact;
      return [JSON.stringify(rest)];
    }
    default:
      return [JSON.stringify(fact)];
  }
}

/** A debate as it stands, which must stand up to the auditor. */
export async function readToldDebate(app: Dissent, debate: string): Promise<Told> {
  const verdict = await verified(app, debate);
  if (!verdict.ok) throw new Error(`${debate} does not verify: ${JSON.stringify(verdict.fault)}`);
  return told((await app.read(debate)).events);
}
