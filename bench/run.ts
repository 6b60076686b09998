/**
 * The benchmark: `node bench/run.ts [--quick] [--write] [--against ref] [--json file] [--trials n] [--only 1,4]`.
 *
 * It prints ratios and asserts nothing about time, because the machine may be shared. A section that fails is
 * reported, and the others go on.
 */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { compareWith } from "./report/against.ts";
import { formatBarTable, printed } from "./report/print.ts";
import { type Report, writeBenchmarks } from "./report/write-benchmarks.ts";
import { audit } from "./sections/audit.ts";
import { clients } from "./sections/clients.ts";
import { documents } from "./sections/documents.ts";
import { evaluation } from "./sections/evaluation.ts";
import { fleet } from "./sections/fleet.ts";
import { growth } from "./sections/growth.ts";
import { killed } from "./sections/killed.ts";
import { manyAtOnce } from "./sections/many-at-once.ts";
import { manyOnDisk } from "./sections/many-on-disk.ts";
import { page } from "./sections/page.ts";
import { processorTime } from "./sections/processor-time.ts";
import { promptCaches } from "./sections/prompt-caches.ts";
import { runningDebates } from "./sections/running-debates.ts";
import type { Pace, Section } from "./sections/section.ts";
import { start } from "./sections/start.ts";
import { waitingDebates } from "./sections/waiting-debates.ts";

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    trials: { type: "string" },
    // 11 needs Chromium, 12 takes long
    only: { type: "string", default: "1,2,3,4,5,6,7,8,9,10,13,14,15" },
    write: { type: "boolean", default: false },
    against: { type: "string" },
  },
});
const pace: Pace = flags.quick ? "quick" : "full";
const trials = Number(flags.trials ?? (flags.quick ? 2 : 6));

const SECTIONS: Readonly<Record<string, () => Promise<Section>>> = {
  "1": () => processorTime(pace),
  "2": () => manyAtOnce(pace),
  "3": () => waitingDebates(pace),
  "4": () => killed(trials),
  "5": () => start(pace),
  "6": () => growth(pace),
  "7": () => promptCaches(),
  "8": () => documents(pace),
  "9": () => audit(pace),
  "10": () => fleet(pace),
  "11": () => page(pace),
  "12": () => evaluation(pace),
  "13": () => runningDebates(pace),
  "14": () => clients(pace),
  "15": () => manyOnDisk(pace),
};

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** What is compared with is installed when it is first needed; the project itself never needs it. */
function installComparisons(): void {
  if (existsSync(new URL("node_modules/@openai/agents-core", import.meta.url))) return;
  process.stderr.write("bench: installing what it compares with into bench/node_modules\n");
  // better-sqlite3 brings its binaries along; its install script would compile them again
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", ["ci", "--prefix", HERE, ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`npm ci --prefix ${HERE} failed.`);
}

async function runSections(wanted: readonly string[]): Promise<Report> {
  const machine = {
    node: process.version,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
  };
  process.stdout.write(
    `Node ${machine.node}, ${machine.cores} cores, ${machine.processor}, ${machine.date}, ${pace} run\n`,
  );
  const sections: Section[] = [];
  const failed: string[] = [];
  const begun = performance.now();
  for (const [number, section] of Object.entries(SECTIONS)) {
    if (!wanted.includes(number)) continue;
    const before = performance.now();
    try {
      const done = await section();
      sections.push(done);
      process.stdout.write(printed(done));
    } catch (error) {
      failed.push(number);
      process.stdout.write(`\n${number}. failed: ${String(error)}\n`);
    }
    const seconds = ((performance.now() - before) / 1_000).toFixed(0);
    process.stderr.write(`bench: section ${number} took ${seconds} s\n`);
  }
  const minutes = (performance.now() - begun) / 60_000;
  return { machine, pace, minutes, sections, failed };
}

const wanted = flags.only.split(",");
if (flags.against !== undefined) {
  const only = ["--only", flags.only, ...(flags.quick ? ["--quick"] : [])];
  process.stdout.write(compareWith(flags.against, only));
} else {
  if (wanted.includes("1") || (wanted.includes("13") && pace === "full")) installComparisons();
  const report = await runSections(wanted);
  process.stdout.write(formatBarTable(report));
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(report, null, 2)}\n`);
  if (flags.write) writeBenchmarks(report);
}
