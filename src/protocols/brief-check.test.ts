import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readBrief } from "../config/briefs/read-brief.ts";
import { BODY_SOURCE, type Brief, type Option, type Source } from "../domain/brief.ts";
import { checkBrief } from "./brief-check.ts";

const ROOT = join(import.meta.dirname, "../..");
const OPTIONS: readonly Option[] = [
  { id: "A", label: "Postgres", description: "Sessions stay where they are." },
  { id: "B", label: "Redis", description: "One server holds all sessions." },
  { id: "C", label: "Signed cookies", description: "The browser holds its own session." },
];

function writeBrief(body: string, rest: Partial<Brief> = {}): Brief {
  return {
    id: "sessions",
    question: "Where do sessions live?",
    options: OPTIONS,
    sources: [writeSource(BODY_SOURCE, body)],
    featureName: null,
    featureDir: null,
    ...rest,
  };
}

function writeSource(id: string, text: string): Source {
  return { id, title: id, sha256: "0".repeat(64), bytes: text.length, text };
}

function check(body: string, rest: Partial<Brief> = {}): string[] {
  return checkBrief(writeBrief(body, rest), "options");
}

describe("a question", () => {
  test.each(["Session store", "Move the sessions to Redis", "Redis for everything!"])(
    "%j is none",
    (question) => {
      expect(check("", { question })).toEqual([
        `"${question}" is a title, not a question. Ask what is to be decided.`,
      ]);
    },
  );

  test.each([
    "Where do sessions live?",
    "Which store",
    "Choose a store for sessions.",
    "Sessions: Postgres or Redis?",
    "Wo liegen die Sitzungen?",
    "会话存在哪里",
    "Which store gives superior read times?",
    "Which store do we finally choose?",
  ])("%j is one", (question) => {
    expect(check("", { question })).toEqual([]);
  });

  test.each([
    ["Shouldn't we move to Redis?", "Shouldn't we"],
    ["Why don't we just use Redis?", "Why don't we"],
    ["Redis is faster, right?", ", right?"],
    ["Should we finally leave Postgres?", "finally"],
    ["Should we use the superior Redis?", "superior"],
    ["Should we go on wasting money on Postgres?", "wasting"],
    ["Do you agree that we should use Redis?", "Do you agree that"],
    ["Why is Redis the better store?", "Why is Redis the better"],
  ])("%j leads", (question, words) => {
    expect(check("", { question })).toEqual([
      `The question suggests its answer ("${words}"). Ask it so that each option could win.`,
    ]);
  });

  test("a plan needs none: its title stands in its place", () => {
    const plan = writeBrief("We move.", { question: "Sessions to Redis", options: [] });

    expect(checkBrief(plan, "plan")).toEqual([]);
  });
});

describe("options", () => {
  const bare = OPTIONS.map((option) => ({ ...option, description: "" }));

  test("one of which nothing is said is named", () => {
    const body = "## Postgres\n\nReads take 40 ms.\n\n## Redis\n\nReads take 1 ms.";

    expect(check(body, { options: bare })).toEqual([
      "Option C (Signed cookies): the brief says nothing about it.",
    ]);
  });

  test("nothing said of any is one note", () => {
    expect(check("We have 3 servers.", { options: bare })).toEqual([
      "The brief says nothing about its options beyond their names.",
    ]);
  });

  test.each([
    [
      "a sentence that names it",
      "Postgres reads take 40 ms. Redis is new. Cookies can't be revoked.",
    ],
    ["its letter", "Postgres is slow and Redis is new. Option C can't be revoked."],
    ["a table's row", "| | Cost |\n|---|---|\n| A | 1 |\n| B | 2 |\n| C | 3 |"],
    ["a table's column", "| | A | B | C |\n|---|---|---|---|\n| Cost | 1 | 2 | 3 |"],
    ["a list", "- **Postgres**: slow\n- **Redis**: new\n- **Signed cookies**: final"],
  ])("%s is a fact", (_what, body) => {
    expect(check(body, { options: bare })).toEqual([]);
  });

  test("a favourite is pointed out", () => {
    const options = [
      ...OPTIONS.slice(1),
      { id: "A", label: "Postgres (recommended)", description: "x" },
    ];

    expect(check("", { options })).toEqual([
      'Option A is marked as the favourite ("(recommended)"). Everyone reads that before they judge.',
    ]);
  });
});

describe("facts", () => {
  test("marked points without an option are counted", () => {
    expect(check("## Risks\n\n- A restart logs everybody out.\n- The disk is full.")).toEqual([
      `2 marked points don't say which option they are about ("A restart logs everybody out.").`,
    ]);
  });

  test("a section about an option that there is not is named", () => {
    expect(check("## Option D: a file\n\nIt is slow.")).toEqual([
      'The brief describes "Option D: a file", which is not an option.',
    ]);
  });

  test.each([
    ["background", "The shop takes 4,000 orders a day."],
    ["a point that names its option", "## Risks\n\n- Redis logs everybody out."],
    ["a point in an option's section", "## Redis\n\n### Risks\n\n- A restart logs everybody out."],
  ])("%s raises nothing", (_what, body) => {
    expect(check(body)).toEqual([]);
  });
});

describe("figures", () => {
  test("that disagree are quoted", () => {
    const body =
      "The shop takes 4,000 orders a day.\n\nToday is fine.\n\nThe shop takes 5,000 orders a day.";

    expect(check(body)).toEqual([
      'Two figures disagree: "The shop takes 4,000 orders a day." and "The shop takes 5,000 orders a day.".',
    ]);
  });

  test.each([
    ["The team has 12 engineers. Reads are slow. The team has 15 engineers."],
    ["The budget is $50,000. Reads are slow. The budget is $40,000."],
    ["The migration takes 3 weeks. Reads are slow. The migration takes 5 weeks."],
  ])("that disagree in short sentences are quoted, too: %s", (body) => {
    expect(check(body)).toHaveLength(1);
  });

  test("an option's section and its description are compared", () => {
    const options = [{ id: "A", label: "Cron", description: "The script runs every 15 minutes." }];
    const [note = ""] = check("## Cron\n\nThe whole script runs every 10 minutes.", {
      options: [...options, ...OPTIONS.slice(1)],
    });

    expect(note).toContain("every 10 minutes");
    expect(note).toContain("every 15 minutes");
  });

  test("a document that contradicts the brief is quoted", () => {
    const sources = [
      writeSource(BODY_SOURCE, "The hosted service costs $900 a month."),
      writeSource("S1", "The hosted service costs $1,200 a month."),
    ];

    expect(check("", { sources })).toHaveLength(1);
  });

  test("a share that its numbers contradict is quoted", () => {
    expect(check("In the trial 12 of 40 customers (25 %) came back.")).toEqual([
      `A share doesn't fit its own numbers: "12 of 40 customers (25 %)".`,
    ]);
  });

  test.each([
    [
      "options differ",
      "## Postgres\n\nA read takes 40 ms of time.\n\n## Redis\n\nA read takes 1 ms of time.",
    ],
    [
      "times differ",
      "Last year the shop took 4,000 orders a day. Now the shop takes 5,000 orders a day.",
    ],
    [
      "measures differ",
      "The median page load takes 3 seconds. The worst page load takes 9 seconds.",
    ],
    ["names differ", "The migration of Berlin takes 3 days. The migration of Rome takes 5 days."],
    ["ids differ", "Task C-006 needs 3 days of work. Task C-007 needs 5 days of work."],
    ["a range", "The migration takes 3 weeks to 5 weeks. The migration takes 4 weeks."],
    ["nobody says of what", "It takes 3 days. Reads are slow. It takes 5 days."],
    ["a rounded share", "2 of 3 judges (67 %) agreed."],
    ["dates", "The sale begins on 3 May. The sale begins on 5 May."],
  ])("raise nothing where %s", (_what, body) => {
    expect(check(body)).toEqual([]);
  });
});

test("drafts of one document are not checked: they differ on purpose", () => {
  const draft = writeBrief("The shop takes 4,000 orders a day. The shop takes 5,000 orders a day.");

  expect(checkBrief(draft, "drafts")).toEqual([]);
});

test("no brief that we ship raises a note", async () => {
  const files = globSync("examples/*.md", { cwd: ROOT });
  const notes = await Promise.all(
    files.map(async (from) => {
      const { brief } = await readBrief({
        from,
        options: [],
        context: [],
        cwd: ROOT,
        stdin: async () => "",
        contextRules: { include: [], maxBytes: 1_000_000, deny: [] },
      });
      return checkBrief(brief, brief.options.length === 0 ? "plan" : "options");
    }),
  );

  expect(files.length).toBeGreaterThan(5);
  expect(notes.flat()).toEqual([]);
});

test("a page of prose without options raises no note", () => {
  const files = globSync("docs/**/*.md", { cwd: ROOT });
  const notes = files.flatMap((path) => {
    const plan = writeBrief(readFileSync(join(ROOT, path), "utf8"), { options: [] });
    return checkBrief(plan, "plan");
  });

  expect(files.length).toBeGreaterThan(30);
  expect(notes).toEqual([]);
});
