import { expect, test } from "vitest";

import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { createFieldSuggestions } from "./form-context.ts";

const told = {
  events: [
    {
      fact: {
        type: "debate-opened",
        brief: { options: [{ id: "A" }, { id: "B" }], sources: [{ id: "brief" }, { id: "S1" }] },
      },
    },
  ],
  seats: [{ id: "risk" }],
  claims: new Map([["V2", {}]]),
} as unknown as DebateTimeline;

test.each([
  ["about", "id of the option", ["A", "B"]],
  ["judge", "id of the judge you challenge", ["risk"]],
  ["claim", "id of that judge's claim you attack, such as V2", ["V2"]],
  ["source", "id of the source: brief, option-A, S1…", ["brief", "S1", "option-A", "option-B"]],
  ["headline", "your case in one sentence", []],
  ["option", "", []],
])("the ids that %s asks for (%s) are offered", (name, note, ids) => {
  expect(createFieldSuggestions(told)(name, note)).toEqual(ids);
});
