import { expect, test } from "vitest";

import { forged } from "../../../test/support/journals/forge-journal.ts";
import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { readOpening } from "../../domain/journal/event.ts";
import type { DebateRecord } from "../../domain/journal/record.ts";
import { formatJournalFile } from "../../stores/journal-file.ts";
import { parseCheckedJournal } from "./parse-journal.ts";

async function record(): Promise<DebateRecord> {
  const { app, id } = await holdJudges(SCENARIOS["three opinions twice"]!);
  return app.read(id);
}

async function writeJournalFile(record: Pick<DebateRecord, "lines" | "text">): Promise<string> {
  const written = [];
  for await (const line of formatJournalFile(record)) written.push(line);
  return written.join("");
}

test("a journal of ours is read with its events and texts", async () => {
  const held = await record();
  const { lines, events, texts } = parseCheckedJournal(await writeJournalFile(held), "x.jsonl");

  expect(lines).toEqual(held.lines);
  expect(events).toEqual(held.events);
  expect([...texts.values()]).toContain(
    await held.text(readOpening(events).brief.sources[0]!.sha256),
  );
});

test("a field that no debate has is refused by file, line and field, though its hash holds", async () => {
  const held = await record();
  const at = held.events.findIndex(({ fact }) => fact.type === "reply-recorded");
  const lines = forged(held, (facts) =>
    facts.with(at, { ...facts[at]!, latencyMs: "soon" } as unknown as (typeof facts)[0]),
  );
  const text = await writeJournalFile({ ...held, lines });
  const line = text.split("\n").indexOf(lines[at]!) + 1;

  // the text of the brief stands before the first event
  expect(line).toBe(at + 2);
  expect(() => parseCheckedJournal(text, "x.jsonl")).toThrowError(
    expect.objectContaining({
      code: "bad-journal",
      message: expect.stringMatching(
        new RegExp(
          `^x\\.jsonl:${line}:1 event ${at} has an invalid field fact\\.latencyMs: must be`,
        ),
      ),
      hint: "See what still holds: dissent verify x.jsonl",
    }),
  );
});

test("a journal that opens no debate, or two, is refused", async () => {
  const held = await record();
  const [first] = held.events;
  const second = forged(held, (facts) => [facts[0]!, first!.fact, ...facts.slice(1)]);
  const none = forged(held, (facts) => facts.slice(1));

  expect(() => parseCheckedJournal(second.join("\n"), "x.jsonl")).toThrow(
    "x.jsonl:2:1 event 1 opens a debate that was open.",
  );
  expect(() => parseCheckedJournal(none.join("\n"), "x.jsonl")).toThrow(
    "x.jsonl:1:1 event 0 opens no debate.",
  );
});
