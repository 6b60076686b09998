/** How long the prompts of recorded debates are, as the documentation says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { rehearseRecording } from "../src/app/demo/play-recording.ts";
import { readRecording } from "../src/models/recorded/recording.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGE = readFileSync(join(ROOT, "docs", "real-models.md"), "utf8");

interface StepSize {
  readonly step: string;
  readonly prompts: number;
  readonly longest: number;
  readonly total: number;
}

async function measureRecording(name: string): Promise<StepSize[]> {
  const recording = readRecording(join(ROOT, "examples", "recordings"), name);
  const { events } = await rehearseRecording(recording);
  return events.flatMap(({ fact }) => {
    if (fact.type !== "asks-committed") return [];
    const sizes = fact.asks.map(({ bytes }) => bytes);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return [{ step: fact.step, prompts: sizes.length, longest: Math.max(...sizes), total }];
  });
}

function findStepSize(sizes: readonly StepSize[], step: string): StepSize {
  const found = sizes.find((one) => one.step === step);
  if (!found) throw new Error(`no step ${step}`);
  return found;
}

const board = await measureRecording("board");
const roundtable = await measureRecording("roundtable");

test("F17 a poll and a gate review of a real board are small beside a response", () => {
  const response = findStepSize(board, "responses-2").longest;

  expect(10 * findStepSize(board, "poll-2").longest).toBeLessThan(response);
  expect(3 * findStepSize(board, "gate-2").longest).toBeLessThan(response);
});

test("K21 round 3 of a real roundtable is sent less than half of what round 1 was", () => {
  const sent = (round: number): number =>
    ["proposal", "discussion", "scores"].reduce(
      (sum, part) => sum + findStepSize(roundtable, `${part}-${round}`).total,
      0,
    );

  expect(2 * sent(3)).toBeLessThan(sent(1));
});

test.each([
  ["board", board],
  ["roundtable", roundtable],
] as const)("K22 docs/real-models.md says how long the prompts of %s are", (protocol, sizes) => {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  for (const { step, prompts, longest, total } of sizes)
    expect(PAGE).toContain(
      `| ${protocol} | ${step} | ${prompts} | ${kilobytes(longest)} | ${kilobytes(total)} |`,
    );
});
