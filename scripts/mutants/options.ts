/** What `npm run test:mutants` is told on its command line. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

export interface MutantOptions {
  readonly seed: string;
  /** Mutants of each place. */
  readonly size: number;
  /** How many of the closest test files are run against a mutant. */
  readonly testFiles: number;
  /** Tests that take this much longer than five times their usual time count as endless. */
  readonly ceilingSeconds: number;
  /** The lowest score, in percent, that is a success. */
  readonly atLeast: number;
  readonly list: boolean;
  /** Print killed mutants too, with the test file that failed. */
  readonly showKilled: boolean;
  /** Folders or files, from the root. */
  readonly places: readonly string[];
}

export const USAGE = `Usage: npm run test:mutants -- [folders or files] [options]

  --seed <text>         choose another sample (default: 1)
  --sample <number>     mutants of each folder (default: 20)
  --test-files <number> closest test files to run (default: 40)
  --ceiling <seconds>   give up on a mutant that never ends (default: 45)
  --at-least <percent>  exit with 1 below this score (default: 0)
  --show-killed         print killed mutants and the tests that failed
  --list                print the sample and run nothing

Example: npm run test:mutants -- src/kernel --sample 50`;

const DEFAULT_PLACES = ["kernel", "domain", "protocols", "audit", "exchange", "documents"];

/** Ends the program with one line and the usage. */
export class OptionsError extends Error {}

export function readOptions(args: readonly string[], root: string): MutantOptions {
  const { values, positionals } = parse(args);
  const places = positionals.map((place) => place.replace(/\/+$/u, ""));
  const missing = places.find((place) => !existsSync(join(root, place)));
  if (missing !== undefined) {
    throw new OptionsError(`${missing} does not exist. Name a folder or file, such as src/kernel.`);
  }
  return {
    seed: values.seed,
    size: readCount("--sample", values.sample),
    testFiles: readCount("--test-files", values["test-files"]),
    ceilingSeconds: readCount("--ceiling", values.ceiling),
    atLeast: readCount("--at-least", values["at-least"]),
    list: values.list,
    showKilled: values["show-killed"],
    places: places.length > 0 ? places : DEFAULT_PLACES.map((folder) => `src/${folder}`),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seed: { type: "string", default: "1" },
        sample: { type: "string", default: "20" },
        "test-files": { type: "string", default: "40" },
        ceiling: { type: "string", default: "45" },
        "at-least": { type: "string", default: "0" },
        "show-killed": { type: "boolean", default: false },
        list: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function readCount(flag: string, text: string): number {
  if (!/^\d+$/u.test(text)) throw new OptionsError(`${flag} needs a whole number, not "${text}".`);
  return Number(text);
}
