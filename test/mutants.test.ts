/** The mutants of `npm run test:mutants`: which changes are made, which are left out by rule, and how they are chosen. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import {
  findMutants,
  isValidSyntax,
  applyMutant,
  type Mutant,
} from "../scripts/mutants/find-mutants.ts";
import { OptionsError, readOptions } from "../scripts/mutants/options.ts";
import { readRelatedTests } from "../scripts/mutants/related-tests.ts";
import { sampleMutants } from "../scripts/mutants/sample-mutants.ts";
import { computeScore, type MutantFate } from "../scripts/mutants/score.ts";

const ROOT = join(import.meta.dirname, "..");

function listChanges(source: string): readonly string[] {
  return findMutants("a.ts", source).map(({ after }) => after);
}

describe("what is changed", () => {
  test.each<[string, readonly string[]]>([
    ["f = a < b;", [";", "f = a <= b;", "f = a >= b;"]],
    ["f = a && b;", [";", "f = a || b;"]],
    ["f = a ?? b;", [";", "f = (b);"]],
    ["f = !a;", [";", "f = a;"]],
    ["f = true;", [";", "f = false;"]],
    ["f = 9;", [";", "f = 10;"]],
    ["f += a;", [";", "f -= a;"]],
    ["f = 'key';", [";", 'f = "";']],
    ["f = '';", [";", 'f = "changed";']],
    ["f = `${a}/${b}`;", [";", 'f = "";']],
    ["f = [a];", [";", "f = [];"]],
    ["f = /^a$/i;", [";", "f = /a$/i;", "f = /^a/i;", "f = /^a$/;"]],
    ["f = a.some(b);", [";", "f = a.every(b);"]],
    ["f = a.filter(b);", [";", "f = a;"]],
    ["const f = a ? b : c;", ["const f = true ? b : c;", "const f = false ? b : c;"]],
    ["while (a) b();", ["while (false) b();", "while (a) ;"]],
    ["if (a) throw b;", ["if (true) throw b;", "if (false) throw b;", "if (a) ;"]],
  ])("%s", (source, expected) => {
    expect(listChanges(source)).toEqual(expected);
  });

  test("a change on a line of its own shows that line, and its number", () => {
    const [mutant] = findMutants("a.ts", "const a = 10;\nconst b = true;\n");
    expect(mutant).toMatchObject({ line: 2, before: "const b = true;", after: "const b = false;" });
  });
});

describe("what is left alone", () => {
  test.each([
    ["types", 'type A = "a" | 1; interface B { c: "d" } let e: Record<"f", true>;'],
    ["names of modules", 'import a from "b"; export * from "c"; export { d } from "e";'],
    ["sentences", 'const a = "two words"; const b = `${a} is ${c}`;'],
    ["a word that is chosen for a sentence", 'const a = `there ${b("is")} one`;'],
    ["the words of an error", 'const a = () => new LimitError("limit", { code: 1 });'],
    ["the words of a vocabulary", 'const a = new Set(["b", "c", "d", "e"]);'],
    ["names of fields", 'const a = { "b": c, d };'],
    ["large numbers", "const a = 10; const b = 4096;"],
  ])("%s", (_what, source) => {
    expect(listChanges(source).filter((after) => after !== "const a = new Set([]);")).toEqual([]);
  });

  test("of a comparison for sorting, only its condition is changed", () => {
    expect(listChanges("const f = a < b ? -1 : 1;")).toEqual([
      "const f = true ? -1 : 1;",
      "const f = false ? -1 : 1;",
    ]);
  });

  test("what TypeScript wraps is changed, its type is not", () => {
    expect(listChanges("const f = (a < b) as 1;")).toEqual([
      "const f = (a <= b) as 1;",
      "const f = (a >= b) as 1;",
    ]);
  });
});

describe("the sample", () => {
  const SOURCE = "const a = b < c;\nconst d = b > c;\nconst e = b === c;\nconst f = [b];\n";
  const mutants = findMutants("a.ts", SOURCE);
  const choose = (from: readonly Mutant[], seed: string, size = 3): readonly string[] =>
    sampleMutants(from, { seed, size, isUsable: () => true }).map(({ after }) => after);

  test("is the same for the same seed and tree, and another for another seed", () => {
    expect(choose(mutants, "1")).toEqual(choose(findMutants("a.ts", SOURCE), "1"));
    const samples = ["1", "2", "3", "4", "5"].map((seed) => choose(mutants, seed).join());
    expect(new Set(samples).size).toBeGreaterThan(1);
  });

  test("keeps its order of mutants when lines are added above them", () => {
    expect(choose(findMutants("a.ts", `const z = y;\n\n${SOURCE}`), "1")).toEqual(
      choose(mutants, "1"),
    );
  });

  test("skips what is not usable and takes the next, so it is as large as it can be", () => {
    const chosen = sampleMutants(mutants, {
      seed: "1",
      size: 9,
      isUsable: ({ line }) => line !== 1,
    });
    expect(chosen.map(({ line }) => line)).toEqual([2, 2, 3, 4]);
  });

  test("a change that is no longer TypeScript is recognised", () => {
    const source = "const a = (b ?? c) || d;\nconst e = b ?? c;\n";
    const parsing = findMutants("a.ts", "const a = b && c && (d ?? e);");
    expect(
      parsing.every((mutant) =>
        isValidSyntax("a.ts", applyMutant("const a = b && c && (d ?? e);", mutant)),
      ),
    ).toBe(true);
    expect(isValidSyntax("a.ts", source.replace("(b ?? c)", "b ?? c"))).toBe(false);
  });
});

describe("the tests of a source file", () => {
  test("its own come first, then those that reach it through others; strangers are not run", () => {
    const root = mkdtempSync(join(tmpdir(), "dissent-related-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    write("src/low.ts", "export const low = 1;");
    write("src/middle.ts", 'export { low } from "./low.ts";');
    write("src/top.ts", 'export const top = async () => import("./middle.ts");');
    // its own test, though it reaches it through another
    write("src/low.test.ts", 'import { top } from "./top.ts";');
    write("src/beside.test.ts", 'import { low } from "./low.ts";');
    write("other/far.test.ts", 'import { top } from "../src/top.ts";');
    write("other/near.test.ts", 'import { low } from "../src/low.ts";');
    write("other/stranger.test.ts", 'import { join } from "node:path";');
    const tests = ["other/far", "other/near", "other/stranger", "src/beside", "src/low"];
    const related = readRelatedTests(
      root,
      tests.map((name) => `${name}.test.ts`),
    );
    expect(related("src/low.ts")).toEqual([
      "src/low.test.ts",
      "src/beside.test.ts",
      "other/near.test.ts",
      "other/far.test.ts",
    ]);
    expect(related("src/top.ts")).toEqual(["src/low.test.ts", "other/far.test.ts"]);
  });
});

describe("the score", () => {
  const score = (...fates: readonly MutantFate[]): number =>
    computeScore(fates.map((fate) => ({ place: "a", mutant: {} as Mutant, fate })));

  test("counts what the tests noticed of what compiles, rounded down", () => {
    expect(score("killed", "endless", "survived")).toBe(66);
    expect(score("killed", "refused", "refused")).toBe(100);
    expect(score("survived", "refused")).toBe(0);
    expect(score()).toBe(100);
  });
});

describe("the command line", () => {
  test("six folders, a seed and a modest sample are the default", () => {
    const options = readOptions([], ROOT);
    expect(options).toMatchObject({ seed: "1", size: 20, atLeast: 0, list: false });
    expect(options.places).toContain("src/kernel");
  });

  test.each([
    [["--sample", "few"], '--sample needs a whole number, not "few".'],
    [["src/nowhere"], "src/nowhere does not exist. Name a folder or file, such as src/kernel."],
  ])("%s is refused in one line", (args, message) => {
    expect(() => readOptions(args, ROOT)).toThrow(new OptionsError(message));
  });
});
