import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { AppContext } from "../app-context.ts";
import {
  rateChallengerCapability,
  findWorkingModels,
  parseModelNames,
  listCachedWorkingModels,
  cacheWorkingModels,
} from "./challenger-cache.ts";

function atHome(): AppContext {
  return {
    env: {},
    homeDir: mkdtempSync(join(tmpdir(), "dissent-home-")),
  } as unknown as AppContext;
}

/** Knows two models, and counts how often it was knocked at. */
function door(): { knock: (reference: string) => Promise<void>; knocks: string[] } {
  const knocks: string[] = [];
  return {
    knocks,
    async knock(reference) {
      knocks.push(reference);
      if (!["offline", "codex"].includes(reference))
        throw new Error(`There is no model "${reference}".`);
    },
  };
}

test("H1 what was found to work is believed for a day, and looked at again after it", async () => {
  const context = atHome();
  const clock = fakeClock();
  const { knock, knocks } = door();

  await findWorkingModels(context, ["offline"], { knock, clock });
  await findWorkingModels(context, ["offline"], { knock, clock });
  expect(knocks).toEqual(["offline"]);

  clock.advance(24 * 60 * 60 * 1000);
  await findWorkingModels(context, ["offline"], { knock, clock });
  expect(knocks).toEqual(["offline", "offline"]);
});

test("H1 only what is not known yet is tried, and nothing is believed for longer than a day", async () => {
  const context = atHome();
  const clock = fakeClock();
  const { knock, knocks } = door();

  await findWorkingModels(context, ["offline"], { knock, clock });
  clock.advance(23 * 60 * 60 * 1000);
  expect(await findWorkingModels(context, ["offline", "codex", "qwen"], { knock, clock })).toEqual([
    "offline",
    "codex",
  ]);
  expect(knocks).toEqual(["offline", "codex", "qwen"]);
  expect(await listCachedWorkingModels(context, clock)).toEqual(["offline", "codex"]);

  clock.advance(60 * 60 * 1000);
  expect(await listCachedWorkingModels(context, clock)).toEqual([]);
  await findWorkingModels(context, ["codex"], { knock, clock });
  expect(knocks).toHaveLength(4);
});

test("H2 H3 a model that cannot be reached is not among the known good", async () => {
  const { knock } = door();

  expect(await findWorkingModels(atHome(), ["offline", "qwen", "codex"], { knock })).toEqual([
    "offline",
    "codex",
  ]);
  expect(await findWorkingModels(atHome(), ["qwen"], { knock })).toEqual([]);
});

test("H1 the list is the person's own: nobody else may read it, and damage is no harm", async () => {
  const context = atHome();
  await cacheWorkingModels(context, ["offline"]);
  const path = join(context.homeDir, ".cache/dissent/challengers.json");

  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ challengers: ["offline"] });

  writeFileSync(path, "{ not JSON");
  expect(await listCachedWorkingModels(context)).toEqual([]);
});

test("H1 a list with one name a line can be taken in", () => {
  expect(parseModelNames("codex\r\n\n# tried last week\n qwen \n")).toEqual(["codex", "qwen"]);
});

test("H5 capability is told by the number of challengers", () => {
  expect([0, 1, 2, 3, 7].map(rateChallengerCapability)).toEqual([
    "DISABLED",
    "MINIMAL",
    "FUNCTIONAL",
    "OPTIMAL",
    "OPTIMAL",
  ]);
});
