import { expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import { createSchemaSample } from "./schema-sample.ts";

const Shape = z.object({
  letter: z.enum(["A", "B"]),
  fixed: z.literal(7),
  share: z.number().min(0.5),
  above: z.number().gt(3),
  count: z.int().min(2),
  flag: z.boolean(),
  text: z.string().min(20),
  none: z.string().nullable(),
  either: z.union([z.object({ a: z.string() }), z.number()]),
  list: z.array(z.object({ name: z.string() })).min(2),
});

test("what is made up for a schema satisfies it", () => {
  const sample = createSchemaSample(z.toJSONSchema(Shape) as Json);

  expect(Shape.safeParse(sample)).toMatchObject({ success: true });
  expect(sample).toMatchObject({ none: null, list: [{ name: "loopback" }, {}] });
});

test("what is made up for a schema with names inside it satisfies it too", () => {
  const Name = z.string().min(3).meta({ id: "Name" });
  const Pair = z.object({ first: Name, second: Name });

  expect(Pair.safeParse(createSchemaSample(z.toJSONSchema(Pair) as Json))).toMatchObject({
    success: true,
  });
});
