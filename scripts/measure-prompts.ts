/**
 * Measures how long the prompts of the recorded board and roundtable are. Prints the table of docs/real-models.md; with
 * --write, writes it there.
 *
 *     node scripts/measure-prompts.ts [--write]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { rehearseRecording } from "../src/app/demo/play-recording.ts";
import { readRecording } from "../src/models/recorded/recording.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs", "real-models.md");
const BLOCK =
  /(<!-- measured by: node scripts\/measure-prompts[^\n]* -->\n\n)[^]*?(\n<!-- end of measured -->)/;

export interface StepSize {
  readonly step: string;
  readonly prompts: number;
  readonly longest: number;
  readonly total: number;
}

/** In bytes, step by step, as this version writes the prompts. */
export async function measurePrompts(name: string): Promise<StepSize[]> {
  const recording = readRecording(join(ROOT, "examples", "recordings"), name);
  const { events } = await rehearseRecording(recording);
  return events.flatMap(({ fact }) => {
    if (fact.type !== "asks-committed") return [];
    const sizes = fact.asks.map(({ bytes }) => bytes);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return [{ step: fact.step, prompts: sizes.length, longest: Math.max(...sizes), total }];
  });
}

export function formatSizeTable(
  measured: readonly (readonly [name: string, sizes: readonly StepSize[]])[],
): string {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const rows = measured.flatMap(([name, sizes]) =>
    sizes.map(
      ({ step, prompts, longest, total }) =>
        `| ${name} | ${step} | ${prompts} | ${kilobytes(longest)} | ${kilobytes(total)} |\n`,
    ),
  );
  return `| Protocol | Step | Prompts | Longest | All |\n| --- | --- | --- | --- | --- |\n${rows.join("")}`;
}

/** The table as the page has it. */
export function readWrittenSizes(): string {
  const block = BLOCK.exec(readFileSync(PAGE, "utf8"))?.[0] ?? "";
  return block
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .join("\n")
    .concat("\n");
}

if (import.meta.main) {
  const names = ["board", "roundtable"];
  const measured = await Promise.all(
    names.map(async (name) => [name, await measurePrompts(name)] as const),
  );
  const table = formatSizeTable(measured);
  process.stdout.write(table);
  if (process.argv.includes("--write"))
    writeFileSync(PAGE, readFileSync(PAGE, "utf8").replace(BLOCK, `$1${table}$2`));
}
