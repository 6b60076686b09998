/**
 * The agents that people use, from npm at pinned versions, installed once into the person's cache.
 * Scripts of packages are not run: where one only copies a program, the program is taken from where it lies.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";

const MACHINE = `${process.platform}-${process.arch}`;

interface Package {
  readonly name: string;
  readonly version: string;
  /** Below node_modules; the first that is there. */
  readonly programs: readonly string[];
}

const PACKAGES = {
  claude: {
    name: "@anthropic-ai/claude-code",
    version: "2.1.325",
    programs: [`@anthropic-ai/claude-code-${MACHINE}/claude`],
  },
  codex: { name: "@openai/codex", version: "0.166.0", programs: [".bin/codex"] },
  gemini: { name: "@google/gemini-cli", version: "0.61.0", programs: [".bin/gemini"] },
  qwen: { name: "@qwen-code/qwen-code", version: "0.24.4", programs: [".bin/qwen"] },
  opencode: {
    name: "opencode-ai",
    version: "1.18.33",
    // the first of them needs a newer processor
    programs: [`opencode-${MACHINE}-baseline/bin/opencode`, `opencode-${MACHINE}/bin/opencode`],
  },
  copilot: { name: "@github/copilot", version: "1.0.102", programs: [".bin/copilot"] },
} as const satisfies Record<string, Package>;

export type RealAgent = keyof typeof PACKAGES;

/** Why the real agents are not run here, or undefined. */
export const NO_REAL_AGENTS: string | undefined =
  process.platform === "win32"
    ? "the tests have no list of their programs on Windows"
    : process.env["DISSENT_REAL_AGENTS"] === "0"
      ? "DISSENT_REAL_AGENTS=0 leaves them out"
      : undefined;

export function versionOf(agent: RealAgent): string {
  return PACKAGES[agent].version;
}

/** The path of the agent's program; installs it when it is not there. */
export async function realAgent(agent: RealAgent): Promise<string> {
  const { name, version, programs }: Package = PACKAGES[agent];
  const place = join(cacheDir(), "dissent-test", "agents", `${agent}@${version}`);
  if (!existsSync(place)) await install(`${name}@${version}`, place);
  const program = programs
    .map((path) => join(place, "node_modules", path))
    .find((path) => existsSync(path));
  if (program === undefined) throw new Error(`${name} has no program for ${MACHINE} in ${place}.`);
  return program;
}

/** An environment that has this Node.js first and nothing of a person's. */
export function bareEnvironment(home: string): Record<string, string> {
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  return { PATH: path, HOME: home, LANG: "C.UTF-8" };
}

function cacheDir(): string {
  const named = process.env["XDG_CACHE_HOME"] ?? "";
  return isAbsolute(named) ? named : join(homedir(), ".cache");
}

/** Whole or not at all: another run may install the same at the same time. */
async function install(what: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const draft = await mkdtemp(`${place}.`);
  try {
    const flags =
      "--no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error";
    const npm = spawn("npm", ["install", ...flags.split(" "), "--prefix", draft, what], {
      cwd: draft,
      env: withoutNpm(),
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(npm, "exit")) as [number | null];
    if (code !== 0) throw new Error(`npm could not install ${what}.`);
    await rename(draft, place).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A run of npm that started the tests has said where it installs; this one says so itself. */
function withoutNpm(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_)?prefix|package|lifecycle)/i.test(name),
    ),
  );
}
