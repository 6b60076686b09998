import { describe, expect, test } from "vitest";

import type { Json } from "../../domain/json.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { createTerminalStyle, measureColumns } from "../terminal/terminal-style.ts";
import { formatFindingTable } from "./format-findings.ts";

const PLAIN_STYLE = createTerminalStyle({ isTTY: false, columns: 80, write: () => true }, {});

const SEATS = ["correctness", "security", "operations"].map((id) => ({
  id,
  name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
}));

function row(changes: Readonly<Record<string, Json>> = {}): Record<string, Json> {
  return {
    id: "correctness-1",
    fate: "confirmed",
    severity: "major",
    path: "src/pay.js",
    side: "new",
    first_line: 3,
    last_line: 4,
    claim: "The limit of an order is no longer checked.",
    found_by: ["correctness"],
    refuted_by: [],
    ...changes,
  };
}

function table(...rows: readonly Json[]): string[] {
  const outcome = { result: { findings: rows, parts: [] } } as unknown as Outcome;
  return formatFindingTable({ outcome, participants: SEATS as never }, PLAIN_STYLE);
}

describe("the table of findings", () => {
  test("says how bad, the result, where, who found it, who refuted it, and what it is", () => {
    expect(
      table(
        row({ side: "old", first_line: 3, last_line: 3, refuted_by: ["security", "operations"] }),
      ),
    ).toEqual([
      "Severity Result      Where                     Found by         Refuted by",
      "major    confirmed   src/pay.js:3 gone         Correctness      Security +1",
      "  The limit of an order is no longer checked.",
    ]);
  });

  test("has the worst of what survived first", () => {
    const ids = [
      row({ fate: "refuted", severity: "blocker" }),
      row({ fate: "confirmed", severity: "minor" }),
      row({ fate: "disputed" }),
      row({ fate: "confirmed", severity: "blocker" }),
    ];

    expect(
      table(...ids)
        .filter((line) => /^(?:blocker|major|minor)/.test(line))
        .map((line) => line.slice(0, 20).trim().replace(/\s+/, " ")),
    ).toEqual(["blocker confirmed", "minor confirmed", "major disputed", "blocker refuted"]);
  });

  test("keeps within 80 columns and 18 lines, whatever a model or a path says", () => {
    const hostile = row({
      path: `${"目录/".repeat(30)}\u001b[2J文件.ts`,
      claim: `\u202e\u001b]0;owned\u0007${"words ".repeat(60)}`,
      found_by: ["x".repeat(90), "security"],
      refuted_by: ["correctness", "security"],
    });
    const lines = table(...Array.from({ length: 30 }, () => hostile));

    expect(lines.every((line) => measureColumns(line) <= 80)).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(18);
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(lines.at(-1)).toBe("and 22 more in the record");
  });

  test.each([
    ["no findings", { outcome: { result: {} } }],
    ["something else of that name", { outcome: { result: { findings: "none", parts: [] } } }],
    [
      "rows that are not findings",
      { outcome: { result: { findings: [1, null, {}, []], parts: [] } } },
    ],
    [
      "a severity that there is not",
      { outcome: { result: { findings: [row({ severity: "major\n\u001b[2J" })], parts: [] } } },
    ],
    ["no outcome", { outcome: null }],
  ])("is not there for %s", (_what, { outcome }) => {
    expect(
      formatFindingTable({ outcome: outcome as never, participants: SEATS as never }, PLAIN_STYLE),
    ).toEqual([]);
  });
});
