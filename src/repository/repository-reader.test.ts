import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import {
  GIT_ENVIRONMENT,
  makeRepository,
  type TestRepository,
} from "../../test/support/documents/repositories.ts";
import type { Json } from "../domain/json.ts";
import {
  MOST_REQUESTS,
  type RepositoryFilesAnswer,
  type RepositoryFilesRequest,
  type RepositoryIndexAnswer,
  type WantedFile,
} from "../evidence/repository-request.ts";
import { createRedactor } from "../text/redact.ts";
import { createRepositoryReader } from "./repository-reader.ts";

const REDACT = createRedactor({});

function createTestReader(dir: string, deny: readonly string[] = []) {
  return createRepositoryReader({
    dir,
    env: GIT_ENVIRONMENT,
    deny: async () => deny,
    redact: REDACT,
  });
}

function file(what: string): WantedFile {
  return { kind: "file", what, within: "" };
}

function search(what: string, within = ""): WantedFile {
  return { kind: "search", what, within };
}

function regex(what: string): WantedFile {
  return { kind: "regex", what, within: "" };
}

interface LookedUp extends RepositoryFilesAnswer {
  readonly texts: Readonly<Record<string, string>>;
  readonly titles: readonly string[];
  /** What was refused, as one line each. */
  readonly no: readonly string[];
}

async function ask(
  { dir }: Pick<TestRepository, "dir">,
  wanted: readonly WantedFile[] | readonly (readonly WantedFile[])[],
  changes: Partial<RepositoryFilesRequest> & { readonly deny?: readonly string[] } = {},
): Promise<LookedUp> {
  const { deny, ...rest } = changes;
  const seats = wanted.every((one) => Array.isArray(one)) ? wanted : [wanted];
  const request = {
    kind: "repository-files",
    revision: null,
    commit: null,
    wanted: seats,
    bytes: 120_000,
    bytesEach: 60_000,
    prefix: "repo",
    summary: "repo",
    given: [],
    ...rest,
  };
  const { answer, sources } = await createTestReader(dir, deny)(request as unknown as Json);
  const found = answer as unknown as RepositoryFilesAnswer;
  return {
    ...found,
    texts: Object.fromEntries(sources.map(({ id, text }) => [id, text])),
    titles: sources.slice(1).map(({ id, title }) => `${id} ${title}`),
    no: found.refused.map(({ what, why }) => `${what}: ${why}`),
  };
}

async function readRepositoryIndex(
  { dir }: Pick<TestRepository, "dir">,
  revision: string | null = null,
): Promise<RepositoryIndexAnswer> {
  const { answer } = await createTestReader(dir)({ kind: "repository-index", revision });
  return answer as unknown as RepositoryIndexAnswer;
}

function numbered(count: number, stem = "line"): string {
  return Array.from({ length: count }, (_, index) => `${stem} ${index + 1}\n`).join("");
}

describe("the index", () => {
  test("lists what Git tracks, by folder and with sizes", async () => {
    const repository = makeRepository({ "README.md": "hello\n", "src/deep/a.ts": "x\n" });
    repository.write("untracked.txt", "nobody asked for this");

    const index = await readRepositoryIndex(repository);

    expect(index.tree).toBe("README.md 6 bytes\nsrc/\nsrc/deep/\n  a.ts 2 bytes");
    expect(index.files).toBe(2);
    expect(index.commit).toBe(repository.git("rev-parse", "HEAD").trim());
  });

  test("RT1 leaves out links, submodules, ignored files and credentials", async () => {
    const inner = makeRepository({ "inside.txt": "x" });
    const repository = makeRepository({
      "a.txt": "a",
      ".env": "KEY=1",
      "certs/site.pem": "x",
      "gcp-credentials.json": "{}",
      ".gitignore": "*.log\n",
      "built.log": "added all the same",
    });
    symlinkSync("/etc/passwd", join(repository.dir, "link.txt"));
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub");
    const head = repository.commit();

    for (const revision of [null, head]) {
      const { tree } = await readRepositoryIndex(repository, revision);
      expect(tree.replaceAll(/ \d+ bytes/g, "").split("\n")).toEqual([
        ".gitignore",
        ".gitmodules",
        "a.txt",
      ]);
    }
  });

  test("sums up folders that do not fit, and a request can list one of them", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [
        `generated/things/file-with-a-long-name-${at}.txt`,
        "x",
      ]),
    );
    const repository = makeRepository({ ...many, "src/a.ts": "a" });

    const { tree } = await readRepositoryIndex(repository);
    const { texts, given } = await ask(repository, [
      { kind: "folder", what: "generated/things/", within: "" },
    ]);

    expect(tree.length).toBeLessThan(20_000);
    expect(tree).toContain("generated/things/ (900 files, 900 bytes, not listed)");
    expect(tree).toContain("src/\n  a.ts 1 bytes");
    expect(given[0]).toMatchObject({ kind: "folder", of: 900 });
    expect(texts["repo-1"]).toContain("generated/things/file-with-a-long-name-0.txt 1 bytes");
    expect(texts["repo-1"]).toMatch(/\(and \d+ more files\)$/);
  });

  test("of a commit is that commit's, whatever lies on disk", async () => {
    const repository = makeRepository({ "a.txt": "old\n" });
    const old = repository.git("rev-parse", "HEAD").trim();
    repository.write("b.txt", "new\n");
    repository.commit();
    rmSync(join(repository.dir, "a.txt"));

    expect((await readRepositoryIndex(repository, old)).tree).toBe("a.txt 4 bytes");
    expect((await readRepositoryIndex(repository, "main")).tree).toBe(
      "a.txt 4 bytes\nb.txt 4 bytes",
    );
    expect((await readRepositoryIndex(repository)).tree).toBe("a.txt (not on disk)\nb.txt 4 bytes");
  });

  test("of a repository without a commit is its working tree", async () => {
    const repository = makeRepository();
    repository.write("a.txt", "a");
    repository.git("add", "a.txt");

    expect(await readRepositoryIndex(repository)).toEqual({
      commit: null,
      files: 1,
      tree: "a.txt 1 bytes",
    });
  });

  test("of a folder that is no checkout, or of a commit that is not there, is one plain line", async () => {
    const dir = mkdtempSync(join(tmpdir(), "dissent-none-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));

    await expect(readRepositoryIndex({ dir })).rejects.toThrow(`${dir} is not in a Git checkout.`);
    const repository = makeRepository({ a: "a" });
    for (const revision of ["nowhere", "--output=x", "a b", "HEAD~7"]) {
      await expect(readRepositoryIndex(repository, revision)).rejects.toThrow(
        `The repository has no commit ${revision}.`,
      );
    }
  });
});

describe("files", () => {
  test("come whole or in lines, joined where they meet, each under an id of its own", async () => {
    const repository = makeRepository({ "a.ts": numbered(300), "b.ts": "one\ntwo" });

    const found = await ask(repository, [
      [file("a.ts:10-12"), file("b.ts")],
      [file("a.ts:11-20"), file("./a.ts:100")],
    ]);

    expect(found.titles).toEqual([
      "repo-1 a.ts lines 10-20 of 300",
      "repo-2 a.ts line 100 of 300",
      "repo-3 b.ts all 2 lines",
    ]);
    expect(found.texts["repo-1"]).toBe(numbered(20).split("\n").slice(9, 20).join("\n"));
    expect(found.texts["repo-3"]).toBe("one\ntwo");
    expect(found.texts["repo"]).toMatch(/^From the working tree on commit [0-9a-f]{12}, as far/);
    expect(found.texts["repo"]).toContain("repo-1: a.ts, lines 10-20 of 300");
    expect(found.no).toEqual([]);
  });

  test("nobody wants are none, and nothing is said of them", async () => {
    const repository = makeRepository({ a: "a" });

    expect(await ask(repository, [[], []])).toMatchObject({ given: [], refused: [], texts: {} });
  });

  test("outside of the repository are refused, however they are written", async () => {
    const repository = makeRepository({ "src/a.ts": "a" });
    const ways = ["../secret", "/etc/passwd", "src/../../x", "C:\\x", "src\\..\\..\\x"];

    const { no, given } = await ask(repository, ways.map(file));

    expect(given).toEqual([]);
    expect(no).toEqual(ways.map((way) => `${way}: it lies outside of the repository`));
  });

  test("that are not there are one plain line", async () => {
    const repository = makeRepository({ "src/a.ts": "a\nb\n" });
    repository.write("untracked.txt", "x");

    const { no } = await ask(repository, [
      file("src/b.ts"),
      file("untracked.txt"),
      file("src/a.ts:90-99"),
      search("x", "nowhere"),
      { kind: "folder", what: "lib", within: "" },
    ]);

    expect(no).toEqual([
      "src/b.ts: Git tracks no file of that name",
      "untracked.txt: Git tracks no file of that name",
      "src/a.ts, lines 90-99: it has 2 lines",
      '"x" in nowhere: Git tracks no file of that name',
      "lib: Git tracks no file of that name",
    ]);
  });

  test("RT1 links, submodules, ignored files, credentials and denied ones are refused, with the reason", async () => {
    const inner = makeRepository({ "inside.txt": "x" });
    const repository = makeRepository({
      ".env.local": "KEY=1",
      "deploy/ID_RSA": "x",
      ".gitignore": "*.log\n",
      "built.log": "x",
      "salaries.csv": "x",
    });
    symlinkSync("/etc/passwd", join(repository.dir, "link.txt"));
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub");
    const head = repository.commit();
    const wanted = [".env.local", "deploy/ID_RSA", "built.log", "link.txt", "sub/inside.txt"];

    for (const revision of [null, head]) {
      const { no, given } = await ask(repository, [...wanted, "salaries.csv"].map(file), {
        revision,
        commit: head,
        deny: ["*.csv"],
      });
      expect(given).toEqual([]);
      expect(no).toEqual([
        ".env.local: files like it are never sent (.env*)",
        "deploy/ID_RSA: files like it are never sent (id_rsa*)",
        "built.log: Git ignores it",
        "link.txt: it is a symbolic link",
        "sub/inside.txt: it is a submodule",
        "salaries.csv: files like it are never sent (*.csv)",
      ]);
    }
  });

  test("RL1 a link that took the place of a file or folder is not followed", async () => {
    const outside = mkdtempSync(join(tmpdir(), "dissent-outside-"));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    writeFileSync(join(outside, "a.ts"), "the secret of another folder\n");
    const repository = makeRepository({ "src/a.ts": "mine\n", "b.ts": "mine\n" });
    renameSync(join(repository.dir, "src"), join(outside, "was"));
    symlinkSync(outside, join(repository.dir, "src"));
    rmSync(join(repository.dir, "b.ts"));
    symlinkSync(join(outside, "a.ts"), join(repository.dir, "b.ts"));

    const { no, texts } = await ask(repository, [
      file("src/a.ts"),
      file("b.ts"),
      search("secret of another"),
    ]);

    expect(no).toEqual(["src/a.ts: a symbolic link leads to it", "b.ts: it is a symbolic link"]);
    expect(texts["repo-1"]).toBe('"secret of another": 0 lines');
  });

  test("RL1 a pipe in the place of a file is not waited for", async () => {
    const repository = makeRepository({ "a.ts": "mine\n" });
    rmSync(join(repository.dir, "a.ts"));
    execFileSync("mkfifo", [join(repository.dir, "a.ts")]);

    expect((await ask(repository, [file("a.ts")])).no).toEqual(["a.ts: it is not a plain file"]);
  });

  test("RL2 binary, other encodings, huge ones, empty ones and private keys are refused", async () => {
    const repository = makeRepository({
      "logo.png": Buffer.from([0x89, 0x50, 0, 1]),
      "latin.txt": Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      "huge.txt": Buffer.alloc(9 * 1024 * 1024, "a\n"),
      "empty.txt": "",
      "notes.txt": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n",
    });
    const head = repository.git("rev-parse", "HEAD").trim();

    for (const revision of [null, head]) {
      const { no } = await ask(
        repository,
        ["logo.png", "latin.txt", "huge.txt:1-2", "empty.txt", "notes.txt"].map(file),
        { revision, commit: head },
      );
      expect(no).toEqual([
        "logo.png: it is binary",
        "latin.txt: it is not text in UTF-8",
        "huge.txt: it is larger than 8 MB",
        "empty.txt: it is empty",
        "notes.txt: it holds a private key",
      ]);
    }
  });

  test("RL3 a secret is taken out of its line, and counted", async () => {
    const key = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const repository = makeRepository({ "ci.yml": `name: x\ntoken: ${key}\nlast: y\n` });

    const found = await ask(repository, [file("ci.yml"), search("token")]);

    expect(JSON.stringify(found)).not.toContain(key);
    expect(found.texts["repo-1"]).toBe("name: x\ntoken: [redacted]\nlast: y");
    expect(found.texts["repo-2"]).toBe('"token": 1 line\nci.yml:2: token: [redacted]');
    expect(found.texts["repo"]).toContain("all 3 lines; a secret was taken out of 1 line");
  });

  test("keep their carriage returns, and names with odd characters", async () => {
    const odd = 'a "b"\n c\u202e.ts';
    const repository = makeRepository({
      "dos.txt": "one\r\ntwo\r\n",
      [odd]: "x\n",
      "a:1-2": "y\n",
    });
    const { tree } = await readRepositoryIndex(repository);
    const [listed = ""] = tree.split("\n").filter((line) => line.startsWith('"'));
    const name = listed.slice(0, listed.lastIndexOf('"') + 1);

    const found = await ask(repository, [file("dos.txt"), file(name), file("a:1-2")]);

    expect(name).toBe(String.raw`"a \"b\"\n c\u202e.ts"`);
    expect(found.no).toEqual([]);
    expect(Object.values(found.texts).slice(1).toSorted()).toEqual(["one\r\ntwo\r", "x", "y"]);
    expect(JSON.stringify(found.given)).not.toContain("\u202e");
  });

  test("of a commit are read from Git, and of the working tree from disk", async () => {
    const repository = makeRepository({ "a.txt": "committed\n" });
    const head = repository.git("rev-parse", "HEAD").trim();
    repository.write("a.txt", "changed\n");

    const at = async (revision: string | null): Promise<string | undefined> =>
      (await ask(repository, [file("a.txt")], { revision, commit: head })).texts["repo-1"];
    expect(await at(null)).toBe("changed");
    expect(await at("HEAD")).toBe("committed");
    // the branch moves on; the commit of the index is still the one that is read
    repository.commit();
    expect(await at("HEAD")).toBe("committed");
  });

  test("RP2 are never read from another repository", async () => {
    const repository = makeRepository({ "a.txt": "mine\n" });
    const commit = "1234567890".repeat(4);

    await expect(ask(repository, [file("a.txt")], { commit })).rejects.toThrow(
      "This debate reads files on commit 123456789012, and the repository here does not have it.",
    );
    await expect(ask(repository, [file("a.txt")], { commit, revision: "main" })).rejects.toThrow(
      `The repository has no commit ${commit}.`,
    );
  });

  test("RP1 nothing of the repository is run, and nothing is written", async () => {
    const repository = makeRepository({
      "a.txt": "x\n",
      ".gitattributes": "*.txt diff=bad filter=bad\n",
    });
    const proof = join(repository.dir, "..", `proof-${Date.parse("2026-01-01")}-${process.pid}`);
    for (const name of ["core.fsmonitor", "diff.bad.textconv", "filter.bad.smudge", "core.pager"])
      repository.git("config", name, `touch ${proof}; cat`);
    mkdirSync(join(repository.dir, ".git/hooks"), { recursive: true });
    const before = repository.git("count-objects", "-v");

    await readRepositoryIndex(repository);
    await ask(repository, [file("a.txt"), search("x"), regex("x+")]);
    await ask(repository, [file("a.txt"), search("x")], {
      revision: "HEAD",
      commit: repository.git("rev-parse", "HEAD").trim(),
    });

    expect(() => execFileSync("ls", [proof], { stdio: "pipe" })).toThrow();
    expect(repository.git("count-objects", "-v")).toBe(before);
  });
});

describe("searches", () => {
  const FILES = {
    "src/a.ts": "retry(1)\nother\n",
    "src/b.ts": "retry(2)\nretry.x\n",
    "docs/c.md": "retry(3)\n",
    ".env": "retry(secret)\n",
  };

  test("find words as they are written, in the files that may be shown", async () => {
    const { texts, titles } = await ask(makeRepository(FILES), [
      search("retry("),
      search("retry(", "src"),
      search("retry(", "src/b.ts"),
      search("nowhere"),
      regex(String.raw`retry\(\d\)`),
    ]);

    expect(titles).toEqual([
      'repo-1 "retry("',
      'repo-2 "retry(" in src',
      'repo-3 "retry(" in src/b.ts',
      'repo-4 "nowhere"',
      String.raw`repo-5 /retry\(\d\)/`,
    ]);
    expect(texts["repo-1"]).toBe(
      '"retry(": 3 lines\ndocs/c.md:1: retry(3)\nsrc/a.ts:1: retry(1)\nsrc/b.ts:1: retry(2)',
    );
    expect(texts["repo-2"]).toContain("2 lines");
    expect(texts["repo-3"]).toBe('"retry(" in src/b.ts: 1 line\nsrc/b.ts:1: retry(2)');
    expect(texts["repo-4"]).toBe('"nowhere": 0 lines');
    expect(texts["repo-5"]).toContain("3 lines");
  });

  test("work at a commit as well, and never look at what is not in it", async () => {
    const repository = makeRepository(FILES);
    const commit = repository.git("rev-parse", "HEAD").trim();
    repository.write("src/d.ts", "retry(4)\n");
    repository.commit();

    const { texts } = await ask(repository, [search("retry(")], { revision: commit, commit });

    expect(texts["repo-1"]).toContain('"retry(": 3 lines\n');
  });

  test("that are no expressions, too long or of several lines are refused", async () => {
    const long = "x".repeat(101);
    const { no } = await ask(makeRepository(FILES), [
      regex("retry("),
      search(long),
      search("a\nb"),
    ]);

    expect(no).toEqual([
      "/retry(/: the expression cannot be read",
      `"${long}": only up to 100 characters on one line can be searched for`,
      '"a b": only up to 100 characters on one line can be searched for',
    ]);
  });

  test("cannot smuggle options or places to Git", async () => {
    const repository = makeRepository(FILES);
    const { texts, no } = await ask(repository, [
      search("--open-files-in-pager=touch /tmp/x"),
      search("retry(", ":(exclude)src"),
      search("retry(", "--cached"),
      search("-e"),
    ]);

    expect(texts["repo-1"]).toBe('"--open-files-in-pager=touch /tmp/x": 0 lines');
    expect(texts["repo-2"]).toBe('"-e": 0 lines');
    expect(no).toHaveLength(2);
  });

  test("an expression that would take forever ends", { timeout: 60_000 }, async () => {
    const repository = makeRepository({ "a.txt": `${"a".repeat(5_000)}b\n`.repeat(50) });

    const { no, texts } = await ask(repository, [regex("^(a|aa)+$"), regex("^(a+)+$")]);

    expect(no.length + Object.keys(texts).length).toBeGreaterThanOrEqual(2);
  });

  test("that find too much are cut, and say so", async () => {
    const repository = makeRepository({ "a.txt": numbered(500) });

    const { texts, given } = await ask(repository, [search("line")]);

    expect(given[0]).toMatchObject({ of: 500 });
    expect(texts["repo-1"]?.split("\n")).toHaveLength(42);
    expect(texts["repo-1"]).toMatch(/\(and 460 more\)$/);
  });
});

describe("searches that find a lot", () => {
  const long = (words: string, lines: number): string =>
    Array.from({ length: lines }, (_, index) => `${words} ${index}\n`).join("");
  const paths = (text = ""): string[] =>
    [...text.matchAll(/^(\S+):\d+: /gm)].map(([, path]) => path ?? "");

  test("show the program before its tests, and some lines of each file", async () => {
    const repository = makeRepository({
      "app/a_test.go": long("call", 30),
      "src/big.go": long("call", 60),
      "src/small.go": long("call", 3),
      "tests/all.go": long("call", 30),
    });

    const { texts } = await ask(repository, [search("call")]);

    const shown = paths(texts["repo-1"]);
    expect(shown).toHaveLength(40);
    expect(shown.filter((path) => path === "src/small.go")).toHaveLength(3);
    expect(shown.filter((path) => path === "src/big.go")).toHaveLength(37);
    expect(texts["repo-1"]).toMatch(/\(and 83 more\)$/);
  });

  test("do not show again what another search shows", async () => {
    const repository = makeRepository({ "a.go": long("call", 10), "b.go": "call 0 other\n" });

    const { texts } = await ask(repository, [[search("call")], [regex("call \\d")]]);

    expect(paths(texts["repo-1"])).toHaveLength(11);
    expect(texts["repo-2"]).toBe("/call \\d/: 11 lines\n(and 11 that another search shows)");
  });
});

describe("budgets", () => {
  test("RA1 RA2 each has their own, and all have one together, taken in turn", async () => {
    const repository = makeRepository({
      "a.txt": numbered(200, "alpha"),
      "b.txt": numbered(200, "bravo"),
      "c.txt": numbered(200, "charl"),
    });
    const wanted = [
      [file("a.txt:1-100"), file("c.txt")],
      [file("b.txt:1-100")],
      [file("a.txt:1-100")],
    ];

    const { given, no } = await ask(repository, wanted, { bytes: 2_500, bytesEach: 1_500 });

    expect(given.map(({ what, from, to }) => `${what}:${from}-${to}`)).toEqual([
      "a.txt:1-100",
      "b.txt:1-100",
      expect.stringMatching(/^c\.txt:1-\d+$/) as string,
    ]);
    expect(no).toEqual([
      expect.stringMatching(
        /^c\.txt, lines \d+-200: more bytes than (?:one participant can ask for|all participants)/,
      ) as string,
    ]);
    expect(given.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(2_500);
  });

  test("RA3 a large file is given as far as it goes, and what is left out is said", async () => {
    const repository = makeRepository({ "big.txt": numbered(5_000) });

    const { given, no, texts } = await ask(repository, [file("big.txt")], { bytesEach: 1_000 });

    const to = given[0]?.to ?? 0;
    expect(to).toBeGreaterThan(50);
    expect(no).toEqual([
      `big.txt, lines ${to + 1}-5000: more bytes than one participant can ask for`,
    ]);
    expect(texts["repo"]).toContain("Asked for and not shown:\nbig.txt, lines");
  });

  test("RA3 only so many requests of each count", async () => {
    const repository = makeRepository({ "a.txt": numbered(99) });
    const wanted = Array.from({ length: MOST_REQUESTS + 2 }, (_, at) =>
      file(`a.txt:${5 * at + 1}`),
    );

    const { given, no } = await ask(repository, wanted);

    expect(given).toHaveLength(MOST_REQUESTS);
    expect(no).toEqual([
      "a.txt:61: only the first 12 requests of each participant count",
      "a.txt:66: only the first 12 requests of each participant count",
    ]);
  });

  test("the second time only what is new is given, under new ids", async () => {
    const repository = makeRepository({ "a.txt": numbered(50), "b.txt": "b\n" });
    const first = await ask(repository, [file("a.txt:1-10")]);

    const second = await ask(repository, [file("a.txt:5-20"), file("b.txt")], {
      given: first.given,
      summary: "repo-again",
    });

    expect(second.titles).toEqual(["repo-2 a.txt lines 11-20 of 50", "repo-3 b.txt its one line"]);
    expect(Object.keys(second.texts)).toEqual(["repo-again", "repo-2", "repo-3"]);
  });
});

test("words of a model come back on one plain line", async () => {
  const { no, texts } = await ask(makeRepository({ a: "a" }), [
    file(`nope\n\u001b[31m${"x".repeat(400)}`),
  ]);

  expect(no[0]).toMatch(/^nope \[31mx{100,160}…: Git tracks no file of that name$/);
  expect(texts["repo"]?.split("\n")).toHaveLength(4);
});
