import { expect, test } from "vitest";

import { handmade } from "../../test/support/journals/handmade-journal.ts";
import { computeMonthlyStats } from "./monthly-stats.ts";
import { createDebateCase, type DebateCase } from "./project-stats.ts";

const SEATS = { risk: "anthropic/one", value: "openai/two", effort: "openai/three" };

function createCase(id: string, strength: DebateCase["strength"], changed = false): DebateCase {
  const rounds = [Object.keys(SEATS).map((by) => ({ by, holds: "A" }))];
  const one = createDebateCase(handmade({ seats: SEATS, rounds }));
  if (one === undefined) throw new TypeError("no case");
  return { ...one, id, strength, changed, costUsd: 0.5 };
}

test("K18 debates are counted in the month they ended in, oldest first, by strength and cost", () => {
  const ends: Readonly<Record<string, string>> = {
    a: "2026-11-30T23:59:59Z",
    b: "2026-12-01T00:00:00Z",
    c: "2026-12-24T12:00:00Z",
  };
  const cases = [createCase("b", "strong", true), createCase("c", "none"), createCase("a", "fair")];
  const months = computeMonthlyStats(cases, (id) => Date.parse(ends[id] ?? ""));

  expect(months).toEqual([
    {
      month: "2026-11",
      debates: 1,
      strengths: { none: 0, weak: 0, fair: 1, strong: 0 },
      changed: 0,
      costUsd: 0.5,
    },
    {
      month: "2026-12",
      debates: 2,
      strengths: { none: 1, weak: 0, fair: 0, strong: 1 },
      changed: 1,
      costUsd: 1,
    },
  ]);
  expect(computeMonthlyStats([], () => 0)).toEqual([]);
});
