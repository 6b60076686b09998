/** Real Git repositories in folders of their own, for tests. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

export interface TestRepository {
  readonly dir: string;
  readonly git: (...args: readonly string[]) => string;
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Adds everything, ignored or not, and commits it; gives the commit. */
  readonly commit: () => string;
}

/** The environment of nobody: no settings, no name, no signing. */
export const GIT_ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@example.org",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.org",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

export function makeRepository(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): TestRepository {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "dissent-repo-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: dir, env: GIT_ENVIRONMENT, encoding: "utf8" });
  const repository: TestRepository = {
    dir,
    git,
    write(path, content) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    },
    commit() {
      git("add", "-f", "-A");
      git("commit", "-q", "--allow-empty", "-m", "change");
      return git("rev-parse", "HEAD").trim();
    },
  };
  git("init", "-q", "-b", "main");
  for (const [path, content] of Object.entries(files)) repository.write(path, content);
  if (Object.keys(files).length > 0) repository.commit();
  return repository;
}
