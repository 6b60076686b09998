/** The benchmark of another commit and of this one, side by side: a regression is seen before it lands. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Section } from "../sections/section.ts";
import { alignColumns, figure } from "./print.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** A larger change of a ratio than two runs of one commit usually have. */
const NOTABLE = 1.2;

type Bars = ReadonlyMap<string, Section["bars"][number]>;

/** Both are measured now, the other commit first. Packages are this clone's. */
export function compareWith(ref: string, args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "dissent-against-"));
  const tree = join(folder, "tree");
  try {
    runGit(["worktree", "add", "--detach", tree, ref]);
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
    if (existsSync(join(ROOT, "bench", "node_modules")))
      symlinkSync(join(ROOT, "bench", "node_modules"), join(tree, "bench", "node_modules"));
    const there = measureIn(tree, join(folder, "there.json"), args);
    const here = measureIn(ROOT, join(folder, "here.json"), args);
    return formatComparison(ref, there, here);
  } finally {
    spawnSync("git", ["-C", ROOT, "worktree", "remove", "--force", tree], { stdio: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  }
}

function runGit(args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", ["-C", ROOT, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
}

function measureIn(tree: string, file: string, args: readonly string[]): Bars {
  const { status } = spawnSync(process.execPath, ["bench/run.ts", ...args, "--json", file], {
    cwd: tree,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`The benchmark in ${tree} failed.`);
  const { sections } = JSON.parse(readFileSync(file, "utf8")) as { sections: Section[] };
  return new Map(sections.flatMap(({ bars }) => bars).map((bar) => [bar.text, bar]));
}

function formatComparison(ref: string, there: Bars, here: Bars): string {
  const rows = [...here].map(([text, { measured, limit }]) => {
    const before = there.get(text)?.measured;
    const change = before === undefined || before === 0 ? Number.NaN : measured / before;
    const verdict = change > NOTABLE ? "worse" : change < 1 / NOTABLE ? "better" : "";
    return [
      text,
      figure(limit),
      before === undefined ? "not measured" : figure(before),
      figure(measured),
      Number.isNaN(change) ? "" : `${change.toFixed(2)} ×`,
      verdict,
    ];
  });
  return `${alignColumns([["less is better", "bar", ref, "here", "change", ""], ...rows]).join("\n")}\n`;
}
