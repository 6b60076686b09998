/**
 * Measures whole merges from the command line: `node bench/merge-growth.ts [--sizes 10,100,1024]` (KB per draft).
 *
 * Prints, for ten drafts of each size, processor time, peak memory and the longest turn of the event loop, each also
 * as a ratio to the smallest size per megabyte: linear growth is 1 or less, because small runs pay for the start.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { writeDrafts } from "./documents/drafts.ts";

const DRAFTS = 10;
const BIN = fileURLToPath(new URL("../bin/dissent.js", import.meta.url));

/** Runs in the measured process, and leaves its figures in a file when it ends. */
const HOOK = `
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const seconds = (userCPUTime + systemCPUTime) / 1e6;
  const figures = { seconds, megabytes: maxRSS / 1024, turn: delay.max / 1e6 };
  writeFileSync(process.env.MERGE_FIGURES, JSON.stringify(figures));
});
`;

interface MergeFigures {
  readonly seconds: number;
  readonly megabytes: number;
  /** The longest turn of the event loop, in ms. */
  readonly turn: number;
}

const { values: flags } = parseArgs({ options: { sizes: { type: "string" } } });
const sizes = (flags.sizes ?? "10,100,1024").split(",").map(Number);
let first: number | undefined;
for (const size of sizes) {
  const { seconds, megabytes, turn } = measureMerge(size);
  const perMegabyte = seconds / ((DRAFTS * size) / 1_024);
  first ??= perMegabyte;
  process.stdout.write(
    `${DRAFTS} drafts of ${size} KB: ${seconds.toFixed(1)} s of processor time, ` +
      `per MB ${(perMegabyte / first).toFixed(2)} of the first; ` +
      `${megabytes.toFixed(0)} MB at most; longest turn ${turn.toFixed(0)} ms\n`,
  );
}

function measureMerge(kilobytes: number): MergeFigures {
  const folder = mkdtempSync(join(tmpdir(), "dissent-merge-growth-"));
  try {
    const drafts = writeDrafts(DRAFTS, kilobytes * 1_024);
    for (const { name, text } of drafts) writeFileSync(join(folder, name), text);
    const figures = join(folder, "figures.json");
    const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`;
    const names = drafts.map(({ name }) => name);
    const args = ["--import", hook, BIN, "merge", ...names, "-o", "out.md", "--offline"];
    const run = spawnSync(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, MERGE_FIGURES: figures },
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (!existsSync(join(folder, "out.md")) && !existsSync(join(folder, "out.partial.md")))
      throw new Error(`the merge wrote no document (exit code ${run.status}): ${run.stderr}`);
    return JSON.parse(readFileSync(figures, "utf8")) as MergeFigures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
