/** Journals whose replies someone has edited by hand: nothing in them is what it should be. */
import type { Event } from "../../../src/domain/journal/event.ts";
import { readStepName } from "../../../src/domain/journal/steps.ts";
import type { Json } from "../../../src/domain/json.ts";

/** The same journal once for each way in which the first reply of a step can be broken. */
export function* damaged(events: readonly Event[]): Generator<readonly Event[]> {
  const seen = new Set<string>();
  for (const [index, event] of events.entries()) {
    const { fact } = event;
    if (fact.type !== "reply-recorded" || seen.has(readStepName(fact.key))) continue;
    seen.add(readStepName(fact.key));
    for (const reply of brokenForms(fact.reply)) {
      yield events.with(index, { ...event, fact: { ...fact, reply } });
    }
  }
}

const STRANGE: readonly Json[] = [
  null,
  "",
  "constructor",
  -1,
  true,
  [],
  [null, 7, "x", [[]]],
  { length: 3 },
];

/** As a whole, each field of it, and each field of the rows in its lists. */
function* brokenForms(reply: Json): Generator<Json> {
  yield* STRANGE;
  for (const [name, value] of listFields(reply)) {
    for (const strange of STRANGE) yield { ...(reply as object), [name]: strange };
    for (const form of brokenInside(value)) yield { ...(reply as object), [name]: form };
  }
}

function* brokenInside(value: Json): Generator<Json> {
  if (!Array.isArray(value)) {
    for (const [name] of listFields(value)) {
      for (const strange of STRANGE) yield { ...(value as object), [name]: strange };
    }
    return;
  }
  const list = value as readonly Json[];
  // what holds for the first row of a list holds for the others
  for (const [name] of listFields(list[0] ?? null)) {
    for (const strange of STRANGE) {
      yield list.with(0, { ...(list[0] as object), [name]: strange });
    }
  }
}

function listFields(value: Json): [string, Json][] {
  const isRow = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRow ? Object.entries(value as { readonly [name: string]: Json }) : [];
}
