import { expect, test } from "vitest";

import { renderFileTree } from "./file-tree.ts";
import type { TrackedFile } from "./tracked-files.ts";

function list(paths: readonly string[], bytes: number | null = 10): TrackedFile[] {
  return paths.map((path) => ({ path, object: "0".repeat(40), bytes }));
}

const WIDE = Array.from({ length: 40 }, (_, at) => `a${at + 10}`).flatMap((folder) =>
  ["first-of-all.ts", "second.ts", "third.ts", "fourth.ts"].map((name) => `${folder}/${name}`),
);
const FILES = [...WIDE, "z/deep/down/changed.ts", "z/deep/down/beside.ts", "z/other.ts"];

test("K21 folders of the files in question are listed before all others", () => {
  const tree = (near: readonly string[]): string =>
    renderFileTree(list(FILES), { maxBytes: 1_800, near });

  expect(tree([])).not.toContain("beside.ts");
  expect(tree(["z/deep/down/changed.ts"])).toContain("beside.ts 10 bytes");
  expect(tree(["z/deep/down/changed.ts"])).toContain("a49/ (4 files, 40 bytes, not listed)");
  expect(tree(["no/such/path.ts", ""])).toBe(tree([]));
});

test("a file of unknown size says so, and spoils no sum", () => {
  const files = [...list(["big/a.bin"], null), ...list(["big/b.ts"])];

  expect(renderFileTree(files)).toContain("a.bin (not on disk)");
  expect(renderFileTree(files, { maxBytes: 1 })).not.toContain("NaN");
});
