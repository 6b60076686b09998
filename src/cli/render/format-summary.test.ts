import { expect, test } from "vitest";

import { handmade, votesByHand } from "../../../test/support/journals/handmade-journal.ts";
import { computeAudit } from "../../audit/audit.ts";
import { formatPriceNotice } from "../../domain/journal/price-notices.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { createTerminalStyle } from "../terminal/terminal-style.ts";
import { formatDetailLines, formatSummaryLines } from "./format-summary.ts";

const style = createTerminalStyle({ isTTY: false, columns: 80, write: () => true }, {});

function summarize(
  many: number,
  notices: readonly string[] = [],
  further: { readonly by: string; readonly text: string }[] = [],
): string[] {
  const own = Array.from({ length: many }, (_, at) => ({ by: "ann", text: `that ${at + 1}` }));
  const conditions = [...own, ...further];
  const events = handmade({
    seats: { ann: "anthropic/opus", bob: "openai/gpt" },
    rounds: [votesByHand("ann A, bob A")],
    changes: { conditions },
  });
  const transcript = { ...buildTranscript(events), notices };
  return formatSummaryLines(transcript, { style, audit: computeAudit(events) });
}

test.each([
  [0, []],
  [3, ["Ann: that 1", "Ann: that 2", "Ann: that 3"]],
  [12, ["Ann: that 1", "Ann: that 2", "Ann: that 3", "and 9 more in the record"]],
])("of %i conditions at most three are shown, and none is a note", (many, shown) => {
  const lines = summarize(many);
  const from = lines.findIndex((line) => line.startsWith("Only if"));

  expect(lines.slice(from, from + shown.length).map((line) => line.slice(11))).toEqual(shown);
  expect(lines.join("\n").match(/that \d+/g) ?? []).toHaveLength(Math.min(many, 3));
  expect(lines.filter((line) => line.startsWith("Note"))).toEqual([]);
});

test("the conditions that fit are the first of each speaker", () => {
  const lines = summarize(4, [], [{ by: "bob", text: "that it is dry" }]);
  const shown = lines.map((line) => line.slice(11)).filter((line) => line.includes(": that"));

  expect(shown).toEqual(["Ann: that 1", "Bob: that it is dry", "Ann: that 2"]);
});

test("K14 models without a price share a line, among the details of show", () => {
  const notices = [formatPriceNotice("x/a"), "one family", formatPriceNotice("x/b")];
  const events = handmade({
    seats: { ann: "anthropic/opus" },
    rounds: [[{ by: "ann", holds: "A" }]],
  });
  const lines = formatDetailLines({ ...buildTranscript(events), notices }, style);

  expect(lines.slice(0, 2).map((line) => line.slice(11))).toEqual([
    "one family",
    "Price not known, so not in the cost: x/a, x/b",
  ]);
  expect(summarize(0, notices).filter((line) => /x\/|family,/.test(line))).toEqual([]);
});
