/** Cases about what it must never do: act on a model's order, hand on keys, leave something behind. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Bench } from "../bench.ts";
import { type Case, failed, type Finding, notApplicable, passed } from "../case.ts";

export const safetyCases: readonly Case[] = [
  {
    id: "tool-call",
    title: "a model that orders a file to be written gets no file",
    run: ordersFile,
  },
  {
    id: "foreign-keys",
    title: "keys that are none of its business are not in its environment",
    only: "agent",
    run: keepsKeysApart,
  },
  {
    id: "key-unsaid",
    title: "its key is in nothing that it said, not even in an error that repeats it",
    async run({ said, stage }) {
      const told = said.filter((words) => words.includes(stage.server.key));
      return told.length === 0 ? passed(`${said.length} texts`) : failed("the key is in an error");
    },
  },
  {
    id: "nothing-left",
    title: "nothing is left behind: no process, no folder, no connection",
    alone: true,
    run: leavesNothing,
  },
];

async function ordersFile({ ask, subject, temporary }: Bench): Promise<Finding> {
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
    if (existsSync(target)) return failed("the file was written");
    if (questions.length === 0) return failed("the question did not arrive");
    const given = Math.min(questions.length, orders.length);
    return passed(`${given} of ${orders.length} orders heard, none obeyed`);
  } finally {
    rmSync(target, { force: true });
  }
}

async function keepsKeysApart({ ask, stage, processes, subject }: Bench): Promise<Finding> {
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
  if (seen === undefined) return notApplicable("processes cannot be looked at here");
  if (seen.length === 0) return failed("none of its processes carries the mark it was given");
  const told = seen.filter(({ environment }) =>
    environment.some((line) => line.includes(stage.foreign.value)),
  );
  return told.length === 0
    ? passed(`${seen.length} ${seen.length === 1 ? "process" : "processes"} looked at`)
    : failed(`${told[0]?.command} has it`);
}

async function leavesNothing({ subject, loopback, processes, temporary }: Bench): Promise<Finding> {
  await subject.gone();
  const left = processes();
  if (left !== undefined && left.length > 0) {
    return failed(
      `${left.length} ${left.length === 1 ? "process" : "processes"}: ${left.map(({ pid, command }) => `${pid} ${command}`).join("; ")}`,
    );
  }
  const folders = readdirSync(temporary);
  if (folders.length > 0) return failed(`folders: ${folders.join(", ")}`);
  const open = await loopback.openSockets();
  if (open > 0 && subject.kind === "agent") return failed(`${open} connections`);
  return passed(left === undefined ? "processes cannot be counted here" : "");
}
