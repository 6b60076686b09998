import { expect, test } from "vitest";

import { parseTestDocuments } from "../../../../test/support/documents/parse-documents.ts";
import { findDraftDate } from "./draft-dates.ts";

test.each([
  ["---\ndate: 2026-03-04\n---\n\n# T\n", "2026-03-04"],
  ["---\ntitle: x\nlast-updated: '2026-03-05'\n---\n\n# T\n", "2026-03-05"],
  ["# T\n\ndate: 2026-03-04\n", null],
  ["---\ntitle: x\n---\n\n# T\n", null],
])("A33 the front matter says when a draft was changed: %j", async (text, date) => {
  const [document] = await parseTestDocuments(text);

  expect(document && findDraftDate(document, { dates: [] })).toBe(
    date === null ? null : Date.parse(date),
  );
});

test("A33 what git knows counts before what the front matter says", async () => {
  const [document] = await parseTestDocuments("---\ndate: 2026-03-04\n---\n\n# T\n");
  const dates = ["2026-05-06T07:08:09+02:00"];

  expect(document && findDraftDate(document, { dates })).toBe(Date.parse("2026-05-06T05:08:09Z"));
});
