import { describe, expect, test } from "vitest";

import {
  parseTestDocument,
  parseTestDocuments,
} from "../../../test/support/documents/parse-documents.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import {
  type FoundContradiction,
  findContradictionsBetween,
  findContradictionsWithin,
} from "./find-contradictions.ts";

async function within(text: string): Promise<readonly FoundContradiction[]> {
  return findContradictionsWithin(await parseTestDocument(text), createEventLoopYielder());
}

async function between(...texts: string[]): Promise<readonly FoundContradiction[]> {
  return findContradictionsBetween(await parseTestDocuments(...texts), createEventLoopYielder());
}

/** Kind, first sentence, second sentence. */
const PLANTED: readonly (readonly [string, string, string])[] = [
  ["negation", "The service supports offline mode.", "The service does not support offline mode."],
  ["negation", "Telemetry is enabled by default.", "Telemetry is disabled by default."],
  ["negation", "Backups are encrypted.", "Backups aren't encrypted."],
  [
    "negation",
    "Passwords are stored by the identity provider.",
    "The identity provider never stores passwords.",
  ],
  ["negation", "The gateway has a cache.", "The gateway has no cache."],
  [
    "negation",
    "Old clients can connect to the new server.",
    "Old clients cannot connect to the new server.",
  ],
  [
    "negation",
    "Conflicts are shown to the user, who chooses one.",
    "Conflicts are not shown to the user.",
  ],
  ["negation", "The scheduler is stateless.", "The scheduler is stateful."],
  [
    "obligation",
    "Users must authenticate with a hardware key.",
    "Users must not authenticate with a hardware key.",
  ],
  [
    "obligation",
    "Clients shall retry failed requests.",
    "Clients shall not retry failed requests.",
  ],
  [
    "obligation",
    "A code review is required for every change.",
    "A code review is optional for every change.",
  ],
  ["obligation", "Admins may delete audit records.", "Admins may not delete audit records."],
  ["obligation", "Logs must be kept on the device.", "Logs must never be kept on the device."],
  ["obligation", "The API must be synchronous.", "The API must be asynchronous."],
  [
    "obligation",
    "Two-factor login is mandatory for staff.",
    "Two-factor login is not required for staff.",
  ],
  ["obligation", "Always sign release artifacts.", "Do not sign release artifacts."],
  [
    "obligation",
    "Secrets should be stored in the repository.",
    "Secrets should not be stored in the repository.",
  ],
  ["number", "The session timeout is 30 minutes.", "The session timeout is 1 hour."],
  ["number", "The maximum upload size is 10 MB.", "Upload size must not exceed 20 MB."],
  [
    "number",
    "Passwords must have at least 12 characters.",
    "Passwords must have at least 8 characters.",
  ],
  ["number", "Logs are retained for 30 days.", "Logs are retained for 90 days."],
  ["number", "Retry delay: 500 ms.", "The retry delay is 2 s."],
  ["number", "We run three replicas of the queue.", "We run five replicas of the queue."],
  ["number", "The error budget is 0.1 %.", "The error budget is 1 %."],
  ["number", "The pilot costs $50k.", "The pilot costs $80,000."],
  ["number", "Release builds take 10 minutes.", "Release builds take 25 minutes."],
  ["number", "Team A has 5 engineers.", "Team A has 8 engineers."],
  ["date", "The launch is planned for 2026-03-01.", "Launch date: 15 April 2026"],
  ["date", "The beta starts in Q1 2026.", "The beta starts in Q3 2026."],
  ["date", "Migration must end by 1 May 2026.", "Migration must end by June 1, 2026."],
  [
    "constraint",
    "The system must support at least 10,000 concurrent users.",
    "The system supports at most 5,000 concurrent users.",
  ],
  [
    "constraint",
    "The backend must use PostgreSQL for storage.",
    "PostgreSQL is not allowed in this project.",
  ],
  [
    "constraint",
    "The app requires a network connection.",
    "The app must work without a network connection.",
  ],
  ["constraint", "The worker relies on Redis.", "No Redis may be used."],
  [
    "constraint",
    "The importer needs administrator rights.",
    "The importer has no administrator rights.",
  ],
  [
    "constraint",
    "The client must support Internet Explorer.",
    "Internet Explorer is not supported.",
  ],
  ["constraint", "The app needs internet access.", "The app must be usable offline."],
  ["sequence", "Phase 2 depends on Phase 1.", "Phase 1 depends on Phase 2."],
  ["sequence", "Task A depends on Task B.", "Task B needs Task A to be finished."],
  [
    "sequence",
    "The data migration must be completed before the API rollout.",
    "The data migration starts after the API rollout.",
  ],
  ["sequence", "M2 is blocked by M3.", "M3 cannot start until M2 is done."],
  [
    "sequence",
    "The schema change precedes the backfill.",
    "The schema change follows the backfill.",
  ],
];

/** Each sentence at a place of its own, as people write it. */
const FORMS: Readonly<Record<string, (a: string, b: string) => [string, string]>> = {
  paragraphs: (a, b) => [`Some words first. ${a} And some after.`, b],
  "list items": (a, b) => [
    `- One thing is said here.\n- ${a}\n  - A part of it.`,
    `1. ${b}\n2. Another.`,
  ],
  "table cells": (a, b) => [
    `| Id | Statement |\n| --- | --- |\n| 1 | ${a} |`,
    `| Who | Says what |\n| :-- | --: |\n| somebody | ${b} |`,
  ],
};

for (const [form, placed] of Object.entries(FORMS)) {
  describe("A11 items under different items or leads are about different things", () => {
    test.each([
      ["releases", "1.31:\n\n- `core/cel`: 80.0%\n\n1.32:\n\n- `core/cel`: 88.8%\n"],
      ["findings", "- CVE-1: leak\n  - Score: 8.6 (HIGH)\n- CVE-2: crash\n  - Score: 8.5 (HIGH)\n"],
      [
        "steps",
        "1. The pod runs.\n   - actual CPU shares = 1024\n1. It is resized.\n   - actual CPU shares = 1536\n",
      ],
    ])("%s", async (_, list) => {
      expect(await within(`# Plan\n\n${list}`)).toEqual([]);
      expect(
        await between(...list.split(/(?=1\.32|- CVE-2|1\. It)/).map((half) => `# Plan\n\n${half}`)),
      ).toEqual([]);
    });

    test("things with numbers are several things", async () => {
      expect(
        await within(
          "# Plan\n\nA user creates pod 1 on node 1.\n\nA user creates pod 2 on node 1.\n",
        ),
      ).toEqual([]);
    });

    test("under one item they contradict each other", async () => {
      const found = await within(
        "# Plan\n\n- Pods\n  - CPU shares = 1024\n  - CPU shares = 1536\n",
      );

      expect(found.map(({ kind }) => kind)).toEqual(["number"]);
    });
  });

  describe(`A9, A12 planted in ${form}`, () => {
    test.each(PLANTED)("%s: %s / %s", async (kind, a, b) => {
      const [first, second] = placed(a, b);

      const inside = await within(`# Plan\n\n## One\n\n${first}\n\n## Two\n\n${second}\n`);
      const across = await between(
        `# Plan\n\n## One\n\n${first}\n`,
        `# Other\n\nIntro.\n\n## Last\n\n${second}\n`,
      );

      expect(inside.map((one) => one.kind)).toEqual([kind]);
      expect(across.map((one) => one.kind)).toEqual([kind]);
      expect(inside[0]?.sides.map(({ section, quote }) => [section, quote.includes("|")])).toEqual([
        [2, form === "table cells"],
        [3, form === "table cells"],
      ]);
      expect(across[0]?.sides.map(({ variant }) => variant)).toEqual([1, 2]);
    });
  });
}

describe("A12 impossible sequences", () => {
  test("a cycle of three is reported once, with every step quoted", async () => {
    const found = await within(
      "# Plan\n\n- The API depends on the schema.\n- The schema depends on the data model.\n- The data model depends on the API.\n- The UI depends on the API.\n",
    );

    expect(found).toHaveLength(1);
    expect(found[0]?.summary).toBe(
      "No order is possible: The API after the schema (line 3), The schema after the data model (line 4), " +
        "The data model after the API (line 5).",
    );
    expect(found[0]?.sides.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test("a column, a label under a heading and a bracket say what comes first", async () => {
    const table =
      "| Milestone | Name | Depends on |\n| --- | --- | --- |\n| M1 | Schema | M3 |\n| M2 | API | M1 |\n";
    const headings = "## M3: Rollout\n\nDepends on: M2\n";
    const bracket =
      "- M1 Schema (depends on M3)\n- M3 Rollout (after M2)\n- M2 API (requires M1)\n";

    const both = await within(`# Plan\n\n${table}\n${headings}`);
    const list = await within(`# Plan\n\n${bracket}`);

    expect(both.map(({ kind, sides }) => [kind, sides.length])).toEqual([["sequence", 3]]);
    expect(list.map(({ kind, sides }) => [kind, sides.length])).toEqual([["sequence", 3]]);
  });

  test("what has a name of its own in a heading is the same thing", async () => {
    expect(
      (
        await within(
          "# Plan\n\n## Phase 1: Discovery\n\nDiscovery depends on the pilot.\n\n## Phase 2: Pilot\n\nPhase 2 starts after Phase 1.\n",
        )
      ).map(({ kind }) => kind),
    ).toEqual(["sequence"]);
  });

  test("a thing that begins before what it waits for has ended is impossible", async () => {
    const dates = (second: string): string =>
      `# Plan\n\nPhase 1 ends on 2026-06-01. Phase 2 starts on ${second}.\n\nPhase 2 depends on Phase 1.\n`;
    const rows =
      "# Plan\n\n| Phase | Start | End |\n| --- | --- | --- |\n| Phase 1 | 2026-03-01 | 2026-06-01 |\n| Phase 2 | 2026-05-01 | 2026-07-01 |\n\nPhase 2 depends on Phase 1.\n";

    const early = await within(dates("2026-05-01"));
    const late = await within(dates("2026-06-02"));
    const inTable = await within(rows);

    expect(early.map(({ kind, sides }) => [kind, sides.map(({ line }) => line)])).toEqual([
      ["sequence", [3, 3, 5]],
    ]);
    expect(late).toEqual([]);
    expect(inTable.map(({ summary }) => summary)).toEqual([
      "Phase 2 begins on 2026-05-01 (line 6), but waits for Phase 1 (line 8), which ends on 2026-06-01 (line 5).",
    ]);
  });

  test("A9 what one draft lets begin after another lets it end is impossible, unless one draft gives both", async () => {
    const begins = "# Plan\n\nPhase 2 starts on 2026-05-10.\n";
    const ends = (day: string): string => `# Plan\n\nPhase 2 ends on ${day}.\n`;
    const both = `${ends("2026-05-02")}\nPhase 2 starts on 2026-04-01.\n`;

    const early = await between(begins, ends("2026-05-02"));

    expect(early.map(({ kind, sides }) => [kind, sides.map(({ variant }) => variant)])).toEqual([
      ["sequence", [1, 2]],
    ]);
    expect(await between(begins, ends("2026-05-12"))).toEqual([]);
    expect((await between(begins, both)).map(({ kind }) => kind)).not.toContain("sequence");
  });

  test("a way round that no single variant goes is no contradiction of three", async () => {
    expect(await between("A depends on B.", "B depends on C.", "C depends on A.")).toEqual([]);
  });
});

describe("A10 what is not specific enough to be false contradicts nothing", () => {
  test.each([
    ["The service should be fast.", "The service should not be fast."],
    ["Caching might help readers.", "Caching might not help readers."],
    ["The team handles errors as needed.", "The team does not handle errors as needed."],
    ["The cache is usually warm.", "The cache is not usually warm."],
    ["Tests cover various cases.", "Tests do not cover various cases."],
    ["The request may fail.", "The request may not fail."],
    ["The timeout is about 30 seconds.", "The timeout is about 60 seconds."],
    ["Follow best practices for logging.", "Do not follow best practices for logging."],
    ["Is the cache enabled by default?", "The cache is not enabled by default."],
    ["It is enabled by default.", "It is not enabled by default."],
    ["This option is required.", "This option is not required."],
    ["Appropriate limits must be set.", "Appropriate limits must not be set."],
  ])("%s / %s", async (a, b) => {
    expect(await within(`# T\n\n${a}\n\n${b}\n`)).toEqual([]);
    expect(await between(a, b)).toEqual([]);
  });
});

describe("what only looks like a contradiction", () => {
  test.each([
    ["another subject", "The client stores tokens.", "The server does not store tokens."],
    [
      "another condition",
      "If the cache is warm, requests are served.",
      "If the cache is not warm, requests are served.",
    ],
    [
      "another case beside the figure",
      "In 2024 revenue is 5 million.",
      "In 2025 revenue is 7 million.",
    ],
    ["the same in another unit", "The timeout is 1.5 s.", "The timeout is 1500 ms."],
    ["a day within a month", "The launch is in March 2026.", "The launch is on 2026-03-15."],
    ["a figure within a bound", "The page must load in at most 2 s.", "The page must load in 1 s."],
    [
      "both directions of a permission",
      "The feature can be enabled.",
      "The feature can be disabled.",
    ],
    ["a version", "The build uses Node 20.1.1.", "The build uses Node 22.2.2."],
    ["a numbered thing", "Step 1 is required.", "Step 2 is not required."],
    ["what was and what is", "The API was synchronous.", "The API is not synchronous."],
    ["wishes", "Guests would see the price list.", "Guests would not see the price list."],
    ["code", "Sync is on.\n\n```\nThe API is synchronous.\n```", "The API is not synchronous."],
  ])("%s", async (_, a, b) => {
    expect(await within(`# T\n\n${a}\n\n## S\n\n${b}\n`)).toEqual([]);
  });

  test("sections that describe one of several like things do not contradict each other", async () => {
    const of = (first: string, second: string): string =>
      `# Product\n\n## ${first}\n\nStorage limit: 5 GB. Exports are not included.\n\n## ${second}\n\nStorage limit: 50 GB. Exports are included.\n`;
    const scoped = [
      "Free plan|Pro plan",
      "Phase 1|Phase 2: Growth",
      "v1.0.0|v2.0.0",
      "Option A|Option B",
      "`open()`|`close()`",
      "Staging|Production",
    ];
    const plain = "Goals|Limits";

    for (const titles of scoped) {
      const [first = "", second = ""] = titles.split("|");
      expect(await within(of(first, second)), titles).toEqual([]);
    }
    const [first = "", second = ""] = plain.split("|");
    expect(await within(of(first, second))).toHaveLength(2);
  });

  test("what is said under a heading such as Rejected is not said by the document", async () => {
    const of = (title: string): string =>
      `# T\n\n## ${title}\n\nBackups are encrypted.\n\n## Storage\n\nBackups are not encrypted.\n`;
    const found = async (title: string): Promise<number> => (await within(of(title))).length;

    for (const title of ["Rejected", "rejected", "Known issues", "Anti-patterns", "CHANGELOG"]) {
      expect(await found(title), title).toBe(0);
    }
    expect(await found("Safety")).toBe(1);
  });

  test("a list under a negative lead says the opposite of its items", async () => {
    const text =
      "# T\n\nDo not:\n\n- Use the global cache in tests.\n\nNever use the global cache in tests.\n";

    expect(await within(text)).toEqual([]);
  });

  test("rows that begin alike are told apart by more than their first cell", async () => {
    const text =
      "# T\n\n| System | Arch | Version |\n| --- | --- | --- |\n| macOS | x64 | 10 |\n| macOS | arm64 | 11 |\n";

    expect(await within(text)).toEqual([]);
  });
});

test("A9 what is listed as out of scope is ruled out", async () => {
  const of = (title: string): string =>
    `# T\n\n## ${title}\n\n- Single sign-on\n- Anything else that nobody has thought of until now\n\n## Login\n\nThe portal must support single sign-on.\n`;

  const closed = await within(of("Out of scope"));
  const open = await within(of("Scope"));

  expect(closed.map(({ kind, summary }) => `${kind} ${summary}`)).toEqual([
    "constraint single sign-on: ruled out (line 5), needed (line 10).",
  ]);
  expect(open).toEqual([]);
});

describe("A11, A12 sides", () => {
  test("each variant that speaks of it has a side; those that agree are named together", async () => {
    const [found, ...more] = await between(
      "# A\n\nThe retry delay is 5 s.",
      "# B\n\n## Limits\n\nThe retry delay is 9 s.",
      "# C\n\n- Retry delay: 5 seconds",
      "# D\n\nNothing on it.",
    );

    expect(more).toEqual([]);
    expect(found?.summary).toBe("retry delay: 5 s (A), 9 s (B), 5 seconds (C).");
    expect(
      found?.sides.map(({ variant, section, line, quote }) => [variant, section, line, quote]),
    ).toEqual([
      [1, 1, 3, "The retry delay is 5 s."],
      [2, 2, 5, "The retry delay is 9 s."],
      [3, 1, 3, "Retry delay: 5 seconds"],
    ]);
  });

  test("quotes are runs of the text, markup included, and bounded", async () => {
    const faces = "\u{1f600}".repeat(200);
    const text = `# T\n\nThe **retry delay** is [5 s](https://example.com/a.b).\n\n- Retry delay: \`9 s\` ${faces}\n`;

    const [found] = await within(text);
    const [marked, long] = found?.sides ?? [];

    expect(marked?.quote).toBe("The **retry delay** is [5 s](https://example.com/a.b).");
    expect(text.slice(long?.start, long?.end)).toBe(`Retry delay: \`9 s\` ${faces}`);
    // 299: the 300th would be half of a face
    expect(long?.quote).toBe(text.slice(long?.start, (long?.start ?? 0) + 299));
  });

  test("A41 the same contradiction has the same identity in another document", async () => {
    const [a] = await within("# T\n\nCaching is on by default.\n\nCaching is off by default.\n");
    const [b] = await within(
      "# Other\n\n## S\n\n- Caching is off by default.\n- Caching is on by default.\n",
    );

    expect(a?.identity).toBeDefined();
    expect(b?.identity).toBe(a?.identity);
  });
});
