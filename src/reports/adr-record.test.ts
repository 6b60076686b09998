import { expect, test } from "vitest";

import { holdJudges, votes, rounds } from "../../test/support/protocols/judges.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import { formatAdrRecord, wrapAdrPage } from "./adr-record.ts";
import { wrapNygardPage } from "./nygard-record.ts";

const REASON = "The crews can wait a year.\nSync can not be taken back.";
const PAGE = "# Keep it online\n\n## Context\n\nCrews work without signal.\n";

async function decided(choice: string): Promise<Transcript> {
  const { events } = await holdJudges(rounds(votes("A", "A", "A")));
  const decision = { choice, reason: REASON, by: "ann", atMs: 1_700_000_000_000 };
  return {
    ...buildTranscript(events),
    decisions: [{ type: "decision-recorded", ...decision }],
  };
}

test("K11 a record that the protocol wrote itself says what a person chose, and why, before anything else", async () => {
  const transcript = await decided("A");
  const options = { supersedes: [], number: 3 };

  for (const page of [
    wrapAdrPage(PAGE, transcript, options),
    wrapNygardPage(PAGE, transcript, options),
    formatAdrRecord(transcript, options),
  ]) {
    expect(page).toMatch(
      /Chosen option: "A [^"]+", by ann\.\n\n> The crews can wait a year\.\n> Sync can not be taken back\.\n/,
    );
  }
  const page = wrapAdrPage(PAGE, transcript, options);
  expect(page.indexOf("Chosen option")).toBeLessThan(page.indexOf("## Context"));
});

test("K11 where a person chose something else, the record says that this overrides the panel", async () => {
  const options = { supersedes: [] };

  expect(wrapAdrPage(PAGE, await decided("B"), options)).toContain(
    "by ann. This overrides the panel.",
  );
  expect(wrapAdrPage(PAGE, await decided("A"), options)).not.toContain("overrides");
});
