/** Cases about what a seat must never do: obey a model's tool calls, pass keys on, leave something behind. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { ConformanceBench } from "../conformance-bench.ts";
import {
  type ConformanceCase,
  reportCaseFailed,
  type CaseResult,
  reportCaseNotApplicable,
  reportCasePassed,
} from "../conformance-case.ts";

export const safetyCases: readonly ConformanceCase[] = [
  {
    id: "tool-call",
    title: "a model that orders a file to be written gets no file",
    run: checkRefusesFileOrder,
  },
  {
    id: "foreign-keys",
    title: "keys that are none of its business are not in its environment",
    only: "agent",
    run: checkKeepsKeysApart,
  },
  {
    id: "key-unsaid",
    title: "its key is in nothing that it said, not even in an error that repeats it",
    async run({ said, stage }) {
      const told = said.filter((words) => words.includes(stage.server.key));
      return told.length === 0
        ? reportCasePassed(`${said.length} texts`)
        : reportCaseFailed("the key is in an error");
    },
  },
  {
    id: "nothing-left",
    title: "nothing is left behind: no process, no folder, no connection",
    alone: true,
    run: checkLeavesNothing,
  },
];

async function checkRefusesFileOrder({
  ask,
  subject,
  temporary,
}: ConformanceBench): Promise<CaseResult> {
  const target = join(temporary, "ordered.txt");
  try {
    const orders = subject.orders(target);
    const { questions } = await ask(
      {
        // one after the other: each result that comes back is answered with the next order
        play: ({ toolResults }) => {
          const order = orders[toolResults];
          return order ? { tool: order.name, arguments: order.arguments } : "ok";
        },
      },
      { patienceMs: 60_000 },
    );
    if (existsSync(target)) return reportCaseFailed("the file was written");
    if (questions.length === 0) return reportCaseFailed("the question did not arrive");
    const given = Math.min(questions.length, orders.length);
    return reportCasePassed(`${given} of ${orders.length} orders heard, none obeyed`);
  } finally {
    rmSync(target, { force: true });
  }
}

async function checkKeepsKeysApart({
  ask,
  stage,
  processes,
  subject,
}: ConformanceBench): Promise<CaseResult> {
  let seen = processes();
  await ask(
    { rules: [{ do: "hang" }] },
    {
      patienceMs: 300,
      whileAsked() {
        seen = processes();
      },
    },
  );
  await subject.gone();
  if (seen === undefined) return reportCaseNotApplicable("processes cannot be looked at here");
  if (seen.length === 0)
    return reportCaseFailed("none of its processes carries the mark it was given");
  const told = seen.filter(({ environment }) =>
    environment.some((line) => line.includes(stage.foreign.value)),
  );
  return told.length === 0
    ? reportCasePassed(`${seen.length} ${seen.length === 1 ? "process" : "processes"} looked at`)
    : reportCaseFailed(`${told[0]?.command} has it`);
}

async function checkLeavesNothing({
  subject,
  loopback,
  processes,
  temporary,
}: ConformanceBench): Promise<CaseResult> {
  await subject.gone();
  const left = processes();
  if (left !== undefined && left.length > 0) {
    return reportCaseFailed(
      `${left.length} ${left.length === 1 ? "process" : "processes"}: ${left.map(({ pid, command }) => `${pid} ${command}`).join("; ")}`,
    );
  }
  const folders = readdirSync(temporary);
  if (folders.length > 0) return reportCaseFailed(`folders: ${folders.join(", ")}`);
  const open = await loopback.openSockets();
  if (open > 0 && subject.kind === "agent") return reportCaseFailed(`${open} connections`);
  return reportCasePassed(left === undefined ? "processes cannot be counted here" : "");
}
