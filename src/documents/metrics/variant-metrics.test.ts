import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  parseTestDocument,
  parseTestDocuments,
} from "../../../test/support/documents/parse-documents.ts";
import { compareFractions, formatFraction, createFraction } from "../exact-fraction.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import {
  type MetricName,
  type VariantMetrics,
  computeVariantMetrics,
  computeQuantScore,
  METRIC_WEIGHTS,
} from "./variant-metrics.ts";

const SOURCE = `# Accounts

- FR-1: Users can reset their password by email.
- FR-2: Admins export audit logs as CSV.
- NFR-1: The page loads within 2 seconds.
- R-7: Deleted accounts are purged after 30 days.
`;

/**
 * RC 2/4: FR-1 by its number, FR-2 by "admins export audit".
 * IC 5/5: claims are the two sentences on requirements, two timeouts that exclude each other (shown, not deducted), and
 * the upload limit.
 * SR 4/5: FR-1, 30 minutes, 45 minutes, 10 MB are concrete; "appropriate" is vague; the other two are neither.
 * DC 1/2: there is a section 1 and no section 9.
 * SC 2/3: two sections of the three that B has.
 */
const A = `# Account service

## Login

FR-1 is handled by the mail worker. Admins export audit logs every night.

The session timeout is 30 minutes.

## Limits

Uploads must not exceed 10 MB. See Section 1 and Section 9.

- Appropriate limits are set for the rest.
- The session timeout is 45 minutes.
`;

/**
 * RC 3/4: FR-1 by "reset their password", NFR-1 and R-7 by number; nothing exports audit logs.
 * IC 5/5: the reset, the page, two rows and what covers deletion; "might" commits to nothing.
 * SR 5/6: 15 minutes, NFR-1, 90 days, 30 days, R-7 are concrete; "various" is vague. The code block does not count.
 * DC: no references.
 * SC 3/3.
 */
const B = `---
owner: nobody knows
---

# Account service

## Scope

### Passwords

Users can reset their password by email within 15 minutes.

NFR-1: the page loads within 2 seconds.

## Data

| Item | Kept |
| --- | --- |
| Audit log | 90 days |
| Deleted account | 30 days |

R-7 covers deletion.

\`\`\`
retain = 5 days as needed
\`\`\`

## Risks

Various things might go wrong.
`;

/** RC 0/4. IC: no claims. SR 0/1: "best practices" without a source. DC: no references. SC 0/3. */
const C = `# Account service

Follow best practices.
`;

const NAMES = Object.keys(METRIC_WEIGHTS) as MetricName[];

function counted(metrics: VariantMetrics): string {
  return NAMES.map((name) => `${name} ${metrics[name].num}/${metrics[name].den}`).join(", ");
}

describe("A31 metrics", () => {
  test("are what a person counts in three small documents", async () => {
    const found = await computeVariantMetrics(
      await parseTestDocuments(A, B, C),
      await parseTestDocument(SOURCE, 4),
      createEventLoopYielder(),
    );

    expect(found.map(counted)).toEqual([
      "rc 2/4, ic 5/5, sr 4/5, dc 1/2, sc 2/3",
      "rc 3/4, ic 5/5, sr 5/6, dc 0/0, sc 3/3",
      "rc 0/4, ic 0/0, sr 0/1, dc 0/0, sc 0/3",
    ]);
    // 0.15 + 0.25 + 0.12 + 0.075 + 0.10; 0.225 + 0.25 + 0.125 + 0.15 + 0.15; 0 + 0.25 + 0 + 0.15 + 0
    expect(found.map(({ quant }) => formatFraction(quant, 4))).toEqual([
      "0.6950",
      "0.9000",
      "0.4000",
    ]);
  });

  test("show what was counted and why", async () => {
    const [a] = await computeVariantMetrics(
      await parseTestDocuments(A, B, C),
      await parseTestDocument(SOURCE, 4),
      createEventLoopYielder(),
    );

    expect(a?.rc.items.map(({ why }) => why)).toEqual([
      "not found",
      "not found",
      "found as FR-1",
      'found by the words "admins export audit"',
    ]);
    expect(a?.ic.items.map(({ text, line }) => [text, line])).toEqual([
      ["session timeout: 30 minutes (line 7), 45 minutes (line 14).", 7],
    ]);
    expect(a?.sr.items.map(({ line, counted: concrete, why }) => [line, concrete, why])).toEqual([
      [13, false, "vague: appropriate"],
      [5, true, "concrete: FR-1"],
      [7, true, "concrete: 30 minutes"],
      [11, true, "concrete: 10 MB"],
      [14, true, "concrete: 45 minutes"],
    ]);
    expect(a?.dc.items.map(({ text, counted: resolved }) => [text, resolved])).toEqual([
      ["Section 9", false],
      ["Section 1", true],
    ]);
    expect(a?.sc.items.map(({ text }) => text)).toEqual(["Login", "Limits"]);
  });

  test("are the same on every run, to the byte", async () => {
    const run = async (): Promise<string> => {
      const found = await computeVariantMetrics(
        await parseTestDocuments(A, B, C),
        await parseTestDocument(SOURCE, 4),
        createEventLoopYielder(),
      );
      return JSON.stringify(found, (_, value: unknown) =>
        typeof value === "bigint" ? `${value}n` : value,
      );
    };
    const first = await run();

    for (let again = 0; again < 5; again++) expect(await run()).toBe(first);
  });
});

describe("A31 quant", () => {
  const of = (rc: number, ic: number, sr: number, dc: number, sc: number) => {
    const hundredths = { rc, ic, sr, dc, sc };
    return computeQuantScore(
      Object.fromEntries(
        NAMES.map((name) => [name, { value: createFraction(hundredths[name], 100) }]),
      ) as Record<MetricName, { value: ReturnType<typeof createFraction> }>,
    );
  };

  test("the vectors of the rules", () => {
    expect(compareFractions(of(88, 95, 72, 85, 100), createFraction(887, 1_000))).toBe(0);
    expect(compareFractions(of(80, 90, 68, 90, 83), createFraction(8_265, 10_000))).toBe(0);
  });

  test("K2 is exact: one hundredth of a metric is its weight, and nothing is lost in between", () => {
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(share, share, share, share, share, (rc, ic, sr, dc, sc) => {
        const whole = 30 * rc + 25 * ic + 15 * sr + 15 * dc + 15 * sc;
        expect(compareFractions(of(rc, ic, sr, dc, sc), createFraction(whole, 10_000))).toBe(0);
      }),
    );
    expect(NAMES.reduce((sum, name) => sum + METRIC_WEIGHTS[name], 0)).toBe(100);
  });
});

describe("(004.7 f) nothing to count", () => {
  test("counts 1, but for specificity, and says so", async () => {
    const [empty] = await computeVariantMetrics(
      await parseTestDocuments("", ""),
      null,
      createEventLoopYielder(),
    );

    expect(
      NAMES.map((name) => [
        name,
        formatFraction(empty?.[name].value ?? createFraction(0), 0),
        empty?.[name].note,
      ]),
    ).toEqual([
      ["rc", "1", "There are no requirements and no topics to cover"],
      ["ic", "1", "The document makes no claim that could be wrong"],
      ["sr", "0", "No sentence is concrete or vague"],
      ["dc", "1", "There are no internal references"],
      ["sc", "1", "No variant has sections of the second level"],
    ]);
  });
});

describe("(004.7 e) requirement coverage", () => {
  test("without a source is of the requirements that any variant names", async () => {
    const found = await computeVariantMetrics(
      await parseTestDocuments("- FR-1: a\n- FR-2: b\n", "### NFR-3: speed\n\nFR-1 too.\n"),
      null,
      createEventLoopYielder(),
    );

    expect(found.map(({ rc }) => [rc.num, rc.den, rc.basis])).toEqual([
      [2, 3, "requirements of all variants together"],
      [2, 3, "requirements of all variants together"],
    ]);
  });

  test("without numbers is of topics: the source's, else those of all variants", async () => {
    const [a, b] = [
      "# A\n\n## Goals\n\nx\n\n## Risks\n\ny\n",
      "# B\n\n## The risks\n\nx\n\n### Tests\n\ny\n",
    ];
    const source = await parseTestDocument("# S\n\n## Risks\n\nx\n\n## Rollout\n\ny\n", 3);

    const together = await computeVariantMetrics(
      await parseTestDocuments(a, b),
      null,
      createEventLoopYielder(),
    );
    const against = await computeVariantMetrics(
      await parseTestDocuments(a, b),
      source,
      createEventLoopYielder(),
    );

    expect(together.map(({ rc }) => [rc.num, rc.den])).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect(against.map(({ rc }) => [rc.num, rc.den])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(against[0]?.rc.items.map(({ text, why }) => `${text}: ${why}`)).toEqual([
      "Rollout: not found",
      'Risks: covered by "Risks"',
    ]);
  });

  test("words that stand in every requirement cover none", async () => {
    const source = await parseTestDocument(
      "FR-1: The system must support the users of the application.\n\nFR-2: Users can export reports.\n",
      2,
    );
    const covered = async (text: string): Promise<number | undefined> =>
      (
        await computeVariantMetrics(
          await parseTestDocuments(text),
          source,
          createEventLoopYielder(),
        )
      )[0]?.rc.num;

    expect(await covered("The system must support the users of the application badly.\n")).toBe(0);
    expect(await covered("Users can export nothing.\n")).toBe(0);
    expect(await covered("They can export reports at night.\n")).toBe(1);
  });
});

describe("SR", () => {
  test.each([
    ["a figure", "Retries stop after 3 attempts.", "1/1"],
    ["a date", "It ships on 2026-03-01.", "1/1"],
    ["a name", "The queue runs on Kafka.", "1/1"],
    ["a name with a capital inside", "PostgreSQL stores it.", "1/1"],
    ["code", "Call `flush` first.", "1/1"],
    ["vague and concrete: once on each side", "Use various Kafka topics.", "1/2"],
    [
      "best practices with a citation",
      "Follow best practices ([OWASP](https://owasp.org)).",
      "1/1",
    ],
    ["best practices without one", "Follow best practices.", "0/1"],
    ["neither", "The queue is drained first.", "0/0"],
    ["a question", "Should it be 5 or various?", "0/0"],
    ["boilerplate", "Copyright 2026 Somebody.", "0/0"],
    ["a reference", "See Section 2 and Phase 3.", "0/0"],
  ])("%s", async (_, text, share) => {
    const [found] = await computeVariantMetrics(
      await parseTestDocuments(text),
      null,
      createEventLoopYielder(),
    );

    expect(`${found?.sr.num}/${found?.sr.den}`).toBe(share);
  });
});

test("(004.7 k, d) contradictions between variants leave internal consistency alone", async () => {
  const found = await computeVariantMetrics(
    await parseTestDocuments("The delay is 5 s.", "The delay is 9 s."),
    null,
    createEventLoopYielder(),
  );

  expect(found.map(({ ic }) => `${ic.num}/${ic.den}`)).toEqual(["1/1", "1/1"]);
});
