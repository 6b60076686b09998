/** The flags of a merge: what stops, naming the flag, and what is warned of and replaced. */
import { describe, expect, test } from "vitest";

import { readMergeSettings, parseMergeMode, parseRevertFlag } from "./merge-flags.ts";

const usage = (message: string) => expect.objectContaining({ code: "usage", message });

describe("modes", () => {
  test("A2 files are compared, with or without a source to measure them against", () => {
    expect(parseMergeMode(["a.md", "b.md"], {})).toEqual({
      kind: "compare",
      files: ["a.md", "b.md"],
      source: null,
      ancestor: null,
    });
    expect(parseMergeMode(["a.md", "b.md"], { source: "spec.md" })).toMatchObject({
      source: "spec.md",
      ancestor: null,
    });
  });

  test("A4 drafts are generated where all three flags are given", () => {
    const flags = { generate: "roadmap", source: "spec.md", agents: ["a/x,b/y"] };

    expect(parseMergeMode([], flags)).toEqual({
      kind: "generate",
      type: "roadmap",
      source: "spec.md",
      agents: ["a/x,b/y"],
    });
  });

  test.each([
    [["a.md"], { generate: "roadmap" }, "Files are compared or drafts are generated, not both."],
    [[], {}, "There is nothing to merge."],
    [[], { generate: "spec", agents: ["a"] }, "--generate needs --source."],
    [[], { generate: "spec", source: "s.md" }, "--generate needs --agents."],
    [[], { agents: ["a"] }, "--agents needs --generate."],
    [["a.md", "b.md"], { agents: ["a"] }, "--agents needs --generate."],
    [[], { source: "s.md" }, "--source needs --generate, or files to compare."],
    [[], { generate: " ", source: "s.md", agents: ["a"] }, "--generate says nothing."],
  ])("%j with %j stops", (files, flags, message) => {
    expect(() => parseMergeMode(files, flags)).toThrow(usage(message));
  });
});

describe("dials", () => {
  test("what is not given is left to the configuration", () => {
    expect(readMergeSettings({ comments: true }, [])).toEqual({ settings: {}, warnings: [] });
  });

  test("what is given is set", () => {
    const flags = {
      depth: "Deep",
      convergence: "0.5",
      focus: ["risks, rollback", "cost"],
      interactive: true,
      blind: true,
      comments: false,
      base: "b.md",
    };

    expect(readMergeSettings(flags, ["a.md", "x/b.md"])).toEqual({
      settings: {
        depth: "deep",
        convergence: 0.5,
        focus: ["risks", "rollback", "cost"],
        interactive: true,
        blind: true,
        comments: false,
        base: 2,
      },
      warnings: [],
    });
  });

  test("an unknown depth is warned of, and standard is used", () => {
    expect(readMergeSettings({ depth: "bottomless" }, [])).toEqual({
      settings: { depth: "standard" },
      warnings: [expect.stringMatching(/^--depth .* not "bottomless", so it is standard$/)],
    });
  });

  test.each(["0.49", "1", "0.991", "80%", "", "NaN", "-0.8"])(
    "a convergence of %j is warned of, and 0.80 is used",
    (convergence) => {
      const { settings, warnings } = readMergeSettings({ convergence }, []);

      expect(settings).toEqual({ convergence: 0.8 });
      expect(warnings).toEqual([expect.stringContaining("so it is 0.80")]);
    },
  );

  test.each(["0.50", "0.99", "0.8"])("a convergence of %s stands", (convergence) => {
    expect(readMergeSettings({ convergence }, [])).toEqual({
      settings: { convergence: Number(convergence) },
      warnings: [],
    });
  });

  test.each([
    ["1", 1],
    ["B", 2],
    ["b", 2],
    ["a.md", 1],
    ["dir/b.md", 2],
  ])("the base %s is variant %i", (base, variant) => {
    expect(readMergeSettings({ base }, ["a.md", "dir/b.md"]).settings).toEqual({ base: variant });
  });

  test.each(["0", "3", "C", "c.md", ""])("the base %j is none of two", (base) => {
    expect(() => readMergeSettings({ base }, ["a.md", "dir/b.md"])).toThrow(
      /--base: there is no variant/,
    );
  });
});

describe("--revert", () => {
  test("takes numbers, in lists and repeated, each once", () => {
    expect(parseRevertFlag(["3,1", "#3", " 2 "])).toEqual([1, 2, 3]);
  });

  test.each(["", "three", "0", "1-3", "-1", "1.5", "99999999999999999999"])(
    "refuses %j",
    (text) => {
      expect(() => parseRevertFlag([text])).toThrow(expect.objectContaining({ code: "usage" }));
    },
  );
});
