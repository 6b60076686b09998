/** The command line as people meet it: real processes in directories of their own, piped or on a real terminal. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { afterAll, expect, inject } from "vitest";

import type { Json } from "../../../src/domain/json.ts";
import { VENDORS } from "../../../src/domain/vendor.ts";
import type { Script } from "../../../src/models/scripted.ts";
import { BODY } from "../protocols/judges.ts";

export { renderTerminalScreen } from "./terminal-screen.ts";
import { networkEnvironment } from "./network-environment.ts";

/** The command line of the sources. */
export const SOURCE_BIN = join(import.meta.dirname, "..", "..", "..", "bin", "dissent.js");
/** The command line that tests start: bundled in `test/whole`, that of the sources elsewhere. */
export const BIN = inject("program") ?? SOURCE_BIN;
export const EXAMPLES = join(import.meta.dirname, "..", "..", "..", "examples");

export interface Project {
  /** Holds the project, its person's home, and a place that nothing may be written to. */
  readonly base: string;
  readonly dir: string;
  readonly home: string;
  readonly outside: string;
  write(path: string, text: string | Uint8Array): string;
  read(path: string): string;
  /** Every path below the base with its size, for before and after. */
  listing(): string[];
}

const bases: string[] = [];
const children = new Set<ChildProcess>();

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const base of bases.splice(0)) rmSync(base, { recursive: true, force: true });
});

export function project(files: Readonly<Record<string, string>> = {}): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "dissent-cli-")));
  bases.push(base);
  const [dir, home, outside] = ["project", "home", "outside"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [dir, home, outside]) mkdirSync(path);
  const made: Project = {
    base,
    dir,
    home,
    outside,
    write(path, text) {
      const full = join(dir, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    read: (path) => readFileSync(join(dir, path), "utf8"),
    listing: () => below(base, base),
  };
  for (const [path, text] of Object.entries(files)) made.write(path, text);
  return made;
}

function below(path: string, base: string): string[] {
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => {
      const full = join(path, name);
      const entry = lstatSync(full);
      const inner = entry.isDirectory() ? below(full, base) : [];
      const size = entry.isFile() ? ` ${entry.size}` : "";
      return [`${relative(base, full)}${size}`, ...inner];
    });
}

export interface RunSetting {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** The program, when it is not the one the tests run with. */
  readonly node?: string;
  readonly bin?: string;
  /** Another user of this machine, where the tests run as root. */
  readonly uid?: number;
}

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** Resolves when the output so far holds the words, on either stream; fails when it ends without. */
  said(words: string | RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ran>;
}

/** All that a process needs to know of a project. */
type ProjectFolders = Pick<Project, "dir" | "home">;

export function run(
  at: ProjectFolders,
  args: readonly string[],
  setting: RunSetting = {},
): Promise<Ran> {
  const { child, ended } = start(at, args, setting);
  child.stdin?.on("error", () => {});
  child.stdin?.end(setting.stdin ?? "");
  return ended;
}

export function start(
  at: ProjectFolders,
  args: readonly string[],
  setting: RunSetting = {},
): Started {
  const { cwd = at.dir, env, node = process.execPath, bin = BIN, uid } = setting;
  const user = uid === undefined ? {} : { uid, gid: uid };
  return followed(spawn(node, [bin, ...args], { cwd, env: environment(at, env), ...user }));
}

/** In a test that brings no key and no panel, the built-in reader speaks for seats without a model. */
function environment(
  { dir, home }: ProjectFolders,
  env: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const config = join(dir, "dissent.yaml");
  const hasModels =
    VENDORS.some(({ keyNames }) => keyNames.some((name) => name in env)) ||
    (existsSync(config) && /^panel:/m.test(readFileSync(config, "utf8")));
  return {
    ...networkEnvironment(),
    ...(!hasModels && { DISSENT_OFFLINE: "1" }),
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    USER: "tester",
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    ...env,
  };
}

export function followed(child: ChildProcess): Started {
  children.add(child);
  const heard = { stdout: "", stderr: "" };
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ran>();
  const waiting = new Set<() => void>();
  let over = false;
  const hear = (stream: "stdout" | "stderr") => (chunk: string) => {
    heard[stream] += chunk;
    for (const check of waiting) check();
  };
  child.stdout?.setEncoding("utf8").on("data", hear("stdout"));
  child.stderr?.setEncoding("utf8").on("data", hear("stderr"));
  child.on("error", reject);
  child.on("close", (code, signal) => {
    over = true;
    children.delete(child);
    for (const check of waiting) check();
    resolve({ code, signal, ...heard });
  });
  return {
    child,
    ended,
    kill: (signal) => void child.kill(signal),
    said: (words) =>
      new Promise((found, missed) => {
        const check = (): void => {
          const text = heard.stdout + heard.stderr;
          const there = typeof words === "string" ? text.includes(words) : words.test(text);
          if (!there && !over) return;
          waiting.delete(check);
          if (there) found();
          else missed(new Error(`It ended without saying ${String(words)}:\n${text}`));
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Why there is no pseudo-terminal to test on, or undefined. */
export const NO_TERMINAL: string | undefined =
  process.platform === "linux" && spawnSync("script", ["--version"]).status === 0
    ? undefined
    : "script from util-linux is missing";

/** Starts a command line on a real pseudo-terminal; what it prints comes on stdout, what is typed goes to stdin. */
export function startInTerminal(
  at: Project,
  args: readonly string[],
  { columns = 80, ...setting }: RunSetting & { columns?: number } = {},
): Started {
  const { cwd = at.dir, env, node = process.execPath, bin = BIN } = setting;
  const command = [node, bin, ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(" ");
  const inside = `stty cols ${columns} rows 30; exec ${command}`;
  return followed(
    spawn("script", ["-qec", inside, "/dev/null"], {
      cwd,
      env: { ...environment(at, env), SHELL: "/bin/sh" },
    }),
  );
}

export async function runInTerminal(
  at: Project,
  args: readonly string[],
  setting: RunSetting & { columns?: number } = {},
): Promise<Ran> {
  return startInTerminal(at, args, setting).ended;
}

// everything that can move a cursor, change a terminal or reorder text, but the line break
const HARMFUL =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export function expectHarmless(...texts: readonly string[]): void {
  for (const text of texts) expect(text).not.toMatch(HARMFUL);
}

/** One line that says what happened, a hint, the code; nothing on stdout, nothing raw. */
export function expectRefusal(
  { code, stdout, stderr }: Ran,
  { says, exit = 2, as }: { says: RegExp; exit?: number; as: string },
): void {
  expect(stderr).toMatch(/^dissent: [^\n]+\n(?: {2}[^\n]*\n)+ {2}\[[a-z-]+\]\n$/);
  expect(stderr).toMatch(says);
  expect(stderr.trimEnd().split("\n").at(-1)).toBe(`  [${as}]`);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ code, stdout }).toEqual({ code: exit, stdout: "" });
  expectHarmless(stderr);
}

/** Front matter and body of a brief that scripted judges have something to quote from. */
export function briefText(changes: Readonly<Record<string, Json>> = {}, body = BODY): string {
  const fields = {
    question: "Should field-app v2 ship with offline sync?",
    id: "offline-sync",
    options: { A: "Online only", B: "Full sync", C: "Read and drafts" },
    ...changes,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n${body}\n`;
}

/** A project with a brief, `q.md`, whose three seats speak by script. */
export function scriptedProject(
  script: Script,
  files: Readonly<Record<string, string>> = {},
): Project {
  return project({
    "q.md": briefText(),
    "script.json": JSON.stringify(script),
    "dissent.yaml": ["risk", "value", "effort"]
      .map((seat) => `  ${seat}: scripted/script.json\n`)
      .reduce((text, line) => text + line, "participants:\n"),
    ...files,
  });
}

export interface Line {
  readonly event: string;
  readonly [key: string]: unknown;
}

/** Lines of JSON, each of which must parse. */
export function ndjson(text: string): Line[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** The debates of a project, newest first. */
export async function debates(at: Project): Promise<{ id: string; status: string }[]> {
  const { stdout } = await run(at, ["list", "--json"]);
  return JSON.parse(stdout) as { id: string; status: string }[];
}

/** Facts of the last debate, in order. */
export async function journal(
  at: Project,
  debate = "last",
): Promise<{ type: string; key?: string; [name: string]: unknown }[]> {
  const { stdout } = await run(at, ["report", debate, "-f", "jsonl"]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { fact?: { type: string } })
    .flatMap(({ fact }) => (fact ? [fact] : []));
}

/** Processes that still mention a project on their command line; empty where that cannot be seen. */
export function leftovers({ base }: Project): string[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(base);
      } catch {
        return false;
      }
    });
}
