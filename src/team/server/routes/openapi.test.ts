import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { DEBATE_ROUTES } from "../../../server/debate-routes.ts";
import { createOpenApiDocument } from "./openapi.ts";
import { TEAM_ROUTES } from "./team-route-table.ts";

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly "x-scope"?: string;
  readonly responses: Json;
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument())) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "$ref" ? [String(inner)] : referencesIn(inner),
  );
}

test("docs/openapi.json is the document; write it again with scripts/write-openapi.ts", () => {
  const kept = join(import.meta.dirname, "..", "..", "..", "..", "docs", "openapi.json");

  expect(JSON.parse(readFileSync(kept, "utf8"))).toEqual(document);
});

test("it has every route of the tables, with its scope", () => {
  const told = operations.map(({ path, method, operation }) =>
    [operation.operationId, method, path, operation["x-scope"] ?? "none"].join(" "),
  );
  const owed = Object.entries({ ...DEBATE_ROUTES, ...TEAM_ROUTES }).map(
    ([name, { method, path, access }]) => {
      const scope = access === "open" || access === "any" ? "none" : access;
      return [name, method, path.replaceAll(/:(\w+)/g, "{$1}"), scope].join(" ");
    },
  );

  expect(document.openapi).toBe("3.1.0");
  expect(told.toSorted()).toEqual(owed.toSorted());
});

test("everything that it refers to is there, and nothing is there twice", () => {
  for (const reference of referencesIn(document)) {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? [];
    expect(document.components, reference).toHaveProperty(`${kind}.${name}`);
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(JSON.stringify(document)).not.toContain("$schema");
});

test("what an address names is a parameter", () => {
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const told = operation.parameters.filter((one) => one.in === "path").map(({ name }) => name);

    expect(told, path).toEqual(named);
  }
});
