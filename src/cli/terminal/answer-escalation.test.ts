/** What a person types at a stop, and what the terminal shows before it. */
import { describe, expect, test } from "vitest";

import type { EscalationRaised } from "../../domain/journal/event.ts";
import { parseTypedChoice, formatEscalationLines } from "./answer-escalation.ts";
import { createTerminalStyle } from "./terminal-style.ts";

const RAISED: EscalationRaised = {
  type: "escalation-raised",
  key: "after-plan",
  question: "Make them all, or strike some out?",
  choices: [
    { id: "approve", label: "make all changes" },
    { id: "strike-1", label: "not change #1" },
    { id: "strike-2", label: "not change #2" },
  ],
  many: true,
};
const { many: _, ...SINGLE } = RAISED;

describe("a line at a stop", () => {
  test.each([
    ["1 fine as it is", { choice: "approve", reason: "fine as it is" }],
    ["approve fine", { choice: "approve", reason: "fine" }],
    ["2,3 both are stale", { choice: "strike-1,strike-2", reason: "both are stale" }],
    ["strike-2 , 2   why, because", { choice: "strike-2,strike-1", reason: "why, because" }],
    ["1", { choice: "approve", reason: "" }],
  ])("A48 %j is read as choices and a reason", (line, expected) => {
    expect(parseTypedChoice(line, RAISED)).toEqual(expected);
  });

  test.each(["4 x", "0 x", "strike-9 x", "1,7 x", "\u001b[31m x"])("%j names no choice", (line) => {
    const said = parseTypedChoice(line, RAISED);

    expect(said).toMatch(/^There is no ".*" among the choices\.$/);
    expect(said).not.toMatch(/\u001b/);
  });

  test("one is enough where one is asked for", () => {
    expect(parseTypedChoice("1,2 x", SINGLE)).toBe("Only one can be chosen.");
    expect(parseTypedChoice("2 x", SINGLE)).toEqual({ choice: "strike-1", reason: "x" });
  });
});

test("K17 choices are numbered lines, and nothing in them moves the cursor", () => {
  const style = createTerminalStyle(
    { isTTY: true, columns: 60, write: () => true },
    { NO_COLOR: "1", LANG: "C.UTF-8" },
  );
  const wild = { ...RAISED, choices: [{ id: "a", label: `\u001b[2J${"long ".repeat(40)}` }] };

  const lines = formatEscalationLines(wild, style);

  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^ {2}1 {2}a {2}\[2Jlong .*…$/);
  expect(lines.every((line) => line.length <= 80 && !/[\u0000-\u001f]/.test(line))).toBe(true);
});
