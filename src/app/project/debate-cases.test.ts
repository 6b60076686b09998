import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handmade } from "../../../test/support/journals/handmade-journal.ts";
import { StoreError } from "../../errors.ts";
import type { FigureCache, JournalFigures } from "../../store.ts";
import { readDebateCases } from "./debate-cases.ts";

const EVENTS = handmade({
  seats: { risk: "anthropic/one", value: "openai/two" },
  rounds: [
    [
      { by: "risk", holds: "A" },
      { by: "value", holds: "A" },
    ],
  ],
});

describe("cases of a project", () => {
  let kept: Map<string, JournalFigures & { readonly rules: string }>;
  let read: string[];
  beforeEach(() => {
    kept = new Map();
    read = [];
  });
  afterEach(() => kept.clear());

  const figures: FigureCache = {
    read: async (rules) =>
      new Map(
        [...kept.values()]
          .filter((one) => one.rules === rules)
          .map((one) => [one.debate, one.text]),
      ),
    async keep(rules, computed) {
      for (const one of computed) kept.set(one.debate, { ...one, rules });
    },
  };
  const app = {
    figures,
    async read(debate: string) {
      read.push(debate);
      if (debate === "damaged") throw new StoreError("store-corrupt", "It is damaged.");
      return { id: debate, lines: [], events: EVENTS, text: async () => undefined };
    },
  };

  test("a journal is read once, and its case is the same the second time", async () => {
    const first = await readDebateCases(app, ["one"]);
    const second = await readDebateCases(app, ["one"]);

    expect(first).toMatchObject([{ protocol: "judges", choice: "A" }]);
    expect(second).toEqual(first);
    expect(read).toEqual(["one"]);
  });

  test.each(["", "{", "{}", "null", '{"id":7}'])(
    "a kept case that reads %j is computed again",
    async (text) => {
      const [whole] = await readDebateCases(app, ["one"]);
      kept.set("one", { ...kept.get("one")!, text });

      expect(await readDebateCases(app, ["one"])).toEqual([whole]);
      expect(read).toEqual(["one", "one"]);
    },
  );

  test("a damaged journal is named each time, and hides no other", async () => {
    const damaged: string[] = [];
    for (let time = 0; time < 2; time++) {
      const cases = await readDebateCases(app, ["damaged", "one"], (debate) =>
        damaged.push(debate),
      );
      expect(cases).toHaveLength(1);
    }

    expect(damaged).toEqual(["damaged", "damaged"]);
  });

  test("a store that keeps no figures has its journals read each time", async () => {
    const { figures: _, ...without } = app;
    await readDebateCases(without, ["one"]);
    await readDebateCases(without, ["one"]);

    expect(read).toEqual(["one", "one"]);
  });
});
