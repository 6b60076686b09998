/** The built-in readers of `merge`: they count, quote, steelman and give way by rule. */
import { describe, expect, test } from "vitest";

import type { ParsedDocument } from "../../../documents/document.ts";
import { parseDocument } from "../../../documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import type { Claim } from "../../../domain/claim.ts";
import { type Evidence, createQuoteChecker } from "../../../domain/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import {
  type CloseMatter,
  type EvaluateMatter,
  type PointRead,
  type MergeRebutInput,
  type ReEvaluateMatter,
  type MergeStateInput,
  variantSource,
} from "../prompts/prompt-input.ts";
import { CRITERIA } from "../rules/criteria.ts";
import { evaluate, reEvaluate } from "./evaluate.ts";
import { mergeReaders } from "./readers.ts";
import { close, rebut } from "./rebut.ts";
import { state } from "./state.ts";

const FIRM = `# Plan

## Goals

- R-1: Search answers in 300 ms, because today it takes 900 ms.

## Rollback

The flag \`search.backend\` switches back within 60 seconds. It was tried on 12 February.
`;

const VAGUE = `# Plan

## Goals

Search should be reasonably fast.

## Rollback

We go back as needed.

## Communication

Support gets a guide on 9 March.
`;

const SAME_GOALS = `# Plan

## Goals

- R-1: Search answers in 300 ms, because today it takes 900 ms.

## Tests

Two runs of 500 queries each are compared by hand before the switch.
`;

async function documents(...texts: string[]): Promise<ParsedDocument[]> {
  const parsed: ParsedDocument[] = [];
  for (const [index, text] of texts.entries()) {
    const name = `v${index + 1}.md`;
    parsed.push(
      await parseDocument(
        { variant: index + 1, name, text, format: "markdown" },
        createEventLoopYielder(),
      ),
    );
  }
  return parsed;
}

/** A point whose sides are the sections of that title. */
function pointOn(
  id: string,
  title: string,
  given: readonly ParsedDocument[],
  changes: Partial<PointRead> = {},
): PointRead {
  const sides = given.flatMap(({ variant, text, sections }) => {
    const section = sections.find((one) => one.title === title);
    if (!section) return [];
    const { start, end, index } = section;
    return [
      {
        variant,
        section: index,
        line: 1,
        quote: text.slice(start, end).trim().slice(0, 80),
        start,
        end,
      },
    ];
  });
  return {
    id,
    category: "content",
    kind: "approach",
    severity: "Medium",
    summary: `The variants differ on ${title}.`,
    topic: title,
    sides,
    within: null,
    origin: "code",
    ...changes,
  };
}

/** A contradiction whose sides are these words. */
function clash(id: string, given: readonly ParsedDocument[], words: readonly string[]): PointRead {
  const sides = given.flatMap(({ variant, text }) => {
    const quote = words.find((one) => text.includes(one));
    if (quote === undefined) return [];
    const start = text.indexOf(quote);
    return [{ variant, section: 1, line: 1, quote, start, end: start + quote.length }];
  });
  return {
    id,
    category: "contradiction",
    kind: "number",
    severity: "High",
    summary: "Two figures for one thing.",
    topic: "retention",
    sides,
    within: null,
    origin: "code",
  };
}

const seat = (variant: number): Participant => ({
  id: `advocate-${variant}`,
  name: `Advocate ${variant}`,
  role: "advocate",
  stance: null,
  model: "offline",
  mark: "ABC".charAt(variant - 1),
});

const BRIEF = {
  id: "plan",
  question: "?",
  options: [],
  sources: [],
  featureName: null,
  featureDir: null,
};

function stating(
  own: number,
  variants: readonly ParsedDocument[],
  points: readonly PointRead[],
): MergeStateInput {
  const voted = points
    .filter(({ category, within }) => category !== "unique" && within === null)
    .map(({ id }) => id);
  return {
    kind: "merge.state",
    brief: BRIEF,
    seat: seat(own),
    variants,
    points,
    own,
    voted,
    priority: [],
  };
}

function occurs(variants: readonly ParsedDocument[]): (evidence: Evidence) => boolean {
  const check = createQuoteChecker(
    new Map(variants.map(({ variant, text }) => [variantSource(variant), text])),
  );
  return (evidence) => check(evidence).verified;
}

describe("a statement", () => {
  test("A19 A20 has a case for every opponent, and every quote occurs where it says", async () => {
    const variants = await documents(FIRM, VAGUE, SAME_GOALS);
    const points = [
      pointOn("C-001", "Goals", variants),
      pointOn("C-002", "Rollback", variants),
      pointOn("U-001", "Tests", variants, {
        category: "unique",
        kind: "contribution",
        severity: "High",
      }),
      pointOn("U-002", "Communication", variants, { category: "unique", kind: "contribution" }),
    ];

    const statement = await state(stating(1, variants, points));

    expect(statement.steelmen.map(({ variant }) => variant)).toEqual([2, 3]);
    expect(statement.steelmen.every(({ text }) => isSubstantiveText(text))).toBe(true);
    expect(statement.winners.map(({ point }) => point)).toEqual(["C-001", "C-002"]);
    const said = [...statement.strengths, ...statement.weaknesses];
    expect(said.every(({ evidence }) => evidence.length > 0)).toBe(true);
    expect(
      said.flatMap(({ evidence }) => evidence).filter((one) => !occurs(variants)(one)),
    ).toEqual([]);
  });

  test("A20 names what only the own variant has, counts, and quotes what is vague elsewhere", async () => {
    const variants = await documents(FIRM, VAGUE);
    const points = [
      pointOn("U-001", "Rollback", variants.slice(0, 1), {
        category: "unique",
        kind: "contribution",
        severity: "High",
      }),
    ];

    const { strengths, weaknesses, summary } = await state(stating(1, variants, points));

    expect(strengths[0]?.text).toBe("It alone deals with “Rollback”.");
    expect(strengths.map(({ text }) => text)).toContain(
      "It names 1 requirement by id, more than any other variant.",
    );
    expect(summary).toContain("Variant A holds");
    expect(weaknesses.map(({ text }) => text)).toContain(
      "It stays vague where it should commit itself, and in 1 more sentence: “Search should be reasonably fast”.",
    );
    expect(weaknesses.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^It says nothing on “Rollback”, which Variant A covers: “/),
    );
  });

  test("A12 a contradiction inside a variant is held against it with both quotes", async () => {
    const variants = await documents(
      FIRM,
      "# P\n\nLogs are kept for 30 days.\n\nLogs are kept for 90 days.\n",
    );
    const inner = {
      ...clash("X-001", variants, ["Logs are kept for 30 days."]),
      within: 2,
    };
    const other = clash("X-001", variants, ["Logs are kept for 90 days."]).sides;

    const { weaknesses } = await state(
      stating(1, variants, [{ ...inner, sides: [...inner.sides, ...other] }]),
    );

    expect(weaknesses[0]).toMatchObject({
      variant: 2,
      text: "It contradicts itself (X-001): “Logs are kept for 30 days” and “Logs are kept for 90 days”.",
      evidence: [{ quote: "Logs are kept for 30 days." }, { quote: "Logs are kept for 90 days." }],
    });
  });
});

describe("winners", () => {
  test("A27 the more specific side wins for everyone, and who is beaten concedes", async () => {
    const variants = await documents(FIRM, VAGUE);
    const points = [pointOn("C-001", "Goals", variants), pointOn("C-002", "Rollback", variants)];

    const [first, second] = [
      await state(stating(1, variants, points)),
      await state(stating(2, variants, points)),
    ];

    expect([first, second].map(({ winners }) => winners.map(({ variant }) => variant))).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(first.concessions).toEqual([]);
    expect(second.concessions.map(({ point, variant }) => [point, variant])).toEqual([
      ["C-001", 1],
      ["C-002", 1],
    ]);
  });

  test("A30 where nothing sets the sides apart each advocate stays with its own", async () => {
    const one = "# P\n\n## Days\n\nThe team meets on Monday at 9:00 in Berlin.\n";
    const other = "# P\n\n## Days\n\nThe team meets on Friday at 8:00 in Lisbon.\n";
    const variants = await documents(one, other);
    const points = [pointOn("C-001", "Days", variants)];

    const named = await Promise.all(
      [1, 2].map(async (own) => (await state(stating(own, variants, points))).winners[0]?.variant),
    );

    expect(named).toEqual([1, 2]);
  });

  test("A27 in a contradiction the side that more variants take wins, under one name", async () => {
    const kept = "Logs are kept for 30 days.";
    const other = "Logs are kept for 90 days, because the audit of June asks for at least 80.";
    const variants = await documents(`# A\n\n${kept}\n`, `# B\n\n${other}\n`, `# C\n\n${kept}\n`);
    const points = [clash("X-001", variants, [kept, other])];

    const named = await Promise.all(
      [1, 2, 3].map(async (own) => (await state(stating(own, variants, points))).winners[0]),
    );

    expect(named.map((winner) => winner?.variant)).toEqual([1, 1, 1]);
    expect(named[1]?.because).toBe(
      "2 variants say so, Variant A among them: “Logs are kept for 30 days”.",
    );
  });

  test("A30 a vague sentence counts against its side", async () => {
    const firm = "# P\n\n## Days\n\nThe team meets on Monday at 9:00 in Berlin.\n";
    const variants = await documents(firm, firm.replace("meets", "might meet"));
    const points = [pointOn("C-001", "Days", variants)];

    const named = await Promise.all(
      [1, 2].map(async (own) => (await state(stating(own, variants, points))).winners[0]?.variant),
    );

    expect(named).toEqual([1, 1]);
  });

  test("A5 sections in the usual order win over those that are not", async () => {
    const usual =
      "# P\n\n## Goals\n\na b\n\n## Plan\n\nc d\n\n## Risks\n\ne f\n\n## Next steps\n\ng h\n";
    const upside =
      "# P\n\n## Next steps\n\na b\n\n## Risks\n\nc d\n\n## Plan\n\ne f\n\n## Goals\n\ng h\n";
    const variants = await documents(upside, usual);
    const order = pointOn("S-001", "none", variants, {
      category: "structural",
      kind: "order",
      topic: null,
    });

    const named = await Promise.all(
      [1, 2].map(async (own) => (await state(stating(own, variants, [order]))).winners[0]?.variant),
    );

    expect(named).toEqual([2, 2]);
  });
});

describe("a rebuttal", () => {
  const claim = (changes: Partial<Claim>): Claim => ({
    id: "B1",
    by: "advocate-2",
    text: "It stays vague where it should commit itself.",
    about: "variant-1",
    side: "attacks",
    evidence: [],
    ...changes,
  });

  async function rebutting(criticisms: readonly Claim[], changes: Partial<MergeRebutInput> = {}) {
    const variants = await documents(FIRM, VAGUE);
    const promptInput: MergeRebutInput = {
      ...stating(1, variants, [pointOn("C-001", "Goals", variants)]),
      kind: "merge.rebut",
      statements: [],
      earlier: [],
      criticisms,
      votes: [{ by: "advocate-1", point: "C-001", variant: 1 }],
      ...changes,
    };
    return { variants, matter: promptInput, reply: await rebut(promptInput) };
  }

  test("A22 answers every criticism once: with words that can be checked, or by conceding it", async () => {
    const { reply, variants } = await rebutting([
      claim({
        id: "B1",
        text: "It does not say how the flag switches back, or within how many seconds.",
      }),
      claim({ id: "B2", text: "It says nothing on pricing for resellers in Brazil." }),
    ]);

    expect(reply.responses.map(({ criticism, answer }) => [criticism, answer])).toEqual([
      ["B1", "counter"],
      ["B2", "concede"],
    ]);
    expect(reply.responses[0]?.evidence.every(occurs(variants))).toBe(true);
    expect(reply.responses[0]?.evidence[0]?.quote).toContain("within 60 seconds");
    expect(reply.assessments.map(({ variant }) => variant)).toEqual([2]);
    expect(reply.changes).toEqual([]);
  });

  test("A12 a contradiction in the own variant is never countered by one of its sides", async () => {
    const text =
      "# P\n\nLogs are kept for 30 days in `logs`.\n\nLogs are kept for 90 days in `logs`.\n\nHow long logs are kept is in `logs`.\n";
    const variants = await documents(text, VAGUE);
    const quotes = ["Logs are kept for 30 days in `logs`.", "Logs are kept for 90 days in `logs`."];
    const sides = quotes.flatMap((quote) => clash("X-001", variants.slice(0, 1), [quote]).sides);
    const inner = { ...clash("X-001", variants, quotes), within: 1, sides };

    const { reply } = await rebutting(
      [
        claim({
          text: "It contradicts itself on how long logs are kept.",
          evidence: quotes.map((quote) => ({ source: "variant-1", quote, verified: true })),
        }),
      ],
      { variants, points: [inner], voted: [] },
    );

    expect(reply.responses[0]?.answer).toBe("concede");
  });

  test("K5 a vote that the words do not bear is given up, and the claim that caused it is named", async () => {
    const variants = await documents(FIRM, VAGUE);
    const because = claim({
      id: "A3",
      by: "advocate-1",
      about: "C-001",
      side: "supports",
      text: "More specific.",
    });
    const heard = {
      seat: seat(1),
      variant: 1,
      claims: [because],
      statement: await state(stating(1, variants, [])),
    };
    const votes = [
      { by: "advocate-1", point: "C-001", variant: 1 },
      { by: "advocate-2", point: "C-001", variant: 2 },
    ];

    const { reply } = await rebutting([], { own: 2, seat: seat(2), statements: [heard], votes });

    expect(reply.changes).toMatchObject([
      { point: "C-001", variant: 1, causes: ["A3"], evidence: [] },
    ]);
    expect(reply.concessions).toMatchObject([{ point: "C-001", variant: 1 }]);
  });

  test("K5 without such a claim the words themselves are named", async () => {
    const votes = [{ by: "advocate-2", point: "C-001", variant: 2 }];

    const { reply, variants } = await rebutting([], { own: 2, seat: seat(2), votes });

    expect(reply.changes).toMatchObject([{ point: "C-001", variant: 1, causes: [] }]);
    expect(reply.changes[0]?.evidence).toHaveLength(1);
    expect(reply.changes[0]?.evidence.every(occurs(variants))).toBe(true);
  });

  test("A24 last words name a winner for every open point", async () => {
    const { matter } = await rebutting([]);
    const last: CloseMatter = {
      ...matter,
      kind: "merge.close",
      rebuttals: [],
      unresolved: ["C-001"],
    };

    const { winners, argument } = await close(last);

    expect(winners).toMatchObject([{ point: "C-001", variant: 1, causes: [], evidence: [] }]);
    expect(argument).toContain("Variant A keeps C-001");
  });
});

describe("the evaluator", () => {
  const evaluating = (
    variants: readonly ParsedDocument[],
    pass: "forward" | "reverse" = "forward",
  ): EvaluateMatter => ({
    kind: "merge.evaluate",
    brief: BRIEF,
    seat: { ...seat(1), id: "evaluator" },
    variants: pass === "forward" ? variants : variants.toReversed(),
    pass,
    criteria: CRITERIA,
  });
  const verdictOn = async (text: string, criterion: string): Promise<string | undefined> => {
    const { appraisals } = await evaluate(evaluating(await documents(text, VAGUE)));
    return appraisals.find((one) => one.variant === 1 && one.criterion === criterion)?.verdict;
  };

  test("A31 every criterion for every variant, and nothing is met without words that occur there", async () => {
    const variants = await documents(FIRM, VAGUE, SAME_GOALS);

    const { appraisals } = await evaluate(evaluating(variants));

    expect(appraisals).toHaveLength(25 * 3);
    expect(
      new Set(appraisals.map(({ variant, criterion }) => `${variant} ${criterion}`)).size,
    ).toBe(75);
    expect(appraisals.some(({ verdict }) => verdict === "MET")).toBe(true);
    const unproven = appraisals.filter(
      ({ variant, quote, verdict }) =>
        verdict === "MET" &&
        (quote === null || !occurs(variants)({ source: variantSource(variant), quote })),
    );
    expect(unproven).toEqual([]);
    expect(appraisals.every(({ claim }) => !claim.startsWith("Not met: There is no rule"))).toBe(
      true,
    );
  });

  test("A32 the order in which variants are shown changes no verdict", async () => {
    const variants = await documents(FIRM, VAGUE, SAME_GOALS);
    const key = ({ variant, criterion }: { variant: number; criterion: string }): string =>
      `${variant} ${criterion}`;
    const sorted = async (pass: "forward" | "reverse") =>
      (await evaluate(evaluating(variants, pass))).appraisals.toSorted((a, b) =>
        key(a).localeCompare(key(b)),
      );

    expect(await sorted("reverse")).toEqual(await sorted("forward"));
  });

  test("A32 disputes are looked at again, and only those", async () => {
    const variants = await documents(FIRM, VAGUE);
    const { appraisals } = await evaluate(evaluating(variants));
    const [one] = appraisals;
    const promptInput: ReEvaluateMatter = {
      kind: "merge.re-evaluate",
      brief: BRIEF,
      seat: seat(1),
      variants,
      criteria: CRITERIA,
      disputes: [{ variant: 1, criterion: one!.criterion, forward: one!, reverse: one! }],
    };

    expect(await reEvaluate(promptInput)).toEqual({ appraisals: [one] });
  });

  const padded = (...lines: string[]): string => `# P\n\n## Goals\n\n${lines.join("\n\n")}\n`;

  test.each([
    ["completeness-5", padded("Out of scope: the mobile app."), padded("The app is next.")],
    ["correctness-1", padded("It answers in 5 s."), padded("It never fails, guaranteed.")],
    [
      "correctness-3",
      padded("The rollback is tried."),
      padded("The rollback is tried.", "A roll-back takes 5 s."),
    ],
    [
      "correctness-4",
      padded("Logs are kept for 30 days."),
      padded("Logs are kept for 30 days.", "Logs are kept for 90 days."),
    ],
    [
      "structure-2",
      "# P\n\n## Aims\n\na b\n\n## Bounds\n\nc d\n",
      "# P\n\n## Aims\n\na b\n\n#### Bounds\n\nc d\n",
    ],
    ["clarity-1", padded("It answers in 5 s."), padded("It answers as appropriate.")],
    ["clarity-4", padded("The MTR (mean time to recover) falls."), padded("The MTR falls.")],
    ["clarity-5", padded("Ana decides by 3 March."), padded("Somebody decides.")],
    [
      "risk-1",
      "# P\n\n| Risk | Likelihood | Impact |\n| --- | --- | --- |\n| a1 | low | high |\n| b1 | low | high |\n| c1 | low | high |\n",
      "# P\n\n| Risk | Likelihood | Impact |\n| --- | --- | --- |\n| a1 | low | high |\n| b1 | low | high |\n",
    ],
    [
      "risk-2",
      "# P\n\n| Risk | Mitigation |\n| --- | --- |\n| disk is full | alert at 80 % |\n",
      "# P\n\n| Risk | Mitigation |\n| --- | --- |\n| disk is full | |\n",
    ],
    [
      "risk-3",
      padded("If the switch fails we roll back to the old index."),
      padded("The switch takes 5 s."),
    ],
    ["risk-4", padded("When the provider is down we queue."), padded("The disk is down.")],
  ])("A31 %s tells two documents apart", async (criterion, met, missed) => {
    expect([await verdictOn(met, criterion), await verdictOn(missed, criterion)]).toEqual([
      "MET",
      "NOT MET",
    ]);
  });

  test("A31 requirements of the source count where there is one", async () => {
    const [variant] = await documents(FIRM);
    const brief = (text: string) => ({
      ...BRIEF,
      sources: [{ id: "source", title: "s", text, sha256: "", bytes: 0 }],
    });
    const verdict = async (text: string) =>
      (await evaluate({ ...evaluating([variant!]), brief: brief(text) })).appraisals[0];

    expect(await verdict("- R-1: fast")).toMatchObject({
      criterion: "completeness-1",
      verdict: "MET",
    });
    expect(await verdict("- R-1: fast\n- R-2: safe")).toMatchObject({
      verdict: "NOT MET",
      claim: "Not met: R-2 is not named.",
    });
  });
});

describe("all readers", () => {
  test("give the same answer to the same matter", async () => {
    const build = async () => stating(1, await documents(FIRM, VAGUE), []);

    expect(await state(await build())).toEqual(await state(await build()));
  });

  test("A10 say something of documents that hold next to nothing", async () => {
    const variants = await documents("# Only a title\n", "```\ncode\n```\n", "x\n");

    for (const own of [1, 2, 3]) {
      const { strengths, steelmen } = await state(stating(own, variants, []));
      expect(strengths.length).toBeGreaterThan(0);
      expect(strengths.flatMap(({ evidence }) => evidence).every(({ quote }) => quote !== "")).toBe(
        true,
      );
      expect(steelmen).toHaveLength(2);
    }
  });

  test("let other work in between while they read a long document", async () => {
    const variants = await documents(
      "The flag switches back in 60 seconds, tried on 12 February.\n\n".repeat(20_000),
      VAGUE,
    );
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);

    await state(stating(1, variants, []));
    clearImmediate(timer);

    expect(turns).toBeGreaterThan(3);
  });

  test("A4 cannot write a document, and say so", () => {
    expect(() => mergeReaders["merge.write"]?.({ kind: "merge.write" })).toThrow(
      expect.objectContaining({
        reason: "unavailable",
        message: expect.stringContaining("cannot write"),
      }),
    );
  });
});
