/** The flow of a merge: who is asked what, when it stops, and what is kept of it. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import {
  AGENTS,
  DRAFT_A,
  DRAFT_B,
  DRAFT_C,
  draftsBrief,
  writtenBrief,
} from "../../../test/support/documents/drafts.ts";
import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  artifact,
  artifactNames,
  firstRequests,
  type Held,
} from "../../../test/support/protocols/debate.ts";
import {
  holdMerge,
  judges,
  rebuts,
  states,
  readParagraph,
} from "../../../test/support/protocols/merge.ts";
import type {
  VariantRead,
  CloseMatter,
  EvaluateMatter,
  MergeRebutInput,
  MergeStateInput,
} from "./prompts/prompt-input.ts";
import { variantSource } from "./prompts/prompt-input.ts";

const THREE = draftsBrief([DRAFT_A, DRAFT_B, DRAFT_C]);
const BAD = { text: "no JSON" } as const;

const steps = ({ asked }: Held): string[] => [
  ...new Set(asked.map((key) => key.split("/", 1)[0] ?? "")),
];

const result = ({ outcome }: Held): Record<string, unknown> => outcome!.result;

/** Everyone names variant 2 for everything. */
const allForB = {
  "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => 2 }),
};

const settings = (values: object) => ({ plan: { settings: { ...values } } });

/** Cells of the scoring matrix, without its head. */
function matrixRows(page: string): string[][] {
  const [, table = ""] = /^## Scoring matrix\n\n((?:\|.*\n)+)/m.exec(page) ?? [];
  return table
    .trimEnd()
    .split("\n")
    .slice(2)
    .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
}

describe("the five steps", () => {
  test("A1 each step writes its artifact, in order, and all of them are kept", async () => {
    const held = await holdMerge(allForB);

    expect(artifactNames(held)).toEqual([
      "adversarial/variant-1-original.md",
      "adversarial/variant-2-original.md",
      "adversarial/diff-analysis.md",
      "adversarial/debate-transcript.md",
      "adversarial/base-selection.md",
      "adversarial/refactor-plan.md",
      "adversarial/merge-summary.md",
      "adversarial/merge-log.md",
      "adversarial/provenance.json",
      "merged.md",
      "adversarial/result.yaml",
    ]);
    expect(steps(held)).toEqual(["findings", "statements", "rebuttals", "forward", "reverse"]);
    expect(held.outcome).toMatchObject({ label: "MERGED", ending: "decided", confidence: "HIGH" });
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("A38 sections name their source in comments, unless a person wants none", async () => {
    const named = await artifact(await holdMerge(allForB, settings({ base: 1 })), "merged.md");
    const bare = await holdMerge(allForB, settings({ base: 1, comments: false }));

    expect(named).toMatch(
      /<!-- Source: Variant B \(draft-b\.md\), .+ — merged per refactor-plan Change #\d+ -->/,
    );
    expect(await artifact(bare, "merged.md")).not.toContain("<!--");
  });

  test("A3 variants are copied first, byte for byte but for the ends of lines", async () => {
    const held = await holdMerge(allForB, {
      brief: draftsBrief([`${DRAFT_A}\n\n`, DRAFT_B.replace("\n\n## Storage", " \n\n## Storage")]),
    });

    expect(await artifact(held, "adversarial/variant-1-original.md")).toBe(DRAFT_A);
    expect(await artifact(held, "adversarial/variant-2-original.md")).toBe(DRAFT_B);
  });

  test("the return contract is written as YAML and is the outcome's result", async () => {
    const held = await holdMerge(allForB);
    const yaml = parse(await artifact(held, "adversarial/result.yaml")) as Record<string, unknown>;

    expect(yaml).toMatchObject({
      status: "success",
      merged_output_path: "merged.md",
      artifacts_dir: "adversarial",
      base_variant: 2,
      convergence_score: 1,
      unresolved_conflicts: [],
      reasons: [],
    });
    expect(yaml).toMatchObject(result(held));
  });
});

describe("identical variants", () => {
  const same = draftsBrief([DRAFT_A, DRAFT_A.replace("finance team", "finance  team")]);

  test("A16 A17 nobody is asked, the first is the base, and the output is the first byte for byte", async () => {
    const held = await holdMerge({}, { brief: same });

    expect(held.asked).toEqual([]);
    expect(await artifact(held, "merged.md")).toBe(DRAFT_A);
    expect(held.outcome).toMatchObject({ label: "MERGED", ending: "decided" });
    expect(result(held)).toMatchObject({
      status: "partial",
      reasons: ["skipped_debate"],
      base_variant: 1,
      convergence_score: 1,
    });
    expect(await artifact(held, "adversarial/debate-transcript.md")).toContain(
      "substantially identical",
    );
  });

  test("A17 A48 a person may still name the base", async () => {
    const held = await holdMerge({}, { brief: same, ...settings({ base: 2 }) });

    expect(result(held)).toMatchObject({ base_variant: 2 });
    expect(await artifact(held, "merged.md")).toContain("finance  team");
  });

  test("A18 m: of three, two of which nearly repeat each other, two are debated and all are merged", async () => {
    const brief = draftsBrief([DRAFT_A, DRAFT_B, DRAFT_A.replace("finance team", "finance  team")]);
    const held = await holdMerge(allForB, { brief });

    expect(held.asked.filter((key) => key.startsWith("statements"))).toEqual([
      "statements/advocate-1#1",
      "statements/advocate-2#1",
    ]);
    expect(held.outcome?.notes).toContain(
      "Variant C nearly repeats Variant A and has no advocate of its own",
    );
  });

  test("A26 l: nothing in focus, nothing to debate: full agreement, and the scores still choose the base", async () => {
    const held = await holdMerge({}, settings({ focus: ["zeppelin"] }));

    expect(steps(held)).toEqual(["findings", "forward", "reverse"]);
    expect(result(held)).toMatchObject({ convergence_score: 1, reasons: ["skipped_debate"] });
  });
});

describe("the debate", () => {
  test("A18 there is one advocate per variant", async () => {
    const held = await holdMerge({}, { brief: THREE });

    expect(held.asked.filter((key) => key.startsWith("statements/"))).toEqual([
      "statements/advocate-1#1",
      "statements/advocate-2#1",
      "statements/advocate-3#1",
    ]);
  });

  test.each([
    ["quick", ["statements"]],
    ["standard", ["statements", "rebuttals"]],
    ["deep", ["statements", "rebuttals", "finals"]],
  ])("A22 A24 A25 depth %s without agreement holds %j", async (depth, rounds) => {
    const held = await holdMerge({}, settings({ depth }));

    expect(steps(held).filter((step) => rounds.includes(step) || step.endsWith("als"))).toEqual(
      rounds,
    );
    expect(held.outcome?.rounds).toBe(rounds.length);
  });

  test("A24 A25 A28 j: deep ends after round 1 only where everyone agrees on everything; standard never does", async () => {
    const deep = await holdMerge(allForB, settings({ depth: "deep" }));
    const standard = await holdMerge(allForB, settings({ depth: "standard" }));
    const almost = await holdMerge(
      {
        "statements/advocate-1": (promptInput: MergeStateInput) =>
          states(promptInput, { vote: (point) => (point === promptInput.voted[0] ? 1 : 2) }),
        ...allForB,
      },
      settings({ depth: "deep", convergence: 0.5 }),
    );

    expect(steps(deep)).not.toContain("rebuttals");
    expect(steps(standard)).toContain("rebuttals");
    // the threshold was passed in round 1 already, which is not enough there, and is in round 2
    expect(steps(almost)).toContain("rebuttals");
    expect(steps(almost)).not.toContain("finals");
  });

  test("A25 j: in deep a majority for every point does not end the debate after round 1", async () => {
    const held = await holdMerge(
      {
        "statements/advocate-1": (promptInput: MergeStateInput) =>
          states(promptInput, { vote: () => 1 }),
        ...allForB,
      },
      { brief: THREE, ...settings({ depth: "deep" }) },
    );

    expect(result(held)["convergence_score"]).toBe(1);
    expect(steps(held)).toContain("rebuttals");
    expect(steps(held)).not.toContain("finals");
  });

  test("A24 final arguments are about what is unresolved, and whoever rebutted first speaks last", async () => {
    const finals: { by: string; unresolved: readonly string[]; voted: readonly string[] }[] = [];
    const held = await holdMerge(
      {
        "merge.state": (promptInput: MergeStateInput) =>
          states(promptInput, {
            vote: (point) => (point === promptInput.voted[0] ? 1 : promptInput.own),
          }),
        "merge.close": ({ seat, unresolved, voted, own }: CloseMatter) => {
          finals.push({ by: seat.id, unresolved, voted });
          return {
            argument: "The rest is better here.",
            concessions: [],
            winners: unresolved.map((point) => ({
              point,
              variant: own,
              because: "it is mine",
              causes: [],
              evidence: [],
            })),
          };
        },
      },
      { brief: THREE, ...settings({ depth: "deep" }) },
    );

    expect(finals.map(({ by }) => by)).toEqual(["advocate-2", "advocate-3", "advocate-1"]);
    // of what only one draft has, two of three leave it out
    for (const { unresolved, voted } of finals)
      expect(unresolved).toEqual(voted.slice(1).filter((id) => !id.startsWith("U")));
    expect(held.outcome?.label).toBe("PARTIAL");
  });

  test("A20 the statements are one round: committed together, and none reveals another", async () => {
    const { events } = await holdMerge({}, { brief: THREE });
    const committed = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.step.startsWith("statements") ? [fact] : [],
    );
    const advocates = ["advocate-1", "advocate-2", "advocate-3"];

    expect(committed).toHaveLength(1);
    expect(committed[0]?.step).toBe("statements");
    expect(committed[0]?.asks.map(({ by }) => by)).toEqual(advocates);
    for (const { reveals } of committed[0]?.asks ?? [])
      expect(reveals.filter((key) => key.startsWith("statements"))).toEqual([]);
  });

  test("A23 rebuttals come one after another in input order, each seeing those before it", async () => {
    const seen: [string, string[]][] = [];
    const held = await holdMerge(
      {
        "merge.rebut": (promptInput: MergeRebutInput) => {
          seen.push([promptInput.seat.id, promptInput.earlier.map(({ seat }) => seat.id)]);
          return rebuts(promptInput);
        },
      },
      { brief: THREE },
    );

    expect(seen).toEqual([
      ["advocate-1", []],
      ["advocate-2", ["advocate-1"]],
      ["advocate-3", ["advocate-1", "advocate-2"]],
    ]);
    expect(held.outcome?.rounds).toBe(2);
  });

  test("A26 A44 below the threshold it is PARTIAL, every conflict is named, and the base goes by score", async () => {
    const held = await holdMerge();
    const { unresolved_conflicts: open, reasons } = result(held) as {
      unresolved_conflicts: { point: string }[];
      reasons: string[];
    };

    expect(held.outcome).toMatchObject({
      label: "PARTIAL",
      ending: "open",
      confidence: "REQUIRES_INPUT",
    });
    expect(reasons).toEqual(["not_converged"]);
    expect(open.length).toBeGreaterThan(0);
    expect(result(held)).toMatchObject({ status: "partial", convergence_score: 0 });
    const page = await artifact(held, "adversarial/debate-transcript.md");
    expect(page).toContain("Status: NOT_CONVERGED");
    for (const { point } of open) expect(page).toContain(point);
    expect(held.outcome?.choices?.map(({ id }) => id)).toContain("accept");
  });

  test("A25 quick has no convergence check: what is unresolved is listed and fails nothing", async () => {
    const held = await holdMerge({}, settings({ depth: "quick" }));

    expect(held.outcome).toMatchObject({ label: "MERGED", confidence: "MEDIUM" });
    expect(result(held)).toMatchObject({ status: "success", convergence_score: 0 });
    expect((result(held)["unresolved_conflicts"] as unknown[]).length).toBeGreaterThan(0);
    expect(await artifact(held, "adversarial/debate-transcript.md")).toContain(
      "not checked (depth quick)",
    );
  });

  test("A27 i: a conceded point is a vote for the variant it is conceded to, and makes it surer (A30)", async () => {
    const held = await holdMerge(
      {
        "merge.state": (promptInput: MergeStateInput) => {
          const [point = ""] = promptInput.voted;
          const stated = states(promptInput);
          if (promptInput.own === 2) return stated;
          const winners = stated.winners.filter((one) => one.point !== point);
          return {
            ...stated,
            winners: [...winners, { point, variant: 2, because: "B is right here" }],
            concessions: [{ point, variant: 2, text: "B has it right." }],
          };
        },
      },
      settings({ depth: "quick" }),
    );
    const [first, ...rest] = result(held)["points"] as Record<string, unknown>[];

    expect(first).toMatchObject({ winner: 2, confidence: 100, agreement: "unanimous" });
    for (const row of rest) expect(row).toMatchObject({ winner: null, confidence: 50 });
  });

  test("A29 the matrix has a row for every point: its winner, how sure, and the words that carried it", async () => {
    let points: readonly string[] = [];
    const held = await holdMerge(
      {
        "merge.state": (promptInput: MergeStateInput) => {
          points = promptInput.voted;
          const [unanimous, majority] = promptInput.voted;
          return states(promptInput, {
            vote: (point) =>
              point === unanimous || (point === majority && promptInput.own === 1)
                ? 2
                : promptInput.own,
          });
        },
      },
      { brief: THREE, ...settings({ depth: "quick" }) },
    );
    const rows = matrixRows(await artifact(held, "adversarial/debate-transcript.md"));
    const claimed = new Map(
      held.events.flatMap(({ fact }) =>
        fact.type === "reply-recorded" ? fact.claims.map(({ id, text }) => [id, text]) : [],
      ),
    );
    const kept = (...ids: string[]): string =>
      ids.map((id) => `${id}: ${claimed.get(id)}`).join(" ");
    const sides = (number: number): string =>
      [1, 2, 3]
        .map((seat) => `advocate-${seat}-${number}`)
        .map((id, at) => `${id} for Variant ${"ABC"[at]}: ${claimed.get(id)}`)
        .join(" ");

    const decided = points.filter((id) => !id.startsWith("U"));
    expect(decided.map((id) => id[0])).toEqual(["S", "C", "C", "X"]);
    expect(
      rows.slice(0, 4).map(([point, , winner, confidence]) => [point, winner, confidence]),
    ).toEqual(
      decided.map((point, at) => [
        point,
        at < 2 ? "Variant B" : "unresolved",
        ["90 %", "60 %"][at] ?? "50 %",
      ]),
    );
    // the numbers under which the words were said; where it is open, those of every side
    expect(rows.slice(0, 4).map((row) => row.at(-1))).toEqual([
      kept("advocate-1-4", "advocate-2-4"),
      kept("advocate-1-5", "advocate-2-5"),
      sides(6),
      sides(7),
    ]);
    expect(claimed.get("advocate-1-4")).toBe("variant 2 settles S-001 in concrete words");
    expect(claimed.get("advocate-3-7")).toBe("variant 3 settles X-001 in concrete words");
    // A33b: what only one draft has is taken or left
    expect(rows.slice(4).every(([, , winner]) => /^(?:taken|left out)$/.test(winner ?? ""))).toBe(
      true,
    );
  });

  test("A30 naming another variant is no concession until it is said", async () => {
    const held = await holdMerge(allForB, settings({ depth: "quick" }));

    for (const row of result(held)["points"] as { winner: number }[]) {
      expect([0, 2]).toContain(row.winner);
      expect(row).toMatchObject({ confidence: 90, agreement: "unanimous" });
    }
  });

  test("A27 K4 a point without a vote is asked for, noted, and agrees with nobody", async () => {
    const held = await holdMerge(
      {
        "statements/advocate-1": (promptInput: MergeStateInput) =>
          states(promptInput, { vote: (point) => (point === promptInput.voted[0] ? null : 2) }),
        ...allForB,
      },
      settings({ depth: "quick" }),
    );
    const [first, second] = result(held)["points"] as Record<string, unknown>[];

    expect(held.asked).toContain("statements/advocate-1#2");
    expect(first).toMatchObject({ winner: null });
    expect(second).toMatchObject({ winner: 2 });
    expect(held.outcome?.notes.join()).toContain("no winner is named for");
  });

  test("K18 the baseline is what the sealed statements agreed on, and whether that changed", async () => {
    const kept = await holdMerge(allForB);
    const moved = await holdMerge({
      "rebuttals/advocate-1": (promptInput: MergeRebutInput) =>
        rebuts(promptInput, {
          changes: promptInput.voted.map((point) => ({
            point,
            variant: 2,
            because: "the case for B is better",
            causes: [promptInput.criticisms[0]!.id],
            evidence: [],
          })),
        }),
    });

    expect(kept.outcome?.baseline).toMatchObject({ changed: false });
    expect(Object.keys(kept.outcome!.baseline!.distribution)).toEqual([
      "Variant B",
      "left out",
      "taken",
    ]);
    expect(Object.keys(moved.outcome!.baseline!.distribution)).toEqual(["unresolved"]);
    expect(moved.outcome?.baseline).toMatchObject({ changed: true });
    expect(result(moved)).toMatchObject({ convergence_score: 1 });
  });

  test("K6 an advocate's own words on every point that went against it stay in the outcome", async () => {
    const held = await holdMerge(
      {
        "statements/advocate-1": (promptInput: MergeStateInput) =>
          states(promptInput, {
            winners: promptInput.voted.map((point) => ({
              point,
              variant: 1,
              because: `A's own words about ${point}: "30 days" | *is* right`,
            })),
          }),
        ...allForB,
      },
      { brief: THREE, ...settings({ depth: "quick" }) },
    );
    const dissents = held.outcome!.dissents;

    expect(dissents.length).toBeGreaterThan(1);
    for (const { by, holds, words } of dissents) {
      expect(by).toBe("advocate-1");
      const [point] = holds.split(":");
      expect(words).toBe(`A's own words about ${point}: "30 days" | *is* right`);
    }
  });
});

describe("a change of mind", () => {
  const turning = (
    causes: (promptInput: MergeRebutInput) => string[],
    evidence: object[] = [],
  ) => ({
    "rebuttals/advocate-1": (promptInput: MergeRebutInput) =>
      rebuts(promptInput, {
        changes: [
          {
            point: promptInput.voted[0],
            variant: 2,
            because: "I was wrong",
            causes: causes(promptInput),
            evidence,
          },
        ],
      }),
  });

  test("K5 a new winner names a claim of another, and is explained", async () => {
    const held = await holdMerge(turning(({ criticisms }) => [criticisms[0]!.id]));

    expect(held.outcome?.changes).toMatchObject([
      { by: "advocate-1", round: 2, standing: "explained", reason: "I was wrong" },
    ]);
    expect(held.asked).not.toContain("rebuttals/advocate-1#2");
  });

  test("K5 words of a variant that the speaker found itself explain it too", async () => {
    const quote = { source: "variant-2", quote: "Exports are kept for 90 days" };
    const held = await holdMerge(turning(() => [], [quote]));

    expect(held.outcome?.changes).toMatchObject([{ standing: "explained" }]);
  });

  test("K5 a concession without a cause is put down to those who argued for it, and nobody is asked again", async () => {
    const held = await holdMerge({
      "rebuttals/advocate-1": (promptInput: MergeRebutInput) =>
        rebuts(promptInput, {
          concessions: [{ point: promptInput.voted[0], variant: 2, text: "B has it right." }],
        }),
    });

    expect(held.asked).not.toContain("rebuttals/advocate-1#2");
    expect(held.outcome?.changes).toMatchObject([{ by: "advocate-1", standing: "explained" }]);
    expect(held.outcome?.changes[0]?.causes.join()).toMatch(/^advocate-2-\d+$/);
  });

  test("K5 an own quote from before beside a real cause is left out, and nobody is asked again", async () => {
    const quote = (variant: VariantRead) => ({
      source: variantSource(variant.variant),
      quote: readParagraph(variant),
    });
    const held = await holdMerge({
      "rebuttals/advocate-1": (promptInput: MergeRebutInput) =>
        rebuts(promptInput, {
          changes: [
            {
              point: promptInput.voted[0],
              variant: 2,
              because: "I was wrong",
              causes: [promptInput.criticisms[0]!.id],
              evidence: [quote(promptInput.variants[0]!)],
            },
          ],
        }),
    });

    expect(held.asked).not.toContain("rebuttals/advocate-1#2");
    expect(held.outcome?.changes).toMatchObject([{ standing: "explained" }]);
  });

  test("A22 an advocate is not told that a point is disputed once those before it agreed on it", async () => {
    const held = await holdMerge(turning(({ criticisms }) => [criticisms[0]!.id]));
    const requests = firstRequests(held);
    const read = (key: string): string =>
      requests
        .get(key)
        ?.prompt.map(({ text }) => text)
        .join("\n") ?? "";
    const disputed = (key: string): string =>
      /Not agreed on so far: (.*)\./.exec(read(key))?.[1] ?? "";
    const [point = ""] = disputed("rebuttals/advocate-1").split(", ");

    expect(point).toMatch(/^[CSUX]-\d{3}$/);
    expect(disputed("rebuttals/advocate-2").split(", ")).not.toContain(point);
  });

  test.each([
    ["no cause", () => []],
    ["a claim nobody made", () => ["Z9"]],
    ["its own claim", () => ["A1"]],
  ])("K5 %s: asked for once, then recorded as unexplained; the vote stands", async (_, causes) => {
    const held = await holdMerge(turning(causes));

    expect(held.asked).toContain("rebuttals/advocate-1#2");
    expect(held.outcome?.changes).toMatchObject([{ standing: "unexplained", causes: [] }]);
    expect(held.outcome?.notes.join()).toContain("without a valid cause");
    expect((result(held)["points"] as object[])[0]).toMatchObject({ winner: 2 });
  });

  test("K5 an invented quote explains nothing", async () => {
    const quote = { source: "variant-2", quote: "Exports are kept forever" };
    const held = await holdMerge(turning(() => [], [quote]));

    expect(held.outcome?.changes).toMatchObject([{ standing: "unexplained" }]);
  });

  test("K5 what was known when one last spoke is no cause for a later change", async () => {
    const closing = (cause: (promptInput: CloseMatter) => string) => ({
      "finals/advocate-2": (promptInput: CloseMatter) => ({
        argument: "A has convinced me.",
        concessions: [],
        winners: promptInput.unresolved.map((point) => ({
          point,
          variant: 1,
          because: "A is better",
          causes: [cause(promptInput)],
          evidence: [],
        })),
      }),
    });
    const deep = settings({ depth: "deep" });
    const known = await holdMerge(
      closing(({ statements }) => statements[0]!.claims[0]!.id),
      deep,
    );
    const fresh = await holdMerge(
      closing(({ rebuttals }) => rebuttals.at(0)!.claims[0]!.id),
      { ...deep, brief: draftsBrief([DRAFT_B, DRAFT_A]) },
    );
    const later = await holdMerge(
      closing(({ rebuttals }) => rebuttals.at(2)!.claims[0]!.id),
      { ...deep, brief: THREE },
    );

    expect(known.outcome?.changes[0]).toMatchObject({ standing: "unexplained" });
    // the first rebuttal was shown to the second advocate when it rebutted, the third was not
    expect(fresh.outcome?.changes[0]).toMatchObject({ standing: "unexplained" });
    expect(later.outcome?.changes[0]).toMatchObject({ standing: "explained" });
  });
});

describe("what an advocate owes", () => {
  test.each([
    [
      "A19 no best case for an opponent",
      (promptInput: MergeStateInput) => states(promptInput, { steelmen: [] }),
    ],
    [
      "A19 two for the same",
      (promptInput: MergeStateInput) => {
        const { steelmen } = states(promptInput);
        return states(promptInput, { steelmen: [...steelmen, ...steelmen] });
      },
    ],
    [
      "A19 one for itself",
      (promptInput: MergeStateInput) =>
        states(promptInput, {
          steelmen: [
            ...states(promptInput).steelmen,
            { variant: 1, text: "I am the best of all." },
          ],
        }),
    ],
    [
      "K3 a winner that is no variant",
      (promptInput: MergeStateInput) => states(promptInput, { vote: () => 9 }),
    ],
    [
      "K3 a point that is none",
      (promptInput: MergeStateInput) =>
        states(promptInput, { winners: [{ point: "C-999", variant: 1, because: "why not" }] }),
    ],
    [
      "K3 two winners for one point",
      (promptInput: MergeStateInput) => {
        const { winners } = states(promptInput);
        return states(promptInput, { winners: [...winners, winners[0]!] });
      },
    ],
  ])("%s: repaired, and not counted where it stays so", async (_, spoken) => {
    let calls = 0;
    const once = await holdMerge({
      "statements/advocate-1": (promptInput: MergeStateInput) =>
        calls++ === 0 ? spoken(promptInput) : states(promptInput),
    });
    const always = await holdMerge({
      "statements/advocate-1": spoken,
      "statements-again/advocate-1": spoken,
    });

    expect(once.outcome?.result["repairs"]).toBe(1);
    expect(once.outcome?.absences).toEqual([]);
    expect(always.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
  });

  test.each([
    [
      "A20 a strength without words of its variant",
      (promptInput: MergeStateInput) =>
        states(promptInput, { strengths: [{ text: "It is short and good.", evidence: [] }] }),
      "strength 1 has no quote",
    ],
    [
      "A20 K7 a weakness with words nobody wrote",
      (promptInput: MergeStateInput) =>
        states(promptInput, {
          weaknesses: [
            {
              variant: 2,
              text: "It forgets deletion entirely.",
              evidence: [{ source: "variant-2", quote: "we never delete" }],
            },
          ],
        }),
      "weakness 1 has no quote, calculation or silence that holds",
    ],
    [
      "A19 K8 a best case that says nothing",
      (promptInput: MergeStateInput) =>
        states(promptInput, { steelmen: [{ variant: 2, text: "It is good." }] }),
      "the best case for variant 2 says too little",
    ],
    [
      "A27 a concession against its own vote",
      (promptInput: MergeStateInput) =>
        states(promptInput, {
          concessions: [{ point: promptInput.voted[0]!, variant: 2, text: "B has it." }],
        }),
      "is conceded to variant 2, and variant 1 is its winner",
    ],
  ])("%s: asked for once, then noted", async (_, spoken, problem) => {
    const held = await holdMerge({ "statements/advocate-1": spoken });

    expect(held.asked).toContain("statements/advocate-1#2");
    expect(held.outcome?.absences).toEqual([]);
    expect(held.outcome?.notes.join("\n")).toContain(problem);
  });

  test("K7 calculations and silences hold as quotes do; general knowledge is shown as speculation", async () => {
    const strength = (evidence: object) => ({
      text: "It can be planned with what it says.",
      evidence: [evidence],
    });
    const held = await holdMerge({
      "statements/advocate-1": (promptInput: MergeStateInput) => ({
        ...states(promptInput),
        strengths: [
          strength({ kind: "silence", source: "variant-1", quote: "zeppelin, submarine" }),
          strength({ kind: "knowledge", source: "", quote: "Water is wet." }),
        ],
      }),
    });
    const page = await artifact(held, "adversarial/debate-transcript.md");

    expect(page).toContain("no mention of zeppelin, submarine in variant-1 (searched, not found)");
    expect(page).toMatch(
      /speculation; general knowledge: Water is wet. \(general knowledge, not checked\)/,
    );
  });

  test("A21 what no quote supports is labelled as speculation in the transcript", async () => {
    const held = await holdMerge({
      "statements/advocate-1": (promptInput: MergeStateInput) =>
        states(promptInput, { strengths: [{ text: "It reads well to auditors.", evidence: [] }] }),
    });
    const page = await artifact(held, "adversarial/debate-transcript.md");

    expect(page).toContain("It reads well to auditors. (speculation)");
  });

  test("A21 concessions are open: the transcript has each of them", async () => {
    const text = "Our own retention rule is thin.";
    const held = await holdMerge({
      "statements/advocate-1": (promptInput: MergeStateInput) =>
        states(promptInput, { concessions: [{ point: null, variant: null, text }] }),
    });

    expect(await artifact(held, "adversarial/debate-transcript.md")).toContain(text);
  });

  test("A22 every criticism of one's own variant is to be answered", async () => {
    const held = await holdMerge({
      "rebuttals/advocate-1": (promptInput: MergeRebutInput) => ({
        ...rebuts(promptInput),
        responses: [],
      }),
    });

    expect(held.asked).toContain("rebuttals/advocate-1#2");
    expect(held.outcome?.notes.join()).toContain("is answered 0 times");
  });
});

describe("the scores", () => {
  test("A32 s: two calls, in input order and reversed, neither of which shows the debate", async () => {
    const orders: [string, number[]][] = [];
    const held = await holdMerge({
      ...allForB,
      "merge.evaluate": (promptInput: EvaluateMatter) => {
        orders.push([promptInput.pass, promptInput.variants.map(({ variant }) => variant)]);
        return judges(promptInput);
      },
    });
    const committed = held.events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && /^(?:forward|reverse)$/.test(fact.step) ? [fact] : [],
    );

    expect(orders).toEqual([
      ["forward", [1, 2]],
      ["reverse", [2, 1]],
    ]);
    for (const { asks, blind } of committed) {
      expect(blind).toBe(true);
      expect(asks[0]?.reveals).toEqual([]);
    }
  });

  test("A32 disagreements are looked at once more, and only they", async () => {
    const held = await holdMerge({
      ...allForB,
      "forward/evaluator": (promptInput: EvaluateMatter) =>
        judges(promptInput, (variant, id) => !(variant === 1 && id.startsWith("risk"))),
    });
    const again = held.events.find(
      ({ fact }) => fact.type === "reply-recorded" && fact.key === "re-evaluation/evaluator",
    )?.fact;
    const page = await artifact(held, "adversarial/base-selection.md");

    expect(
      again?.type === "reply-recorded" && (again.reply as { appraisals: [] }).appraisals.length,
    ).toBe(5);
    expect(page).toContain("Disagreements: 5");
  });

  test.each([
    ["a verdict too few", (all: object[]) => all.slice(1)],
    ["a verdict twice", (all: object[]) => [...all, all[0]!]],
  ])("K3 %s: the pass is repaired", async (_, change) => {
    let calls = 0;
    const held = await holdMerge({
      "forward/evaluator": (promptInput: EvaluateMatter) => {
        const { appraisals } = judges(promptInput) as { appraisals: object[] };
        return { appraisals: calls++ === 0 ? change(appraisals) : appraisals };
      },
    });

    expect(held.asked).toContain("forward/evaluator#2");
    expect(held.outcome?.absences).toEqual([]);
  });

  test("A31 K4 the evaluator is absent: the metrics alone count, and that is said first", async () => {
    const held = await holdMerge({ ...allForB, "merge.evaluate": { crash: "down" } });

    expect(held.outcome?.notes[0]).toBe(
      "nobody judged the criteria, so the score is the quantitative half alone",
    );
    expect(held.outcome).toMatchObject({ label: "MERGED", confidence: "MEDIUM" });
    expect(held.outcome?.absences.map(({ step }) => step)).toEqual(["forward", "reverse"]);
    expect(result(held)["degraded"]).toBe(true);
    for (const score of result(held)["scores"] as Record<string, unknown>[]) {
      expect(score["score"]).toBe(score["quant"]);
      expect(score["criteria_met"]).toBeNull();
    }
  });

  test("A33 equal scores: the variant that won the debate is the base", async () => {
    const held = await holdMerge({
      ...allForB,
      "merge.evaluate": (promptInput: EvaluateMatter) => judges(promptInput, () => false),
    });

    expect(result(held)).toMatchObject({ base_variant: 2 });
    expect(await artifact(held, "adversarial/base-selection.md")).toMatch(
      /## Selected base\n\n\*\*Variant B/,
    );
  });

  test("A33 a clear score outweighs the debate", async () => {
    const held = await holdMerge({
      ...allForB,
      "merge.evaluate": (promptInput: EvaluateMatter) =>
        judges(promptInput, (variant) => variant === 1),
    });

    expect(result(held)).toMatchObject({ base_variant: 1, base_by: "score" });
    expect((result(held)["changes"] as unknown[]).length).toBeGreaterThan(0);
  });

  test("A33 A48 a base named beforehand stands, and the page says what the score had chosen", async () => {
    const held = await holdMerge(allForB, settings({ base: 1 }));

    expect(result(held)).toMatchObject({ base_variant: 1, base_by: "person" });
    expect(await artifact(held, "adversarial/base-selection.md")).toContain(
      "the score alone would have chosen Variant B",
    );
  });
});

describe("when someone fails", () => {
  test("A43 x: an absent advocate is asked once more, and then heard", async () => {
    const held = await holdMerge({ ...allForB, "statements/advocate-1": { crash: "down" } });

    expect(steps(held)).toContain("statements-again");
    expect(held.asked.filter((key) => key.startsWith("statements-again"))).toEqual([
      "statements-again/advocate-1#1",
    ]);
    expect(held.outcome).toMatchObject({ label: "MERGED", confidence: "MEDIUM" });
    expect(result(held)).toMatchObject({ convergence_score: 1 });
  });

  test("A43 still absent: the debate goes on with those who are there", async () => {
    const held = await holdMerge(
      { ...allForB, "statements/advocate-3": BAD, "statements-again/advocate-3": BAD },
      { brief: THREE },
    );

    expect(held.asked.filter((key) => key.startsWith("rebuttals"))).toEqual([
      "rebuttals/advocate-1#1",
      "rebuttals/advocate-2#1",
    ]);
    expect(held.outcome?.notes).toContain(
      "Advocate C stated no case; the debate went on without it",
    );
    expect(result(held)).toMatchObject({ convergence_score: 1, degraded: true });
  });

  test("A47 fewer than two advocates: aborted, and what there is is kept", async () => {
    const held = await holdMerge({
      "statements/advocate-1": BAD,
      "statements-again/advocate-1": BAD,
    });

    expect(held.outcome).toMatchObject({ label: "ABORTED", ending: "failed", confidence: "LOW" });
    expect(result(held)).toMatchObject({
      status: "failed",
      merged_output_path: null,
      reasons: ["advocates_missing"],
    });
    expect(artifactNames(held)).toContain("adversarial/debate-transcript.md");
    expect(artifactNames(held)).toContain("adversarial/result.yaml");
    expect(artifactNames(held)).not.toContain("merged.md");
  });

  test("K4 an advocate absent from the rebuttals keeps what it said, and that is said", async () => {
    const held = await holdMerge(
      { "rebuttals/advocate-1": { crash: "down" } },
      settings({ base: 2 }),
    );

    expect(held.outcome?.dissents.map(({ by }) => by)).toContain("advocate-1");
    expect(held.outcome?.notes).toContain(
      "Advocate A said nothing in the rebuttals; what it said before stands",
    );
    for (const { by, stage } of held.outcome!.dissents) {
      expect(stage).toBe(by === "advocate-1" ? "statement only" : null);
    }
    expect(result(held)).toMatchObject({ convergence_score: 0 });
  });

  test("K4 an absent analyst leaves what code found, and is noted", async () => {
    const held = await holdMerge({ ...allForB, "merge.find": { crash: "down" } });

    expect(held.outcome?.absences.map(({ step }) => step)).toEqual(["findings"]);
    expect(held.outcome).toMatchObject({ label: "MERGED", confidence: "MEDIUM" });
  });
});

describe("a merge that is not valid", () => {
  // the anchor stays behind in B's own beginning
  const broken = draftsBrief([
    DRAFT_A,
    DRAFT_B.replace("finance team.", 'finance team.\n\n<a id="nine"></a>').replace(
      "is retried 3 times.",
      "is retried 3 times, see [the figure](#nine).",
    ),
  ]);

  // what only B has stays out, and with it the anchor
  const withoutContributions = {
    ...allForB,
    "merge.state": (promptInput: MergeStateInput) =>
      states(promptInput, { vote: (point) => (point.startsWith("U") ? 1 : 2) }),
  };

  test("A42 A45 it is PARTIAL, under another name, with every artifact and the reason", async () => {
    const held = await holdMerge(withoutContributions, {
      brief: broken,
      ...settings({ base: 1 }),
    });

    expect(held.outcome).toMatchObject({
      label: "PARTIAL",
      ending: "open",
      // K19: they agreed, so that is not why a person has to decide
      unsettled: {
        because: "a check of the document failed: “Internal references”",
        next: "Mend merged.partial.md: adversarial/merge-summary.md says what failed. Then accept or reject it.",
      },
    });
    expect(result(held)).toMatchObject({
      status: "partial",
      merged_output_path: "merged.partial.md",
      reasons: ["validation_failed: references"],
      convergence_score: 1,
    });
    expect(artifactNames(held)).toContain("adversarial/merge-log.md");
    expect(artifactNames(held)).not.toContain("merged.md");
    expect(await artifact(held, "merged.partial.md")).toContain("see [the figure](#nine)");
    expect(held.outcome?.summary).toContain("failed its checks: references");
  });

  test("A42 a reference that led nowhere in its own draft is a note and fails nothing", async () => {
    const drafts = [DRAFT_A, DRAFT_B].map((draft) => `${draft}\nSee Section 9.9 for more.\n`);
    const held = await holdMerge(allForB, { brief: draftsBrief(drafts) });

    expect(held.outcome).toMatchObject({ label: "MERGED" });
    expect(JSON.stringify(result(held)["checks"])).toContain('\\"Section 9.9\\" leads nowhere');
  });

  test("v: the partial document keeps the name of the one that was wanted", async () => {
    const held = await holdMerge(withoutContributions, {
      brief: broken,
      ...settings({ base: 1, output: "out.txt" }),
    });

    expect(result(held)["merged_output_path"]).toBe("out.partial.txt");
  });
});

describe("variants that are written", () => {
  const generate = (count = 2) => ({
    brief: writtenBrief(),
    plan: { settings: { generate: "design", agents: AGENTS.slice(0, count) } },
  });

  test("A4 all authors write at once, and each variant is kept under its author's name", async () => {
    const held = await holdMerge(allForB, generate(3));

    expect(held.asked.slice(0, 3)).toEqual([
      "variants/author-1#1",
      "variants/author-2#1",
      "variants/author-3#1",
    ]);
    expect(artifactNames(held).slice(0, 3)).toEqual([
      "adversarial/variant-1-lab-opus-architect.md",
      "adversarial/variant-2-lab-sonnet-security.md",
      "adversarial/variant-3-lab-haiku-default.md",
    ]);
    expect(held.outcome?.label).toBe("MERGED");
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("A4 the drafts are one round: asked for together, and none reveals another", async () => {
    const { events } = await holdMerge(allForB, generate(3));
    const committed = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.step.startsWith("variants") ? [fact] : [],
    );

    expect(committed.map(({ asks }) => asks.map(({ by }) => by))).toEqual([
      ["author-1", "author-2", "author-3"],
    ]);
    for (const { reveals } of committed[0]?.asks ?? []) expect(reveals).toEqual([]);
  });

  test("K7 words of a written variant are checked against it", async () => {
    const held = await holdMerge(allForB, generate());
    const claims = held.events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" ? fact.claims.flatMap(({ evidence }) => evidence) : [],
    );

    expect(claims.length).toBeGreaterThan(0);
    for (const { source, verified: holds } of claims) {
      expect(source).toMatch(/^variant-/);
      expect(holds).toBe(true);
    }
  });

  test("A43 an empty variant is asked for again, then done without", async () => {
    const empty = { reply: { document: " \n" } };
    const again = await holdMerge({ ...allForB, "variants/author-3": empty }, generate(3));
    const without = await holdMerge(
      { ...allForB, "variants/author-1": empty, "variants-again/author-1": BAD },
      generate(3),
    );

    expect(again.asked.filter((key) => key.startsWith("variants-again/"))).toEqual([
      "variants-again/author-3#1",
    ]);
    expect(again.asked).toContain("statements/advocate-3#1");
    expect(without.asked).not.toContain("statements/advocate-1#1");
    expect(without.asked).toContain("statements/advocate-3#1");
    // what was not written leaves no gap: the second author's is the first variant
    expect(await artifact(without, "adversarial/variant-1-lab-sonnet-security.md")).toBe(DRAFT_B);
    expect(result(without)).toMatchObject({ degraded: true });
  });

  test("A46 one variant left: aborted, the survivor is returned as it is, with a warning", async () => {
    const held = await holdMerge(
      { "variants/author-1": BAD, "variants-again/author-1": BAD },
      generate(),
    );

    expect(held.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
    expect(held.outcome?.summary).toContain("it is returned as it is, and nothing was merged");
    const path = result(held)["merged_output_path"] as string;
    expect(path).toBe("adversarial/variant-1-lab-sonnet-security.md");
    expect(await artifact(held, path)).toBe(DRAFT_B);
    expect(result(held)).toMatchObject({ status: "failed", reasons: ["single_variant"] });
  });

  test("A46 no variant at all: aborted, and the contract is still written", async () => {
    const held = await holdMerge({ "merge.write": BAD }, generate());

    expect(held.outcome).toMatchObject({ label: "ABORTED" });
    expect(result(held)).toMatchObject({ merged_output_path: null, reasons: ["no_variants"] });
    expect(artifactNames(held)).toEqual(["adversarial/result.yaml"]);
  });
});

describe("a blind merge", () => {
  test("no page and no artifact's name tells who wrote a variant or what its file is called", async () => {
    const secret = draftsBrief([DRAFT_A, DRAFT_B], { names: ["opus-final.md", "gpt-final.md"] });
    const held = await holdMerge({}, { brief: secret, ...settings({ blind: true }) });
    const written = await holdMerge(
      {},
      {
        brief: writtenBrief(),
        plan: { settings: { generate: "design", agents: AGENTS.slice(0, 2), blind: true } },
      },
    );

    for (const one of [held, written]) {
      for (const name of artifactNames(one)) {
        expect(name).not.toMatch(/opus|gpt|sonnet|security/);
        expect(await artifact(one, name), name).not.toMatch(/opus|gpt|sonnet|lab\//);
      }
    }
    expect(await artifact(held, "adversarial/base-selection.md")).toContain("Variant A");
  });
});
