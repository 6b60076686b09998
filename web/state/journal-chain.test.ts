import { expect, test } from "vitest";

import { holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import { parseJournalEvents } from "./journal-chain.ts";

test("a page reads the events of a debate, and refuses a line with a field that none has", async () => {
  const { app, id } = await holdJudges(rounds(votes("A", "A", "A")));
  const { lines, events } = await app.read(id);
  const bad = lines.map((line) => line.replace('"by":"risk"', '"by":7'));

  expect(parseJournalEvents(lines)).toEqual(events);
  expect(() => parseJournalEvents(bad)).toThrow(
    /^event 1 of its journal has an invalid field fact\.asks\[\d\]\.by: must be an id/,
  );
  expect(() => parseJournalEvents(["{"])).toThrow("event 0 of its journal is not JSON.");
});
