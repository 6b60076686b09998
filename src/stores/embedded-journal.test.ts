/** A journal inside another document comes out as it went in, and whoever damages it is found out. */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  formatJournalComment,
  findJournalInHtml,
  findJournalInMarkdown,
  formatJournalScript,
} from "./embedded-journal.ts";
import { readJournalFile } from "./journal-file.ts";

const words = fc.oneof(
  fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
  fc.constantFrom("-->", "--", "</script>", "<!--", "<SCRIPT>", "\u2028", '{"blob":', "é\u0000"),
);

/** A file with one text and lines that hold whatever was said. */
function writeJournalFile(said: readonly string[], text: string): string {
  const blob = JSON.stringify({ blob: hash("sha256", text), text });
  const lines = said.map((one, sequence) => JSON.stringify({ sequence, said: one }));
  return `${[blob, ...lines].join("\n")}\n`;
}

describe("in Markdown", () => {
  test("K9 whatever was said, it comes out as it went in, and nothing in it ends the comment", () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), words, (said, text) => {
        const file = writeJournalFile(said, text);
        const comment = formatJournalComment(file);
        const { around, journal } = findJournalInMarkdown(`# Record\n\n${comment}\n`);

        expect(around).toBe("# Record\n");
        expect(journal).toEqual(readJournalFile(file));
        expect(comment.slice(4, -3)).not.toContain("--");
      }),
    );
  });

  test("K9 a text without one has none, and what only speaks of one has none either", () => {
    for (const text of ["# Record\n", "`<!-- dissent-journal gzip base64 sha256:`\n"]) {
      expect(findJournalInMarkdown(text)).toEqual({ around: text, journal: undefined });
    }
  });

  test("K9 another spelling of the same bytes is refused, so that no byte can change unseen", () => {
    const comment = formatJournalComment(writeJournalFile(["x".repeat(400)], "y"));
    const page = `# R\n\n${comment}\n`;
    const spellings = [
      page.replace(/([A-Za-z0-9+/])\n([A-Za-z0-9+/])/, "$1$2\n"),
      page.replace("-->\n", "-->\n\n"),
      page.replace("\n-->", " \n-->"),
      page.replace(/sha256:(.)/, (_, digit: string) => `sha256:${digit === "0" ? "1" : "0"}`),
    ];

    for (const changed of spellings) {
      expect(changed).not.toBe(page);
      expect(findJournalInMarkdown(changed).journal).toContain("was changed");
    }
  });

  test("K9 bytes with the right hash that are no archive are refused, whatever they would unpack to", () => {
    const packed = Buffer.from("no archive");
    const head = `<!-- dissent-journal gzip base64 sha256:${hash("sha256", packed)}`;

    const { journal } = findJournalInMarkdown(
      `# R\n\n${head}\n${packed.toString("base64")}\n-->\n`,
    );

    expect(journal).toBe("the journal inside cannot be unpacked");
  });

  test("an archive that unpacks to more than any journal is not unpacked", () => {
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    const packed = Buffer.concat(Array.from({ length: 17 }, () => member));
    const lines = packed.toString("base64").match(/.{1,76}/g) ?? [];
    const head = `<!-- dissent-journal gzip base64 sha256:${hash("sha256", packed)}`;

    const { journal } = findJournalInMarkdown(`# R\n\n${[head, ...lines, "-->"].join("\n")}\n`);

    expect(journal).toBe("the journal inside cannot be unpacked");
  });
});

describe("in a page", () => {
  test("K9 K17 whatever was said, it comes out as it went in, and nothing in it ends the element", () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), words, (said, text) => {
        const file = readJournalFile(writeJournalFile(said, text));
        const page = `<p>before</p>${formatJournalScript(file)}<p>after</p>`;
        const { around, journal } = findJournalInHtml(page);

        expect(around).toBe("<p>before</p><p>after</p>");
        // in a page the lines are numbered among themselves
        const lineNumbers = file.lines.map((_, index) => index + 1);
        expect(journal).toEqual({ ...file, lineNumbers });
        expect(page.match(/<(?!\/?p>)/g)).toHaveLength(2);
      }),
    );
  });

  test("K9 what is no journal, or has a text under another hash, is refused in words", () => {
    const page = (content: string): string =>
      `<script type="application/x-dissent-journal+json">${content}</script>`;

    expect(findJournalInHtml(page("[]")).journal).toBe("what is inside is not a journal");
    expect(findJournalInHtml(page('{"lines":[1],"texts":{}}')).journal).toMatch(/not a journal/);
    expect(findJournalInHtml(page('{"lines":["a"],"texts":{"b":2}}')).journal).toMatch(
      /not a journal/,
    );
    expect(findJournalInHtml(page('{"lines":["a"],"texts":{"b":"c"}}')).journal).toMatch(
      /its hash b$/,
    );
    expect(findJournalInHtml("<p>none</p>").journal).toBeUndefined();
  });
});
