import { describe, expect, test } from "vitest";

import { extractFrontMatter, isBriefFrontMatter, parsePlanText } from "./parse-plan.ts";

const NYGARD = `# 7. Keep sessions in Redis

Date: 2026-02-01

## Status

Accepted

## Context

Logins are lost on every deployment.

## Decision

We will keep sessions in Redis, with a time to live of 30 days.

## Consequences

One more service to run.
`;

const MADR = `---
status: proposed
date: 2026-02-01
deciders: { lead: Ann, others: [Ben, "Cem: ops"] }
---
# Sessions survive a deployment

## Considered Options

* Redis
* Signed cookies

## Decision Outcome

Chosen option: "Redis", because sessions can be revoked.

### Consequences

* Bad, because it is one more service.
`;

describe("the position of a plan", () => {
  test("is the title and the decision of a record in Nygard's form", () => {
    expect(parsePlanText(NYGARD)).toMatchObject({
      title: "7. Keep sessions in Redis",
      section: "Decision",
      position:
        "# 7. Keep sessions in Redis\n\n## Decision\n\nWe will keep sessions in Redis, with a time to live of 30 days.",
    });
  });

  test("is the outcome of a record in the form of MADR, without its consequences", () => {
    const { section, position, bodyLine } = parsePlanText(MADR);

    expect(section).toBe("Decision Outcome");
    expect(position).toMatch(/because sessions can be revoked\.$/);
    expect(bodyLine).toBe(6);
  });

  test.each([
    ["Proposal", "# T\n\n## Summary\n\nShort.\n\n## Proposal\n\nDo it.\n"],
    [
      "2. Proposed solution",
      "# T\n\n## 1. Summary\n\nShort.\n\n## 2. Proposed solution\n\nDo it.\n",
    ],
    ["Approach", "# T\n\n## Overview\n\nShort.\n\n## Approach\n\nDo it.\n"],
    ["Decision", "Title\n=====\n\nDecision\n--------\n\nDo it.\n\nStatus\n------\n\nDraft\n"],
    ["Decision", "# T\n\n```\n## Proposal\n\nnot this\n```\n\n## Decision\n\nDo it.\n"],
    ["Proposal", "# T\n\n## Decision\n\n## Proposal\n\nDo it.\n"],
    ["Decision", "# T\n\n## Decision\n\n### Storage\n\nDo it.\n\n## Risks\n"],
  ])("is the section %j", (name, text) => {
    const { section, position } = parsePlanText(text);

    expect(section).toBe(name);
    expect(position).toMatch(/Do it\.$/);
    expect(position).not.toMatch(/Short|not this|Risks/);
  });

  test("H6 is not its summary: an objection to the design would miss it", () => {
    const text = "# T\n\n## Summary\n\nShort.\n\n## Design\n\nDo it.\n";

    expect(parsePlanText(text)).toMatchObject({ section: null });
    expect(parsePlanText(text).position).toContain("Do it.");
  });

  test("is the whole text where no section decides, without who wrote it and when", () => {
    const text =
      "# Move to Kafka\n\nAuthor: Ann\n- **Date**: 2026-02-01\nStatus: draft\n\nWe move in May.\n\nAuthor: is a word too.\n";

    expect(parsePlanText(text)).toMatchObject({
      title: "Move to Kafka",
      section: null,
      position: "# Move to Kafka\n\nWe move in May.\n\nAuthor: is a word too.",
    });
  });
});

describe("the title of a plan", () => {
  test.each([
    [
      "---\ntitle: 'Use Kafka'\ntags: [a, b]\nlayout: post\nmeta:\n  owner: x\n---\n# Other\n\nx\n",
      "Use Kafka",
    ],
    ['+++\ntitle = "Use Kafka"\n[extra]\nowner = "x"\n+++\n\nWe use it.\n', "Use Kafka"],
    ["---\nnot: [closed\n  : at all\n---\n# Use Kafka\n\nx\n", "Use Kafka"],
    ["- Feature Name: `use_kafka`\n\n# Summary\n\nUse it.\n\n# Motivation\n\nx\n", "use_kafka"],
    ["---\n\n# Use Kafka\n\nx\n", "Use Kafka"],
    ["Just some words.\n", null],
  ])("of %j is %j", (text, title) => {
    expect(parsePlanText(text).title).toBe(title);
  });
});

test.each([
  ["question: A or B?\n", true],
  ["options:\n  A: x\n", true],
  ["title: x\ndate: 2026-01-01\n", false],
  ["meta:\n  question: x\n", false],
])("front matter %j is that of a brief: %j", (front, brief) => {
  expect(isBriefFrontMatter(extractFrontMatter(`---\n${front}---\nBody.\n`) ?? "")).toBe(brief);
});
