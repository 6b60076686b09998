/** A project under git: what Dissent keeps for itself is never offered to the repository. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  briefText,
  type Project,
  project,
  run,
  scriptedProject,
  start,
} from "../support/processes/cli.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

const FOR_A = rounds(votes("A", "A", "A"));

function git(at: Project, ...args: readonly string[]): string {
  const env = { PATH: process.env["PATH"] ?? "", HOME: at.home, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, { cwd: at.dir, env, encoding: "utf8" });
}

/** What `git add .` would take, without what was there before. */
function untracked(at: Project): string {
  return git(at, "status", "--porcelain", "--untracked-files=all");
}

function committed(at: Project): Project {
  git(at, "init", "-q");
  git(at, "add", ".");
  git(at, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "begin");
  return at;
}

test("a debate leaves nothing that git would add, and an older folder is ignored from the next write on", async () => {
  const at = committed(scriptedProject(FOR_A));
  expect((await run(at, ["run", "q.md"])).code).toBe(0);

  expect(at.listing()).toContainEqual(expect.stringContaining("project/.dissent/dissent.db"));
  expect(untracked(at)).toBe("");

  rmSync(join(at.dir, ".dissent", ".gitignore"));
  expect(untracked(at)).toContain(".dissent/dissent.db");
  expect((await run(at, ["run", "q.md"])).code).toBe(0);
  expect(untracked(at)).toBe("");
});

test("a folder that is first made by view, or by a debate in the background, is ignored too", async () => {
  const viewed = committed(project({ "q.md": briefText() }));
  const viewing = start(viewed, ["view", "--port", "0"], { env: { BROWSER: "true" } });
  await viewing.said(/http:\/\/127\.0\.0\.1/);
  viewing.kill("SIGINT");
  await viewing.ended;
  expect(viewed.listing()).toContainEqual(expect.stringContaining("project/.dissent/page-token"));
  expect(untracked(viewed)).toBe("");

  const apart = committed(scriptedProject(FOR_A));
  expect((await run(apart, ["run", "q.md", "--detach"])).code).toBe(0);
  expect((await run(apart, ["show", "--follow", "last"])).code).toBe(0);
  expect(untracked(apart)).toBe("");
});

test("a .gitignore that someone wrote into the folder stays as it is", async () => {
  const at = committed(scriptedProject(FOR_A, { ".dissent/.gitignore": "dissent.db*\n" }));
  await run(at, ["run", "q.md"]);

  expect(at.read(".dissent/.gitignore")).toBe("dissent.db*\n");
  expect(untracked(at)).toContain(".dissent/debates/");
});
