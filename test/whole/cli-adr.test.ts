/** Decision records in a project: one for each debate, in the place, numbering and form that the project has. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type Project, run, scriptedProject } from "../support/processes/cli.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

const FOR_A = rounds(votes("A", "A", "A"));
const NAME = "should-field-app-v2-ship-with-offline-sync.md";

/** As adr-tools writes its first record. */
const FIRST = `# 1. Record architecture decisions

Date: 2025-02-12

## Status

Accepted

## Context

We need to record the architectural decisions made on this project.

## Decision

We will use Architecture Decision Records, as described by Michael Nygard.

## Consequences

See Michael Nygard's article, linked above.
`;

const MADR = `---
status: accepted
date: 2025-02-12
---

# Use Markdown

## Context and Problem Statement

How do we write?

## Considered Options

* Markdown

## Decision Outcome

Chosen option: "Markdown".
`;

async function runAndDecide(at: Project): Promise<void> {
  expect((await run(at, ["run", "q.md", "--adr"])).code).toBe(0);
  expect((await run(at, ["decide", "last", "B", "-m", "valleys matter", "--adr"])).code).toBe(0);
}

function recordsIn(at: Project, dir: string): string[] {
  return readdirSync(join(at.dir, dir)).toSorted();
}

async function expectVerified(at: Project, path: string): Promise<void> {
  const { code, stdout } = await run(at, ["verify", path]);
  expect(stdout).toContain(`${path} is what the journal renders to`);
  expect(code).toBe(0);
}

describe("one debate has one record", () => {
  test("run --adr proposes it, decide --adr accepts the same one, and it verifies before and after", async () => {
    const at = scriptedProject(FOR_A);
    const path = `docs/decisions/0001-${NAME}`;
    await run(at, ["run", "q.md", "--adr"]);
    expect(at.read(path)).toContain('status: "proposed"');
    await expectVerified(at, path);

    const decided = await run(at, ["decide", "last", "B", "-m", "valleys matter", "--adr"]);

    expect(decided.stdout).toContain(`Wrote ${path}\n`);
    expect(recordsIn(at, "docs/decisions")).toEqual([`0001-${NAME}`]);
    expect(at.read(path)).toContain('status: "accepted"');
    expect(at.read(path)).toContain("> valleys matter");
    await expectVerified(at, path);
  });

  test("what it superseded stays said when it is brought up to date", async () => {
    const at = scriptedProject(FOR_A, { "docs/decisions/0007-use-markdown.md": MADR });
    await run(at, ["run", "q.md", "--adr", "--supersedes", "7"]);
    await run(at, ["decide", "last", "B", "-m", "valleys matter", "--adr"]);

    expect(recordsIn(at, "docs/decisions")).toEqual(["0007-use-markdown.md", `0008-${NAME}`]);
    expect(at.read(`docs/decisions/0008-${NAME}`)).toContain(
      "Supersedes [0007-use-markdown](0007-use-markdown.md).",
    );
    await expectVerified(at, `docs/decisions/0008-${NAME}`);
  });

  test("a record that a person has edited keeps their words, and the next one takes its place", async () => {
    const at = scriptedProject(FOR_A);
    await run(at, ["run", "q.md", "--adr"]);
    const path = `docs/decisions/0001-${NAME}`;
    at.write(path, `${at.read(path)}\nAgreed with the crews in May.\n`);
    await run(at, ["decide", "last", "B", "-m", "valleys matter", "--adr"]);

    expect(recordsIn(at, "docs/decisions")).toEqual([`0001-${NAME}`, `0002-${NAME}`]);
    expect(at.read(path)).toContain("Agreed with the crews in May.");
    expect(at.read(path)).toContain(`status: "superseded by 0002-${NAME.slice(0, -3)}"`);
    expect(at.read(`docs/decisions/0002-${NAME}`)).toContain(`Supersedes [0001-`);
  });

  test("another debate on the same question has a record of its own", async () => {
    const at = scriptedProject(FOR_A);
    await run(at, ["run", "q.md", "--adr"]);
    await run(at, ["run", "q.md", "--adr"]);

    expect(recordsIn(at, "docs/decisions")).toEqual([`0001-${NAME}`, `0002-${NAME}`]);
  });
});

describe("the form of the records that are there", () => {
  test.each([
    ["docs/adr", { "docs/adr/0001-record-architecture-decisions.md": FIRST }],
    ["doc/adr", { "doc/adr/0001-record-architecture-decisions.md": FIRST }],
    ["notes/adr", { ".adr-dir": "notes/adr\n", "notes/adr/0001-record.md": FIRST }],
  ])("is Nygard's in %s: title with number, date, and the four sections", async (dir, files) => {
    const at = scriptedProject(FOR_A, files);
    await runAndDecide(at);

    const path = `${dir}/0002-${NAME}`;
    expect(recordsIn(at, dir)).toHaveLength(2);
    const text = at.read(path);
    expect(text).toMatch(
      /^# 2\. Should field-app v2 ship with offline sync\?\n\nDate: \d{4}-\d\d-\d\d\n\n## Status\n\nAccepted\n\n## Context\n/,
    );
    expect(text.match(/^## .*$/gm)).toEqual([
      "## Status",
      "## Context",
      "## Decision",
      "## Consequences",
    ]);
    expect(text).toContain('Chosen option: "B Full sync", by tester');
    expect(text).not.toMatch(/^---/m);
    await expectVerified(at, path);
    // an altered word is found, as in every other form
    at.write(path, text.replace("valleys matter", "valleys do not matter"));
    expect((await run(at, ["verify", path])).code).toBe(5);
  });

  test("is Nygard's for one that supersedes another, which keeps its words and says so", async () => {
    const old = "docs/adr/0001-record-architecture-decisions.md";
    const at = scriptedProject(FOR_A, { [old]: FIRST });
    await run(at, ["run", "q.md", "--adr", "--supersedes", "1"]);
    await run(at, ["decide", "last", "B", "-m", "valleys matter", "--adr"]);

    expect(at.read(`docs/adr/0002-${NAME}`)).toContain(
      "## Status\n\nAccepted\n\nSupersedes [0001-record-architecture-decisions](0001-record-architecture-decisions.md).\n",
    );
    expect(at.read(old)).toBe(
      FIRST.replace("\nAccepted\n", `\nSuperseded by 0002-${NAME.slice(0, -3)}\n`),
    );
    await expectVerified(at, `docs/adr/0002-${NAME}`);
  });

  test("stays MADR where the records are MADR", async () => {
    const at = scriptedProject(FOR_A, { "docs/adr/0001-use-markdown.md": MADR });
    await runAndDecide(at);

    const text = at.read(`docs/adr/0002-${NAME}`);
    expect(text).toMatch(/^---\nstatus: "accepted"\n/);
    expect(text).toContain("## Decision Outcome");
  });

  test("is Nygard's too where the roundtable wrote the record itself", async () => {
    const at = scriptedProject(FOR_A, {
      "dissent.yaml": "version: 1\n",
      "docs/adr/0001-record-architecture-decisions.md": FIRST,
    });
    await run(at, ["run", "q.md", "-p", "roundtable", "--adr", "--allow-contested"]);

    const [path = ""] = recordsIn(at, "docs/adr").slice(1);
    const text = at.read(`docs/adr/${path}`);
    expect(text).toMatch(/^# 2\. .+\n\nDate: \d{4}-\d\d-\d\d\n\n## Status\n\n/);
    expect(text.match(/^## (?:Status|Context|Decision|Consequences)$/gm)).toHaveLength(4);
    await expectVerified(at, `docs/adr/${path}`);
  });
});
