import { globSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import type { VendorApi } from "../endpoint.ts";
import { createPortableSchema } from "./portable-schema.ts";

const APIS: readonly VendorApi[] = ["anthropic", "responses", "openai", "google"];

function ported(schema: z.ZodType): Json | undefined {
  return createPortableSchema(z.toJSONSchema(schema) as Json, "responses");
}

describe("what every vendor takes", () => {
  test("VS1 VS2 objects are closed, all is required, bounds and formats are words", () => {
    const reply = z.object({
      name: z.string().min(1).max(80).describe("who"),
      born: z.iso.date(),
      age: z.int().min(0).max(150),
      count: z.int(),
      share: z.number().gt(0).lt(1).multipleOf(0.5),
      tags: z.array(z.string().length(2)).min(1).max(3),
    });

    expect(ported(reply)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", description: "who; not empty; at most 80 characters" },
        born: { type: "string", description: expect.stringMatching(/^matching .*; format date$/) },
        age: { type: "integer", description: "at least 0; at most 150" },
        count: { type: "integer" },
        share: { type: "number", description: "more than 0; less than 1; a multiple of 0.5" },
        tags: {
          type: "array",
          items: { type: "string", description: "at least 2 characters; at most 2 characters" },
          description: "at least 1 of them; at most 3 of them",
        },
      },
      required: ["name", "born", "age", "count", "share", "tags"],
      additionalProperties: false,
    });
  });

  test("VS1 nullable stays nullable, choices become anyOf, one value becomes an enum of one", () => {
    const reply = z.object({
      limit: z.string().nullable().describe("null if none"),
      kind: z.literal("a"),
      step: z.literal([1, 1.5, 2]),
      shape: z.discriminatedUnion("is", [
        z.object({ is: z.literal("round") }),
        z.object({ is: z.literal("flat"), wide: z.boolean() }),
      ]),
    });
    const round = { type: "string", enum: ["round"] };

    expect(ported(reply)).toMatchObject({
      properties: {
        limit: { anyOf: [{ type: "string" }, { type: "null" }], description: "null if none" },
        kind: { type: "string", enum: ["a"] },
        step: { type: "number", enum: [1, 1.5, 2] },
        shape: {
          anyOf: [
            { properties: { is: round }, additionalProperties: false },
            { required: ["is", "wide"] },
          ],
        },
      },
    });
  });

  test("VS3 references are written out where they stand", () => {
    const evidence = z.object({ quote: z.string() }).meta({ id: "Evidence" });
    const reply = z.object({ first: evidence, second: z.array(evidence) });
    const written = {
      type: "object",
      properties: { quote: { type: "string" } },
      required: ["quote"],
      additionalProperties: false,
    };
    const given = z.toJSONSchema(reply) as Json;

    expect(JSON.stringify(given)).toContain("$ref");
    expect(createPortableSchema(given, "anthropic")).toMatchObject({
      properties: { first: written, second: { items: written } },
    });
    expect(JSON.stringify(createPortableSchema(given, "anthropic"))).not.toMatch(
      /\$ref|\$defs|\$schema/,
    );
  });
});

const Tree: z.ZodType = z.object({ leaf: z.string(), branches: z.array(z.lazy(() => Tree)) });

const Twofold: z.ZodType = z.object({
  left: z.lazy(() => Twofold),
  right: z.lazy(() => Twofold),
});

describe("what only the prompt can carry", () => {
  test.each<[string, z.ZodType]>([
    ["VS1 a property that may be left out", z.object({ a: z.string().optional() })],
    ["VS1 properties of any name", z.object({ a: z.record(z.string(), z.number()) })],
    ["VS1 an open object", z.looseObject({ a: z.string() })],
    ["anything", z.object({ a: z.unknown() })],
    ["a list of set places", z.object({ a: z.tuple([z.string(), z.number()]) })],
    ["a sum of two things", z.object({ a: z.string().and(z.enum(["b"])) })],
    ["a list at the top", z.array(z.string())],
    ["a choice at the top", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ["VS3 a schema that holds itself", Tree],
    ["VS3 a schema that holds itself twice", Twofold],
  ])("%s", (_, schema) => {
    expect(ported(schema)).toBeUndefined();
  });

  test("more choices, or deeper ones, than a vendor is known to take", () => {
    const many = (count: number): Json =>
      z.toJSONSchema(
        z.object(
          Object.fromEntries(
            Array.from({ length: count }, (_, n) => [`p${n}`, z.string().nullable()]),
          ),
        ),
      ) as Json;
    const deep = (depth: number): z.ZodType =>
      depth === 0 ? z.string() : z.object({ in: deep(depth - 1) });

    expect(createPortableSchema(many(16), "anthropic")).toBeDefined();
    expect(createPortableSchema(many(17), "anthropic")).toBeUndefined();
    expect(createPortableSchema(many(17), "google")).toBeDefined();
    expect(ported(deep(10))).toBeDefined();
    expect(ported(deep(11))).toBeUndefined();
    expect(createPortableSchema(z.toJSONSchema(deep(100)) as Json, "google")).toBeUndefined();
  });
});

describe("our own replies", async () => {
  const root = join(import.meta.dirname, "../../protocols");
  const replies = await Promise.all(
    globSync("*/replies.ts", { cwd: root }).map(async (path) => {
      const module = (await import(join(root, path))) as Record<string, unknown>;
      return Object.entries(module).flatMap(([name, value]) =>
        schemasIn(value).map((schema, n) => [`${path} ${name} ${n}`, schema] as const),
      );
    }),
  );

  test("every protocol's replies were found", () => {
    expect(replies.length).toBeGreaterThanOrEqual(4);
    expect(replies.flat().length).toBeGreaterThan(20);
  });

  test.each(replies.flat())("VS1 %s can be sent to every vendor", (_, schema) => {
    const given = z.toJSONSchema(schema) as Json;

    expect(APIS.filter((api) => !createPortableSchema(given, api))).toEqual([]);
  });
});

/** A schema that a file exports, or those in a record that it exports. */
function schemasIn(value: unknown): z.ZodType[] {
  if (typeof value !== "object" || value === null) return [];
  if ("_zod" in value) return [value as z.ZodType].filter((schema) => schema.type === "object");
  return Object.values(value).flatMap(schemasIn);
}
