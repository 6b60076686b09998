import { describe, expect, test } from "vitest";

import { parseTestDocument } from "../../../test/support/documents/parse-documents.ts";
import { listSentences } from "./document-sentences.ts";

async function told(text: string): Promise<string[]> {
  const document = await parseTestDocument(text);
  return [...listSentences(document)].map(({ line, place, text: said, cells, lead }) =>
    [
      line,
      place,
      place === "row" ? cells.join(" | ") : said,
      ...(lead === "" ? [] : [`led by ${lead}`]),
    ].join(" "),
  );
}

describe("sentences", () => {
  test("end at full stops that end sentences", async () => {
    expect(
      await told(
        "One, e.g. two. Version 1.2 is out! Is it? `a. B` and [c. D](https://e.f). Then\nmore on the next line. *Emphasis.* End",
      ),
    ).toEqual([
      "1 prose One, e.g. two.",
      "1 prose Version 1.2 is out!",
      "1 prose Is it?",
      "1 prose \ue000a. B\ue001 and c. D.",
      "1 prose Then more on the next line.",
      "2 prose Emphasis.",
      "2 prose End",
    ]);
  });

  test("are found in items, subitems, quotes and footnotes with their lines, never in code", async () => {
    expect(
      await told(
        "# Title is none\r\n\r\nDo not:\r\n\r\n- First.\r\n  Goes on.\r\n  - Deeper:\r\n    - Deepest\r\n- [x] Done\r\n\r\n  ```\r\n  Not this.\r\n  ```\r\n\r\n1. Last\r\n\r\n> Quoted\r\n> words.\r\n\r\n[^1]: A note.\r\n\r\n## Next\r\n\r\n    code is none\r\n",
      ),
    ).toEqual([
      "3 prose Do not:",
      "5 item First. led by Do not:",
      "6 item Goes on. led by Do not:",
      "7 item Deeper: led by Do not:",
      "8 item Deepest led by Deeper:",
      "9 item Done led by Do not:",
      "15 item Last",
      "17 prose Quoted words.",
      "20 prose A note.",
    ]);
  });

  test("of a table are its rows, with escaped pipes inside cells", async () => {
    expect(await told("| A | B |\n| - | - |\n| a \\| b | `c` |\n| **d** | [e](f) |\n")).toEqual([
      "3 row a | b | \ue000c\ue001",
      "4 row d | e",
    ]);
  });

  test("of more than a thousand characters are left out, however the text goes on", async () => {
    expect(await told(`${"very long ".repeat(120)}. Short one.\n`)).toEqual(["1 prose Short one."]);
  });

  test("every span gives back the words it was read from", async () => {
    const text = "A [b](c) **d**. E f!\n\n- g\n  h\n- it. J\n\n| k | l |\n|---|---|\n| m | n |\n";
    const document = await parseTestDocument(text);

    expect([...listSentences(document)].map(({ start, end }) => text.slice(start, end))).toEqual([
      "A [b](c) **d**.",
      "E f!",
      "g\n  h",
      "it.",
      "J",
      "| m | n |",
    ]);
  });
});
