import { describe, expect, test } from "vitest";

import { holdJudges, recommends, rounds, votes } from "../../../test/support/protocols/judges.ts";
import { computeAudit } from "../../audit/audit.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { createTerminalStyle } from "../terminal/terminal-style.ts";
import { wrapTerminalLines } from "../terminal/wrap-lines.ts";
import { describeSkippedRound, findMissingFact } from "./format-open-points.ts";
import { formatSummaryLines } from "./format-summary.ts";

const style = createTerminalStyle({ isTTY: false, columns: 80, write: () => true }, {});

async function summarize(...held: Parameters<typeof holdJudges>) {
  const { app, id } = await holdJudges(...held);
  const { events } = await app.read(id);
  const transcript = buildTranscript(events);
  const lines = formatSummaryLines(transcript, { style, audit: computeAudit(events) });
  return { id, transcript, lines: wrapTerminalLines(lines, 80) };
}

describe("J12 a second round that was not needed", () => {
  test("is named in the summary, with the votes and the setting that always holds it", async () => {
    const { lines, transcript } = await summarize(rounds(votes("A", "B", "B")));

    const said =
      "not held: B had 2 of 3 votes after the blind round. Always hold it: --setting second_round=always";
    expect(describeSkippedRound(transcript)).toBe(said);
    const at = lines.findIndex((line) => line.startsWith("Round 2"));
    expect(`${lines[at]?.slice(11)} ${lines[at + 1]?.trim()}`).toBe(said);
  });

  test("is not named where it was held, or where nothing was chosen", async () => {
    const always = await summarize(rounds(votes("B", "B", "B")), {
      plan: { settings: { second_round: "always" } },
    });
    const alone = await summarize(rounds(votes("A", "B", "C")), {
      plan: { settings: { max_rounds: 1 } },
    });

    for (const { lines, transcript } of [always, alone]) {
      expect(describeSkippedRound(transcript)).toBeNull();
      expect(lines.filter((line) => line.startsWith("Round 2"))).toEqual([]);
    }
  });
});

describe("K21 what judges find missing", () => {
  const asked = {
    risk: recommends("risk", "B", { missing: "Nobody spoke for the office." }),
    value: recommends("value", "B", { missing: "The signal was not measured in the valleys." }),
    effort: recommends("effort", "B", { missing: "How good the signal is, valley by valley." }),
  };

  test("the summary shows what most of them name, and the command that adds it", async () => {
    const { id, lines } = await summarize(rounds(asked));
    const at = lines.findIndex((line) => line.startsWith("Missing"));

    expect(lines[at]).toBe("Missing    Value: The signal was not measured in the valleys.");
    expect(lines[at + 1]?.trim()).toBe(`dissent resume ${id} --ask "…"`);
  });

  test("nothing is shown where none was named, once a person decided, or if replies are recorded", async () => {
    const none = await summarize(rounds(votes("B", "B", "B")));
    const { transcript } = await summarize(rounds(asked));
    const decision = { choice: "B", by: "ann", reason: "so", atMs: 0 };
    const decided = { ...transcript, decisions: [{ type: "decision-recorded", ...decision }] };
    const recorded = transcript.participants.map((one) => ({ ...one, model: "recorded/judges/a" }));

    expect(findMissingFact(none.transcript)).toBeNull();
    expect(findMissingFact(decided as typeof transcript)).toBeNull();
    expect(findMissingFact({ ...transcript, participants: recorded })).toBeNull();
  });

  test("a result from elsewhere with other forms of it is left alone", async () => {
    const { transcript } = await summarize(rounds(asked));
    const outcome = transcript.outcome && {
      ...transcript.outcome,
      result: { missing: [1, null, { judge: "risk" }] },
    };

    expect(findMissingFact({ ...transcript, outcome })).toBeNull();
  });
});
