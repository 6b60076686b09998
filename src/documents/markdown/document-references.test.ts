import { describe, expect, test } from "vitest";

import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { findReferences } from "./document-references.ts";
import { parseDocument } from "./parse-document.ts";

async function seen(text: string): Promise<string[]> {
  const document = await parseDocument(
    { variant: 1, name: "a.md", text, format: "markdown" },
    createEventLoopYielder(),
  );
  const references = await findReferences(document, createEventLoopYielder());
  for (const { start, end, text: words } of references) expect(text.slice(start, end)).toBe(words);
  return references.map(
    ({ line, text: words, resolved }) => `${line} ${words} ${resolved ? "leads" : "is broken"}`,
  );
}

describe("A38 internal references", () => {
  test("sections are found by the numbers that are written before titles", async () => {
    expect(
      await seen(
        "# Plan\n\n## 1. Goals\n\nSee Section 2.1 and sections 1, 3 and 9.\n\n## 2 Risks\n\n### First\n\nSection 2.2 and Section 2.1.\n\n## Section 3: End\n",
      ),
    ).toEqual([
      "5 Section 2.1 leads",
      "5 sections 1, 3 and 9 is broken",
      "11 Section 2.2 is broken",
      "11 Section 2.1 leads",
    ]);
  });

  test("without written numbers, the place in the outline counts", async () => {
    expect(
      await seen("# T\n\n## A\n\nSection 1.2, Section 2, Section 3.\n\n### x\n\n### y\n\n## B\n"),
    ).toEqual(["5 Section 1.2 leads", "5 Section 2 leads", "5 Section 3 is broken"]);
  });

  test("sections of other documents are none of ours", async () => {
    expect(
      await seen(
        "# A\n\nSection 4.2 of RFC 2119, [see Section 5](https://x.y), the next section and section 1 of this document.\n\n## B\n",
      ),
    ).toEqual(["3 section 1 leads"]);
  });

  test("titles are found when quoted, called a section, or written as they are", async () => {
    expect(
      await seen(
        '# T\n\n## 3. Roll-back Plan\n\nSee "Roll-back plan", see the rollout section, see the roll back section.\n\nSee Roll-back Plan for more. See Something Else.\n',
      ),
    ).toEqual([
      '5 See "Roll-back plan" leads',
      "5 see the rollout section is broken",
      "5 see the roll back section leads",
      "7 See Roll-back Plan leads",
    ]);
  });

  test("milestones and deliverables lead to where they are introduced", async () => {
    expect(
      await seen(
        [
          "# T",
          "",
          "## Milestone M1: Start",
          "",
          "- **D1.1** the first thing",
          "- D1.2: the second",
          "",
          "| Milestone | When |",
          "|---|---|",
          "| M2 | later |",
          "",
          "Milestone M1 comes before Milestone M2 and Milestones M1, M2 and M3.",
          "Deliverable D1.2 needs Deliverable D4.1. M9 is not introduced by this.",
          "",
          "Milestone M9 is broken.",
        ].join("\n"),
      ),
    ).toEqual([
      "12 Milestone M1 leads",
      "12 Milestone M2 leads",
      "12 Milestones M1, M2 and M3 is broken",
      "13 Deliverable D1.2 leads",
      "13 Deliverable D4.1 is broken",
      "15 Milestone M9 is broken",
    ]);
  });

  test("anchors lead to headings as GitHub names them, and to ids in HTML", async () => {
    expect(
      await seen(
        '# The `API` & more\n\n## Same\n\n## Same\n\n<a id="own"></a>\n\n[a](#the-api--more) [b](#same-1) [c](#same-2) [d](#own) [e](#) [f](x.md#no)\n',
      ),
    ).toEqual([
      "9 [a](#the-api--more) leads",
      "9 [b](#same-1) leads",
      "9 [c](#same-2) is broken",
      "9 [d](#own) leads",
      "9 [e](#) leads",
    ]);
  });

  test("footnotes and labels lead to their definitions, wherever these stand", async () => {
    expect(
      await seen(
        "a[^1] b[^2] [text][ One ] [two][] [text][three] [x] [ ]\n\n> [one]: y\n\n[two]: z\n\n[^1]: note\n",
      ),
    ).toEqual([
      "1 [^1] leads",
      "1 [^2] is broken",
      "1 [text][ One ] leads",
      "1 [two][] leads",
      "1 [text][three] is broken",
    ]);
  });

  test("code, comments and headings refer to nothing", async () => {
    expect(
      await seen(
        "# Section 9\n\n`Section 9` ``a ` Section 9`` <!-- Section 9 -->\n\n```\nSection 9 [^1]\n```\n\n<!-- Source: Variant B, Section 9 -->\n\n    Section 9\n",
      ),
    ).toEqual([]);
  });
});
