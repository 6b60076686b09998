/** Where two sections on one topic list different things, the base loses none of its own. */
import { describe, expect, test } from "vitest";

import { staged, type StagedPoint } from "../../../../test/support/protocols/staged-merge.ts";
import { readSpanText } from "../../../documents/document.ts";
import { planOf } from "./refactor-plan.ts";

async function planned(base: string, other: string, more: readonly StagedPoint[] = []) {
  const point: StagedPoint = {
    id: "C-001",
    kind: "approach",
    sides: ["## Goals", "## Goals"],
    winner: 2,
  };
  const based = await staged({
    texts: [`# T\n\n## Goals\n\n${base}\n`, `# T\n\n## Goals\n\n${other}\n`],
    points: [point, ...more],
  });
  const { plan } = planOf(based);
  const change = plan.changes.find((one) => one.point === "C-001");
  const source = change?.source;
  return {
    plan,
    change,
    taken: source ? readSpanText(based.variants[1]!.document, source) : null,
  };
}

describe("what the base would lose", () => {
  test("A34 a requirement that the winner does not name stays, and the winner's items come behind it", async () => {
    const { change, taken } = await planned(
      "- R-3: Every product can be found.\n- The old index is kept.",
      "- Search answers in 300 ms.\n- R-1: No order is lost.\n- The old index is kept.",
    );

    expect(change).toMatchObject({
      integration: "append",
      risk: "Low",
      target: { kind: "offset" },
    });
    // what both have is not repeated
    expect(taken).toBe("- Search answers in 300 ms.\n- R-1: No order is lost.");
  });

  test("A34 also where it stands in prose", async () => {
    const { change, taken } = await planned(
      "R-3: Every product can be found.",
      "Search answers in 300 ms, today it takes 900 ms.",
    );

    expect(change?.integration).toBe("append");
    expect(taken).toBe("Search answers in 300 ms, today it takes 900 ms.");
  });

  test("A34 rows that the winner has nothing like stay, and its table comes whole", async () => {
    const head = "| Risk | What we do |\n| --- | --- |\n";
    const theirs = `${head}| Shops are surprised | Contract test |`;

    const { change, taken } = await planned(
      `${head}| The feed breaks | Writes are queued |`,
      theirs,
    );

    expect(change?.integration).toBe("append");
    expect(taken).toBe(theirs);
  });

  test("A34 prose gives way to prose, and items to items that say the same better", async () => {
    const prose = await planned(
      "Search is fast.",
      "Search answers in 300 ms, today it takes 900 ms.",
    );
    const items = await planned(
      "- Search answers fast.",
      "- Search answers in 300 ms.\n- It is fair.",
    );

    expect(prose.change).toMatchObject({ integration: "replace", target: { kind: "span" } });
    expect(items.change?.integration).toBe("replace");
  });

  test("A41 what contradicts the base takes its place and does not stand beside it", async () => {
    const [mine, theirs] = ["Logs are kept for 30 days.", "Logs are kept for 90 days."];

    const { change } = await planned(`- R-1: Mails are sent.\n- ${mine}`, `- ${theirs}`, [
      { id: "X-001", category: "contradiction", kind: "number", sides: [mine, theirs], winner: 2 },
    ]);

    expect(change?.integration).toBe("replace");
  });

  test("A36 nothing is taken where the base has it all", async () => {
    const { change, plan } = await planned(
      "- R-1: Mails are sent.\n- Logs are kept.",
      "- Logs are kept.",
    );

    expect(change).toBeUndefined();
    expect(plan.unmade).toContainEqual(
      expect.objectContaining({ point: "C-001", reason: "the base has all of it already" }),
    );
  });

  test("A36 nor where a contradiction was won by words that the base has itself", async () => {
    const same = "Logs are kept for 30 days.";

    const { plan } = await planned(`- ${same}`, `- ${same}`, [
      { id: "X-001", category: "contradiction", kind: "number", sides: [same, same], winner: 2 },
    ]);

    expect(plan.unmade).toContainEqual(
      expect.objectContaining({
        point: "X-001",
        reason: "the base says it in the same words already",
      }),
    );
  });
});
