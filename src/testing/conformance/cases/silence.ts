/**
 * Cases in which nothing comes back, or the stream never ends: the seat must stop on its signal and release
 * everything.
 */
import { setTimeout as pause } from "node:timers/promises";

import { ModelError } from "../../../model.ts";
import type { ConformanceBench } from "../conformance-bench.ts";
import {
  type ConformanceCase,
  reportCaseFailed,
  type CaseResult,
  reportCasePassed,
} from "../conformance-case.ts";
import {
  formatCaseError,
  formatCaseSeconds,
  expectStoppedAtOnce,
} from "../conformance-expectations.ts";

export const silenceCases: readonly ConformanceCase[] = [
  {
    id: "stop-early",
    title: "stops at once while it is still starting",
    only: "agent",
    alone: true,
    async run({ stopEarly, subject, processes }) {
      const { error, lateMs } = await stopEarly();
      await subject.gone();
      if (error === undefined) return reportCaseFailed("it answered before it could be asked");
      if (!(error instanceof ModelError))
        return reportCaseFailed(`not a ModelError: ${formatCaseError(error)}`);
      const left = processes() ?? [];
      if (left.length > 0) return reportCaseFailed(`still there: ${left[0]?.command}`);
      return error.reason === "timed-out"
        ? reportCasePassed(`after ${formatCaseSeconds(lateMs)}`)
        : reportCaseFailed(`told as "${error.reason}": ${formatCaseError(error)}`);
    },
  },
  {
    id: "hang",
    title: "stops at once when nothing comes, and lets go",
    run: (bench) => checkStopsWhenTold(bench, "hang"),
  },
  {
    id: "stall",
    title: "stops at once when a reply is stuck in the middle, and lets go",
    run: (bench) => checkStopsWhenTold(bench, "stall"),
  },
  {
    id: "flood",
    title: "stops at once while text comes without end, and lets go",
    run: (bench) => checkStopsWhenTold(bench, "flood"),
  },
];

// the first words of an answer have come by then
const SOON_MS = 300;

async function checkStopsWhenTold(bench: ConformanceBench, behaviour: string): Promise<CaseResult> {
  const happened = await bench.ask({ rules: [{ do: behaviour }] }, { patienceMs: SOON_MS });
  const finding = expectStoppedAtOnce(happened);
  if (finding.status !== "pass") return finding;
  await bench.subject.gone();
  const open = await countSocketsAfterClose(bench);
  if (open > 0) return reportCaseFailed(`${open} connections are still open`);
  const left = bench.processes() ?? [];
  return left.length === 0 ? finding : reportCaseFailed(`still there: ${left[0]?.command}`);
}

/** A socket is reported as closed shortly after its owner has gone. */
async function countSocketsAfterClose({ loopback }: ConformanceBench): Promise<number> {
  for (let tries = 0; tries < 100 && (await loopback.openSockets()) > 0; tries++) await pause(50);
  return loopback.openSockets();
}
