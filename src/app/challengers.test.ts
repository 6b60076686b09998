import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fakeClock } from "../../test/support/fake-clock.ts";
import { capabilityOf, knownGood, namesIn, seenToWork, rememberGood } from "./challengers.ts";
import type { Desk } from "./desk.ts";

function atHome(): Desk {
  return { env: {}, homeDir: mkdtempSync(join(tmpdir(), "dissent-home-")) } as unknown as Desk;
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
  const desk = atHome();
  const clock = fakeClock();
  const { knock, knocks } = door();

  await knownGood(desk, ["offline"], { knock, clock });
  await knownGood(desk, ["offline"], { knock, clock });
  expect(knocks).toEqual(["offline"]);

  clock.advance(24 * 60 * 60 * 1000);
  await knownGood(desk, ["offline"], { knock, clock });
  expect(knocks).toEqual(["offline", "offline"]);
});

test("H1 only what is not known yet is tried, and nothing is believed for longer than a day", async () => {
  const desk = atHome();
  const clock = fakeClock();
  const { knock, knocks } = door();

  await knownGood(desk, ["offline"], { knock, clock });
  clock.advance(23 * 60 * 60 * 1000);
  expect(await knownGood(desk, ["offline", "codex", "qwen"], { knock, clock })).toEqual([
    "offline",
    "codex",
  ]);
  expect(knocks).toEqual(["offline", "codex", "qwen"]);
  expect(await seenToWork(desk, clock)).toEqual(["offline", "codex"]);

  clock.advance(60 * 60 * 1000);
  expect(await seenToWork(desk, clock)).toEqual([]);
  await knownGood(desk, ["codex"], { knock, clock });
  expect(knocks).toHaveLength(4);
});

test("H2 H3 a model that cannot be reached is not among the known good", async () => {
  const { knock } = door();

  expect(await knownGood(atHome(), ["offline", "qwen", "codex"], { knock })).toEqual([
    "offline",
    "codex",
  ]);
  expect(await knownGood(atHome(), ["qwen"], { knock })).toEqual([]);
});

test("H1 the list is the person's own: nobody else may read it, and damage is no harm", async () => {
  const desk = atHome();
  await rememberGood(desk, ["offline"]);
  const path = join(desk.homeDir, ".cache/dissent/challengers.json");

  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ challengers: ["offline"] });

  writeFileSync(path, "{ not JSON");
  expect(await seenToWork(desk)).toEqual([]);
});

test("H1 a list with one name a line can be taken in", () => {
  expect(namesIn("codex\r\n\n# tried last week\n qwen \n")).toEqual(["codex", "qwen"]);
});

test("H5 capability is told by the number of challengers", () => {
  expect([0, 1, 2, 3, 7].map(capabilityOf)).toEqual([
    "DISABLED",
    "MINIMAL",
    "FUNCTIONAL",
    "OPTIMAL",
    "OPTIMAL",
  ]);
});
