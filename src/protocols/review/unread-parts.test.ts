/** L1, L11: a part that too few reviewers read does not end the review of the others, and nobody approves it. */
import { describe, expect, test } from "vitest";

import { expectResumesAnywhere } from "../../../test/conformance/resume.ts";
import { artifact, buildTestApp } from "../../../test/support/protocols/debate.ts";
import {
  changeBrief,
  DIFF,
  finding,
  finds,
  holdReview,
  judges,
  verdict,
} from "../../../test/support/protocols/review.ts";
import { type Script, scripted } from "../../models/scripted.ts";
import { review } from "./protocol.ts";

const SEATS = ["correctness", "security", "operations"];
const DOWN = { crash: "down" } as const;

/** Three files, each of which fills a part. */
const BRIEF = changeBrief({
  diff: ["a", "b", "c"]
    .map((name) =>
      DIFF.replaceAll("src/pay.js", `src/${name}.js`)
        .replace("@@ -1,5 +1,5 @@", "@@ -1,5 +1,24 @@")
        .replace("+  // sums", `${`+  // ${"a long comment ".repeat(4)}\n`.repeat(19)}+  // sums`),
    )
    .join(""),
  texts: {},
});

function plan(settings: Readonly<Record<string, string | number>> = {}) {
  const parts = { parts: 3, part_bytes: 2_500, unread_parts: "name" };
  return { brief: BRIEF, plan: { settings: { ...parts, ...settings } } };
}

function allQuiet(changes: Script = {}): Script {
  const quiet = [1, 2, 3].flatMap((part) =>
    SEATS.map((seat) => [`findings-${part}/${seat}`, finds()] as const),
  );
  return { ...Object.fromEntries(quiet), ...changes };
}

function downIn(...parts: readonly number[]): Script {
  return Object.fromEntries(
    parts.flatMap((part) => [
      [`findings-${part}/security`, DOWN],
      [`findings-${part}/operations`, DOWN],
    ]),
  );
}

/** A confirmed finding in the last part. */
const FOUND: Script = {
  "findings-3/correctness": finds(finding({ file: "src/c.js" })),
  ...Object.fromEntries(
    SEATS.slice(1).map((seat) => [
      `cross-3/${seat}`,
      judges(
        verdict("correctness-1", "confirm", {
          evidence: [{ kind: "quote", source: "old-3", quote: "total > order.limit" }],
          reason: `The removed line was the only check of ${seat === "security" ? "the card" : "the load"}.`,
        }),
      ),
    ]),
  ),
};

describe("one part of three", () => {
  test("L11 is named, the others are reviewed, and a person decides", async () => {
    const held = await holdReview(allQuiet(downIn(2)), plan());

    expect(held.outcome).toMatchObject({ label: "CONTESTED", ending: "open" });
    expect(held.outcome?.summary).toBe(
      "No finding that blocks is confirmed, and part 2 of 3 was read by fewer than 2 reviewers.",
    );
    expect(held.outcome?.notes).toContain("part 2 of 3 was read by fewer than 2 reviewers");
    expect(held.outcome?.result["parts"]).toMatchObject([
      { read_by: SEATS },
      { read_by: ["correctness"], not_read_by: ["security", "operations"] },
      { read_by: SEATS },
    ]);
    expect(await artifact(held, "review.md")).toContain("Part 2, 1 file: read by Correctness");
  });

  test("L8, L11 takes nothing from what was confirmed in another", async () => {
    const held = await holdReview(allQuiet({ ...downIn(1), ...FOUND }), plan());

    expect(held.outcome).toMatchObject({ label: "CHANGES_NEEDED", confidence: "MEDIUM" });
    expect(held.outcome?.notes).toContain("part 1 of 3 was read by fewer than 2 reviewers");
  });

  test("L11 ends a review that is set to end there, as it always did", async () => {
    const held = await holdReview(allQuiet(downIn(2)), plan({ unread_parts: "end" }));

    expect(held.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
    expect(held.outcome?.summary).toMatch(/^Fewer than 2 reviewers read part 2 of the change: /);
    expect(held.outcome?.notes).toEqual([]);
    expect(held.asked.some((key) => key.startsWith("findings-3"))).toBe(false);
  });

  test("K13 cut after any event it goes on", async () => {
    const script = allQuiet({ ...downIn(2), ...FOUND });
    await expectResumesAnywhere(await holdReview(script, plan()), {
      appWith: ({ clock, asked }) =>
        buildTestApp({ model: scripted(script, { clock }), protocol: review, clock, asked }),
    });
  }, 60_000);
});

test("L11 after two in a row nobody is asked any more, and where none was read there is no outcome", async () => {
  const two = await holdReview(allQuiet(downIn(2, 3)), plan());
  const all = await holdReview(allQuiet(downIn(1, 2, 3)), plan());

  expect(two.outcome).toMatchObject({ label: "CONTESTED" });
  expect(two.outcome?.summary).toContain("parts 2, 3 of 3 were read by fewer than 2 reviewers");
  expect(all.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
  expect(all.asked.some((key) => key.startsWith("findings-3"))).toBe(false);
});
