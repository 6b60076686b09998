import { describe, expect, test } from "vitest";

import { staged } from "../../../../test/support/protocols/staged-merge.ts";
import { createFraction } from "../../../documents/exact-fraction.ts";
import type { VariantMetric } from "../../../documents/metrics/variant-metric.ts";
import type { Turn } from "../../../domain/round.ts";
import { type Appraisal, type MergeEvaluation, DIMENSIONS } from "../prompts/prompt-input.ts";
import { ABSENCES, CRITERIA, NESTED } from "./criteria.ts";
import { disputesIn, judgeCriteria, metBy } from "./evaluation.ts";
import { listCandidates } from "./scoring.ts";
import type { Scored } from "./table.ts";

const A = "# T\n\nAlpha words stand here.\n";
const B = "# T\n\nBeta words stand here.\n";
const QUOTE = ["Alpha words", "Beta words"];

type Given = Partial<Record<string, Partial<Appraisal>>>;

/** Everything met with true quotes, but for what is given by `variant/criterion`. */
function evaluated(step: string, given: Given = {}): Turn<MergeEvaluation> {
  const appraisals = [1, 2].flatMap((variant) =>
    CRITERIA.map(({ id }) => ({
      variant,
      criterion: id,
      claim: "met",
      quote: ABSENCES.has(id) ? null : QUOTE[variant - 1]!,
      searched: ABSENCES.has(id) ? "qwertz, zyxwvu" : null,
      verdict: "MET" as const,
      ...given[`${variant}/${id}`],
    })),
  );
  return {
    kind: "spoken",
    key: `${step}/evaluator`,
    by: "evaluator",
    reply: { appraisals },
    claims: [],
    unmet: [],
    repaired: false,
  };
}

const ABSENT: Turn<MergeEvaluation> = {
  kind: "absent",
  key: "forward/evaluator",
  by: "evaluator",
  reason: "timed-out",
  detail: "",
  repaired: false,
};

function metric(num: number, den: number): VariantMetric {
  return { num, den, value: createFraction(num, den), basis: "", note: null, items: [] };
}

async function scored(
  turns: Partial<Pick<Scored, "forward" | "reverse" | "again">>,
  texts: readonly string[] = [A, B],
): Promise<Scored> {
  const five = {
    rc: metric(1, 1),
    ic: metric(4, 4),
    sr: metric(1, 2),
    dc: metric(1, 1),
    sc: metric(1, 1),
  };
  const based = await staged({ texts });
  return {
    ...based,
    metrics: [1, 2].map((variant) => ({ variant, ...five, quant: createFraction(3, 4) })),
    forward: evaluated("forward"),
    reverse: evaluated("reverse"),
    ...turns,
  };
}

function verdict(of: Scored, place: string) {
  return judgeCriteria(of).find(({ variant, criterion }) => `${variant}/${criterion}` === place);
}

describe("the criteria", () => {
  test("A31 there are 25, five for each of five dimensions, each with an id of its own", () => {
    expect(CRITERIA).toHaveLength(25);
    expect(new Set(CRITERIA.map(({ id }) => id)).size).toBe(25);
    for (const dimension of DIMENSIONS) {
      expect(CRITERIA.filter((one) => one.dimension === dimension)).toHaveLength(5);
    }
  });
});

describe("from two passes to one verdict", () => {
  test("A31 r: MET counts only with a quote that occurs in that very variant", async () => {
    const wrong: Given = {
      "1/risk-1": { quote: "Words nobody wrote" },
      "1/clarity-2": { quote: "Beta words" },
      "1/clarity-3": { quote: null },
      "1/clarity-4": { quote: "Al" },
    };
    const both = await scored({
      forward: evaluated("forward", wrong),
      reverse: evaluated("reverse", wrong),
    });

    for (const place of Object.keys(wrong)) {
      expect(verdict(both, place), place).toMatchObject({ verdict: "NOT MET" });
    }
    expect(metBy(judgeCriteria(both), 1)).toBe(21);
    expect(metBy(judgeCriteria(both), 2)).toBe(25);
    expect(disputesIn(both)).toEqual([]);
  });

  test("A32 where the passes agree nothing is asked again; where they differ the third look decides", async () => {
    const no = { verdict: "NOT MET", quote: null } as const;
    const split = await scored({
      forward: evaluated("forward", { "2/risk-1": no }),
      reverse: evaluated("reverse", { "2/risk-2": no }),
    });

    expect(disputesIn(split).map(({ variant, criterion }) => `${variant}/${criterion}`)).toEqual([
      "2/risk-1",
      "2/risk-2",
    ]);
    const again = evaluated("re-evaluation", { "2/risk-2": no });
    const looked = { ...split, again };
    expect(verdict(looked, "2/risk-1")).toMatchObject({ verdict: "MET" });
    expect(verdict(looked, "2/risk-2")).toMatchObject({ verdict: "NOT MET" });
  });

  test("A32 K4 no third look: what is in doubt is not met", async () => {
    const no = { verdict: "NOT MET", quote: null } as const;
    const split = await scored({
      forward: evaluated("forward", { "2/risk-1": no }),
      again: ABSENT,
    });

    expect(verdict(split, "2/risk-1")).toMatchObject({ verdict: "NOT MET" });
  });

  test("A32 a pass that says MET with a false quote disagrees with one that proves it", async () => {
    const split = await scored({
      forward: evaluated("forward", { "1/clarity-2": { quote: "Words nobody wrote" } }),
    });

    expect(disputesIn(split)).toHaveLength(1);
    expect(disputesIn(split)[0]?.forward.verdict).toBe("MET");
  });

  test("K4 one pass absent: the other counts alone; both absent: nobody judged", async () => {
    const one = await scored({ forward: ABSENT });
    const none = await scored({ forward: ABSENT, reverse: ABSENT });

    expect(listCandidates(one).candidates.map(({ met }) => met)).toEqual([25, 25]);
    expect(disputesIn(one)).toEqual([]);
    expect(
      listCandidates(none).candidates.map(({ met, correctness }) => [met, correctness]),
    ).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("A31 d: what code finds in an outline outweighs a verdict that nothing is orphaned", async () => {
    const all = await scored({}, ["# T\n\n#### Deep\n\nAlpha words stand here.\n", B]);

    expect(verdict(all, `1/${NESTED}`)).toMatchObject({
      verdict: "NOT MET",
      remark: 'code found: Line 3: "Deep" is at level 4 under one of level 1.',
    });
    expect(verdict(all, `2/${NESTED}`)).toMatchObject({ verdict: "MET", remark: null });
  });

  test("A33 correctness counts its own five criteria", async () => {
    const no = { verdict: "NOT MET", quote: null } as const;
    const less: Given = { "1/correctness-1": no, "1/correctness-5": no, "1/clarity-5": no };
    const of = await scored({ forward: evaluated("f", less), reverse: evaluated("r", less) });

    expect(listCandidates(of).candidates[0]).toMatchObject({ met: 22, correctness: 3 });
  });
});

describe("A31 criteria about absence", () => {
  const judgeBoth = async (given: Given) => {
    const found = judgeCriteria(
      await scored({ forward: evaluated("forward", given), reverse: evaluated("reverse", given) }),
    );
    return (criterion: string) =>
      found.find((one) => one.variant === 1 && one.criterion === criterion);
  };

  test("a search that finds nothing shows what no quote can", async () => {
    const look = await judgeBoth({
      "1/correctness-1": { quote: null, searched: "TBD, gamma ray" },
    });

    expect(look("correctness-1")).toMatchObject({ verdict: "MET", remark: null });
  });

  test("a quote shows no absence, and code looks for contradictions itself", async () => {
    const look = await judgeBoth({
      "1/correctness-3": { quote: "Alpha words", searched: null },
      "1/correctness-4": { quote: null, searched: null },
    });

    expect(look("correctness-3")).toMatchObject({
      verdict: "NOT MET",
      remark: "no search shows that nothing of it occurs in the variant",
    });
    expect(look("correctness-4")).toMatchObject({ verdict: "MET", remark: null });
  });

  test("terms that do occur refute it, and the same search shows nothing elsewhere", async () => {
    const look = await judgeBoth({
      "1/clarity-1": { quote: null, searched: "stand here" },
      "1/completeness-2": { quote: null, searched: "gamma ray" },
    });

    expect(look("clarity-1")).toMatchObject({
      verdict: "NOT MET",
      remark: "what was looked for occurs in the variant",
    });
    expect(look("completeness-2")?.verdict).toBe("NOT MET");
  });
});
