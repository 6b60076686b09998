/** Do the tests notice small mistakes? Changes the source in one place at a time, runs the closest unit tests, prints a score. */
import { globSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";

import { copyForTypeChecks, type TypeChecker } from "./mutants/check-types.ts";
import { applyMutant, findMutants, isValidSyntax, type Mutant } from "./mutants/find-mutants.ts";
import { OptionsError, readOptions, USAGE, type MutantOptions } from "./mutants/options.ts";
import { readRelatedTests, type RelatedTests } from "./mutants/related-tests.ts";
import { startTestRunner, type TestRunner } from "./mutants/run-mutants.ts";
import { sampleMutants } from "./mutants/sample-mutants.ts";
import {
  computeScore,
  formatMutant,
  formatScores,
  type MutantFate,
  type TriedMutant,
} from "./mutants/score.ts";
import { listUnitTests } from "./mutants/unit-configuration.ts";

/** A mutant may make its tests this many times slower, and a busy machine takes some time besides. */
const SLOWER = 5;
const BASELINE_CEILING_MS = 900_000;

/** As shells report a program that a signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

const root = process.cwd();

interface ChosenMutant {
  readonly place: string;
  readonly mutant: Mutant;
  /** As it was when the mutants were chosen: their places are counted in it. */
  readonly original: string;
}

function chooseMutants({ places, seed, size }: MutantOptions): readonly ChosenMutant[] {
  return places.flatMap((place) => {
    const files = statSync(join(root, place)).isFile()
      ? [place]
      : globSync(`${place}/**/*.ts`, { cwd: root }).map((file) => file.split(sep).join("/"));
    const sources = new Map(
      files
        .filter((file) => !file.endsWith(".test.ts"))
        .toSorted()
        .map((file) => [file, readFileSync(join(root, file), "utf8")]),
    );
    const mutants = [...sources].flatMap(([file, source]) => findMutants(file, source));
    const getOriginal = ({ file }: Mutant): string => sources.get(file) ?? "";
    const isUsable = (mutant: Mutant): boolean =>
      isValidSyntax(mutant.file, applyMutant(getOriginal(mutant), mutant));
    const sample = sampleMutants(mutants, { seed, size, isUsable });
    return sample.map((mutant) => ({ place, mutant, original: getOriginal(mutant) }));
  });
}

/** How long each test file takes as things are. Ends the program if a test fails without any mutant. */
async function measureTests(runner: TestRunner, tests: readonly string[]) {
  const reply = await runner.run({ tests }, BASELINE_CEILING_MS);
  if (reply !== null && reply.failedTest === null) return reply.durations;
  const problem =
    reply === null ? "A test file did not end" : `${reply.failedTest} fails without any mutant`;
  throw new OptionsError(`${problem}. Run npm run check, then try again.`);
}

interface Trial {
  readonly chosen: readonly ChosenMutant[];
  readonly testsFor: RelatedTests;
  readonly ceilingSeconds: number;
  readonly showKilled: boolean;
}

async function tryMutants(trial: Trial, runner: TestRunner, types: TypeChecker) {
  const { chosen, testsFor, ceilingSeconds, showKilled } = trial;
  const all = new Set(chosen.flatMap(({ mutant }) => testsFor(mutant.file)));
  const durations = await measureTests(runner, [...all]);
  const tried: TriedMutant[] = [];
  for (const [at, { place, mutant, original }] of chosen.entries()) {
    if (process.stderr.isTTY) process.stderr.write(`\r${at + 1} of ${chosen.length}\r`);
    const source = applyMutant(original, mutant);
    const tests = testsFor(mutant.file);
    const usualMs = tests.reduce((sum, test) => sum + (durations[test] ?? 0), 0);
    const task = { tests, changed: { file: mutant.file, source } };
    const reply = await runner.run(task, ceilingSeconds * 1000 + SLOWER * usualMs);
    const isSurvivor = reply !== null && reply.failedTest === null;
    const fate: MutantFate =
      reply === null
        ? "endless"
        : !isSurvivor
          ? "killed"
          : types.refuses(mutant.file, { source, original })
            ? "refused"
            : "survived";
    tried.push({ place, mutant, fate });
    if (fate === "killed" && showKilled)
      process.stdout.write(`killed by ${reply?.failedTest}  ${formatMutant(mutant)}\n`);
    if (fate === "survived") process.stdout.write(`survived  ${formatMutant(mutant)}\n`);
  }
  return tried;
}

async function main(options: MutantOptions): Promise<number> {
  const chosen = chooseMutants(options);
  if (options.list) {
    process.stdout.write(`${chosen.map(({ mutant }) => formatMutant(mutant)).join("\n")}\n`);
    return 0;
  }
  const related = readRelatedTests(root, await listUnitTests(root));
  const testsFor: RelatedTests = (file) => related(file).slice(0, options.testFiles);
  const runner = startTestRunner(root);
  const types = copyForTypeChecks(root);
  const cleanUp = (): void => {
    runner.stop();
    types.remove();
  };
  for (const [signal, code] of Object.entries(EXIT_CODES)) {
    process.once(signal, () => {
      cleanUp();
      process.exit(code);
    });
  }
  try {
    const tried = await tryMutants({ ...options, chosen, testsFor }, runner, types);
    process.stdout.write(
      `\n${formatScores(tried)}\nseed ${options.seed}, ${options.size} mutants each\n`,
    );
    return computeScore(tried) < options.atLeast ? 1 : 0;
  } finally {
    cleanUp();
  }
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2), root));
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
