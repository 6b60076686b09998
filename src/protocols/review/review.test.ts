import { describe, expect, test } from "vitest";

import { artifact, listFactsOfType } from "../../../test/support/protocols/debate.ts";
import {
  answersAs,
  changeBrief,
  CHARGE,
  defended,
  defends,
  DIFF,
  finding,
  finds,
  holdReview,
  judges,
  LIMIT,
  oneFinding,
  quiet,
  readFindingRows,
  verdict,
} from "../../../test/support/protocols/review.ts";

const WITH_AUTHOR = { plan: { settings: { author: true } } } as const;

describe("outcomes", () => {
  test("L8 nothing found is an approval, after one call of each reviewer", async () => {
    const held = await holdReview(quiet());

    expect(held.outcome).toMatchObject({
      label: "APPROVED",
      ending: "decided",
      confidence: "HIGH",
    });
    expect(held.outcome?.refuted).toBeUndefined();
    expect(held.asked).toHaveLength(3);
  });

  test("L8 a confirmed major finding needs changes: decided against the change", async () => {
    const held = await holdReview(oneFinding("confirm", "cannot tell"));

    expect(held.outcome).toMatchObject({
      label: "CHANGES_NEEDED",
      ending: "decided",
      refuted: true,
    });
    expect(readFindingRows(held)).toMatchObject([
      {
        id: "correctness-1",
        fate: "confirmed",
        confirmed_by: ["security"],
        cannot_tell: ["operations"],
      },
    ]);
  });

  test("L8 the threshold is a setting", async () => {
    const held = await holdReview(oneFinding("confirm", "confirm"), {
      plan: { settings: { changes_from: "blocker" } },
    });

    expect(held.outcome).toMatchObject({ label: "APPROVED" });
    expect(readFindingRows(held)).toMatchObject([{ fate: "confirmed", severity: "major" }]);
  });

  test("L7 one who confirms and one who refutes: disputed, a person decides", async () => {
    const held = await holdReview(
      oneFinding("confirm", "refute", {
        "defence/correctness": defends("correctness-1", "maintain"),
        "rulings/operations": judges(
          verdict("correctness-1", "refute", {
            reason: "The basket of correctness-1 refuses such an order.",
          }),
        ),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONTESTED", ending: "open" });
    expect(held.outcome?.choices?.map(({ id }) => id)).toEqual(["merge", "change", "defer"]);
    expect(readFindingRows(held)).toMatchObject([{ fate: "disputed" }]);
  });

  test("L7 refuted by all others it does not survive, and is listed with who refuted it", async () => {
    const held = await holdReview(defended());

    expect(held.outcome).toMatchObject({ label: "APPROVED" });
    expect(readFindingRows(held)).toMatchObject([
      { fate: "refuted", refuted_by: ["security", "operations"] },
    ]);
    expect(held.outcome?.dissents).toMatchObject([{ by: "correctness", holds: "change it" }]);
  });

  test("L7 nobody can tell: a major one is no reason, a blocker is one for a person", async () => {
    const major = await holdReview(oneFinding("cannot tell", "cannot tell"));
    const blocker = await holdReview(
      oneFinding("cannot tell", "cannot tell", {
        "findings/correctness": finds(finding({ severity: "blocker" })),
      }),
    );

    expect(major.outcome?.label).toBe("APPROVED");
    expect(blocker.outcome?.label).toBe("CONTESTED");
    expect(readFindingRows(blocker)).toMatchObject([{ fate: "unconfirmed" }]);
  });

  test("L11 fewer than two readers of a change end it without an outcome", async () => {
    const held = await holdReview(
      quiet({ "findings/security": { crash: "down" }, "findings/operations": { crash: "down" } }),
    );

    expect(held.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
  });
});

describe("quotes", () => {
  test("L2 a quote at another line moves the finding there, and says so", async () => {
    const held = await holdReview(
      oneFinding("confirm", "confirm", {
        "findings/correctness": finds(
          finding({ side: "new", first_line: 40, last_line: 41, quote: CHARGE }),
        ),
      }),
    );

    expect(readFindingRows(held)).toMatchObject([
      { first_line: 4, last_line: 4, side: "new", moved_from: 40, quote: CHARGE },
    ]);
    expect(held.outcome?.result["counts"]).toMatchObject({ filed: 1, moved: 1, dropped: 0 });
    expect(await artifact(held, "review.md")).toContain("named line 40; the quote stands here");
  });

  test("L2 a quote that does not occur is asked for once, then dropped and counted", async () => {
    const invented = finding({ quote: "  const secret = readSecret();" });
    const held = await holdReview(
      quiet({ "findings/correctness": [finds(invented), finds(invented)] }),
    );

    expect(held.asked.filter((key) => key.startsWith("findings/correctness"))).toHaveLength(2);
    expect(held.outcome).toMatchObject({ label: "APPROVED" });
    expect(readFindingRows(held)).toEqual([]);
    expect(held.outcome?.result["dropped"]).toMatchObject([
      { by: "correctness", file: "src/pay.js", why: "the quote does not occur in the file" },
    ]);
    expect(held.outcome?.notes).toContain(
      "1 finding dropped: the quote does not occur in the file",
    );
  });

  test("L2 signs and line numbers that came along with a quote are taken off", async () => {
    const numbered = finding({ quote: `3   -${LIMIT}` });
    const held = await holdReview(
      oneFinding("confirm", "confirm", { "findings/correctness": finds(numbered) }),
    );

    expect(readFindingRows(held)).toMatchObject([{ quote: LIMIT, moved_from: null }]);
    expect(held.asked.filter((key) => key.startsWith("findings/"))).toHaveLength(3);
  });

  test("L2 a file that the change does not have is no place", async () => {
    const elsewhere = finding({ file: "src/other.js" });
    const held = await holdReview(
      quiet({ "findings/correctness": [finds(elsewhere), finds(elsewhere)] }),
    );

    expect(held.outcome?.result["dropped"]).toMatchObject([{ why: "the change has no such file" }]);
  });
});

describe("joining", () => {
  test("L3 the same finding of two is one, found independently, with the words of both", async () => {
    const held = await holdReview(
      quiet({
        "findings/correctness": finds(finding()),
        "findings/security": finds(
          finding({
            claim: "Nothing checks the limit of the order any longer.",
            scenario: "A stolen card is charged with any total.",
            severity: "blocker",
          }),
        ),
        "cross/operations": judges(verdict("correctness-1", "cannot tell")),
      }),
    );

    expect(readFindingRows(held)).toMatchObject([
      {
        id: "correctness-1",
        found_by: ["correctness", "security"],
        fate: "confirmed",
        severity: "blocker",
      },
    ]);
    expect(held.outcome?.result["counts"]).toMatchObject({ filed: 2, joined: 1 });
    const page = await artifact(held, "review.md");
    expect(page).toContain("found independently by 2 of 3");
    expect(page).toContain("A stolen card is charged with any total.");
  });

  test("L3 other claims about one line stay apart", async () => {
    const held = await holdReview(
      quiet({
        "findings/correctness": finds(finding()),
        "findings/security": finds(
          finding({
            side: "new",
            first_line: 2,
            quote: "// sums what is in the basket",
            claim: "Prices below zero reduce a basket.",
            scenario: "An item with price -5 makes everything cheaper.",
          }),
        ),
        "cross/correctness": judges(verdict("security-1", "cannot tell")),
        "cross/security": judges(verdict("correctness-1", "cannot tell")),
        "cross/operations": judges(
          verdict("correctness-1", "cannot tell"),
          verdict("security-1", "cannot tell"),
        ),
      }),
    );

    expect(readFindingRows(held)).toHaveLength(2);
  });
});

describe("cross-examination", () => {
  test("L4 a verdict without a quote that is found is asked for once, then counts as cannot tell", async () => {
    const bare = judges(verdict("correctness-1", "refute", { evidence: [] }));
    const held = await holdReview(
      oneFinding("confirm", "cannot tell", { "cross/operations": [bare, bare] }),
    );

    expect(readFindingRows(held)).toMatchObject([
      { fate: "confirmed", refuted_by: [], cannot_tell: ["operations"] },
    ]);
    expect(held.outcome?.result["counts"]).toMatchObject({ discounted: 1 });
  });

  test("L4 silence is no verdict, and leaves a major finding open", async () => {
    const held = await holdReview(
      oneFinding("cannot tell", "cannot tell", {
        "cross/operations": [judges(), judges()],
      }),
    );

    expect(readFindingRows(held)).toMatchObject([{ fate: "unconfirmed", silent: ["operations"] }]);
    expect(held.outcome?.label).toBe("CONTESTED");
  });

  test("L11, K4 an absent reviewer makes no finding refuted", async () => {
    const held = await holdReview(
      oneFinding("refute", "cannot tell", {
        "cross/operations": { crash: "down" },
        "defence/correctness": defends("correctness-1", "maintain"),
        "rulings/security": judges(verdict("correctness-1", "refute")),
      }),
    );

    expect(readFindingRows(held)).toMatchObject([{ fate: "disputed", silent: ["operations"] }]);
    expect(held.outcome?.label).toBe("CONTESTED");
  });

  test("L4 who found it is not shown to those who judge it", async () => {
    const held = await holdReview(oneFinding("confirm", "confirm"));
    const request = held.requests.find(({ key }) => key.endsWith("cross/security"));
    const shown = request?.prompt.map(({ text }) => text).join("\n") ?? "";

    expect(shown).not.toMatch(/\bCorrectness\b/);
    expect(shown).toContain("The limit of an order is no longer checked.");
  });

  test("the change is the same first segment of every prompt of a part", async () => {
    const held = await holdReview(defended());

    expect(new Set(held.requests.map(({ prompt }) => prompt[0]?.text)).size).toBe(1);
    expect(held.requests.every(({ prompt }) => prompt[0]?.shared === true)).toBe(true);
  });
});

describe("the author and the defence", () => {
  test("L5 what the author accepts is confirmed, whoever refuted it", async () => {
    const held = await holdReview(
      oneFinding("refute", "refute", { "answers/author": answersAs("correctness-1", "accept") }),
      WITH_AUTHOR,
    );

    expect(held.outcome?.label).toBe("CHANGES_NEEDED");
    expect(held.asked.some((key) => key.startsWith("defence/"))).toBe(false);
  });

  test("L5 a reject with a quote is one voice against it; one without counts as partial", async () => {
    const script = {
      "defence/correctness": defends("correctness-1", "maintain"),
      "answers/author": answersAs("correctness-1", "reject"),
    };
    const rejected = await holdReview(oneFinding("confirm", "cannot tell", script), WITH_AUTHOR);
    const thin = await holdReview(
      oneFinding("confirm", "cannot tell", {
        "answers/author": answersAs("correctness-1", "reject", { evidence: [] }),
      }),
      WITH_AUTHOR,
    );

    expect(readFindingRows(rejected)).toMatchObject([{ fate: "disputed" }]);
    expect(readFindingRows(thin)).toMatchObject([
      { fate: "confirmed", answer: { given: "reject", counted: "partial" } },
    ]);
  });

  test("L5 the author is not shown what the reviewers said of each other", async () => {
    const held = await holdReview(
      oneFinding("confirm", "cannot tell", {
        "answers/author": answersAs("correctness-1", "partial"),
      }),
      WITH_AUTHOR,
    );
    const commit = listFactsOfType(held, "asks-committed").find(({ step }) =>
      step.startsWith("answers"),
    );

    expect(commit?.asks[0]?.reveals.every((key) => key.startsWith("findings/"))).toBe(true);
  });

  test("L6 a withdrawn finding is gone", async () => {
    const held = await holdReview(
      oneFinding("refute", "refute", {
        "defence/correctness": defends("correctness-1", "withdraw"),
      }),
    );

    expect(readFindingRows(held)).toMatchObject([{ fate: "withdrawn" }]);
    expect(held.outcome?.dissents).toEqual([]);
    expect(held.asked.some((key) => key.startsWith("rulings/"))).toBe(false);
  });

  test("L6, K5 a refutation is given up only for something: else it reverts", async () => {
    const moved = judges(
      verdict("correctness-1", "confirm", {
        reason: "correctness-2 is right: nothing compares the total with a limit afterwards.",
        evidence: [],
      }),
    );
    const unmoved = judges(verdict("correctness-1", "confirm", { reason: "Fine.", evidence: [] }));
    const explained = await holdReview(defended({ "rulings/security": moved }));
    const bare = await holdReview(defended({ "rulings/security": unmoved }));

    expect(readFindingRows(explained)).toMatchObject([
      { fate: "disputed", confirmed_by: ["security"] },
    ]);
    expect(explained.outcome?.changes).toMatchObject([
      { by: "security", standing: "explained", causes: ["correctness-2"] },
    ]);
    expect(readFindingRows(bare)).toMatchObject([{ fate: "refuted" }]);
    expect(bare.outcome?.changes).toMatchObject([{ by: "security", standing: "reverted" }]);
  });

  test("quick: no defence is asked for", async () => {
    const held = await holdReview(oneFinding("refute", "refute"), {
      plan: { settings: { defence: false } },
    });

    expect(held.asked).toHaveLength(5);
    expect(held.outcome?.label).toBe("APPROVED");
  });
});

describe("repeat reviews", () => {
  const EARLIER = JSON.stringify([
    {
      path: "src/pay.js",
      quote: LIMIT,
      claim: "The limit is no longer checked by pay.",
      fate: "refuted",
      reason: "The basket refuses such an order.",
      debate: "review-pay-1",
    },
  ]);

  test("L9 what was settled does not come back while its lines are the same", async () => {
    const held = await holdReview(quiet({ "findings/correctness": finds(finding()) }), {
      brief: changeBrief({ earlier: EARLIER }),
    });

    expect(held.outcome?.label).toBe("APPROVED");
    expect(readFindingRows(held)).toMatchObject([
      { fate: "settled before", settled_in: "review-pay-1" },
    ]);
    expect(held.asked).toHaveLength(3);
  });

  test("L9 other lines are another finding", async () => {
    const held = await holdReview(
      oneFinding("confirm", "confirm", {
        "findings/correctness": finds(
          finding({ side: "new", first_line: 4, last_line: 4, quote: CHARGE }),
        ),
      }),
      { brief: changeBrief({ earlier: EARLIER }) },
    );

    expect(held.outcome?.label).toBe("CHANGES_NEEDED");
  });
});

describe("what is shown", () => {
  test("L1 every line with its number before and after; what is not shown is named", async () => {
    const lock = [
      "diff --git a/package-lock.json b/package-lock.json",
      "--- a/package-lock.json",
      "+++ b/package-lock.json",
      "@@ -1,1 +1,1 @@",
      "-{}",
      '+{"lockfileVersion": 3}',
      "",
    ].join("\n");
    const held = await holdReview(quiet(), { brief: changeBrief({ diff: DIFF + lock }) });
    const shown = held.requests[0]?.prompt[0]?.text ?? "";

    expect(shown).toContain("\n1 1  export function pay(order) {");
    expect(shown).toContain("\n  2 +  // sums what is in the basket");
    expect(shown).toContain(`\n3   -${LIMIT}`);
    expect(shown).not.toContain("lockfileVersion");
    expect(shown).toContain("package-lock.json (lock file, +1 -1)");
    expect(held.outcome?.result["not_shown"]).toEqual(["package-lock.json (lock file, +1 -1)"]);
  });

  test("L1 a change that needs more parts than were planned is refused before anything is spent", async () => {
    const long = DIFF.replace("@@ -1,5 +1,5 @@", "@@ -1,5 +1,205 @@").replace(
      "+  // sums what is in the basket",
      Array.from({ length: 201 }, (_, at) => `+  // line ${at} of a long comment`).join("\n"),
    );
    const plan = { settings: { part_bytes: 2_000 } };

    await expect(
      holdReview(quiet(), { brief: changeBrief({ diff: long, texts: {} }), plan }),
    ).rejects.toThrow(/split into \d+ parts; set parts to/);
  });

  test("L1 in parts, every changed line is in a prompt, and each reviewer reads each part", async () => {
    const many = Array.from({ length: 201 }, (_, at) => `+  // line ${at} of a long comment`);
    const long = DIFF.replace("@@ -1,5 +1,5 @@", "@@ -1,5 +1,205 @@").replace(
      "+  // sums what is in the basket",
      many.join("\n"),
    );
    const parts = 7;
    const script = Object.fromEntries(
      Array.from({ length: parts }, (_, at) => at + 1).flatMap((part) =>
        ["correctness", "security", "operations"].map((seat) => [
          `findings-${part}/${seat}`,
          finds(),
        ]),
      ),
    );
    const held = await holdReview(script, {
      brief: changeBrief({ diff: long, texts: {} }),
      plan: { settings: { part_bytes: 2_000, parts } },
    });
    const shown = held.requests.map(({ prompt }) => prompt[0]?.text ?? "").join("\n");
    const rows = held.outcome?.result["parts"] as readonly { files: { changed_lines: number }[] }[];

    expect(held.outcome?.label).toBe("APPROVED");
    expect(many.filter((line) => !shown.includes(line))).toEqual([]);
    expect(
      rows.flatMap(({ files }) => files).reduce((sum, { changed_lines: n }) => sum + n, 0),
    ).toBe(202);
    expect(
      rows.every((row) => (row as unknown as { read_by: string[] }).read_by.length === 3),
    ).toBe(true);
  });
});
