import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";

import { SetupError } from "../../errors.ts";
import type { Action } from "../program.ts";

interface Addition {
  readonly path: string;
  readonly text: string;
  readonly how: "create" | "append";
}

/** Writes what is missing and nothing else; running it twice changes nothing. */
export const init: Action = async (session, [dir], flags) => {
  const root = resolve(session.cwd, dir ?? ".");
  const additions = await missing(root);
  const shown = (path: string): string => relative(session.cwd, path) || path;
  if (additions.length === 0) {
    session.stdout.write("Everything is there already.\n");
    return 0;
  }
  for (const { path, text, how } of additions) {
    session.stdout.write(`${how} ${shown(path)}\n${text.replaceAll(/^/gm, "  + ").trimEnd()}\n`);
  }
  if (flags["yes"] !== true && !(await agrees())) return 0;
  for (const addition of additions) await write(addition);
  session.stdout.write(`\nNow run: dissent run ${shown(join(root, "debates", "example.md"))}\n`);
  return 0;
};

async function missing(root: string): Promise<Addition[]> {
  const additions: Addition[] = [];
  const config = join(root, "dissent.yaml");
  if ((await contents(config)) === undefined)
    additions.push({ path: config, text: CONFIG, how: "create" });
  const brief = join(root, "debates", "example.md");
  if ((await contents(brief)) === undefined)
    additions.push({ path: brief, text: BRIEF, how: "create" });
  const ignore = join(root, ".gitignore");
  const ignored = await contents(ignore);
  if (!ignored?.split(/\r?\n/).some((line) => /^\/?\.dissent\/?$/.test(line.trim()))) {
    const gap = ignored === undefined || ignored === "" || ignored.endsWith("\n") ? "" : "\n";
    additions.push({
      path: ignore,
      text: `${gap}.dissent/\n`,
      how: ignored === undefined ? "create" : "append",
    });
  }
  return additions;
}

async function contents(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}

async function write({ path, text, how }: Addition): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    // wx: a file that appeared meanwhile is not ours to replace
    await (how === "append" ? appendFile(path, text) : writeFile(path, text, { flag: "wx" }));
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new SetupError("file-unreadable", `${path} cannot be written (${reason}).`, {
      cause,
      hint: "Choose a directory you may write to: dissent init <dir>",
    });
  }
}

async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new SetupError("needs-confirmation", "There is no terminal to ask on.", {
      hint: "Write the files without asking: dissent init --yes",
    });
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question("Write these? [y/N] ")).trim());
  } finally {
    asking.close();
  }
}

const CONFIG = `# yaml-language-server: $schema=./node_modules/dissent/schema/dissent.schema.json
version: 1
protocol: judges
consensus: 2/3
participants:
  risk: { model: offline, stance: skeptical }
  value: { model: offline, stance: optimistic }
  effort: { model: offline, stance: pragmatic }
`;

const BRIEF = `---
question: Should the importer run as a nightly job or on every upload?
options:
  A: Nightly job that imports everything at once
  B: Import on every upload, in the request
  C: Import on every upload, in a background queue
---
Customers upload between 20 and 2,000 rows and want to see them at once. An import of 2,000 rows takes
40 seconds, and the gateway cuts requests after 30 seconds. The nightly job exists and has not failed in a year.
A queue is new to this team; the library is proven, and building it takes two weeks.
Twelve customers left last quarter and named the overnight delay.
`;
