import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { SetupError } from "../../errors.ts";
import {
  type ContextReadResult,
  type ContextRules,
  readContextSources,
  type WantedContext,
} from "./read-context.ts";

const RULES: ContextRules = { include: [], deny: [], maxBytes: 2 * 1024 * 1024 };
let folder: string;
let project: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dissent-context-"));
  project = join(folder, "project");
  mkdirSync(project);
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

function write(name: string, content: string | Uint8Array = `${name}\n`): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), content);
}

function fromBrief(path: string): WantedContext {
  return { path, from: project, within: [project], where: "x.md:4:1" };
}

function fromPerson(path: string): WantedContext {
  return { path, from: project, within: null, where: "" };
}

function read(wanted: readonly WantedContext[], rules = RULES): Promise<ContextReadResult> {
  return readContextSources(wanted, rules, project);
}

async function titles(wanted: readonly WantedContext[], rules = RULES): Promise<readonly string[]> {
  return (await read(wanted, rules)).sources.map(({ id, title }) => `${id} ${title}`);
}

async function refusal(
  wanted: WantedContext,
  rules = RULES,
): Promise<{ code: string; message: string }> {
  const error: unknown = await read([wanted], rules).catch((thrown: unknown) => thrown);
  if (!(error instanceof SetupError)) throw new Error(`No refusal: ${JSON.stringify(error)}`);
  expect(error.hint).toMatch(/^[A-Z].*\.$/);
  return { code: error.code, message: error.message };
}

describe("sources", () => {
  test("are numbered as they are given, each file once", async () => {
    write("b.md");
    write("a.md");
    symlinkSync("a.md", join(project, "again.md"));

    const wanted = ["b.md", "a.md", "./b.md", "again.md", "*.md"].map(fromPerson);

    expect(await titles(wanted)).toEqual(["S1 b.md", "S2 a.md"]);
  });

  test("of a pattern come in the order of their names", async () => {
    write("docs/b.md");
    write("docs/a.md");
    write("docs/deep/c.md");
    write("docs/x.txt");

    expect(await titles([fromPerson("docs/*.md")])).toEqual(["S1 docs/a.md", "S2 docs/b.md"]);
    expect(await titles([fromPerson("docs/**/*.md")])).toEqual([
      "S1 docs/a.md",
      "S2 docs/b.md",
      "S3 docs/deep/c.md",
    ]);
    expect(await titles([fromPerson("docs/**")])).toHaveLength(4);
  });

  test("may have a star in their names", async () => {
    write("a*.md");
    write("ab.md");

    expect(await titles([fromPerson("a*.md")])).toEqual(["S1 a*.md"]);
  });

  test("lose null characters and nothing else", async () => {
    write("a.md", `${"x".repeat(9000)}\0\u001b[1m\r\n`);

    const { sources } = await read([fromPerson("a.md")]);

    expect(sources[0]?.text.slice(9000)).toBe("\u001b[1m\r\n");
  });
});

describe("what a pattern meets", () => {
  test("and may not be sent is skipped, with the reason", async () => {
    write("docs/a.md");
    write("docs/.env");
    write("docs/.hidden.md");
    write("docs/site.pem");
    write("docs/secrets/b.md");
    write("docs/node_modules/m/README.md");
    write("docs/logo.png", Buffer.from([0x89, 0, 1]));
    symlinkSync("/etc/hostname", join(project, "docs/host.md"));

    const { sources, skipped } = await read([fromBrief("docs/**")]);

    expect(sources.map(({ title }) => title)).toEqual(["docs/a.md"]);
    expect(skipped.toSorted()).toEqual([
      "docs/.env: never sent (.env*)",
      "docs/.hidden.md: hidden",
      "docs/host.md: lies outside the project",
      "docs/logo.png: is binary, not text",
      "docs/node_modules: never sent (node_modules/**)",
      "docs/secrets: never sent (**/secrets/**)",
      "docs/site.pem: never sent (*.pem)",
    ]);
  });

  test("when it is nothing is a mistake", async () => {
    expect(await refusal(fromBrief("dcos/*.md"))).toEqual({
      code: "file-unreadable",
      message: "x.md:4:1 No file fits dcos/*.md.",
    });
  });
});

describe("a named file", () => {
  test.each([".env", "deploy/.env.production", "certs/site.PEM", "app/secrets/x.md", ".npmrc"])(
    "%s is refused with the reason",
    async (name) => {
      write(name);

      const { code, message } = await refusal(fromPerson(name));

      expect(code).toBe("unsafe-path");
      expect(message).toMatch(/is never sent to a model: it fits /);
    },
  );

  test("that the project forbids is refused", async () => {
    write("hr/salaries.md");

    expect(
      (await refusal(fromPerson("hr/salaries.md"), { ...RULES, deny: ["hr/**"] })).message,
    ).toBe("hr/salaries.md is never sent to a model: it fits hr/**.");
  });

  test("that is a link to a forbidden one is refused", async () => {
    write(".env");
    symlinkSync(".env", join(project, "notes.md"));

    expect((await refusal(fromPerson("notes.md"))).code).toBe("unsafe-path");
  });

  test("may be outside the project only when the person names it", async () => {
    writeFileSync(join(folder, "outside.md"), "out");
    symlinkSync(join(folder, "outside.md"), join(project, "inside.md"));

    for (const path of ["../outside.md", join(folder, "outside.md"), "inside.md"]) {
      expect((await refusal(fromBrief(path))).message, path).toMatch(
        /^x\.md:4:1 .* lies outside the project\.$/,
      );
    }
    expect(await titles([fromPerson("../outside.md")])).toHaveLength(1);
  });

  test("that is missing or a directory is named with where it was asked for", async () => {
    mkdirSync(join(project, "docs"));

    expect((await refusal(fromBrief("none.md"))).message).toBe(
      "x.md:4:1 There is no file none.md.",
    );
    expect((await refusal(fromPerson("docs"))).message).toBe("docs is a directory, not a file.");
  });

  test("of ten megabytes gives one clear line", async () => {
    write("big.md", "x".repeat(10 * 1024 * 1024));

    expect(await refusal(fromPerson("big.md"))).toEqual({
      code: "file-too-large",
      message: "big.md has 10.0 MiB; context files may have 2.0 MiB in all.",
    });
  });
});

test("files that are too large together are refused at the one that is too much", async () => {
  write("a.md", "x".repeat(700));
  write("b.md", "x".repeat(700));

  expect(await refusal(fromPerson("*.md"), { ...RULES, maxBytes: 1000 })).toEqual({
    code: "file-too-large",
    message:
      "b.md has 700 bytes; context files may have 1000 bytes in all, of which 700 bytes are taken.",
  });
});

describe("earlier decisions", () => {
  const known: ContextRules = {
    ...RULES,
    readDecision: async (reference) => {
      if (reference === "x") return { title: "decision sync-x", text: "Question: which?\n" };
      throw new SetupError("unknown-debate", "There is no such debate.", { hint: "Look." });
    },
  };

  test("CX3 are sources among the files, in their order, each once", async () => {
    write("a.md");
    write("b.md");
    const wanted = [
      fromBrief("a.md"),
      fromBrief("debate:x"),
      fromPerson("debate:x"),
      fromPerson("b.md"),
    ];

    expect(await titles(wanted, known)).toEqual(["S1 a.md", "S2 decision sync-x", "S3 b.md"]);
    expect((await read(wanted, known)).sources[1]).toMatchObject({
      text: "Question: which?\n",
      bytes: 17,
    });
  });

  test("CX3 an unknown one is refused where it is written, also where no debates are known", async () => {
    expect(await refusal(fromBrief("debate:y"), known)).toEqual({
      code: "unknown-debate",
      message: "x.md:4:1 There is no such debate.",
    });
    expect(await refusal(fromPerson("debate:x"))).toEqual({
      code: "unknown-debate",
      message: "debate:x names a debate, but this project has none.",
    });
  });

  test("CX3 count among the bytes that may be sent", async () => {
    write("a.md", "a".repeat(10));

    expect(await refusal(fromPerson("debate:x"), { ...known, maxBytes: 16 })).toMatchObject({
      code: "file-too-large",
    });
    const both = read([fromPerson("debate:x"), fromPerson("a.md")], { ...known, maxBytes: 26 });
    await expect(both).rejects.toMatchObject({ code: "file-too-large" });
  });

  test("CX3 a file of such a name is meant with ./ before it", async () => {
    write("debate:x", "a file\n");

    expect(await titles([fromPerson("./debate:x")], known)).toEqual(["S1 debate:x"]);
  });
});
