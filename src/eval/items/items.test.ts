import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { acceptsAnswer, namesFlaw } from "./eval-item.ts";
import { parseCsvRows } from "./parse-csv.ts";
import { readEvalItems } from "./read-items.ts";

const jsonl = (...rows: object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");
const read = (text: string, name = "items.jsonl", map?: Record<string, string>) =>
  readEvalItems({ text, name, seed: 1, ...(map && { map }) });

/** Text of the right option. */
function findRightAnswer(reading: ReturnType<typeof read>, at = 0): string | undefined {
  const item = reading.items[at]!;
  return item.options.find(({ id }) => id === item.answer)?.text;
}

describe("the forms of items, each recognised by itself", () => {
  const choices: [string, object, string][] = [
    ["mmlu", { question: "Q?", choices: ["a", "b", "c"], answer: 2, subject: "law" }, "c"],
    ["mmlu", { question: "Q?", options: ["a", "b", "c"], answer: "B", answer_index: 1 }, "b"],
    [
      "gpqa",
      {
        Question: "Q?",
        "Correct Answer": " yes ",
        "Incorrect Answer 1": "n1",
        "Incorrect Answer 2": "n2",
        "Incorrect Answer 3": "n3",
      },
      "yes",
    ],
    ["truthfulqa", { question: "Q?", mc1_targets: { choices: ["t", "f"], labels: [1, 0] } }, "t"],
    [
      "arc",
      { id: "x", question: "Q?", choices: { text: ["p", "q"], label: ["1", "2"] }, answerKey: "2" },
      "q",
    ],
    ["bbh", { inputs: "Q?", targets: ["b"], multiple_choice_targets: ["a", "b"] }, "b"],
    ["inspect", { input: "Q?", choices: ["a", "b"], target: "B" }, "b"],
    [
      "canonical",
      {
        id: "c1",
        question: "Q?",
        options: [
          { id: "x", text: "ex" },
          { id: "y", text: "why" },
        ],
        answer: "y",
      },
      "why",
    ],
  ];
  test.each(choices)("%s", (format, row, right) => {
    const reading = read(jsonl(row));
    expect([reading.format, reading.items[0]!.kind, findRightAnswer(reading)]).toEqual([
      format,
      "choice",
      right,
    ]);
  });

  const words: [string, object, string, string][] = [
    ["gsm8k", { question: "Q?", answer: "so\n#### 1,234" }, "It is 1234", "12"],
    ["bbh", { inputs: "Q?", targets: ["valid"] }, "Valid.", "invalid"],
    ["inspect", { input: "Q?", target: "Paris" }, "paris", "Rome"],
    ["openai-evals", { input: [{ role: "user", content: "Q?" }], ideal: ["a", "b"] }, "B", "c"],
    [
      "promptfoo",
      { vars: { question: "Q?" }, assert: [{ type: "contains", value: "yes" }] },
      "oh yes!",
      "no",
    ],
    ["question-answer", { question: "Q?", answer: 42 }, "about 42", "43"],
    ["canonical", { id: "a", question: "Q?", accepts: { matches: "^r[ae]d$" } }, "Red", "rid"],
  ];
  test.each(words)("%s in words", (format, row, good, bad) => {
    const { format: found, items } = read(jsonl(row));
    expect([found, items[0]!.kind]).toEqual([format, "text"]);
    expect(acceptsAnswer(items[0]!.accepts, good)).toBe(true);
    expect(acceptsAnswer(items[0]!.accepts, bad)).toBe(false);
  });

  test("a decision without an answer is measured by its process alone, and that is said", () => {
    const { format, items, notes } = read(jsonl({ question: "A or B?", options: ["A", "B"] }));
    expect([format, items[0]!.kind, items[0]!.answer]).toEqual(["decision", "open", null]);
    expect(notes.join()).toContain("no known answer");
  });

  test("promptfoo's CSV, JSON, YAML, and fields by other names", () => {
    expect(
      read('question,__expected\n"A, or ""B""?",contains: B\n', "t.csv").items[0],
    ).toMatchObject({
      question: 'A, or "B"?',
      accepts: [{ kind: "contains", words: "B" }],
    });
    expect(
      read(
        "tests:\n  - vars: { question: 'Q?' }\n    assert: [{ type: equals, value: x }]\n",
        "t.yaml",
      ).format,
    ).toBe("promptfoo");
    expect(
      read(JSON.stringify([{ question: "Q?", choices: ["a", "b"], answer: 0 }]), "t.json").format,
    ).toBe("mmlu");
    const mapped = read(jsonl({ meta: { ask: "Q?" }, choices: ["a", "b"], answer: 1 }), "x.jsonl", {
      question: "meta.ask",
    });
    expect([mapped.items[0]!.question, findRightAnswer(mapped)]).toEqual(["Q?", "b"]);
  });
});

describe("checks before anything is spent", () => {
  test.each([
    [
      "an answer that is none of its options",
      jsonl({ question: "Q?", choices: ["a", "b"], answer: 5 }),
    ],
    [
      "two items of the id",
      jsonl(
        { id: "1", question: "Q?", options: ["a", "b"] },
        { id: "1", question: "R?", options: ["a", "b"] },
      ),
    ],
    ["line 2 is not JSON", `${jsonl({ question: "Q?", options: ["a", "b"] })}\n{oops`],
    ["no form that is known", jsonl({ foo: 1 })],
    ["has no items", ""],
    [
      "item 2 is not of the form",
      jsonl({ question: "Q?", choices: ["a", "b"], answer: 1 }, { foo: 1 }),
    ],
    ["a pattern that is none", jsonl({ id: "a", question: "Q?", accepts: { matches: "(" } })],
  ])("EI2: %s", (words, text) => {
    expect(() => read(text)).toThrow(words);
  });

  test("EI1: the right option, always first in the file, ends up everywhere, and the same way each time", () => {
    const rows = Array.from({ length: 400 }, (_, index) => ({
      question: `Q${index}?`,
      mc1_targets: { choices: ["t", "f1", "f2", "f3"], labels: [1, 0, 0, 0] },
    }));
    const { items, notes } = read(jsonl(...rows));
    const counts = ["o1", "o2", "o3", "o4"].map(
      (id) => items.filter(({ answer }) => answer === id).length,
    );

    expect(Math.min(...counts)).toBeGreaterThan(70);
    expect(notes).toEqual([]);
    expect(read(jsonl(...rows)).items).toEqual(items);
    expect(readEvalItems({ text: jsonl(...rows), name: "x", seed: 2 }).items).not.toEqual(items);
    for (const item of items)
      expect(item.options.find(({ id }) => id === item.answer)?.text).toBe("t");
  });

  test("any text in a CSV cell comes back as it was", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 5 }),
        (pairs) => {
          const filled = pairs.map(
            ([a, b]) => [`x${a.replaceAll("\r", "")}`, `y${b.replaceAll("\r", "")}`] as const,
          );
          const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
          const text = ["a,b", ...filled.map((row) => row.map(quote).join(","))].join("\r\n");
          expect(parseCsvRows(text).map(({ a, b }) => [a, b])).toEqual(filled);
        },
      ),
    );
  });
});

describe("planted flaws are found by words", () => {
  const flaw = {
    signs: [
      ["6 TB", "6.0 TB"],
      ["window", "four hours", "4 h"],
    ],
  };

  test.each([
    ["Copying 6 TB takes 8 h, twice the window.", true],
    ["6 TB cannot be moved in four hours", true],
    ["Copying 16 TB takes longer than the window.", false],
    ["Copying 1.6 TB takes longer than the window.", false],
    ["Nothing here says 6 TB is too much.", false],
    ["The window is too short.", false],
  ])("%s", (finding, found) => {
    expect(namesFlaw(flaw, finding)).toBe(found);
  });
});
