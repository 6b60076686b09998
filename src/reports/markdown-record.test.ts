import { describe, expect, test } from "vitest";

import { handmade, votesByHand } from "../../test/support/journals/handmade-journal.ts";
import { computeAudit } from "../audit/audit.ts";
import { formatPriceNotice } from "../domain/journal/price-notices.ts";
import {
  type Transcript,
  buildTranscript,
  type TranscriptTurn,
} from "../domain/journal/transcript.ts";
import { markdownRecord } from "./markdown-record.ts";
import { formatConditionOwner, listMindChangeConditions } from "./mind-change-list.ts";
import { formatPullRequestComment } from "./pull-request-comment.ts";
import { formatClaimSection } from "./record-appendix.ts";

function turn(by: string, position: string, wouldChange: string | null): TranscriptTurn {
  const said = { position, confidence: null, words: "", wouldChange };
  return { by, name: by, said } as TranscriptTurn;
}

test("what would have changed a mind that has changed since says what was held then", () => {
  const steps = [
    { turns: [turn("Risk", "A", "a proof"), turn("Value", "B", "a figure")] },
    { turns: [turn("Risk", "A", null), turn("Value", "C", null)] },
  ];

  const minds = listMindChangeConditions({ steps } as unknown as Transcript);

  expect(minds.map((mind) => `${formatConditionOwner(mind)}: ${mind.words}`)).toEqual([
    "Risk: a proof",
    "Value, while it held B: a figure",
  ]);
});

test("what was said again while the same was held takes the place of what was said before", () => {
  const steps = [
    { turns: [turn("Risk", "A", "a proof"), turn("Value", "B", "a figure")] },
    { turns: [turn("Risk", "A", "two proofs"), turn("Value", "C", "a map")] },
  ];

  const minds = listMindChangeConditions({ steps } as unknown as Transcript);

  expect(minds.map((mind) => `${formatConditionOwner(mind)}: ${mind.words}`)).toEqual([
    "Value, while it held B: a figure",
    "Risk: two proofs",
    "Value: a map",
  ]);
});

describe("an outcome with conditions", () => {
  const events = handmade({
    seats: { ann: "anthropic/opus", bob: "openai/gpt" },
    rounds: [votesByHand("ann A, bob B")],
    changes: {
      conditions: [
        { by: "ann", text: "a pilot first" },
        { by: "ann", text: "crews agree" },
        { by: "bob", text: "it can be undone" },
        { by: "bob", text: "two teams" },
      ],
      dissents: [{ by: "bob", holds: "B", words: "B", grounds: [], stage: null }],
    },
  });
  const notices = ["one family", formatPriceNotice("x/a"), formatPriceNotice("x/b")];
  const transcript = { ...buildTranscript(events), notices };
  const audit = computeAudit(events);
  const record = markdownRecord(transcript, audit);

  test("K6 has them by speaker, after the cases they belong to, and no note for each", () => {
    expect(record.indexOf("## The cases")).toBeLessThan(record.indexOf("## Conditions of each"));
    expect(record).toContain(
      "## Conditions of each case\n\n**Ann**:\n\n- a pilot first\n- crews agree\n\n**Bob**, for B:\n\n- it can be undone\n- two teams",
    );
    expect(record.indexOf("## Conditions of each case")).toBeLessThan(
      record.indexOf("- one family"),
    );
  });

  test("K19 says its strength, and no other word for how far to trust it", () => {
    expect(record).toMatch(/^Strength \w+: .* of 2 participants answered\./m);
    expect(record).not.toMatch(/^Confidence/m);
  });

  test("K14 models without a price share a line at the end", () => {
    expect(record).not.toContain("> x/a");
    expect(record.slice(record.indexOf("## Record"))).toContain(
      "- Price not known, so not in the cost: x/a, x/b",
    );
  });

  test("a comment folds them", () => {
    const comment = formatPullRequestComment(transcript, "cache", { audit, verdict: null });

    expect(comment).toContain("<details><summary>Conditions of each case</summary>\n\n**Ann**:");
    expect(comment).not.toContain("> x/a");
  });
});

describe("a decision that has a text", () => {
  const events = handmade({
    seats: { ann: "anthropic/opus", bob: "openai/gpt" },
    rounds: [
      [
        { by: "ann", holds: "A" },
        { by: "bob", holds: "A" },
      ],
    ],
    changes: { wording: "Keep the files.\n\nThen encrypt them." },
  });
  const transcript = buildTranscript(events);

  test("T9 the record and the comment have it word for word", () => {
    const full = "> Keep the files.\n>\n> Then encrypt them.";
    const comment = formatPullRequestComment(transcript, "brief", {
      audit: computeAudit(events),
      verdict: null,
    });

    expect(markdownRecord(transcript)).toContain(`\n## The decision in full\n\n${full}\n`);
    expect(comment).toContain(`<summary>The decision in full</summary>\n\n${full}\n`);
  });
});

test("MR1 a claim's argument does not repeat the headline that it begins with", () => {
  const claim = {
    id: "ann-1",
    by: "ann",
    text: "The schedule does not fit.",
    detail: "The schedule does not fit. 38 repositories at five a week need 7.6 weeks.",
    about: "A",
    side: "attacks",
    evidence: [],
  };
  const steps = [{ turns: [{ ...turn("ann", "A", null), claims: [claim] }] }];

  expect(formatClaimSection({ steps } as unknown as Transcript)).toContain(
    "- **ann-1** attacks A: The schedule does not fit.\n\n  38 repositories at five a week need 7.6 weeks.",
  );
});
