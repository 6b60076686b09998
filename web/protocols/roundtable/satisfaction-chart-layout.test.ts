import { describe, expect, test } from "vitest";

import type { ScoreCardOfRound } from "../../../src/protocols/roundtable/timeline/cards.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import { layOutSatisfactionChart, HEIGHT } from "./satisfaction-chart-layout.ts";

const SEATS = ["ar", "se", "te", "ob", "op", "db", "le"];

/** Everyone's scores, round by round. */
function table(...rounds: readonly number[][]): RoundtableStory {
  const scores = rounds.flatMap((given, index) =>
    given.map((counted, seat): ScoreCardOfRound => ({
      at: 10 * index + seat,
      key: `scores-${index + 1}/${SEATS[seat]}`,
      seat: SEATS[seat] ?? "",
      round: index + 1,
      stated: counted,
      counted,
      accepts: true,
      words: null,
      because: [],
      problems: [],
      version: index + 1,
      heldBack: [],
      stillBest: "yes",
    })),
  );
  return {
    target: 90,
    specialists: SEATS.slice(0, rounds[0]?.length).map((id) => ({
      id,
      name: id,
      monogram: id,
      role: "specialist",
      stance: null,
      model: "offline",
      isPerson: false,
    })),
    mandatory: [],
    positions: [],
    messages: [],
    scores,
    missing: [],
    stalls: [],
    proposals: [],
    silences: [],
    concerns: [],
    vetoes: [],
    escalation: null,
    drafts: [],
    reviews: [],
  };
}

describe("the satisfaction chart", () => {
  test.each([
    ["all at the top", [100, 100, 100, 100, 100, 100, 100]],
    ["all at the bottom", [0, 0, 0, 0, 0, 0, 0]],
    ["in two crowds", [95, 95, 94, 68, 68, 67, 5]],
  ])("keeps the labels of lines apart and inside, with %s", (_, scores) => {
    for (const width of [300, 880]) {
      const { lines } = layOutSatisfactionChart(table(scores, scores), width);
      const places = lines.map(({ label }) => label?.y ?? Number.NaN).sort((a, b) => a - b);

      for (const [index, y] of places.entries()) {
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(HEIGHT);
        if (index > 0) expect(y - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(14.9);
      }
    }
  });

  test("stands equal scores beside each other, and no round reaches into the next", () => {
    for (const width of [300, 880]) {
      const { lines, rounds } = layOutSatisfactionChart(
        table([80, 80, 80, 80, 80], [80, 80, 80, 80, 80]),
        width,
      );
      const first = lines.map(({ points }) => points[0]?.x ?? 0);
      const second = lines.map(({ points }) => points[1]?.x ?? 0);

      expect(new Set(first).size).toBe(5);
      expect(Math.max(...first)).toBeLessThan(Math.min(...second));
      expect(rounds).toHaveLength(2);
    }
  });

  test("a single round stands in the middle", () => {
    const { rounds, left, right } = layOutSatisfactionChart(table([50, 60, 70]), 880);

    expect(rounds[0]?.x).toBe((left + right) / 2);
  });
});
