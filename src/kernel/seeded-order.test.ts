import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createSeededOrder } from "./seeded-order.ts";

test("R2 R3 lots are an order of all places, the same for the same salt and name", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 12 }), (salt, name, count) => {
      const drawn = createSeededOrder(salt)(name, count);

      expect(drawn.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
      expect(createSeededOrder(salt)(name, count)).toEqual(drawn);
    }),
  );
});

test("R2 over 1,000 names each of six orders of three is drawn about as often", () => {
  const draw = createSeededOrder("salt");
  const counts = new Map<string, number>();
  for (let name = 0; name < 1_000; name++) {
    const order = draw(`labels/responses/${name}`, 3).join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }

  expect(counts.size).toBe(6);
  // 167 are expected, with a deviation of 12
  for (const count of counts.values()) expect(Math.abs(count - 167)).toBeLessThan(60);
});

test("R2 another salt draws another order", () => {
  const orders = Array.from({ length: 20 }, (_, salt) =>
    createSeededOrder(`salt ${salt}`)("labels", 6).join(),
  );

  expect(new Set(orders).size).toBeGreaterThan(15);
});
