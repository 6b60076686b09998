/** Drafts as they are read for a merge: to the byte, or refused with one line. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  MAX_VARIANT_BYTES,
  detectCodeKind,
  readSourceDocument,
  readVariantFiles,
} from "../protocols/merge/files/read-variants.ts";

let dir = "";

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "dissent-variants-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, text: string | Uint8Array): string {
  mkdirSync(join(dir, name, ".."), { recursive: true });
  writeFileSync(join(dir, name), text);
  return name;
}

const read = (...paths: string[]) => readVariantFiles({ paths, cwd: dir, root: dir, deny: [] });

test("A3 a draft keeps its byte order mark, line ends and trailing white space", async () => {
  const text = "\ufeff# A\r\n\r\nWords.  \r\nMore\u00a0words\t\n\n";
  const paths = [file("bom.md", text), file("plain.md", "# B\n")];

  const { sources, warnings } = await read(...paths);

  expect(sources.map(({ id, title, text: kept }) => ({ id, title, kept }))).toEqual([
    { id: "variant-1", title: "bom.md", kept: text },
    { id: "variant-2", title: "plain.md", kept: "# B\n" },
  ]);
  expect(sources[0]?.bytes).toBe(Buffer.byteLength(text));
  expect(warnings).toEqual([]);
});

test("files of one name are told apart by their paths", async () => {
  const { sources } = await read(file("one/plan.md", "a"), file("two/plan.md", "b"));

  expect(sources.map(({ title }) => title)).toEqual(["one/plan.md", "two/plan.md"]);
});

test("what is not Markdown is warned of", async () => {
  const { warnings } = await read(file("notes.txt", "One.\n"), file("NOTES", "Two.\n"));

  expect(warnings).toEqual([
    "notes.txt is not Markdown, so it is merged by paragraphs",
    "NOTES is not Markdown, so it is merged by paragraphs",
  ]);
});

describe("refused", () => {
  const refused = async (paths: string[], code: string, message: string | RegExp) => {
    const thrown = await read(...paths).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code, hint: expect.any(String) });
    expect((thrown as Error).message).toMatch(message);
    expect((thrown as Error).message).not.toContain("\n");
  };
  const good = () => file("good.md", "# Good\n\nWords.\n");

  test("A2 fewer than two and more than ten", async () => {
    const many = Array.from({ length: 11 }, (_, index) => file(`v${index}.md`, `# ${index}\n`));

    await refused([good()], "usage", "A merge needs at least 2 files, got 1.");
    await refused(many, "usage", "A merge needs at most 10 files, got 11.");
  });

  test("a file that is not there, a directory, the same file twice, also by a link", async () => {
    mkdirSync(join(dir, "folder"), { recursive: true });
    symlinkSync(join(dir, good()), join(dir, "link.md"));

    await refused([good(), "none.md"], "file-unreadable", "There is no file none.md.");
    await refused([good(), "folder"], "file-unreadable", "folder is a directory, not a file.");
    await refused([good(), "./good.md"], "usage", "./good.md is named twice.");
    await refused([good(), "link.md"], "usage", "link.md is named twice.");
  });

  test("binary, not UTF-8, empty, too large", async () => {
    const late = Buffer.concat([Buffer.from("x".repeat(9000)), Buffer.from([0])]);

    await refused([good(), file("b.md", Uint8Array.of(1, 0, 2))], "file-unreadable", /is binary/);
    await refused([good(), file("late.md", late)], "file-unreadable", /is binary/);
    await refused([good(), file("l.md", Uint8Array.of(0xe9, 0x20))], "file-unreadable", /UTF-8/);
    await refused([good(), file("e.md", " \n\t\n")], "bad-brief", "e.md is empty.");
    await refused([good(), file("m.md", "\ufeff\n")], "bad-brief", "m.md is empty.");
    await refused(
      [good(), file("h.md", "x".repeat(MAX_VARIANT_BYTES + 1))],
      "file-too-large",
      /at most 4\.0 MiB are read/,
    );
  });

  test("files that no model may be sent", async () => {
    await refused([good(), file(".env.md", "A=1\n")], "unsafe-path", /never sent/);
    await refused([good(), file("secrets/x.md", "# x\n")], "unsafe-path", /never sent/);
    symlinkSync(join(dir, "secrets/x.md"), join(dir, "harmless.md"));
    await refused([good(), "harmless.md"], "unsafe-path", /never sent/);
  });

  test("code files, by name and by what is in them", async () => {
    await refused([good(), file("a.ts", "hello there\n")], "bad-brief", "a.ts is a program");
    await refused([good(), file("a.json", "{}")], "bad-brief", "a.json is data");
    await refused([good(), file("run", "#!/bin/sh\necho hi\n")], "bad-brief", "run is a program");
  });

  test("a control character in a name reaches no terminal", async () => {
    await refused([good(), "a\u001b[31m.md"], "file-unreadable", /^There is no file a\[31m\.md\.$/);
  });
});

test("the source that variants are measured against obeys the same rules", async () => {
  const where = { cwd: dir, root: dir, deny: [] };

  expect(await readSourceDocument(file("spec.md", "# Spec\n"), where)).toMatchObject({
    id: "source",
    title: "spec.md",
  });
  await expect(readSourceDocument(file("spec.py", "x"), where)).rejects.toMatchObject({
    code: "bad-brief",
  });
});

describe("prose and programs", () => {
  test.each([
    ["notes.txt", "Dear all,\n\nwe meet on Monday; bring the plan.\nImport duties were raised.\n"],
    ["letter", "If this is right, then we return to the plan.\nFor each of us it matters.\n"],
    ["list.txt", "- one\n- two;\n- three;\n- four;\nand words\nand more\nand more\n"],
    ["plan.md", "```ts\nconst a = 1;\nconst b = 2;\nconst c = 3;\nreturn a;\n```\n"],
  ])("%s is prose", (name, text) => {
    expect(detectCodeKind(name, text)).toBeUndefined();
  });

  test.each([
    ["a.txt", "import os\n\ndef main():\n    x = 1\n    return x\n\nmain()\n", "a program"],
    ["b", "int main(void) {\n  int x = 1;\n  return x;\n}\n", "a program"],
    ["c.txt", '{"a": [1, 2]}', "data"],
    ["d.text", "<!doctype html>\n<p>x</p>", "a page or a style sheet"],
    ["e.rst.php", "words", "a program"],
    ["f", "<?php echo 1;", "a program"],
  ])("%s is not", (name, text, kind) => {
    expect(detectCodeKind(name, text)).toBe(kind);
  });
});
