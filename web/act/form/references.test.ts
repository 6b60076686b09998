import { expect, test } from "vitest";

import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { createReferenceFinder } from "./references.ts";

const told = {
  events: [
    {
      fact: {
        type: "debate-opened",
        brief: {
          options: [
            { id: "A", label: "Stay" },
            { id: "B", label: "Go" },
          ],
          sources: [
            { id: "brief", title: "The brief" },
            { id: "S1", title: "Figures" },
          ],
        },
      },
    },
  ],
  seats: [{ id: "risk", name: "Risk" }],
  claims: new Map([["V2", { claim: { id: "V2", by: "risk", text: "It is late." } }]]),
} as unknown as DebateTimeline;

test.each([
  ["about", "id of the option", ["A", "B"]],
  ["judge", "id of the judge you challenge", ["risk"]],
  ["claim", "id of that judge's claim you attack, such as V2", ["V2"]],
  ["source", "id of the source: brief, option-A, S1…", ["brief", "S1", "option-A", "option-B"]],
  ["headline", "your case in one sentence", []],
  ["option", "", []],
])("what %s asks for (%s) is offered", (name, note, ids) => {
  expect(createReferenceFinder(told)(name, note).map(({ id }) => id)).toEqual(ids);
});

test("one's own points are offered where one's own are asked for, and the others' where theirs are", () => {
  const claims = new Map(
    ["risk", "value"].map((by) => [
      `${by}-1`,
      { claim: { id: `${by}-1`, by, text: "It is late." } },
    ]),
  );
  const table = { ...told, claims } as unknown as DebateTimeline;
  const references = createReferenceFinder(table, { seat: "risk" });
  const list = (name: string, note: string): string[] => references(name, note).map(({ id }) => id);

  expect(list("withdraws", "ids of your own claims that you give up")).toEqual(["risk-1"]);
  expect(list("claims", "ids of others' points that convinced you")).toEqual(["value-1"]);
  expect(list("answers", "ids of the messages it answers")).toEqual(["risk-1", "value-1"]);
});

test("what only the protocol knows comes first, and words that mean all are named", () => {
  const findOwn = (name: string) => (name === "variant" ? [{ id: "1", label: "A: ours.md" }] : []);
  const references = createReferenceFinder(told, { findOwn });

  expect(references("variant", "number of the variant: A is 1, B is 2…")).toEqual([
    { id: "1", label: "A: ours.md" },
  ]);
  expect(references("to", '"all", or the id of the one specialist who must answer')).toEqual([
    { id: "all", label: "everyone" },
    { id: "risk", label: "Risk" },
  ]);
  expect(references("about", 'id of the option it speaks of, or "proposal"').at(-1)).toEqual({
    id: "proposal",
    label: "the proposal",
  });
});

test("what is offered is named by its words, so that nobody types an id", () => {
  const references = createReferenceFinder(told);

  expect(references("option", "id of the option")[0]?.label).toBe("A: Stay");
  expect(references("claim", "id of the claim")[0]?.label).toBe("Risk: It is late.");
});
