/**
 * The agents that people use, from npm at pinned versions, installed once.
 * Scripts of packages are not run: where one only copies a program, the program is taken from where it lies.
 */
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { cachedPackage } from "../processes/cached-package.ts";

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

export const REAL_AGENTS = Object.keys(PACKAGES) as RealAgent[];

export function getAgentVersion(agent: RealAgent): string {
  return PACKAGES[agent].version;
}

/** The path of the agent's program; installs it when it is not there. */
export async function realAgent(agent: RealAgent): Promise<string> {
  if (process.env["DISSENT_REAL_AGENTS"] === "0") throw new Error("DISSENT_REAL_AGENTS is 0");
  const { name, version, programs }: Package = PACKAGES[agent];
  const place = await cachedPackage(`${name}@${version}`, join("agents", `${agent}@${version}`));
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
