import { expect, test } from "vitest";

import { holdJudges } from "../../test/support/judging.ts";
import { SCENARIOS } from "../../test/support/scenarios.ts";
import { senseless } from "../domain/senseless.ts";
import { link, readLine } from "../kernel/chain.ts";
import { fileLines, parseJournalFile } from "./journal-file.ts";

async function journal(): Promise<{ text: string; lines: readonly string[] }> {
  const { app, id } = await holdJudges(SCENARIOS["three opinions twice"]!);
  const record = await app.read(id);
  let text = "";
  for await (const line of fileLines(record)) text += line;
  return { text, lines: record.lines };
}

test("a journal of ours is read", async () => {
  const { text, lines } = await journal();

  expect(parseJournalFile(text, "x.jsonl").lines).toEqual(lines);
});

test.each([
  { brief: null },
  { brief: { id: "x", question: "q", options: [], sources: "no" } },
  { brief: { id: "x", question: "q", options: [{ id: 1 }], sources: [] } },
  { participants: [{}] },
  { participants: "all" },
  { notices: [null] },
  { limits: [] },
  { debate: 7 },
  { type: "debate-settled" },
])("an opening that has its hash and not its fields is refused: %j", async (changes) => {
  const { lines } = await journal();
  const { fact, sequence, atMs, previous } = readLine(lines[0]!);
  const { line } = link({ ...fact, ...changes } as typeof fact, { sequence, atMs, previous });

  expect(() => parseJournalFile(line, "x.jsonl")).toThrow("x.jsonl: event 0 opens no debate.");
});

test("events that no debate has are found", async () => {
  const events = (await journal()).lines.map(readLine);
  const wrong = events.map((event) =>
    event.fact.type === "asks-committed" ? { ...event, fact: { type: "asks-committed" } } : event,
  );

  expect(senseless(events)).toBeUndefined();
  expect(senseless(wrong as typeof events)).toBe("The journal holds events that no debate has");
});
