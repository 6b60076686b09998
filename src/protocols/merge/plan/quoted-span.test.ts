import { expect, test } from "vitest";

import type { ParsedDocument } from "../../../documents/document.ts";
import { parseDocument } from "../../../documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { findQuotedSpan } from "./quoted-span.ts";

const TEXT =
  "Rows\n\n| D4 | flagged as “unproven” (a–b) |\n\nIt's 5 - 3 = 2, [see] {x} a.b\\c ^$*+?.\n";

function parse(text: string): Promise<ParsedDocument> {
  return parseDocument(
    { variant: 1, name: "a.md", text, format: "markdown" },
    createEventLoopYielder(),
  );
}

test.each([
  ['| D4 | flagged as "unproven" (a-b) |'],
  ["flagged\n  as «unproven» (a—b)"],
  ["It’s 5 − 3 = 2, [see] {x} a.b\\c ^$*+?."],
])("K7 %s is found whatever its marks of quotes, dashes and white space", async (quote) => {
  const span = findQuotedSpan(await parse(TEXT), quote, undefined);

  expect(span).not.toBeNull();
  expect(TEXT.slice(span?.start, span?.end).replace(/\s+/g, " ").length).toBe(
    quote.replace(/\s+/g, " ").length,
  );
});

test("K7 other words are not found", async () => {
  expect(findQuotedSpan(await parse(TEXT), "flagged as proven", undefined)).toBeNull();
});
