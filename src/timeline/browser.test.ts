/** The story is told in a browser too: nothing it imports needs Node, or brings a library along. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

/** What a file needs at run time: imports of nothing but types are gone by then. */
function needs(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = text.matchAll(
    /^(?:import|export)\s+(?!type\b)[^;"]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? "");
}

function reached(from: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set(from);
  const packages = new Set<string>();
  for (const path of files) {
    for (const name of needs(path)) {
      if (name.startsWith(".")) files.add(relative(ROOT, join(ROOT, dirname(path), name)));
      else packages.add(name);
    }
  }
  return { files, packages };
}

test("everything it needs at run time is in timeline, domain, text and audit, and imports no package", () => {
  const told = globSync("src/{timeline,protocols/*/timeline}/**/*.ts", { cwd: ROOT }).filter(
    (path) => !path.endsWith(".test.ts"),
  );
  const { files, packages } = reached(told);

  expect([...packages]).toEqual([]);
  expect(
    [...files].filter(
      (path) => !/^src\/(?:timeline|domain|text|audit)\/|^src\/protocols\//.test(path),
    ),
  ).toEqual([]);
  expect(files.size).toBeGreaterThan(told.length);
});

test("none of it asks for the process, the clock, chance or the network", () => {
  const told = globSync("src/{timeline,protocols/*/timeline}/**/*.ts", { cwd: ROOT }).filter(
    (path) => !path.endsWith(".test.ts"),
  );
  const wrong = [...reached(told).files].filter((path) =>
    /\b(?:process\.|Buffer\.|Date\.now|Math\.random|setTimeout|fetch\()/.test(
      readFileSync(join(ROOT, path), "utf8"),
    ),
  );

  expect(wrong).toEqual([]);
});
