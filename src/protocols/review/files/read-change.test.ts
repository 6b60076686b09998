/** Changes of real repositories, read as `dissent review` reads them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createSource } from "../../../config/context/read-context.ts";
import { listSideLines, readChange } from "../change/change.ts";
import { findQuotedPlace } from "../change/find-place.ts";
import { parseDiff } from "../change/parse-diff.ts";
import { type ChangeWish, chooseChange } from "./choose-change.ts";
import { readChangedTexts, readMarkedFiles } from "./read-changed-files.ts";

let root = "";

function git(...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@b.c",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@b.c",
    },
  });
}

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function commit(message: string): void {
  git("add", "-A");
  git("commit", "-q", "-m", message);
}

const NOTHING: ChangeWish = { range: null, base: null, staged: false, pullRequest: null };

async function choose(wish: Partial<ChangeWish> = {}) {
  const chosen = await chooseChange({ cwd: root, env: process.env }, { ...NOTHING, ...wish });
  const { files, fault } = parseDiff(chosen.diff);
  const texts = await readChangedTexts({ cwd: root, env: process.env }, files, chosen.state);
  return { ...chosen, files, fault, texts };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "dissent-review-"));
  git("init", "-q", "-b", "main");
  write("a.txt", "one\ntwo\nthree\nfour\n");
  write("old name.txt", Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join(""));
  write("gone.txt", "farewell\n");
  commit("first");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("what is reviewed", () => {
  test("the working tree from where the branch left the default one, with new files and without ignored ones", async () => {
    git("checkout", "-q", "-b", "work");
    write("a.txt", "one\nTWO\nthree\nfour\n");
    commit("second");
    write("new.txt", "brand new\n");
    write(".gitignore", "secret.txt\n");
    write("secret.txt", "hidden\n");
    git("checkout", "-q", "main");
    write("b.txt", "only on main\n");
    git("add", "b.txt");
    git("commit", "-q", "-m", "elsewhere");
    git("checkout", "-q", "work");

    const { files, words, branch, texts } = await choose();

    expect(files.map(({ path, status }) => [path, status])).toEqual([
      [".gitignore", "added"],
      ["a.txt", "changed"],
      ["new.txt", "added"],
    ]);
    expect(words).toMatch(/^from [0-9a-f]{10}, where it left main, to the working tree$/);
    expect(branch).toBe("work");
    expect(texts.get(1)).toBe("one\nTWO\nthree\nfour\n");
    // the index is as it was
    expect(git("status", "--porcelain")).toContain("?? new.txt");
  });

  test("what is staged, and not what is only in the working tree", async () => {
    write("a.txt", "one\nstaged\nthree\nfour\n");
    git("add", "a.txt");
    write("a.txt", "one\nnot staged\nthree\nfour\n");

    const { texts, files } = await choose({ staged: true });

    expect(files).toHaveLength(1);
    expect(texts.get(0)).toBe("one\nstaged\nthree\nfour\n");
  });

  test("a range, a commit and the first commit of all", async () => {
    write("a.txt", "one\n2\nthree\nfour\n");
    commit("second");

    const range = await choose({ range: "HEAD~1..HEAD" });
    const one = await choose({ range: "HEAD" });
    const first = await choose({ range: "HEAD~1" });

    expect(range.files).toEqual(one.files);
    expect(one.texts.get(0)).toBe("one\n2\nthree\nfour\n");
    expect(first.files.map(({ status }) => status)).toEqual(["added", "added", "added"]);
  });

  test("a pull request of the origin, fetched without touching a branch", async () => {
    const origin = root;
    git("checkout", "-q", "-b", "theirs");
    write("a.txt", "one\ntheirs\nthree\nfour\n");
    commit("theirs");
    git("update-ref", "refs/pull/7/head", "HEAD");
    git("checkout", "-q", "main");
    root = mkdtempSync(join(tmpdir(), "dissent-clone-"));
    git("clone", "-q", origin, ".");

    const { texts, branch } = await choose({ pullRequest: "7" });

    expect(branch).toBe("pull request 7");
    expect(texts.get(0)).toBe("one\ntheirs\nthree\nfour\n");
    expect(git("branch", "--list").trim()).toBe("* main");
    rmSync(origin, { recursive: true, force: true });
  });

  test.each([
    [{ range: "--output=/tmp/x" }, /There is no commit/],
    [{ base: "nowhere" }, /There is no commit nowhere here/],
    [{ pullRequest: "1; rm" }, /takes the number of a pull request/],
  ])("%j is refused in one line", async (wish, words) => {
    await expect(choose(wish)).rejects.toThrow(words);
  });
});

describe("every kind of file", () => {
  test("renames, deletions, binary, mode, submodule, symbolic link, odd names", async () => {
    git("mv", "old name.txt", "new name.txt");
    write(
      "new name.txt",
      Array.from({ length: 12 }, (_, at) => `line ${at === 5 ? "5!" : at}\n`).join(""),
    );
    rmSync(join(root, "gone.txt"));
    write("picture.bin", Buffer.from([0, 1, 2, 3]));
    write('quo"te\t.txt', "odd\n");
    write("ünï.txt", "odd too\n");
    symlinkSync("/etc/passwd", join(root, "link"));
    git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
    git(
      "add",
      "-A",
      "--",
      "new name.txt",
      "gone.txt",
      "picture.bin",
      'quo"te\t.txt',
      "ünï.txt",
      "link",
    );
    git("commit", "-q", "-m", "all kinds");

    const { files, fault, texts } = await choose({ range: "HEAD" });
    const byPath = new Map(files.map((file) => [file.path, file]));

    expect(fault).toBeNull();
    expect(byPath.get("new name.txt")).toMatchObject({
      status: "renamed",
      oldPath: "old name.txt",
    });
    expect(byPath.get("gone.txt")).toMatchObject({ status: "deleted" });
    expect(byPath.get("picture.bin")).toMatchObject({ isBinary: true });
    expect(byPath.get("sub")).toMatchObject({ isSubmodule: true });
    expect(byPath.has('quo"te\t.txt')).toBe(true);
    expect(byPath.has("ünï.txt")).toBe(true);
    // nothing outside of the repository is read through a link
    expect([...texts.values()].join("")).not.toContain("root:");
    expect(texts.get(files.indexOf(byPath.get("ünï.txt")!))).toBe("odd too\n");
  });

  test("CRLF and a missing end of line are kept, and quotes are found all the same", async () => {
    write("dos.txt", "eins\r\nzwei\r\ndrei");
    commit("dos");
    write("dos.txt", "eins\r\nZWEI\r\ndrei");

    const { diff, texts, files } = await choose({ base: "HEAD" });
    const change = readChange(
      {
        sources: [
          createSource("change", "x", diff),
          createSource("file-1", "dos.txt", texts.get(0)!),
        ],
      },
      { include: [], marked: {} },
    );

    expect(files[0]?.hunks[0]?.lines.map(({ text }) => text)).toContain("ZWEI\r");
    expect(
      findQuotedPlace(change.files[0]!, { side: "new", first: 1, last: 1, quote: "ZWEI\ndrei" }),
    ).toMatchObject({ first: 2, last: 3, isMoved: true });
  });

  test("conflict markers are lines like others", async () => {
    write("a.txt", "one\n<<<<<<< HEAD\ntwo\n=======\nzwei\n>>>>>>> theirs\nthree\nfour\n");

    const { files, fault } = await choose({ base: "HEAD" });

    expect(fault).toBeNull();
    expect(files[0]?.hunks[0]?.lines.filter(({ sign }) => sign === "+")).toHaveLength(4);
  });

  test("what .gitattributes calls generated or vendored is known", async () => {
    const run = { cwd: root, env: process.env };
    const paths = ["gen/x.ts", "lib/y.ts", "a.txt"];
    write(".gitattributes", "gen/** linguist-generated\nlib/** linguist-vendored=true\n");
    commit("marks");
    write(".gitattributes", "* linguist-generated\n");

    expect(await readMarkedFiles(run, "HEAD", paths)).toEqual({
      "gen/x.ts": "generated",
      "lib/y.ts": "vendored",
    });
    // L1: a change that marks its own files does not hide them
    expect(await readMarkedFiles(run, "HEAD~1", paths)).toEqual({});
    expect(git("status", "--porcelain")).toBe(" M .gitattributes\n");
  });
});

describe("places", () => {
  test("L2 every line of a hunk has its number on each side", async () => {
    write("a.txt", "zero\none\nthree\nfour\nfive\n");
    const { diff, texts } = await choose({ base: "HEAD" });
    const { files } = readChange(
      {
        sources: [
          createSource("change", "x", diff),
          createSource("file-1", "a.txt", texts.get(0)!),
        ],
      },
      { include: [], marked: {} },
    );
    const [file] = files;

    expect(listSideLines(file!, "old").find(({ text }) => text === "two")).toEqual({
      number: 2,
      text: "two",
    });
    expect(listSideLines(file!, "new").find(({ text }) => text === "five")).toEqual({
      number: 5,
      text: "five",
    });
  });

  test("L2 of equal lines the one nearest to the named line is meant", () => {
    const diff = ["--- a/x", "+++ b/x", "@@ -0,0 +1,4 @@", "+same", "+a", "+same", "+b", ""].join(
      "\n",
    );
    const { files } = readChange(
      { sources: [createSource("change", "x", diff)] },
      { include: [], marked: {} },
    );

    expect(
      findQuotedPlace(files[0]!, { side: "new", first: 4, last: 4, quote: "same" }),
    ).toMatchObject({
      first: 3,
    });
  });

  test("L2 of a patch no quote reaches over lines that nobody knows", () => {
    const diff = [
      "--- a/x",
      "+++ b/x",
      "@@ -1,0 +1,1 @@",
      "+first",
      "@@ -50,0 +51,1 @@",
      "+last",
      "",
    ];
    const { files } = readChange(
      { sources: [createSource("change", "x", diff.join("\n"))] },
      { include: [], marked: {} },
    );
    const claimed = { side: "new" as const, first: 1, last: 2, quote: "first\nlast" };

    expect(findQuotedPlace(files[0]!, claimed)).toBeNull();
  });
});

describe("patches of anyone", () => {
  test.each([
    ["a hunk that is cut off", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n", /cut off/],
    [
      "a combined diff",
      "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n",
      /combined diff/,
    ],
    ["a hunk without a file", "@@ -1,1 +1,1 @@\n-a\n+b\n", /before any file/],
  ])("%s is named", (_what, diff, words) => {
    expect(parseDiff(diff).fault).toMatch(words);
  });

  test("a plain diff -u with times, and text around it", () => {
    const diff = [
      "Subject: a mail",
      "--- x.c\t2026-01-01 00:00:00",
      "+++ x.c\t2026-01-02 00:00:00",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      "-- ",
      "2.40",
    ].join("\n");

    expect(parseDiff(diff)).toMatchObject({
      fault: null,
      files: [{ path: "x.c", hunks: [{ lines: [{ sign: "-" }, { sign: "+" }] }] }],
    });
  });

  test("a removed line that looks like a header is a line", () => {
    const diff = [
      "--- a/x",
      "+++ b/x",
      "@@ -1,2 +1,1 @@",
      "--- a/y",
      "-@@ -1 +1 @@",
      "+++ b/y",
      "",
    ].join("\n");

    expect(parseDiff(diff).files).toMatchObject([
      { hunks: [{ lines: [{ text: "-- a/y" }, {}, { text: "++ b/y" }] }] },
    ]);
  });
});
