import { describe, expect, test } from "vitest";

import type { Json } from "../domain/json.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import { formatFindingDetails, formatFindingTable, listFindings } from "./finding-sections.ts";

const PARTICIPANTS = ["ann", "bob"].map((id) => ({ id, name: `Reviewer ${id}` }));

function row(changes: Readonly<Record<string, Json>> = {}): Record<string, Json> {
  return {
    id: "ann-1",
    fate: "confirmed",
    severity: "major",
    path: "src/pay.js",
    side: "new",
    first_line: 3,
    last_line: 4,
    quote: "return charge(total);",
    claim: "The limit is no longer checked.",
    scenario: "A total of 900 is charged.",
    suggestion: "Check it.",
    found_by: ["ann"],
    refuted_by: [],
    verdicts: [{ by: "bob", counted: "confirm", reason: "Nothing else checks it." }],
    ...changes,
  };
}

function shown(...rows: readonly Json[]) {
  const outcome = { result: { findings: rows, parts: [] } } as unknown as Outcome;
  return { outcome, participants: PARTICIPANTS as never };
}

const MANY = 40_000;

test("a finding with its place, who found it, what others said, and what to do", () => {
  const one = shown(row());

  expect(formatFindingTable(one)).toContain(
    "| major | src/pay.js:3-4 | The limit is no longer checked. | Reviewer ann | - | confirmed |",
  );
  expect(formatFindingDetails(one, MANY)).toBe(
    [
      "<details><summary><b>major, confirmed</b> src/pay.js:3-4: The limit is no longer checked.</summary>",
      "```text\nreturn charge(total);\n```",
      "Found by Reviewer ann:",
      "> A total of 900 is charged.",
      "Suggestion: Check it.",
      "- Reviewer bob: **confirm**. Nothing else checks it.",
      "</details>",
    ].join("\n\n"),
  );
});

test("what did not survive is folded away together", () => {
  const text = formatFindingDetails(
    shown(row(), row({ id: "ann-2", fate: "refuted", refuted_by: ["bob"] })),
    MANY,
  );

  expect(text.match(/<details>/g)).toHaveLength(2);
  expect(text).toContain("<summary>Did not survive (1)</summary>");
});

describe("words of models and of the change", () => {
  const EVIL =
    "</summary></details><img src=x onerror=alert(1)> [a](http://e.example) `x` | y\n\n# Approved\n```";

  test("are never markup, a link or another cell", () => {
    const one = shown(
      row({
        claim: EVIL,
        scenario: EVIL,
        suggestion: EVIL,
        quote: EVIL,
        path: EVIL,
        verdicts: [{ by: EVIL, counted: EVIL, reason: EVIL }],
      }),
    );
    const table = formatFindingTable(one);
    const text = formatFindingDetails(one, MANY);
    const [summary = ""] = text.split("\n");

    expect(table.split("\n")).toHaveLength(3);
    expect(table.split("\n")[2]?.match(/(?<!\\)\|/g)).toHaveLength(7);
    expect(summary.match(/<[^>]*>/g)).toEqual([
      "<details>",
      "<summary>",
      "<b>",
      "</b>",
      "</summary>",
    ]);
    // outside of code, which shows it as it is, nothing begins a heading or a tag
    const bare = text
      .split("\n")
      .slice(1)
      .join("\n")
      .replace(/(?<!`)(`{4,})(?!`)[^]*?(?<!`)\1(?!`)/g, "");
    expect(bare).not.toMatch(/^# /m);
    expect(bare.match(/(?<!\\)<[^>]*>/g)).toEqual(["</details>"]);
  });

  test("take no more room than there is, and no part is cut in the middle", () => {
    const long = row({ scenario: "words ".repeat(500) });
    const text = formatFindingDetails(shown(...Array.from({ length: 30 }, () => long)), 10_000);

    expect(text.length).toBeLessThan(10_100);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    expect(text).toMatch(/\n\n\d+ more in the record\.$/);
  });
});

test("a protocol without findings has neither", () => {
  const none = { outcome: { result: {} } as Outcome, participants: [] };

  expect(listFindings(none)).toBeNull();
  expect([formatFindingTable(none), formatFindingDetails(none, MANY)]).toEqual(["", ""]);
});
