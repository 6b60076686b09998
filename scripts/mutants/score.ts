/** The score of a place: how many of the mutants that compile the tests noticed. */
import type { Mutant } from "./find-mutants.ts";

export type MutantFate = "killed" | "endless" | "refused" | "survived";

export interface TriedMutant {
  readonly place: string;
  readonly mutant: Mutant;
  readonly fate: MutantFate;
}

export function formatMutant({ file, line, operator, before, after }: Mutant): string {
  return `${file}:${line}  ${operator}\n  - ${before}\n  + ${after}`;
}

/** In percent, rounded down, so that 100 means all of them. Nothing to notice is 100. */
export function computeScore(tried: readonly TriedMutant[]): number {
  const counted = tried.filter(({ fate }) => fate !== "refused");
  if (counted.length === 0) return 100;
  const noticed = counted.filter(({ fate }) => fate !== "survived").length;
  return Math.floor((100 * noticed) / counted.length);
}

export function formatScores(tried: readonly TriedMutant[]): string {
  const places = [...new Set(tried.map(({ place }) => place))];
  const rows = places.map((place) =>
    formatRow(
      place,
      tried.filter((each) => each.place === place),
    ),
  );
  const header = formatCells(["", "score", "killed", "endless", "survived", "refused by tsc"]);
  return [header, ...rows, formatRow("all", tried)].join("\n");
}

function formatRow(name: string, tried: readonly TriedMutant[]): string {
  const count = (fate: MutantFate): string =>
    String(tried.filter((each) => each.fate === fate).length);
  const counts = [count("killed"), count("endless"), count("survived"), count("refused")];
  return formatCells([name, `${computeScore(tried)} %`, ...counts]);
}

function formatCells([name = "", ...figures]: readonly string[]): string {
  return [name.padEnd(20), ...figures.map((figure) => figure.padStart(9))].join(" ").trimEnd();
}
