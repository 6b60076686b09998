/**
 * Journals that were written by earlier versions. When one of these fails, the format of events, a prompt or a
 * rule has changed: raise JOURNAL_FORMAT or the protocol's version and read the old ones too, and leave the
 * files as they are.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { describe, expect, test } from "vitest";

import { readOpening, findSettlement } from "../src/domain/journal/event.ts";
import { readEventLine } from "../src/kernel/journal/hash-chain.ts";
import { parseJournalFile } from "../src/stores/journal-file.ts";
import { memoryStore } from "../src/stores/memory.ts";
import { verified } from "./support/journals/forge-journal.ts";
import { judgesApp } from "./support/protocols/judges.ts";
import { fakeClock } from "./support/time/fake-clock.ts";

const files = globSync(join(import.meta.dirname, "fixtures/journals/*.jsonl"));

test("there are old journals to read", () => {
  expect(files.map((path) => basename(path))).toContain("judges-1.jsonl");
});

describe.each(files.map((path) => [basename(path), path]))("%s", (name, path) => {
  const { lines, texts } = parseJournalFile(readFileSync(path, "utf8"), name);
  const events = lines.map(readEventLine);

  function freshApp(asked: string[] = []) {
    const clock = fakeClock(1_800_000_000_000);
    // whoever is still owed an answer after a cut gives the one that is on record
    const script = Object.fromEntries(
      events.flatMap(({ fact }) =>
        fact.type === "reply-recorded" ? [[fact.key, { reply: fact.reply }]] : [],
      ),
    );
    return judgesApp({
      script: { ...script, "responses/effort": { text: "C." } },
      store: memoryStore(clock),
      clock,
      asked,
    });
  }

  test("K9 K13 it is read, listed and verified", async () => {
    const app = freshApp();
    const id = await app.importJournal({ lines, texts });

    expect((await app.read(id)).lines).toEqual(lines);
    expect(await app.list()).toMatchObject([
      { id, status: "settled", label: "CONSENSUS", choice: "A", decided: "C", degraded: true },
    ]);
    expect(await verified(app, id)).toMatchObject({ ok: true, fault: null, events: lines.length });
  });

  test("K13 cut after any event it is continued, and ends in the outcome it has on record", async () => {
    const end = events.findIndex(({ fact }) => fact.type === "debate-settled");
    const recorded = findSettlement(events)?.outcome;

    for (let cut = 1; cut <= end; cut++) {
      const asked: string[] = [];
      const app = freshApp(asked);
      const id = await app.importJournal({ lines: lines.slice(0, cut), texts });
      const runResult = await app.run({ debate: id });

      const at = `cut after event ${cut}`;
      if (runResult.status !== "settled") throw new Error(at);
      const { result, ...outcome } = runResult.outcome;
      const { result: before, ...rest } = recorded!;
      expect(outcome, at).toEqual(rest);
      expect({ ...result, repairs: before["repairs"] }, at).toEqual(before);
      expect(await verified(app, id), at).toMatchObject({ ok: true });
    }
  });

  test("K13 it can be forked", async () => {
    const { debate } = readOpening(events);
    const text = async (sha256: string) => texts.get(sha256);
    const app = freshApp();
    const fork = await app.fork({ id: debate, lines, events, text }, { at: "responses", by: "me" });

    expect(await app.run({ debate: fork })).toMatchObject({ status: "settled" });
    expect(readOpening((await app.read(fork)).events).forkedFrom?.debate).toBe(debate);
    expect(await verified(app, fork)).toMatchObject({ ok: true });
  });
});
