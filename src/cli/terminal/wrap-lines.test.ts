import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { truncateToColumns, measureColumns, stripColours } from "./terminal-style.ts";
import { wrapTerminalLine, createWrappingOutput } from "./wrap-lines.ts";

describe("a line that is too long", () => {
  test("breaks between words, and goes on below its text", () => {
    expect(
      wrapTerminalLine("Dissent    Risk holds A: a draft can conflict with a change", 30),
    ).toEqual([
      "Dissent    Risk holds A: a",
      "           draft can conflict",
      "           with a change",
    ]);
    expect(wrapTerminalLine("  a hint that is indented by two", 16)).toEqual([
      "  a hint that is",
      "  indented by",
      "  two",
    ]);
  });

  test("keeps a word that is wider than the terminal whole, on a line of its own", () => {
    const path = "/a/very/long/path/to/some/record/of/a/debate.md";

    expect(wrapTerminalLine(`Wrote      ${path} and more`, 40)).toEqual([
      "Wrote",
      path,
      "           and more",
    ]);
    expect(wrapTerminalLine("Decide     dissent decide offline-sync-k3f9 A", 24)).toContain(
      "       offline-sync-k3f9",
    );
  });

  test("keeps a command at its end on one line, if the terminal is wide enough", () => {
    const command = "dissent verify how-should-we-make-our-2j9z";
    const line = `not signed, not anchored; check that it is consistent: ${command}`;

    expect(wrapTerminalLine(line, 80)).toEqual([
      "not signed, not anchored; check that it is consistent:",
      command,
    ]);
    expect(wrapTerminalLine(`\u001b[2m${line}\u001b[22m`, 80).map(stripColours)).toContain(command);
    for (const row of wrapTerminalLine(line, 30)) expect(row.length).toBeLessThanOrEqual(30);
  });

  test("counts wide characters and emoji in cells, and may break between ideographs", () => {
    expect(measureColumns("日本")).toBe(4);
    expect(measureColumns("✅ ok")).toBe(5);
    expect(measureColumns("⚠\ufe0f")).toBe(2);
    expect(measureColumns("e\u0301")).toBe(1);
    expect(wrapTerminalLine("離線同步要不要做", 6)).toEqual(["離線同", "步要不", "要做"]);
  });

  test("colours take no room and are all kept", () => {
    const red = (text: string): string => `\u001b[31m${text}\u001b[0m`;
    const rows = wrapTerminalLine(`${red("Dissent   ")} ${red("one two three four")}`, 23);

    expect(rows.map(stripColours)).toEqual(["Dissent    one two", "           three four"]);
    expect(rows.join("").match(/\u001b\[\d+m/g)).toHaveLength(4);
  });
});

test("every line fits, whatever its words, unless it is one word; and no word is lost", () => {
  const word = fc.oneof(
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
      .map((text) => text.replace(/\s/g, "x")),
    fc.constantFrom("", "離線同步", "✅", "\u001b[31mred\u001b[0m", "offline-sync-k3f9"),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.integer({ min: 40, max: 200 }),
      (words, columns) => {
        const line = words.join(" ");
        const rows = wrapTerminalLine(line, columns);
        for (const row of rows) {
          const bare = stripColours(row);
          if (/\S\s+\S/.test(bare)) expect(measureColumns(bare)).toBeLessThanOrEqual(columns);
        }
        expect(rows.join("").replace(/\s/g, "")).toBe(line.replace(/\s/g, ""));
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

test("what is cut fits, and ends after a word where that keeps most of it", () => {
  expect(truncateToColumns("A wrong merge silently overwrites a record", 30)).toBe(
    "A wrong merge silently…",
  );
  expect(truncateToColumns("offline-sync-is-one-long-word", 12)).toBe("offline-syn…");
  expect(truncateToColumns("離線同步要不要做", 7)).toBe("離線同…");
  for (let columns = 0; columns < 45; columns++) {
    expect(
      measureColumns(truncateToColumns("A wrong merge silently overwrites a record", columns)),
    ).toBeLessThanOrEqual(columns);
  }
});

test("a pipe gets its lines as they are, and so does who moves the cursor", () => {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  const long = "word ".repeat(40);

  createWrappingOutput({ write }).write(long);
  createWrappingOutput({ isTTY: true, columns: 40, write }).write(`\u001b[2A${long}`);

  expect(written).toEqual([long, `\u001b[2A${long}`]);
});

test("words in a column behind a command are wrapped as before", () => {
  const rows = wrapTerminalLine("  dissent list                      see your debates", 50);

  expect(rows.every((row) => row.length <= 50)).toBe(true);
});

test("a command that just fits begins further left", () => {
  const command = 'dissent "Postgres or SQLite?" --option "A: Postgres" --option "B: SQLite"';

  expect(wrapTerminalLine(`  ${command}`, command.length)).toEqual([command]);
  expect(wrapTerminalLine(`  ${command}`, command.length + 1)).toEqual([` ${command}`]);
});
