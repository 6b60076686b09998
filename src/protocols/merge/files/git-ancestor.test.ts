import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { findCommitDates, findGitAncestor } from "./git-ancestor.ts";

const made: string[] = [];

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "dissent-git-"));
  made.push(path);
  return path;
}

function git(cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: cwd,
    GIT_AUTHOR_NAME: "t",
    GIT_AUTHOR_EMAIL: "t@example.org",
    GIT_COMMITTER_NAME: "t",
    GIT_COMMITTER_EMAIL: "t@example.org",
    GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: "pipe" });
}

/** A repository with `plan.md` on two branches that went apart. */
function repository(): string {
  const root = directory();
  const commit = (text: string): void => {
    writeFileSync(join(root, "plan.md"), text);
    git(root, "add", "plan.md");
    git(root, "commit", "-q", "-m", "x");
  };
  git(root, "init", "-q", "-b", "main");
  commit("# Plan\n\nOld.\n");
  git(root, "switch", "-q", "-c", "side");
  commit("# Plan\n\nSide.\n");
  git(root, "switch", "-q", "main");
  commit("# Plan\n\nMain.\n");
  return root;
}

test("A0b copies of committed versions go back to what both branches started from", async () => {
  const root = repository();
  writeFileSync(join(root, "a.md"), git(root, "show", "main:plan.md"));
  writeFileSync(join(root, "b.md"), git(root, "show", "side:plan.md"));

  const found = await findGitAncestor([join(root, "a.md"), join(root, "b.md")]);

  expect(found?.text).toBe("# Plan\n\nOld.\n");
  expect(found?.title).toMatch(/^plan\.md at [0-9a-f]{10}$/);
});

test("A0b one path in two worktrees goes back to their common commit", async () => {
  const root = repository();
  const other = join(directory(), "side");
  git(root, "worktree", "add", "-q", other, "side");
  // what is not committed yet is a version too
  writeFileSync(join(other, "plan.md"), "# Plan\n\nSide, and more.\n");

  const found = await findGitAncestor([join(root, "plan.md"), join(other, "plan.md")]);

  expect(found?.text).toBe("# Plan\n\nOld.\n");
});

test("A0b drafts that git does not know have no ancestor", async () => {
  const root = repository();
  const outside = directory();
  for (const path of [root, outside]) {
    writeFileSync(join(path, "c.md"), "# C\n");
    writeFileSync(join(path, "d.md"), "# D\n");
    expect(await findGitAncestor([join(path, "c.md"), join(path, "d.md")])).toBeNull();
  }
});

test("A33 the date of a draft is that of its last commit", async () => {
  const root = repository();
  writeFileSync(join(root, "new.md"), "# New\n");

  expect(await findCommitDates([join(root, "plan.md"), join(root, "new.md")])).toEqual([
    expect.stringMatching(/^2026-01-02T03:04:05/),
    "",
  ]);
});
