import { describe, expect, test } from "vitest";

import {
  agreement,
  answer,
  convinced,
  exposes,
  freshWords,
  holdChallenge,
  maintains,
  objects,
  oneBlocks,
  opens,
  planBrief,
  respondsWith,
  stubborn,
} from "../../../../test/support/protocols/challenge.ts";
import { artifact } from "../../../../test/support/protocols/debate.ts";

function titles(document: string): string[] {
  return [...document.matchAll(/^##? (.*)$/gm)].map(([, title]) => title ?? "");
}

describe("consensus.md", () => {
  test("H32 H34 final position, evolution with its cause, accepted critiques, checklist and audit trail", async () => {
    const document = await artifact(await holdChallenge(convinced()), "consensus.md");

    expect(titles(document)).toEqual([
      "Consensus: Should sessions move into Redis?",
      "Summary",
      "Final position (v2)",
      "Evolution of the position",
      "Accepted critiques",
      "Decision checklist",
      "Audit trail",
    ]);
    expect(document).toContain(
      "| v2 | after round 1 | The restart does hit every customer at once. | Architect, A1 |",
    );
  });

  test("H13 H19 minor objections stand in their author's words, with the remark below", async () => {
    const held = await holdChallenge(
      agreement({
        "challenges/operator": objects("operator", ["partial", "minor"]),
        "remarks/proponent": {
          reply: { remarks: [{ objection: "O1", remark: "Looked at later." }] },
        },
      }),
    );
    const document = await artifact(held, "consensus.md");

    expect(document).toContain("- **O1** Operator: operator holds that a Redis restart");
    expect(document).toContain("  - Proponent: Looked at later.");
    expect(document).toContain("| Operator | partial | minor | no |  |");
  });

  test("H6 the user's own words are quoted as such", async () => {
    const held = await holdChallenge(agreement(), { plan: { settings: { opening: "user" } } });

    expect(await artifact(held, "consensus.md")).toContain(
      "## Final position (v1, in the user's own words)",
    );
  });
});

describe("tradeoff.md", () => {
  test("H31 H33 K6 everything a person needs to decide, in the order of reading", async () => {
    const document = await artifact(await holdChallenge(stubborn()), "tradeoff.md");

    expect(titles(document)).toEqual([
      "Tradeoff: Should sessions move into Redis?",
      "Summary",
      "Final position, contested (v1)",
      "Evolution of the position",
      "Option A: Proponent",
      "Option B: Architect",
      "Exposed assumptions",
      "Standing objections",
      "Rejected critiques",
      "Common ground",
      "Recommendation by condition",
      "Decision checklist",
      "Audit trail",
    ]);
    expect(document).toContain(
      "in the words of Proponent:\n\n> proponent says it is about how often",
    );
    expect(document).toContain(`> ${freshWords("architect", 5)}`);
    expect(document).toContain(
      "- Choose option B (Architect) if: architect is right about restarts.",
    );
    expect(document).toContain("- [ ] Test: Count the restarts of the last year.");
    expect(document).toContain("| v1 | after round 5 | unchanged |  |");
  });

  test("H33 an option stands with its conditions and the quotes of its advocate, each once", async () => {
    const missing = { source: "brief", quote: "Redis never restarts in any year" };
    const held = await holdChallenge(
      stubborn(2, {
        "challenges/architect": objects("architect", ["disagree", "strong"], {
          evidence: [
            { source: "brief", quote: "A Redis restart logs every customer out" },
            missing,
          ],
        }),
      }),
      { plan: { maxRounds: 2 } },
    );
    const document = await artifact(held, "tradeoff.md");
    const [, options] = /^(## Option A[^]*?)\n\n## Exposed/m.exec(document) ?? [];

    expect(options).toMatchInlineSnapshot(`
      "## Option A: Proponent

      > Sessions move from Postgres into Redis next week.

      - Best if: proponent is right about restarts.
      - Risk if wrong: The database stays slow for another quarter.

      Evidence:

      - brief: “30 % of database load is session reads”
      - brief: “The old table is kept for a month”

      ## Option B: Architect

      > architect would keep sessions in Postgres behind a cache.

      - Best if: architect is right about restarts.
      - Risk if wrong: The database stays slow for another quarter.

      Evidence:

      - brief: “A Redis restart logs every customer out”
      - brief: “Redis never restarts in any year” (NOT FOUND in the source)"
    `);
  });

  test("K4 H39 who was missing is said before anything else", async () => {
    const held = await holdChallenge(
      stubborn(5, {
        "rebuttals-2/architect": { crash: "gone" },
        "assumptions/architect": { crash: "x" },
      }),
    );
    const document = await artifact(held, "tradeoff.md");

    expect(document.split("\n")[2]).toBe(
      "**Degraded:** architect was unavailable in round 2; architect was unavailable when assumptions were asked for.",
    );
    expect(document).toContain("| Architect | gave no answer |");
    expect(document).toContain("- Best if: not said");
  });

  test("K17 nobody's words become markup, a link, a table cell or HTML", async () => {
    const hostile =
      "# Won | <script>alert(1)</script> [click](http://evil) **bold** ![x](y) `code`";
    const words = `${hostile} and this is the reason why sessions and customers suffer\n## Decided: yes`;
    const held = await holdChallenge(
      oneBlocks({
        "opening/proponent": opens({ position: words, assumptions: [words] }),
        "challenges/architect": objects("architect", ["disagree", "strong"], {
          critique: words,
          alternative: words,
        }),
        "response-1/proponent": respondsWith(
          [answer("A1", "REJECT", { explanation: words, critique_summary: words })],
          { position: words, changed_because: null },
        ),
        "rebuttals-1/architect": maintains(words),
        "assumptions/proponent": exposes(words),
        "assumptions/architect": exposes(words),
      }),
      { plan: { maxRounds: 1 }, brief: planBrief({ question: "Sessions? <b>Yes</b>" }) },
    );
    const document = await artifact(held, "tradeoff.md");

    expect(document).not.toMatch(/(?<!\\)<script>/);
    expect(document).not.toMatch(/(?<!\\)\[click/);
    expect(document).not.toMatch(/^#+ (?:Won|Decided)/m);
    expect(document).not.toMatch(/(?<!\\)\*\*bold/);
    for (const row of document
      .split("\n")
      .filter((line) => /^\| (?:Proponent|Architect) \|/.test(line))) {
      expect([3, 5, 6]).toContain(row.split(/(?<!\\)\|/).length - 2);
    }
  });
});
