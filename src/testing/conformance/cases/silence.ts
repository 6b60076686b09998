/** Cases in which nothing comes, or does not end: it must stop when told, and let go of everything. */
import { setTimeout as pause } from "node:timers/promises";

import { ModelError } from "../../../model.ts";
import type { Bench } from "../bench.ts";
import { type Case, failed, type Finding, passed } from "../case.ts";
import { messageOf, seconds, stoppedAtOnce } from "../expect.ts";

export const silenceCases: readonly Case[] = [
  {
    id: "stop-early",
    title: "stops at once while it is still starting",
    only: "agent",
    alone: true,
    async run({ stopEarly, subject, processes }) {
      const { error, lateMs } = await stopEarly();
      await subject.gone();
      if (error === undefined) return failed("it answered before it could be asked");
      if (!(error instanceof ModelError)) return failed(`not a ModelError: ${messageOf(error)}`);
      const left = processes() ?? [];
      if (left.length > 0) return failed(`still there: ${left[0]?.command}`);
      return error.reason === "timed-out"
        ? passed(`after ${seconds(lateMs)}`)
        : failed(`told as "${error.reason}": ${messageOf(error)}`);
    },
  },
  {
    id: "hang",
    title: "stops at once when nothing comes, and lets go",
    run: (bench) => stopped(bench, "hang"),
  },
  {
    id: "stall",
    title: "stops at once when a reply is stuck in the middle, and lets go",
    run: (bench) => stopped(bench, "stall"),
  },
  {
    id: "flood",
    title: "stops at once while text comes without end, and lets go",
    run: (bench) => stopped(bench, "flood"),
  },
];

// the first words of an answer have come by then
const SOON_MS = 300;

async function stopped(bench: Bench, behaviour: string): Promise<Finding> {
  const happened = await bench.ask({ rules: [{ do: behaviour }] }, { patienceMs: SOON_MS });
  const finding = stoppedAtOnce(happened);
  if (finding.status !== "pass") return finding;
  await bench.subject.gone();
  const open = await closing(bench);
  if (open > 0) return failed(`${open} connections are still open`);
  const left = bench.processes() ?? [];
  return left.length === 0 ? finding : failed(`still there: ${left[0]?.command}`);
}

/** A socket is told to be closed a moment after the one who held it has gone. */
async function closing({ loopback }: Bench): Promise<number> {
  for (let tries = 0; tries < 100 && (await loopback.openSockets()) > 0; tries++) await pause(50);
  return loopback.openSockets();
}
