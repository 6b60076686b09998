/**
 * The benchmark: `node bench/run.ts [--quick] [--json file] [--trials n] [--only 1,4]`.
 *
 * It prints ratios and asserts nothing about time, because the machine may be shared.
 */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { printed } from "./print.ts";
import { audit } from "./sections/audit.ts";
import { documents } from "./sections/documents.ts";
import { evaluation } from "./sections/evaluation.ts";
import { fleet } from "./sections/fleet.ts";
import { growth } from "./sections/growth.ts";
import { killed } from "./sections/killed.ts";
import { manyAtOnce } from "./sections/many-at-once.ts";
import { page } from "./sections/page.ts";
import { processorTime } from "./sections/processor-time.ts";
import { promptCaches } from "./sections/prompt-caches.ts";
import type { Pace, Section } from "./sections/section.ts";
import { start } from "./sections/start.ts";
import { waitingDebates } from "./sections/waiting-debates.ts";

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    trials: { type: "string" },
    only: { type: "string", default: "1,2,3,4,5,6,7,8,9,10,11" },
  },
});
const pace: Pace = flags.quick ? "quick" : "full";
const trials = Number(flags.trials ?? (flags.quick ? 3 : 20));

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
};

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** What is compared with is installed when it is first needed; the project itself never needs it. */
function installComparisons(): void {
  if (existsSync(new URL("node_modules/@langchain/langgraph", import.meta.url))) return;
  process.stderr.write("bench: installing LangGraph into bench/node_modules\n");
  // better-sqlite3 brings its binaries along; its install script would compile them again
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", ["ci", "--prefix", HERE, ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`npm ci --prefix ${HERE} failed.`);
}

const wanted = flags.only.split(",");
if (wanted.includes("1")) installComparisons();
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
for (const [number, section] of Object.entries(SECTIONS)) {
  if (!wanted.includes(number)) continue;
  const done = await section();
  sections.push(done);
  process.stdout.write(printed(done));
}
if (flags.json !== undefined) {
  writeFileSync(flags.json, `${JSON.stringify({ machine, pace, sections }, null, 2)}\n`);
}
