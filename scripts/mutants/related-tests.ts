/** The test files that import a source file, directly or through others: its own test first, then the closest. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import { parseSync } from "vite";

export type RelatedTests = (file: string) => readonly string[];

/** All paths are relative to `root`, with forward slashes. */
export function readRelatedTests(root: string, testFiles: readonly string[]): RelatedTests {
  const importers = readImporters(root, testFiles);
  const tests = new Set(testFiles);
  return (file) => {
    const distances = new Map([[file, 0]]);
    for (const [reached, distance] of distances) {
      for (const importer of importers.get(reached) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    return [...distances]
      .filter(([reached]) => tests.has(reached))
      .toSorted(
        ([one, near], [other, far]) =>
          Number(isOwnTest(file, other)) - Number(isOwnTest(file, one)) ||
          near - far ||
          apart(file, one) - apart(file, other),
      )
      .map(([test]) => test);
  };
}

/** A file's own test may reach it through many others, as the test of a flow does. */
function isOwnTest(file: string, test: string): boolean {
  return test === file.replace(/\.ts$/u, ".test.ts");
}

/** Of two tests at the same distance, one in the folder of the source file says more about it. */
function apart(file: string, test: string): number {
  return dirname(test) === dirname(file) ? 0 : 1;
}

function readImporters(
  root: string,
  testFiles: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const files = new Set(testFiles);
  for (const file of files) {
    for (const imported of readImports(root, file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      files.add(imported);
    }
  }
  return importers;
}

function readImports(root: string, file: string): readonly string[] {
  const source = readFileSync(join(root, file), "utf8");
  const { module } = parseSync(file, source);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) =>
      source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return names
    .filter((name) => name.startsWith("."))
    .map((name) => posix.join(posix.dirname(file), name))
    .filter((path) => /\.tsx?$/u.test(path) && existsSync(join(root, path)));
}
