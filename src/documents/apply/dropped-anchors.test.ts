import { describe, expect, test } from "vitest";

import { parseDocument } from "../markdown/parse-document.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { listAnchors } from "./dropped-anchors.ts";

async function found(text: string, words?: string): Promise<string[]> {
  const document = await parseDocument(
    { variant: 1, name: "a.md", text, format: "markdown" },
    createEventLoopYielder(),
  );
  const start = words === undefined ? 0 : text.indexOf(words);
  const within = words === undefined ? undefined : { start, end: start + words.length };
  return [...listAnchors(document, within)].map(
    ({ kind, text: anchor, line }) => `${line} ${kind} ${anchor}`,
  );
}

describe("A38 anchors", () => {
  test("requirement ids, dates, thresholds and figures with what they count", async () => {
    expect(
      await found(
        "FR-001 and NFR-2.3 hold by 2026-03-01.\n\nAt least 99.9 % of 1,500 requests take no more than 200ms, €5 each, 3 retries,\n10-20 users, 1.5 million, <5 MB.\n\n> 4 eyes\n",
      ),
    ).toEqual([
      "1 requirement FR-001",
      "1 requirement NFR-2.3",
      "1 date 2026-03-01",
      "3 threshold At least 99.9 %",
      "3 number 1,500 requests",
      "3 threshold no more than 200ms",
      "3 number €5 each",
      "3 number 3 retries",
      "4 number 10-20 users",
      "4 number 1.5 million",
      "4 threshold <5 MB",
      "6 number 4 eyes",
    ]);
  });

  test("items, rows and code count; numbering, addresses and names do not", async () => {
    expect(
      await found(
        "# 3.2 Limits\n\n1. one\n2. takes 5 s\n\n| a | b |\n|---|---|\n| 7 | x |\n\n```\nretries: 9\n```\n\n[v](http://x.y/8) v1 M2 Section 4.1 [^6] UTF-8 `max=11`\n",
      ),
    ).toEqual(["4 number 5 s", "8 number 7", "11 number 9", "14 number 11"]);
  });

  test("only those of a span, where one is given", async () => {
    expect(
      await found("It takes 5 s. It costs 7 EUR. It has 9 parts.\n", "It costs 7 EUR."),
    ).toEqual(["1 number 7 EUR"]);
  });

  test("the same figure has the same key, however it is broken into lines", async () => {
    const parse = (text: string) =>
      parseDocument(
        { variant: 1, name: "a.md", text, format: "markdown" },
        createEventLoopYielder(),
      );
    const [a, b] = [
      await parse("at\nleast 1,500\nusers by 2\nMarch.\n"),
      await parse("> At least\n> 1500 users by 2 March,\n"),
    ];

    expect([...listAnchors(a)].map(({ key }) => key)).toEqual(
      [...listAnchors(b)].map(({ key }) => key),
    );
  });
});
