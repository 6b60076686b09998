import { describe, expect, test } from "vitest";

import { parseDiff } from "../../../src/protocols/review/change/parse-diff.ts";
import type { FindingCard } from "../../../src/protocols/review/timeline/timeline.ts";
import { DIFF } from "../../../test/support/protocols/review.ts";
import { layOutDiff } from "./diff-rows.ts";

function finding(more: Partial<FindingCard>): FindingCard {
  return {
    id: "security-1",
    severity: "major",
    fate: "confirmed",
    path: "src/pay.js",
    side: "new",
    first: 2,
    last: 2,
    movedFrom: null,
    isBeside: false,
    quote: "",
    claim: "",
    scenario: "",
    suggestion: null,
    foundBy: ["security"],
    also: [],
    verdicts: [],
    silent: [],
    answer: null,
    defences: [],
    ...more,
  };
}

function listPlaces(findings: readonly FindingCard[]): readonly string[] {
  const [file] = layOutDiff(parseDiff(DIFF).files, findings);
  return (file?.rows ?? []).flatMap((row) =>
    row.kind === "gap" ? [] : row.findings.map(({ id }) => `${id} ${row.kind} ${row.text.trim()}`),
  );
}

describe("findings in a diff", () => {
  test("one about a line that came stands under that line, one about a line that went under that", () => {
    const places = listPlaces([
      finding({ id: "came-1" }),
      finding({ id: "went-1", side: "old", first: 3, last: 3 }),
    ]);

    expect(places).toEqual([
      "came-1 added // sums what is in the basket",
      "went-1 removed if (total > order.limit) throw new Error('limit');",
    ]);
  });

  test("one about a line that the diff does not show is kept with its file", () => {
    const [file] = layOutDiff(parseDiff(DIFF).files, [finding({ first: 90, last: 90 })]);

    expect(file?.elsewhere).toHaveLength(1);
  });

  test("files with findings come first", () => {
    const other = DIFF.replaceAll("src/pay.js", "src/a.js");
    const files = layOutDiff(parseDiff(other + DIFF).files, [finding({})]);

    expect(files.map(({ path }) => path)).toEqual(["src/pay.js", "src/a.js"]);
  });
});
