/** A33b, K21: which section a vote means. */
import { expect, test } from "vitest";

import { parseDocument } from "../../../documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { chooseNamedSection, findNamedSections, listSectionNames } from "./named-sections.ts";

const TEXT = `# Plan

## M1: Build

### Risks

None.

## M2: Open > and close

### Risks

Some.

### Costs

None.
`;

const parse = (text = TEXT) =>
  parseDocument({ variant: 1, name: "", text, format: "markdown" }, createEventLoopYielder());

test.each([
  ["Costs", 1],
  ["## costs", 1],
  ["Risks", 2],
  ["M1: Build > Risks", 1],
  ["m1: build › Risks", 1],
  ["Plan > M1: Build > Risks", 1],
  ["Plan > Risks", 2],
  ["M2: Open > and close", 1],
  ["M2: Open > and close > Costs", 1],
  ["M1: Build > Costs", 0],
  ["Risks > M1: Build", 0],
  ["", 0],
])("A33b K21 a section is found by its title or its path: %s", async (name, count) => {
  expect(findNamedSections(await parse(), name)).toHaveLength(count);
});

test("A33b of several sections with one title, the one around the contribution is meant", async () => {
  const document = await parse();
  const [first, second] = findNamedSections(document, "Risks");
  const costs = findNamedSections(document, "Costs")[0];

  expect(chooseNamedSection(document, "Risks", first?.index)).toBe(first);
  expect(chooseNamedSection(document, "Risks", costs?.index)).toBe(second);
  expect(chooseNamedSection(document, "Risks", second?.parent ?? undefined)).toBe(second);
  expect(chooseNamedSection(document, "Risks", undefined)).toBeNull();
});

test("K21 names that would be accepted are listed, the likely ones alone where there are some", async () => {
  const document = await parse();

  expect(listSectionNames([document], "Risks")).toBe(
    '"M1: Build > Risks", "M2: Open > and close > Risks"',
  );
  expect(listSectionNames([document, document], "Gates")).toBe(
    '"Plan", "M1: Build", "M1: Build > Risks", "M2: Open > and close", "M2: Open > and close > Risks", "Costs"',
  );
  const many = await parse(
    Array.from({ length: 50 }, (_, at) => `## Part ${at}\n\nText.\n`).join("\n"),
  );
  expect(listSectionNames([many], "Gates")).toMatch(/"Part 39" and 10 more$/);
});
