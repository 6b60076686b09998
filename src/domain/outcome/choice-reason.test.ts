import { expect, test } from "vitest";

import { findUnmetNeeds } from "./choice-reason.ts";

const CHOICES = [
  { id: "defer", label: "Later" },
  {
    id: "accept",
    label: "Accept the risk",
    needs: [
      { what: "Security", anyOf: ["security", "Security"] },
      { what: "security-2", anyOf: ["security-2"] },
    ],
  },
];

test("T28 a reason names everything that its choice needs, as whole words in any case", () => {
  const unmet = (reason: string): string[] => findUnmetNeeds(CHOICES, ["accept"], reason);

  expect(unmet("SECURITY objects with security-2, and I accept it")).toEqual([]);
  expect(unmet("I accept security-2")).toEqual(["Security"]);
  expect(unmet("Security said so in security-21")).toEqual(["security-2"]);
});

test("any reason will do for a choice that needs nothing", () => {
  expect(findUnmetNeeds(CHOICES, ["defer"], "later")).toEqual([]);
});
