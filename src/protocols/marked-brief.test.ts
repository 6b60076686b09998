import { describe, expect, test } from "vitest";

import { BODY_SOURCE, type Option, type Source } from "../domain/brief.ts";
import { readMarkedPoints } from "./marked-brief.ts";

const OPTIONS: readonly Option[] = [
  { id: "A", label: "Stay on Postgres", description: "" },
  { id: "B", label: "Move to Redis", description: "" },
];

function writeSource(text: string): Source {
  return { id: BODY_SOURCE, title: "Brief", sha256: "0".repeat(64), bytes: text.length, text };
}

/** Points as "A + words", in the order of the text. */
function listPoints(text: string, options: readonly Option[] = OPTIONS): string[] {
  const { points } = readMarkedPoints({ options, sources: [writeSource(text)] });
  return points.map(
    ({ option, side, quote }) => `${option ?? "?"} ${side === "for" ? "+" : "-"} ${quote}`,
  );
}

describe("what a brief marks", () => {
  test.each([
    [
      "lists below headings of an option",
      "## Option A: stay\n\n### Pros\n\n- No new service\n\n### Cons\n\n- Slow reads\n- Full disk",
      ["A + No new service", "A - Slow reads", "A - Full disk"],
    ],
    [
      "lists below bold names and labels",
      "**Move to Redis**\n\nPros:\n- Fast\n\nCons:\n- A restart logs everybody out\n",
      ["B + Fast", "B - A restart logs everybody out"],
    ],
    [
      "labels inside of a paragraph",
      "## Redis\n\nAdvantage: reads take 1 ms. Risk: nobody here has run it.",
      ["B + reads take 1 ms.", "B - nobody here has run it."],
    ],
    [
      "headings that name the option after the side",
      "## Advantages of Redis\n\nReads take 1 ms.\n\n## Risks of Postgres\n\nThe disk is full.",
      ["B + Reads take 1 ms.", "A - The disk is full."],
    ],
    [
      "reasons as decision records give them",
      "### Move to Redis\n\n* Good, because it is fast\n* Bad, because it is new\n* Neutral, because both scale",
      ["B + Good, because it is fast", "B - Bad, because it is new"],
    ],
    [
      "plus and minus as bullets of one list",
      "## Stay on Postgres\n\n+ It is there\n- It is slow",
      ["A + It is there", "A - It is slow"],
    ],
    [
      "columns of a table",
      "| Option | Pros | Cons |\n|---|---|---|\n| A | known | slow<br>full |\n| B | fast | none |",
      ["A + known", "A - slow", "A - full", "B + fast"],
    ],
    [
      "rows of a table whose columns are options",
      "| | Postgres | Redis |\n|---|---|---|\n| Advantages | known | fast |\n| Risks | slow | new |",
      ["A + known", "B + fast", "A - slow", "B - new"],
    ],
    [
      "options below a side",
      "## Risks\n\n- **Redis**: a restart logs everybody out\n- **Option A**: the disk is full",
      ["B - **Redis**: a restart logs everybody out", "A - **Option A**: the disk is full"],
    ],
  ])("%s", (_what, text, points) => {
    expect(listPoints(text)).toEqual(points);
  });

  test("a plan without options has its points too", () => {
    expect(listPoints("## Risks\n\n- No rollback.\n\n## Dates\n\n- In May.", [])).toEqual([
      "? - No rollback.",
    ]);
  });

  test("the words of an option belong to it, and are quoted from it", () => {
    const options = [
      { id: "A", label: "Stay", description: "Pros: it is there\nCons: it is slow" },
    ];

    expect(readMarkedPoints({ options, sources: [] }).points).toEqual([
      { option: "A", side: "for", quote: "it is there", source: "option-A" },
      { option: "A", side: "against", quote: "it is slow", source: "option-A" },
    ]);
  });

  test("a mark ends with its section", () => {
    const text = "## Cons\n\n- Slow\n\n## Timeline\n\n- It starts in May\n\nIt ends in June.";

    expect(listPoints(text)).toEqual(["? - Slow"]);
  });
});

describe("what is not marked", () => {
  test.each([
    ["a sentence that sounds like a risk", "Redis may crash and lose every session."],
    ["a heading that begins with such a word", "## Risk appetite\n\nWe accept one outage."],
    ["a rating", "Risk: low\n\nRisks: none."],
    ["code", "```\n## Risks\n- none of this\n```"],
    ["the address of a link", "## Drawbacks\n[drawbacks]: #drawbacks"],
    ["a comment", "<!--\nCons:\n- hidden\n-->"],
    ["a term that a table defines", "| Term | Meaning |\n|---|---|\n| Risk | what may go wrong |"],
    ["a list that mixes both sides", "## Pros and cons\n\n- Fast\n- Slow"],
    ["a list of risks and their answers", "## Risks and Mitigations\n\n- We test it."],
    ["what answers a risk", "Mitigation: we keep the table for a month."],
  ])("%s is no point", (_what, text) => {
    expect(listPoints(text)).toEqual([]);
  });

  test("is said, option by option", () => {
    const text = "## Option A\n\nPros:\n- known\n\n## Cons\n\n- slow";

    expect(readMarkedPoints({ options: OPTIONS, sources: [writeSource(text)] }).missing).toEqual([
      "Option A has nothing marked against it.",
      "Option B has nothing marked for or against it.",
      "One marked point belongs to no option.",
    ]);
  });

  test("is said of a plan", () => {
    expect(readMarkedPoints({ options: [], sources: [writeSource("We move.")] }).missing).toEqual([
      "The plan has nothing marked for or against it.",
    ]);
  });
});

test("every quote occurs in its source as it is", () => {
  const text =
    "Pros:\n- **Fast** reads\n  on every page\n* Good, because it is **cheap**\n\n**Risk:** a restart **logs out** all.\n";
  const { points } = readMarkedPoints({ options: [], sources: [writeSource(text)] });

  expect(points.length).toBe(3);
  expect(points.filter(({ quote }) => !text.includes(quote))).toEqual([]);
});
