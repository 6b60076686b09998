import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { PROTOCOLS } from "../../dissent.ts";
import { parseEvalArms } from "../arms/parse-arm.ts";
import { namesFlaw } from "../items/eval-item.ts";
import { readEvalItems } from "../items/read-items.ts";
import { createSimulatedSuite, findSuite, listBuiltInSuites } from "./find-suite.ts";

const suites = listBuiltInSuites().map((suite) => ({
  suite,
  items: readEvalItems({ text: suite.text, name: suite.file, seed: 1 }).items,
}));

describe.each(suites)("$suite.name", ({ suite, items }) => {
  test("can be run as it is, and every item has a known answer", () => {
    expect(parseEvalArms(suite.arms ?? "", PROTOCOLS).length).toBeGreaterThan(1);
    expect(suite.about).not.toBe("");
    for (const { kind, answer, flaws } of items)
      expect(kind === "review" ? flaws.length > 0 : answer !== null).toBe(true);
  });

  test("a flaw is found by its own description, and by that of no other flaw of its text", () => {
    const wrong = items.flatMap(({ id, flaws }) =>
      flaws.flatMap((flaw) => [
        ...(namesFlaw(flaw, flaw.gold) ? [] : [`${id}: ${flaw.id} is not found by its own gold`]),
        ...flaws
          .filter((other) => other !== flaw && namesFlaw(other, flaw.gold))
          .map((other) => `${id}: ${other.id} is found by the gold of ${flaw.id}`),
      ]),
    );

    expect(wrong).toEqual([]);
  });

  test("no flaw is found by words that every finding has", () => {
    const hollow =
      "The plan has a risk that was not considered and could fail in production, so it should be tested.";
    for (const { flaws } of items)
      for (const flaw of flaws) expect(namesFlaw(flaw, hollow)).toBe(false);
  });
});

test("twelve plans of five flaws each, most of them over sections or files", () => {
  const { items } = suites.find(({ suite }) => suite.name === "planted-flaws")!;
  const flaws = items.flatMap((item) => item.flaws);

  expect(items.length).toBeGreaterThanOrEqual(12);
  expect(items.every((item) => item.flaws.length === 5)).toBe(true);
  expect(flaws.filter(({ kind }) => kind !== "limit of the field").length).toBeGreaterThan(40);
});

test("a contradiction of two drafts is not named by either draft alone", () => {
  const { items } = suites.find(({ suite }) => suite.name === "contradictory-drafts")!;
  const named = items.flatMap(({ id, sources, flaws }) =>
    sources.flatMap(({ title, text }) =>
      flaws.filter((flaw) => namesFlaw(flaw, text)).map((flaw) => `${id}: ${flaw.id} by ${title}`),
    ),
  );

  expect(named).toEqual([]);
});

test("organic defects are references to commits, described in a sentence, with clean ones among them", () => {
  const { commits } = JSON.parse(
    readFileSync("examples/evaluation/organic-defects.json", "utf8"),
  ) as {
    commits: {
      id: string;
      repository: string;
      commit: string;
      fixedBy: string[];
      defect: string | null;
    }[];
  };

  expect(new Set(commits.map(({ commit }) => commit)).size).toBe(commits.length);
  for (const { id, repository, commit, fixedBy, defect } of commits) {
    expect([id, repository]).toEqual([
      id,
      expect.stringMatching(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/),
    ]);
    for (const sha of [commit, ...fixedBy]) expect(sha).toMatch(/^[0-9a-f]{40}$/);
    expect([id, fixedBy.length > 0]).toEqual([id, defect !== null]);
  }
  expect(commits.filter(({ defect }) => defect !== null).length).toBeGreaterThanOrEqual(20);
  expect(commits.filter(({ defect }) => defect === null).length).toBeGreaterThanOrEqual(5);
});

test("a suite is found by name, a file by its path, and nothing else", () => {
  expect(findSuite("planted-flaws", "/").name).toBe("planted-flaws");
  expect(() => findSuite("no-such-suite", "/")).toThrow(
    'There is no suite or file "no-such-suite"',
  );
  expect(() => findSuite(".", "/")).toThrow("There is no suite");
});

test("simulated items have the answer that simulated participants know", () => {
  const { items } = readEvalItems({ ...createSimulatedSuite(5, 3), name: "x.jsonl", seed: 1 });
  expect(items.map(({ kind, options }) => [kind, options.length])).toEqual(
    Array.from({ length: 5 }, () => ["choice", 3]),
  );
});
