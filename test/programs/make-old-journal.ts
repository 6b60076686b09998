/**
 * Wrote test/fixtures/journals/judges-1.jsonl, once. Run it again only for a new version of the protocol or
 * of the journal, under a new name: the old files are what old journals look like.
 *
 *   node test/programs/make-old-journal.ts > test/fixtures/journals/judges-5.jsonl
 */
import { formatJournalFile } from "../../src/stores/journal-file.ts";
import { holdJudges, responds, rounds, votes } from "../support/protocols/judges.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

const clock = fakeClock();
const script = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "A", { because: ["risk-2"] }),
  effort: responds("effort", "C"),
});
// no reply is asked for again: a test answers from the journal, which has each reply once
const { app, id } = await holdJudges(script, {
  clock,
  hold: {
    onEvent: () => {
      clock.advance(250);
    },
  },
});
await app.decide(id, { choice: "C", reason: "The crews asked for drafts.", by: "mia" });
const record = await app.read(id);
for await (const line of formatJournalFile(record)) process.stdout.write(line);
