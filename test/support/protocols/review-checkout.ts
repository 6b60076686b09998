/** A checkout of its own, for tests of what is reviewed and how. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import type { AppContext } from "../../../src/app/app-context.ts";

export interface ReviewCheckout {
  readonly root: string;
  readonly context: AppContext;
  git(...args: readonly string[]): string;
  write(path: string, text: string | Uint8Array): void;
  /** Everything that is there; its hash. */
  commit(message: string): string;
}

/** On the branch `main`, with one commit. */
export function reviewCheckout(files: Readonly<Record<string, string>>): ReviewCheckout {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "dissent-checkout-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, homeDir] = [join(base, "project"), join(base, "home")];
  for (const path of [root, homeDir]) mkdirSync(path);
  const env = {
    PATH: process.env["PATH"],
    HOME: homeDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", env });
  const place = { cwd: root, root, env: { ...env, DISSENT_OFFLINE: "1" }, homeDir };
  const made: ReviewCheckout = {
    root,
    context: { ...place, configPath: null, person: "Mara", stdin: async () => "" },
    git,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    commit(message) {
      git("add", "-A");
      git("commit", "-q", "-m", message);
      return git("rev-parse", "HEAD").trim();
    },
  };
  git("init", "-q", "-b", "main");
  for (const [path, text] of Object.entries(files)) made.write(path, text);
  made.commit("first");
  return made;
}
