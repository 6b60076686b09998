import { expect, test } from "vitest";

import { suggestSettings } from "./setting-suggestions.ts";

const valuesAfter = (...before: string[]): string[] =>
  suggestSettings(before).map(({ value }) => value);

test("settings are those of the protocol that was typed, with the values that are known", () => {
  const judges = valuesAfter("run", "q.md", "-p", "judges", "--setting");

  expect(judges).toEqual(
    expect.arrayContaining([
      "rotate=true",
      "rotate=false",
      "second_round=where_it_pays",
      "max_rounds=2",
    ]),
  );
  expect(judges).not.toContain("preset=planning-1");
  expect(valuesAfter("run", "--protocol=board")).toContain("preset=planning-1");
  expect(valuesAfter("run", "--protocol", "=", "board")).toContain("preset=planning-1");
  expect(valuesAfter("challenge", "plan.md")).toContain("rewrite=true");
  expect(valuesAfter("challenge", "plan.md")).not.toContain("depth=deep");
});

test("settings of every protocol are there while none was typed, each once", () => {
  const all = valuesAfter("resume", "last", "--setting");

  expect(all).toEqual(expect.arrayContaining(["rewrite=true", "preset=planning-1", "depth=deep"]));
  expect(new Set(all).size).toBe(all.length);
});
