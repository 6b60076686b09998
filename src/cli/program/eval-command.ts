/** Compares debates with votes and single answers on items with known answers. */
import type { Command } from "commander";

import { addCassetteFlags, collectRepeatedFlag } from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";

export function addEvalCommand(program: Command, on: BindCommand): void {
  const evaluation = program
    .command("eval")
    .description("Compare debates with votes and single answers")
    .argument("[suite...]", "a suite of --list, or a file of items: .jsonl, .json, .yaml, .csv")
    .option("--list", "list the built-in suites")
    .option("--data <file>", "read items from this file")
    .option("--map <field=path>", "read a field from elsewhere; repeat it", collectRepeatedFlag)
    .option("--arms <list>", "what to compare: single,sc@5,vote1,sc@budget,debate")
    .option("--model <reference>", "a model of the panel; repeat it", collectRepeatedFlag)
    .option("--seats <n>", "seats in free debates; default: one per model, at least 3")
    .option("--seed <text>", "seed for orders, samples and intervals; default: 1")
    .option("--max-items <n>", "use only the first items")
    .option("--concurrency <n>", "debates to run at once; default: 4")
    .option("--timeout <time>", "wait this long for each answer: 90s, 5m")
    .option("--max-calls <n>", "stop after this many calls")
    .option("--max-tokens <n>", "stop after this many tokens")
    .option("--budget <usd>", "stop at this amount; with --my-decisions: per debate")
    .option("-o, --out <folder>", "write everything here; the same folder continues");
  on(
    addCassetteFlags(evaluation)
      .option("--simulate <n>", "make n items for simulated models: --model sim/p=0.6")
      .option("--dry-run", "show what would run and what it may cost")
      .option("--compare", "compare two evaluation folders, item by item")
      .option("--my-decisions", "show what your recorded outcomes say about panels")
      .option("-y, --yes", "agree to the cost without being asked"),
    async () => (await import("../commands/eval.ts")).runEvalCommand,
  );
}
