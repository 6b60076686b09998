import { describe, expect, test } from "vitest";

import { staged } from "../../../../test/support/protocols/staged-merge.ts";
import type { ChangeRecord } from "../../../documents/apply/merge-result.ts";
import { planRefactoring } from "../plan/refactor-plan.ts";
import { leftOver } from "./left-over-points.ts";

const TEXTS = [
  "# T\n\n## Storage\n\nKept for 30 days.\n",
  "# T\n\n## Storage\n\nIn S3. Kept for 90 days.\n",
  "# T\n\n## Storage\n\nOn disk. Kept for 60 days.\n",
];

/** The section is taken from B; the figure was agreed for the given variant. */
async function after(winner: number, status: ChangeRecord["status"] = "skipped") {
  const based = await staged({
    texts: TEXTS,
    points: [
      {
        id: "C-001",
        kind: "approach",
        sides: ["## Storage", "## Storage", "## Storage"],
        winner: 2,
      },
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Kept for 30", "Kept for 90", "Kept for 60"],
        winner,
      },
    ],
  });
  const planning = planRefactoring(based);
  const records = planning.plan.changes.map(({ number, point }) => ({
    number,
    status: point === "X-001" ? status : ("applied" as const),
    remarks: [],
    before: "",
    after: "",
  }));
  const merged = { text: "", pieces: [], records, dropped: [], checks: [], newContradictions: [] };
  return leftOver({ ...based, ...planning, merged });
}

describe("what is left for a person", () => {
  test("A33b what lost an agreed point does not come in with a larger change", async () => {
    expect(await after(3)).toEqual([]);
  });

  test("a point whose words came along with a larger change of the same variant is not", async () => {
    expect(await after(2)).toEqual([]);
  });

  test("a point that was merged is not", async () => {
    expect(await after(3, "applied")).toEqual([]);
  });
});
