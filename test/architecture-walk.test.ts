/** The guided walk in ARCHITECTURE.md leads past files that exist, and the way of a debate to the model stays short. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const WALK = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
const MOST_FILES_TO_THE_MODEL = 14;

test("every file and folder that the walk names is there", () => {
  const named = [...WALK.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|js|md|yaml)|\/))`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.includes("/"));
  const places = ["src", ".", "src/protocols/judges", "src/protocols/merge", "src/team"];

  expect(named.length).toBeGreaterThan(40);
  expect(
    named.filter((path) => !places.some((place) => existsSync(join(ROOT, place, path)))),
  ).toEqual([]);
});

test("the walk from the shell to the model has at most 14 files", () => {
  const files = [...WALK.matchAll(/^\| \d+ \| `([^`]+)`/gm)].map(([, path = ""]) => path);

  expect(files.length).toBeGreaterThan(10);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES_TO_THE_MODEL);
  expect(files[0]).toBe("bin/dissent.js");
  expect(files.at(-1)).toBe("models/vendors/vendor-model.ts");
});
