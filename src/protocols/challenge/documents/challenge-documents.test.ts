import { describe, expect, test } from "vitest";

import {
  agreement,
  amends,
  answer,
  answersPlan,
  BOTH,
  convinced,
  exposes,
  freshWords,
  holdChallenge,
  maintains,
  objects,
  oneBlocks,
  opens,
  opensPlan,
  planBrief,
  respondsWith,
  SEATS,
  stubborn,
} from "../../../../test/support/protocols/challenge.ts";
import { artifact } from "../../../../test/support/protocols/debate.ts";

function titles(document: string): string[] {
  return [...document.matchAll(/^## (.*)$/gm)].map(([, title]) => title ?? "");
}

describe("consensus.md", () => {
  test("H32 it opens with the block of the seed", async () => {
    const document = await artifact(await holdChallenge(convinced()), "consensus.md");

    expect(document).toMatch(
      new RegExp(
        [
          "^## DEBATE OUTCOME: CONSENSUS",
          "",
          `\\*\\*Final position:\\*\\* ${BOTH} .*`,
          "\\*\\*Confidence:\\*\\* HIGH",
          "\\*\\*Rounds to consensus:\\*\\* 1",
          "\\*\\*What changed:\\*\\* ",
          "- A restart throws customers out of running sessions. \\(architect-1: part 1 changed\\)",
        ].join("\n"),
      ),
    );
    expect(titles(document)).toEqual([
      "DEBATE OUTCOME: CONSENSUS",
      "Withdrawn objections",
      "Position history",
      "Decision checklist",
      "Audit trail",
    ]);
  });

  test("H34 every version's text is in the history, each change with who caused it", async () => {
    const document = await artifact(await holdChallenge(convinced()), "consensus.md");

    expect(document).toContain("### v1 (opening)\n\n> Sessions move from Postgres");
    expect(document).toContain(
      `### v2 (after round 1)\n\n- Part 1 changed. Changed because: architect-1 (Architect)\n\n> ${BOTH}`,
    );
    expect(document).toContain("As written, the original is refuted; survived: amended.");
  });

  test("H34 K6 an objection stands in its author's words under its id, each quote once", async () => {
    const document = await artifact(await holdChallenge(convinced()), "consensus.md");

    expect(document).toContain(
      "### architect-1: A restart throws customers out of running sessions.\n\n" +
        "Architect, strong, against part 1. Withdrawn by its author.\n\n> The login service holds",
    );
    expect(document.split("The login service holds nothing else")).toHaveLength(2);
    expect(document).toContain("Round 1, Architect: **ACCEPT**, because of proponent-5");
  });

  test("H13 H19 minor objections stand in their author's words, with the remark below", async () => {
    const held = await holdChallenge(
      agreement({
        "challenges/operator": objects("operator", ["partial", "minor"]),
        "remarks/proponent": {
          reply: { remarks: [{ objection: "operator-1", remark: "Looked at later." }] },
        },
      }),
    );
    const document = await artifact(held, "consensus.md");

    expect(titles(document)).toContain("Remarks that block nothing");
    expect(document).toContain("- Proponent: Looked at later.");
    expect(document).toContain("| Operator | partial | minor | no |  |");
  });

  test("H22 H34 a user's plan that does not hold: the standing objections, and what would settle each", async () => {
    const held = await holdChallenge(
      agreement({
        "opening/proponent": opensPlan(),
        ...Object.fromEntries(
          SEATS.map((seat) => [`challenges/${seat}`, objects(seat, ["disagree", "strong"])]),
        ),
        "response-1/proponent": answersPlan(
          SEATS.map((seat) =>
            answer(`${seat}-1`, "ACCEPT", { explanation: `${seat}-1 is right about Redis.` }),
          ),
          "not as written",
        ),
      }),
      { plan: { settings: { opening: "user" } } },
    );
    const document = await artifact(held, "consensus.md");

    expect(document).toContain("**Final position:** Your plan does not hold as written.");
    expect(titles(document)).toContain("Standing objections");
    expect(document.match(/- Would be settled by: /g)).toHaveLength(3);
    expect(document).toContain("### v1 (the user's own words)");
  });
});

describe("tradeoff.md", () => {
  test("H33 it opens with the block of the seed", async () => {
    const document = await artifact(await holdChallenge(stubborn()), "tradeoff.md");

    expect(document.split("\n").slice(0, 8)).toEqual([
      "## DEBATE OUTCOME: TRADEOFF",
      "",
      "**Final position:** Sessions move from Postgres into Redis next week. The old table is kept for a month and can be switched back. (contested)",
      "**Confidence:** MEDIUM",
      "**Rounds:** 5 (no consensus)",
      "**Core disagreement:** proponent says it is about how often Redis restarts. (Proponent)",
      "**Assumptions exposed:**",
      "",
    ]);
    expect(document).toContain(
      "| Party | Core assumption | Leads to | Testable by | Why | Other side right if |",
    );
  });

  test("H31 H33 K6 everything a person needs to decide, in the order of reading", async () => {
    const document = await artifact(await holdChallenge(stubborn()), "tradeoff.md");

    expect(titles(document)).toEqual([
      "DEBATE OUTCOME: TRADEOFF",
      "Standing objections",
      "Position history",
      "Recommendation by condition",
      "Common ground",
      "Decision checklist",
      "Audit trail",
    ]);
    expect(document).toContain(`> ${freshWords("architect", 5)}`);
    expect(document).toContain("- Best if: architect is right about restarts.");
    expect(document).toContain("Round 5 left v1 unchanged.");
  });

  test("long answers stand below headlines, and no table cell holds a paragraph", async () => {
    const long = "One sentence of an argument that goes on. ".repeat(60);
    const held = await holdChallenge(
      stubborn(1, {
        "challenges/architect": objects("architect", ["disagree", "strong"], { detail: long }),
        "assumptions/architect": exposes("architect", { why: long }),
      }),
      { plan: { maxRounds: 1 } },
    );
    const document = await artifact(held, "tradeoff.md");
    const cells = document
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .flatMap((line) => line.split("|"));

    expect(Math.max(...cells.map((cell) => cell.length))).toBeLessThan(200);
    expect(document.split(long.trim()).length - 1).toBe(2);
  });

  test("K4 H39 who was missing is said right below the heading", async () => {
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
    expect(document).toContain("- Best if: not said");
  });

  test("K17 nobody's words become markup, a link, a table cell or HTML", async () => {
    const hostile =
      "# Won | <script>alert(1)</script> [click](http://evil) **bold** ![x](y) `code`";
    const words = `${hostile} and this is the reason why sessions and customers suffer\n## Decided: yes`;
    const held = await holdChallenge(
      oneBlocks({
        "opening/proponent": opens({
          position: [{ text: words, confidence: null }],
          assumptions: [words],
        }),
        "challenges/architect": objects("architect", ["disagree", "strong"], {
          headline: words,
          detail: words,
          alternative: words,
          settled_by: words,
        }),
        "response-1/proponent": respondsWith([
          answer("architect-1", "REJECT", { explanation: `${words} but not as architect-1 says` }),
        ]),
        "rebuttals-1/architect": maintains("architect-1", words),
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
  });

  test("H33 what changed is said where the position changed and is still contested", async () => {
    const held = await holdChallenge(
      stubborn(1, { "response-1/proponent": amends([answer("architect-1", "ACCEPT")]) }),
      { plan: { maxRounds: 1 } },
    );

    expect(await artifact(held, "tradeoff.md")).toContain(
      "As written, the original is refuted; survived: amended.",
    );
  });
});
