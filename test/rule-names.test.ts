/** Every rule of the protocols is named by a test, so that whoever changes one finds what guards it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** The last rule of each family: all protocols, judges, challenge, board, roundtable, merge. */
const LAST = { K: 22, J: 34, H: 40, F: 28, T: 34, A: 48 } as const;

/** A rule, or several as J29-J31, as they stand in the names of tests and of their cases. */
const RULES = /(?<![\w-])([KJHFTA])(\d{1,2})(?:-\1?(\d{1,2}))?(?![\w-])/g;

function listNamedRules(): Set<string> {
  const named = new Set<string>();
  for (const path of globSync("{src,web,test}/**/*.test.{ts,tsx}", { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [, words = ""] of text.matchAll(/["'`]([^"'`\n]*)["'`]/g)) {
      for (const [, family = "", first = "", last = first] of words.matchAll(RULES)) {
        for (let rule = Number(first); rule <= Number(last); rule++) named.add(`${family}${rule}`);
      }
    }
  }
  return named;
}

test("every rule is named by a test", () => {
  const named = listNamedRules();
  const rules = Object.entries(LAST).flatMap(([family, last]) =>
    Array.from({ length: last }, (_, at) => `${family}${at + 1}`),
  );

  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});
