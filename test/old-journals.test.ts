/**
 * Journals that were written earlier. Those of rules that are still shipped verify, resume and fork as on the first
 * day: when one of these fails, the format of events, a prompt or a rule has changed, so raise JOURNAL_FORMAT or the
 * protocol's version, and leave the files as they are. Those of older rules open, and `verify` says that their rules
 * are gone.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { describe, expect, test } from "vitest";

import { computeAudit } from "../src/audit/audit.ts";
import { PROTOCOLS } from "../src/dissent.ts";
import { readOpening, findSettlement } from "../src/domain/journal/event.ts";
import { buildTranscript } from "../src/domain/journal/transcript.ts";
import { readEventLine } from "../src/kernel/journal/hash-chain.ts";
import { parseJournalFile } from "../src/stores/journal-file.ts";
import { memoryStore } from "../src/stores/memory.ts";
import { buildDebateTimeline } from "../src/timeline/build-timeline.ts";
import { verified } from "./support/journals/forge-journal.ts";
import { judgesApp } from "./support/protocols/judges.ts";
import { fakeClock } from "./support/time/fake-clock.ts";

const journals = globSync(join(import.meta.dirname, "fixtures/journals/*.jsonl")).map((path) => {
  const name = basename(path);
  const { lines, texts } = parseJournalFile(readFileSync(path, "utf8"), name);
  return { name, lines, texts, events: lines.map(readEventLine) };
});

type OldJournal = (typeof journals)[number];

function isShipped({ events }: OldJournal): boolean {
  const { protocol, protocolVersion } = readOpening(events);
  return PROTOCOLS.some(({ id, version }) => id === protocol && version === protocolVersion);
}

function freshApp({ events }: OldJournal, asked: string[] = []) {
  const clock = fakeClock(1_800_000_000_000);
  // whoever is still owed an answer after a cut gives the one that is on record
  const script = Object.fromEntries(
    events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" ? [[fact.key, { reply: fact.reply }]] : [],
    ),
  );
  return judgesApp({ script, store: memoryStore(clock), clock, asked });
}

test("there are journals of rules that are shipped, and of rules that are not", () => {
  expect(journals.filter(isShipped).map(({ name }) => name)).toContain("judges-5.jsonl");
  expect(journals.filter((one) => !isShipped(one)).map(({ name }) => name)).toEqual([
    "judges-1.jsonl",
    "judges-2.jsonl",
    "judges-3.jsonl",
  ]);
});

describe.each(journals.filter(isShipped).map((one) => [one.name, one] as const))(
  "%s",
  (_, journal) => {
    const { lines, texts, events } = journal;

    test("K9 K13 it is read, listed and verified", async () => {
      const app = freshApp(journal);
      const id = await app.importJournal({ lines, texts });

      expect((await app.read(id)).lines).toEqual(lines);
      expect(await app.list()).toMatchObject([{ id, status: "settled" }]);
      expect(await verified(app, id)).toMatchObject({
        ok: true,
        fault: null,
        events: lines.length,
      });
    });

    test("K13 cut after any event it is continued, and ends in the outcome it has on record", async () => {
      const end = events.findIndex(({ fact }) => fact.type === "debate-settled");
      const recorded = findSettlement(events)?.outcome;

      for (let cut = 1; cut <= end; cut++) {
        const app = freshApp(journal);
        const id = await app.importJournal({ lines: lines.slice(0, cut), texts });
        const runResult = await app.run({ debate: id });

        const at = `cut after event ${cut}`;
        if (runResult.status !== "settled") throw new Error(at);
        expect(runResult.outcome, at).toEqual(recorded);
        expect(await verified(app, id), at).toMatchObject({ ok: true });
      }
    });

    test("K13 it can be forked", async () => {
      const { debate } = readOpening(events);
      const text = async (sha256: string) => texts.get(sha256);
      const app = freshApp(journal);
      const fork = await app.fork(
        { id: debate, lines, events, text },
        { at: "responses", by: "me" },
      );

      expect(await app.run({ debate: fork })).toMatchObject({ status: "settled" });
      expect(readOpening((await app.read(fork)).events).forkedFrom?.debate).toBe(debate);
      expect(await verified(app, fork)).toMatchObject({ ok: true });
    });
  },
);

describe.each(journals.filter((one) => !isShipped(one)).map((one) => [one.name, one] as const))(
  "%s, of rules that are no longer shipped",
  (_, journal) => {
    const { lines, texts, events } = journal;

    test("K9 it opens, its chain is checked, and verify says that its rules are gone", async () => {
      const app = freshApp(journal);
      const id = await app.importJournal({ lines, texts });

      expect(await app.list()).toMatchObject([{ id, status: "settled", label: "CONSENSUS" }]);
      const { ok, fault, holds } = await verified(app, id);
      expect(ok).toBe(false);
      expect(fault?.what).toMatch(/no longer shipped, so nothing beyond the chain was checked$/);
      expect(holds).toEqual([`chain of ${lines.length} events is intact`]);
    });

    test("it is shown and measured without a word about its rules", () => {
      expect(buildTranscript(events).outcome?.label).toBe("CONSENSUS");
      expect(computeAudit(events).tallies.final.cast).toBeGreaterThan(0);
      expect(() =>
        buildDebateTimeline(events, { id: "judges", titles: {}, deciding: null }),
      ).not.toThrow();
    });

    test("K13 it is not continued under other rules", async () => {
      const app = freshApp(journal);
      const id = await app.importJournal({ lines: lines.slice(0, -3), texts });

      await expect(app.run({ debate: id })).rejects.toThrow(/began under judges version \d/);
    });
  },
);
