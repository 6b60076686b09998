/** The schemas that a host is shown say what the server accepts and what it refuses. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { mcpPlace } from "../../test/support/processes/mcp.ts";
import { HOST_TOOLS, type HostToolName } from "./host-tools.ts";

interface JsonSchema {
  readonly type: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

const { client, refused } = await mcpPlace().host();
const listed = new Map(
  (await client.listTools()).tools.map(({ name, inputSchema }) => [name, inputSchema]),
);
const NAMES = Object.keys(HOST_TOOLS) as HostToolName[];

function listedSchema(name: HostToolName): JsonSchema {
  return listed.get(name) as unknown as JsonSchema;
}

/** Mostly short, and as long as it may be now and then. */
function arbitraryString({ minLength = 0, maxLength = 50 }: JsonSchema): fc.Arbitrary<string> {
  const short = fc.string({ minLength, maxLength: Math.min(maxLength, 50) });
  const longest = fc.constant("x".repeat(maxLength));
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: longest });
}

function arbitraryNumber({
  minimum,
  maximum,
  exclusiveMinimum,
  type,
}: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [minimum ?? exclusiveMinimum ?? -1e9, maximum ?? 1e9];
  if (type === "integer") return fc.integer({ min, max });
  return fc.double({ min, max, noNaN: true, minExcluded: exclusiveMinimum !== undefined });
}

function arbitraryValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object": {
      const { properties = {}, required = [] } = schema;
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, arbitraryValue(inner)]),
      );
      return fc.record(fields, { requiredKeys: [...required] });
    }
    case "array": {
      const { items, minItems = 0, maxItems = 30 } = schema;
      if (!items) throw new Error("A list says what is in it.");
      return fc.array(arbitraryValue(items), { minLength: minItems, maxLength: maxItems });
    }
    case "string":
      return arbitraryString(schema);
    case "boolean":
      return fc.boolean();
    case "number":
    case "integer":
      return arbitraryNumber(schema);
  }
}

/** Values just outside of one field's rules, each with the rule it breaks. */
function brokenValues(schema: JsonSchema): [string, unknown][] {
  const { type, minLength, maxLength, minItems, maxItems, minimum, maximum, items } = schema;
  const [good] = fc.sample(items ? arbitraryValue(items) : fc.constant(""), {
    numRuns: 1,
    seed: 1,
  });
  const broken: [string, unknown][] = [["type", type === "object" ? 1 : { not: "this" }]];
  if (schema.enum) broken.push(["enum", `${schema.enum.join("")}!`]);
  if (minLength) broken.push(["minLength", "x".repeat(minLength - 1)]);
  if (maxLength !== undefined) broken.push(["maxLength", "x".repeat(maxLength + 1)]);
  if (minItems) broken.push(["minItems", Array.from({ length: minItems - 1 }, () => good)]);
  if (maxItems !== undefined)
    broken.push(["maxItems", Array.from({ length: maxItems + 1 }, () => good)]);
  if (minimum !== undefined) broken.push(["minimum", minimum - 1]);
  if (maximum !== undefined) broken.push(["maximum", maximum + 1]);
  if (schema.exclusiveMinimum !== undefined)
    broken.push(["exclusiveMinimum", schema.exclusiveMinimum]);
  if (type === "integer") broken.push(["integer", (minimum ?? 0) + 0.5]);
  if (items)
    broken.push(
      ...brokenValues(items).map(([rule, value]) => [rule, [value]] as [string, unknown]),
    );
  return broken;
}

describe.each(NAMES)("%s", (name) => {
  const schema = listedSchema(name);
  const inputs = arbitraryValue(schema) as fc.Arbitrary<Record<string, unknown>>;
  const accepts = (input: unknown): boolean => HOST_TOOLS[name].input.safeParse(input).success;

  test("whatever the listed schema allows is well formed to the server", () => {
    fc.assert(
      fc.property(inputs, (input) => accepts(input)),
      { numRuns: 200, seed: 17 },
    );
  });

  test("whatever breaks one rule of the listed schema is refused by the server", async () => {
    const [good = {}] = fc.sample(inputs, { numRuns: 1, seed: 3 });
    const fields = Object.entries(schema.properties ?? {});
    const broken = [
      ...fields.flatMap(([key, inner]) =>
        brokenValues(inner).map(([, value]) => ({ ...good, [key]: value })),
      ),
      ...(schema.required ?? []).map((key) =>
        Object.fromEntries(Object.entries(good).filter(([known]) => known !== key)),
      ),
      { ...good, unheard_of: 1 },
    ];

    expect(schema.additionalProperties).toBe(false);
    for (const input of broken) {
      expect(await refused(name, input)).toMatch(/invalid arguments|validation/i);
    }
  });

  test("every rule that the server checks is in the listed schema", () => {
    const { $schema: _, ...checked } = z.toJSONSchema(HOST_TOOLS[name].input, { io: "input" });

    expect(schema).toEqual(JSON.parse(JSON.stringify(checked)));
  });
});

test("drafts are given as paths or as texts, and the server says so where a schema cannot", async () => {
  const drafts = ["# One", "# Two"];

  expect(await refused("merge_documents", {})).toContain("Give paths of the project, or texts");
  expect(await refused("merge_documents", { paths: ["a.md", "b.md"], texts: drafts })).toContain(
    "and not both",
  );
});
