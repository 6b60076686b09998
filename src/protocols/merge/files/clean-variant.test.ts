import { describe, expect, test } from "vitest";

import { cleanVariantText } from "./clean-variant.ts";

const page = (number: number, body: string): string =>
  `Doe                      Export Protocol             May 2027\n\n\n${body}\n\n\nDoe & Roe             Standards Track          [Page ${number}]\n`;

describe("paginated plain text", () => {
  const bodies = [
    "Table of Contents\n\n   1. Introduction ........ 2\n   2. Storage ............. 2\n   3. Delivery ............ 3",
    "1. Introduction\n\n   Exports are kept for 30 days and are removed by a job that",
    "   runs at night.\n\n2. Storage\n\n   One row per export.",
    "3. Delivery\n\n   Finance fetches the file.",
  ];

  test("headers, footers and the contents are left out, and a paragraph goes on over a page", () => {
    for (const feed of ["\f", ""]) {
      const text = bodies.map((body, at) => page(at + 1, body)).join(feed);
      const { text: cleaned, removed } = cleanVariantText(text, "text");

      expect(cleaned).toBe(
        "1. Introduction\n\n   Exports are kept for 30 days and are removed by a job that\n" +
          "   runs at night.\n\n2. Storage\n\n   One row per export.\n\n3. Delivery\n\n   Finance fetches the file.\n",
      );
      expect(removed).toEqual(["8 page headers and footers", "a table of contents of 3 lines"]);
    }
  });

  test("short pages with like words keep them, and pages of one line stay as they are", () => {
    const short = [1, 2, 3, 4].map((at) => page(at, `${at}. Part ${at}\n\n   Box ${at} is moved.`));
    expect(cleanVariantText(short.join("\f"), "text").text).toBe(
      [1, 2, 3, 4].map((at) => `${at}. Part ${at}\n\n   Box ${at} is moved.\n`).join("\n"),
    );

    const lines = [1, 2, 3].map((at) => `Box ${at}\n`).join("\f");
    expect(cleanVariantText(lines, "text")).toEqual({ text: lines, removed: [] });
  });

  test("a text without pages stays as it is, byte for byte", () => {
    const text = "Contents\n\nWe keep 3.\n\nPage 2\n\n\nMore  \n";

    expect(cleanVariantText(text, "text")).toEqual({ text, removed: [] });
    expect(cleanVariantText(bodies.join("\f"), "markdown").text).toBe(bodies.join("\f"));
  });
});

test("comments of an earlier merge are left out, those of people stay", () => {
  const text =
    "<!-- Produced by: dissent merge -->\n<!-- Date: 2027-01-01 -->\n\n# A\n\n<!-- Source: Variant B (b.md), Section 2 — merged per refactor-plan Change #1 -->\n\nWords.\n\n<!-- keep me -->\n";

  expect(cleanVariantText(text, "markdown")).toEqual({
    text: "# A\n\nWords.\n\n<!-- keep me -->\n",
    removed: ["3 comments of an earlier merge"],
  });
  const own = "# A\n\n<!-- Source: the wiki -->\n\nWords.\n";
  expect(cleanVariantText(own, "markdown").text).toBe(own);
});
