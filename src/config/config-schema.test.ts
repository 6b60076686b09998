import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { formatSettingsSchema } from "./config-schema.ts";

test("the schema on disk is the one the code has; if not, run node scripts/write-schema.ts", () => {
  const onDisk = readFileSync(new URL("../../schema/dissent.schema.json", import.meta.url), "utf8");

  expect(onDisk).toBe(formatSettingsSchema());
});

test("editors can explain every setting", () => {
  const undescribed: string[] = [];
  const look = (schema: Node, path: string): void => {
    for (const [key, below] of Object.entries(schema.properties ?? {})) {
      if (below.description === undefined) undescribed.push(`${path}${key}`);
      look(below, `${path}${key}.`);
    }
  };
  const schema = JSON.parse(formatSettingsSchema()) as Node & { $schema: string; $id: string };

  look(schema, "");

  expect(undescribed).toEqual([]);
  expect(schema.$schema).toContain("draft-07");
  expect(schema.$id).toBe("dissent.schema.json");
});

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
}
