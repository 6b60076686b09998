/** Plans and decision records as people have them, given to `challenge` and to `run`. */
import { describe, expect, test } from "vitest";

import { expectRefusal, project, run } from "../support/processes/cli.ts";

const ADR = `---
title: Keep sessions in Redis
date: 2026-02-01
author: { name: Ann, team: [web, ops] }
tags: [sessions]
layout: decision
---
Author: Ann

## Context

Logins are lost on every deployment, and 40 customers complained last month.

## Decision

We will keep sessions in Redis with a time to live of 30 days. A deployment then loses no login.

## Consequences

Redis is one more service to run, and it must be backed up every night.
`;

describe("challenge", () => {
  test.each([
    ["YAML", ADR],
    [
      "TOML",
      ADR.replace(
        /^---[^]*?---\n/,
        '+++\ntitle = "Keep sessions in Redis"\n[author]\nname = "Ann"\n+++\n',
      ),
    ],
    ["no", ADR.replace(/^---[^]*?---\n/, "# Keep sessions in Redis\n\n")],
  ])("H6 a record with %s front matter: its decision is the position", async (_, text) => {
    const at = project({ "adr.md": text });

    const { stderr } = await run(at, ["challenge", "adr.md", "-q"]);
    const shown = await run(at, ["report", "last", "-f", "json"]);
    const verified = await run(at, ["verify", "last"]);

    expect(stderr).toBe("");
    const { transcript } = JSON.parse(shown.stdout) as {
      transcript: {
        question: string;
        sources: { id: string; title: string }[];
        outcome: { summary: string; result: { final_position: string } };
      };
    };
    expect(transcript.question).toBe("Keep sessions in Redis");
    expect(transcript.outcome.summary).toMatch(
      /^Your plan holds as written: We will keep sessions in Redis/,
    );
    expect(transcript.outcome.result.final_position).toMatch(
      /^# Keep sessions in Redis\n\n## Decision\n/,
    );
    expect(JSON.stringify(transcript.outcome)).not.toContain("Author: Ann");
    expect(verified.code).toBe(0);
  });

  test("a brief keeps its own question, whatever else is a plan", async () => {
    const at = project({
      "q.md":
        "---\nquestion: Should sessions be kept in Redis?\n---\nWe keep sessions in Redis, since logins are lost.\n",
    });

    const { stdout } = await run(at, ["challenge", "q.md", "--dry-run", "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({ question: "Should sessions be kept in Redis?" });
  });
});

describe("run", () => {
  test.each([
    ["front matter of its own", ADR],
    ["no front matter", "# Move to Kafka\n\nWe move in May.\n\nIt takes two weeks.\n"],
  ])("a plan with %s is told from a brief, and challenge is offered", async (_, text) => {
    const at = project({ "my plan.md": text });
    const before = at.listing();

    const refused = await run(at, ["run", "my plan.md"]);

    expectRefusal(refused, {
      says: /is a plan: it has no options to choose from/,
      as: "bad-brief",
    });
    expect(refused.stderr).toContain("dissent challenge 'my plan.md'\n");
    expect(at.listing()).toEqual(before);
  });

  test("a plan is debated by protocols that need no options", async () => {
    const at = project({
      "plan.md": "# Move to Kafka\n\nWe move in May.\n\nIt takes two weeks.\n",
    });

    expect((await run(at, ["run", "plan.md", "-p", "board", "--dry-run"])).code).toBe(0);
  });
});
