/** Reviewers who mean no good: they invent, refute everything, confirm everything; and changes that are too much. */
import { describe, expect, test } from "vitest";

import { playAtRandom } from "../../../test/support/protocols/random-review.ts";
import {
  changeBrief,
  finding,
  finds,
  holdReview,
  judges,
  quiet,
  readFindingRows,
  verdict,
} from "../../../test/support/protocols/review.ts";
import { dissent } from "../../dissent.ts";
import { scripted } from "../../models/scripted.ts";
import { memoryStore } from "../../stores/memory.ts";
import { splitChange } from "./change/change-parts.ts";
import { readChange } from "./change/change.ts";
import type { FindingVerdict } from "./reply-values.ts";

const OTHER = finding({
  claim: "The comment says the opposite of what follows.",
  scenario: "Who reads line 2 expects a list and gets a number.",
  side: "new",
  first_line: 2,
  last_line: 2,
  quote: "  // sums what is in the basket",
  severity: "major",
});
const IDS = ["correctness-1", "correctness-2", "correctness-3", "correctness-4"];
const FOUR = [1, 2, 3, 4].map((at) =>
  finding({
    claim:
      [
        "The limit of an order is no longer checked.",
        "Orders without items are charged zero.",
        "Negative prices pass.",
        "A card may be missing.",
      ][at - 1] ?? "",
    scenario: `In case ${at} the order is charged all the same, which it was not.`,
  }),
);

function judgeAll(given: FindingVerdict, ids: readonly string[]) {
  return judges(
    ...ids.map((id, at) =>
      verdict(id, given, {
        reason: `Case ${at} of ${id}: the charge is made whatever the basket holds, ${"abcd"[at] ?? ""}.`,
      }),
    ),
  );
}

test("L2 of findings that are all invented none is reported, and the change is not held up", async () => {
  const invented = finding({ quote: "eval(order.note)", side: "new", severity: "blocker" });
  const nowhere = finding({ file: "src/none.js" });
  const held = await holdReview(
    quiet({ "findings/security": [finds(invented, nowhere), finds(invented, nowhere)] }),
  );

  expect(held.outcome).toMatchObject({ label: "APPROVED" });
  expect(readFindingRows(held)).toEqual([]);
  expect(held.outcome?.notes).toContain("2 findings dropped: the quote does not occur in the file");
  expect(held.asked.some((key) => key.startsWith("cross/"))).toBe(false);
});

describe("one who gives every finding the same verdict", () => {
  test.each([
    ["refute", "confirm", "disputed"],
    ["confirm", "refute", "disputed"],
  ] as const)("%s: alone it settles nothing, and is named", async (everything, other, fate) => {
    const held = await holdReview(
      quiet({
        "findings/correctness": finds(...FOUR),
        "cross/security": judgeAll(everything, IDS),
        "cross/operations": judgeAll(other, IDS),
      }),
      { plan: { settings: { defence: false } } },
    );

    expect(readFindingRows(held).map((row) => row["fate"])).toEqual([fate, fate, fate, fate]);
    expect(held.outcome).toMatchObject({ label: "CONTESTED" });
    expect(held.outcome?.notes).toContain(
      `Security said ${everything} to all 4 findings of the others`,
    );
  });

  test("it cannot refute what two found", async () => {
    const held = await holdReview(
      quiet({
        "findings/correctness": finds(finding()),
        "findings/operations": finds(finding()),
        "cross/security": judgeAll("refute", ["correctness-1"]),
      }),
      { plan: { settings: { defence: false } } },
    );

    expect(readFindingRows(held)).toMatchObject([
      { fate: "disputed", found_by: ["correctness", "operations"] },
    ]);
  });

  test("the same sentence for every finding is no reason", async () => {
    const held = await holdReview(
      quiet({
        "findings/correctness": finds(FOUR[0]!, OTHER),
        "cross/security": judges(
          ...["correctness-1", "correctness-2"].map((id) =>
            verdict(id, "refute", { reason: "This is handled elsewhere in the code base." }),
          ),
        ),
        "cross/operations": judgeAll("cannot tell", ["correctness-1", "correctness-2"]),
      }),
      { plan: { settings: { defence: false } } },
    );

    expect(readFindingRows(held).map((row) => row["fate"])).toEqual(["unconfirmed", "unconfirmed"]);
    expect(held.outcome?.notes.join("\n")).toContain('2 verdicts counted as "cannot tell"');
  });
});

describe("five megabytes", () => {
  const line = "+const value = compute(another, value, of, some, kind);";
  const body = Array.from({ length: 95_000 }, () => line);
  const buildDiff = (path: string): string =>
    [`--- /dev/null`, `+++ b/${path}`, `@@ -0,0 +1,${body.length} @@`, ...body, ""].join("\n");

  test("L1 in one file are refused in a sentence before anybody is asked", () => {
    const app = dissent({ store: memoryStore(), modelFor: async () => scripted({}) });
    const diff = buildDiff("src/large.ts");

    expect(diff.length).toBeGreaterThan(5_000_000);
    expect(() => app.plan("review", { brief: changeBrief({ diff, texts: {} }) })).toThrow(
      /the change is too large: \d+ parts of 60000 bytes, and 40 can be reviewed/,
    );
  });

  test("L1 fit where parts are larger, and every line is in one of them", () => {
    const brief = changeBrief({ diff: buildDiff("src/large.ts"), texts: {} });
    const { files } = readChange(brief, { include: [], marked: {} });
    const parts = splitChange(files, 400_000);

    expect(parts.length).toBeLessThanOrEqual(40);
    const shown = parts.flatMap(({ pieces }) => pieces.flatMap(({ lines }) => lines));
    expect(shown.map((one) => one.new)).toEqual(body.map((_, at) => at + 1));
  });

  test("L1 of a lock file are named and not shown", () => {
    const brief = changeBrief({ diff: buildDiff("package-lock.json"), texts: {} });
    const app = dissent({ store: memoryStore(), modelFor: async () => scripted({}) });

    expect(() => app.plan("review", { brief })).toThrow(
      "nothing of the change is shown to reviewers: package-lock.json (lock file, +95000 -0)",
    );
  });
});

test("seats that stall, lie, forget and speak garbage end as declared, and verify", async () => {
  const labels = new Set<string>();
  for (let seed = 0; seed < 20; seed++) labels.add((await playAtRandom(seed)).label);

  expect(labels.size).toBeGreaterThan(1);
});
