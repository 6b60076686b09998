import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { isGone, THIS_PROCESS } from "./holder.ts";

const place = THIS_PROCESS.slice(0, THIS_PROCESS.lastIndexOf("/"));

test("L1 a process of this machine that has ended is gone, a living one is not", () => {
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);

  expect(isGone(`${place}/${pid}`)).toBe(true);
  expect(isGone(THIS_PROCESS)).toBe(false);
});

test("L1 of a process elsewhere nobody can tell, so its lease runs out by the clock alone", () => {
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);

  expect(isGone(`elsewhere/${pid}`)).toBe(false);
});
