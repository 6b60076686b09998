import { createHash } from "node:crypto";

import { beforeAll, describe, expect, test } from "vitest";

import type { DebateRecord } from "../../src/dissent.ts";
import { formatJournalFile } from "../../src/stores/journal-file.ts";
import { forged } from "../../test/support/journals/forge-journal.ts";
import { heldOffline } from "../../test/support/protocols/offline-debates.ts";
import {
  checkJournal,
  type JournalCheckResult,
  type CheckableJournal,
  listNamedTextHashes,
} from "./check-journal.ts";
import { formatFileName, formatJournalExport } from "./journal-export.ts";
import { parseRecord } from "./parse-record.ts";

let record: DebateRecord;
let journal: CheckableJournal;

beforeAll(async () => {
  ({ record } = await heldOffline("judges"));
  const texts: Record<string, string> = {};
  for (const sha256 of record.events.flatMap(listNamedTextHashes)) {
    texts[sha256] = (await record.text(sha256)) ?? "";
  }
  journal = { lines: record.lines, texts };
});

const means = {
  digest: async (text: string) => createHash("sha256").update(text).digest("hex"),
  rest: async () => {},
};

const check = (changes: Partial<CheckableJournal> = {}): Promise<JournalCheckResult> =>
  checkJournal({ ...journal, ...changes }, means);

describe("a journal checked in the browser", () => {
  test("holds, with its head and every text", async () => {
    const { texts } = journal;
    expect(await check()).toEqual({
      events: record.events.length,
      texts: Object.keys(texts).length,
      unseen: 0,
      head: record.events.at(-1)?.hash,
      fault: null,
    });
  });

  test("a changed word is found, and where", async () => {
    const lines = journal.lines.with(3, (journal.lines[3] ?? "").replace(/e/, "E"));
    expect(await check({ lines })).toMatchObject({
      events: 3,
      fault: "Event 3 was changed after it was written.",
    });
  });

  test("a line that is missing, moved, cut or of another journal is found", async () => {
    const { lines } = journal;
    expect((await check({ lines: lines.toSpliced(2, 1) })).fault).toBe("Event 2 is numbered 3.");
    const swapped = lines.with(1, lines[2] ?? "").with(2, lines[1] ?? "");
    expect((await check({ lines: swapped })).fault).toBe("Event 1 is numbered 2.");
    expect((await check({ lines: lines.with(4, "{}") })).fault).toBe(
      "Event 4 is not a journal line.",
    );
    const other = forged(record, (facts) =>
      facts.map((fact) => (fact.type === "debate-opened" ? { ...fact, by: "x" } : fact)),
    );
    expect((await check({ lines: lines.with(0, other[0] ?? "") })).fault).toBe(
      "Event 1 does not follow its predecessor.",
    );
  });

  test("a text that is another, or not there, is found; one that is too long for the page is counted apart", async () => {
    const [sha256 = ""] = Object.keys(journal.texts);
    const changed = { ...journal.texts, [sha256]: "something else" };
    expect((await check({ texts: changed })).fault).toContain("is not what the journal names");
    const { [sha256]: _, ...rest } = journal.texts;
    expect((await check({ texts: rest })).fault).toContain("is missing");
    expect(await check({ texts: rest, leftOut: [sha256] })).toMatchObject({
      unseen: 1,
      fault: null,
    });
  });

  test("a long one lets the page do other things, and tells how far it is", async () => {
    const seen: number[] = [];
    let rests = 0;
    const lines = forged(record, (facts) => [
      ...facts,
      ...Array.from({ length: 250 }, () => ({ type: "clock-read" as const, key: "k", readMs: 1 })),
    ]);
    const { fault } = await checkJournal(
      { ...journal, lines },
      { ...means, rest: async () => void (rests += 1), progress: (done) => seen.push(done) },
    );
    expect(fault).toBeNull();
    expect(seen).toEqual([100, 200]);
    expect(rests).toBeGreaterThanOrEqual(2);
  });
});

describe("files to take away", () => {
  test("the journal is the file that the command line writes, to the byte", async () => {
    let written = "";
    const signatures = ['{"signature":"one"}', '{"signature":"two"}'];
    for await (const line of formatJournalFile({ ...record, signatures })) written += line;
    expect(written.endsWith(`${signatures.join("\n")}\n`)).toBe(true);
    expect(formatJournalExport({ ...journal, signatures })).toBe(written);
  });

  test("whatever a debate is called, its file's name is harmless", () => {
    expect(formatFileName("offline-sync-sssz", ".md")).toBe("offline-sync-sssz.md");
    expect(formatFileName("../../etc/passwd", ".md")).toBe("etc-passwd.md");
    expect(formatFileName("\u202Egnp.exe", ".md")).toBe("gnp-exe.md");
    expect(formatFileName("", ".jsonl")).toBe("debate.jsonl");
  });
});

describe("a record laid out", () => {
  const text = [
    "---",
    'status: "proposed"',
    "date: 2026-11-16",
    "dissent:",
    '  debate: "a \\"b\\""',
    "---",
    "",
    "# Question",
    "",
    "## Decision Outcome",
    "",
    "Words.",
    "",
    "### Dissents",
    "",
    "> No.",
    "",
    "### What would change this",
    "",
    "- a pilot",
    "",
    "```",
    "## no heading",
    "```",
  ].join("\n");

  test("front matter is names and values", () => {
    expect(parseRecord(text).matter).toEqual([
      { name: "status", value: "proposed" },
      { name: "date", value: "2026-11-16" },
      { name: "debate", value: 'a "b"' },
    ]);
    expect(parseRecord("# No matter").matter).toEqual([]);
  });

  test("dissents and what would change it are sections of their own, and nothing is lost", () => {
    const { sections } = parseRecord(text);
    expect(sections.map(({ title, kind }) => [title, kind])).toEqual([
      ["Question", "plain"],
      ["Decision Outcome", "plain"],
      ["Dissents", "dissents"],
      ["What would change this", "would-change"],
    ]);
    expect(sections.at(-1)?.text).toContain("## no heading");
  });
});
