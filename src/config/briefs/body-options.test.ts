import { expect, test } from "vitest";

import { listBodyOptions } from "./body-options.ts";

test("a list below the heading gives the options, with their letters where they have some", () => {
  expect(
    listBodyOptions(
      "# Which queue?\n\n## Considered Options\n\n* **A**: [RabbitMQ](https://example.org)\n* B) `Kafka`\n  * with Connect\n* none\n\n## Pros and Cons\n\n* Good\n",
    ),
  ).toEqual(["A: RabbitMQ", "B: Kafka", "none"]);
});

test("headings below it give them where there is no list, and only those of one level", () => {
  const body =
    "## Options\n\nThree ways.\n\n### Option 1: Wait\n\n- cheap\n\n#### More\n\n### Option 2: Buy\n\n## Facts\n\n### Size\n";

  expect(listBodyOptions(body)).toEqual(["1: Wait", "2: Buy"]);
});

test.each([
  ["no such section", "# Which?\n\n- one\n- two\n"],
  ["one entry", "## Options\n\n- one\n"],
  ["ten entries", `## Options\n\n${"- more\n".repeat(10)}`],
  ["whole paragraphs", `## Options\n\n- ${"words ".repeat(60)}\n- two\n`],
  ["alternatives that were rejected", "## Alternatives\n\n- one\n- two\n"],
  ["a heading inside code", "```\n## Options\n- one\n- two\n```\n"],
])("nothing is taken: %s", (_, body) => {
  expect(listBodyOptions(body)).toEqual([]);
});
