import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cutPlanIntoParts } from "./plan-parts.ts";

const texts = (plan: string): string[] => cutPlanIntoParts(plan).map(({ text }) => text);

describe("a plan in parts", () => {
  test("H22 paragraphs and list items are parts, each with the heading above it", () => {
    const plan = "# Move\n\nWe move.\n\n## Steps\n\n- Copy\n  with care\n- Switch\n\nThen rest.";

    expect(texts(plan)).toEqual([
      "# Move\n\nWe move.",
      "## Steps\n\n- Copy\n  with care",
      "- Switch",
      "Then rest.",
    ]);
    expect(cutPlanIntoParts(plan).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test("H22 code and tables stay whole", () => {
    const code = "Run this:\n```\n- not an item\n\n# not a heading\n```";
    const table = "| a | b |\n| - | - |\n| 1 | 2 |";

    expect(texts(`${code}\n\n${table}`)).toEqual([code, table]);
  });

  test("H22 too many items are cut at paragraphs, too many paragraphs at headings", () => {
    const items = Array.from({ length: 50 }, (_, at) => `- item ${at}`).join("\n");
    const paragraphs = Array.from({ length: 50 }, (_, at) => `Paragraph ${at}.`).join("\n\n");

    expect(texts(`Before.\n\n${items}\n\nAfter.`)).toHaveLength(2);
    expect(texts(`# A\n\n${paragraphs}\n\n# B\n\nEnd.`)).toHaveLength(2);
  });

  test("H6 nothing is retyped: the parts are the plan's own lines in order", () => {
    const line = fc.constantFrom(
      "# Title",
      "",
      "- item",
      "1. first",
      "words go on",
      "  more",
      "| a | b |",
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
        const written = lines.filter((one) => one.trim() !== "");
        const kept = texts(lines.join("\n")).join("\n").split("\n");

        expect(kept.filter((one) => one.trim() !== "")).toEqual(written);
      }),
    );
  });
});
