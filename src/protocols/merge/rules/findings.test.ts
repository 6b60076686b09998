import { describe, expect, test } from "vitest";

import { staged } from "../../../../test/support/protocols/staged-merge.ts";
import { readSpanText } from "../../../documents/document.ts";
import type { MergeFinding } from "../prompts/finding-input.ts";
import { withFindings } from "./findings.ts";

const A =
  "# T\n\nThe cache is “warm” at start.\n\n## Keys\n\n- Keys live 30 days\n- Keys are secret\n\nOne.\n\nTwo.\n";
const B = "# T\n\nThe cache is cold at start. It warms up.\n\n## Keys\n\nKeys live 90 days.\n";

function finding(changes: Partial<MergeFinding> = {}): MergeFinding {
  return {
    category: "contradiction",
    severity: "High",
    summary: "Warm or cold?",
    topic: null,
    sides: [
      { variant: 1, quote: 'The cache is "warm" at start.' },
      { variant: 2, quote: "The cache is cold at start." },
    ],
    ...changes,
  };
}

async function added(
  findings: readonly MergeFinding[],
  points: Parameters<typeof staged>[0]["points"] = [],
) {
  const based = await staged({ texts: [A, B], points });
  const turn = {
    kind: "spoken",
    key: "findings/analyst",
    by: "analyst",
    reply: { findings },
    claims: [],
    unmet: [],
    repaired: false,
  } as const;
  return { based, ...withFindings(based, based.analysis, turn) };
}

describe("findings of the analyst", () => {
  test("K7 A12 quotes are looked up, and a point knows where each side stands", async () => {
    const { based, points, unverified } = await added([finding()]);

    expect(unverified).toEqual([]);
    expect(points).toHaveLength(1);
    const [point] = points;
    expect(point).toMatchObject({
      id: "X-001",
      category: "contradiction",
      kind: "reported",
      origin: "analyst",
      within: null,
    });
    const said = point!.sides.map((side) =>
      readSpanText(based.variants[side.variant - 1]!.document, side),
    );
    // other quote marks: the whole block; the same words: exactly those
    expect(said).toEqual(["The cache is “warm” at start.", "The cache is cold at start."]);
    expect(point!.sides.map(({ line }) => line)).toEqual([3, 3]);
  });

  test("K7 one invented quote makes it unverified, and nobody votes on it", async () => {
    const { points, unverified } = await added([
      finding({
        sides: [
          { variant: 1, quote: "The cache is hot." },
          { variant: 2, quote: "The cache is cold at start." },
        ],
      }),
    ]);

    expect(points).toEqual([]);
    expect(unverified[0]?.why).toBe('the quote "The cache is hot." does not occur in variant-1');
  });

  test("K7 words of one variant do not prove a side of another", async () => {
    const sides = [
      { variant: 1, quote: "The cache is cold at start." },
      { variant: 2, quote: "The cache is cold at start." },
    ];
    expect((await added([finding({ sides })])).points).toEqual([]);
  });

  test("a quote that runs over two blocks has no place of its own", async () => {
    const sides = [
      { variant: 1, quote: "One.\n\nTwo." },
      { variant: 2, quote: "It warms up." },
    ];
    const { unverified } = await added([finding({ sides })]);

    expect(unverified[0]?.why).toContain("more than one block");
  });

  test("A15 ids go on from the code's, each category by itself, and stay contiguous", async () => {
    const code = [
      { id: "C-001", kind: "approach", sides: ["## Keys", "## Keys"] },
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Keys live 30", "Keys live 90"],
      },
      { id: "U-001", category: "unique", kind: "contribution", sides: ["Keys are secret", null] },
    ] as const;
    const { points } = await added(
      [
        finding(),
        finding({ category: "content" }),
        finding({ category: "unique", sides: [{ variant: 2, quote: "It warms up." }] }),
      ],
      code,
    );

    expect(points.map(({ id }) => id)).toEqual([
      "C-001",
      "C-002",
      "X-001",
      "X-002",
      "U-001",
      "U-002",
    ]);
    expect(points.filter(({ origin }) => origin === "analyst")).toHaveLength(3);
  });

  test("what code found is not found again", async () => {
    const code = [
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Keys live 30 days", "Keys live 90 days"],
      },
    ] as const;
    const sides = [
      { variant: 1, quote: "live 30 days" },
      { variant: 2, quote: "Keys live 90 days." },
    ];
    const { points, unverified } = await added([finding({ sides })], code);

    expect(points).toHaveLength(1);
    expect(unverified[0]?.why).toBe("X-001 says it already");
  });

  test("A11 both sides from one variant: a contradiction inside it", async () => {
    const sides = [
      { variant: 1, quote: "Keys live 30 days" },
      { variant: 1, quote: "Keys are secret" },
    ];
    expect((await added([finding({ sides })])).points[0]).toMatchObject({ within: 1 });
  });

  test("K4 an absent analyst adds nothing", async () => {
    const based = await staged({ texts: [A, B] });
    const absent = {
      kind: "absent",
      key: "findings/analyst",
      by: "analyst",
      reason: "timed-out",
      detail: "",
      repaired: false,
    } as const;

    expect(withFindings(based, based.analysis, absent)).toEqual({ points: [], unverified: [] });
  });
});
