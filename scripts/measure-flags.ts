/**
 * Measures on recorded debates what code draws from words (K22): how often each flag is raised on honest replies of
 * models, and on how many planted offenders. Prints the table of docs/real-models.md; with --write, writes it there.
 *
 *     node scripts/measure-flags.ts [--write]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { measureBoard } from "./flags/board-flags.ts";
import { measureBriefs } from "./flags/brief-flags.ts";
import { measureChallenge } from "./flags/challenge-flags.ts";
import { measureJudges } from "./flags/judges-flags.ts";
import { type FlagRate, listReplies, ROOT, type Share } from "./flags/recorded-replies.ts";
import { measureRoundtable } from "./flags/roundtable-flags.ts";
import { measureChanges, measureSubstance } from "./flags/shared-flags.ts";

const PAGE = join(ROOT, "docs", "real-models.md");
const BLOCK =
  /(<!-- measured by: node scripts\/measure-flags[^\n]* -->\n\n)[^]*?(\n<!-- end of measured -->)/;

export async function measureFlags(): Promise<FlagRate[]> {
  const replies = listReplies();
  return [
    measureSubstance(replies),
    ...measureJudges(replies),
    ...(await measureChanges()),
    ...measureChallenge(replies),
    ...measureBoard(replies),
    ...measureRoundtable(replies),
    ...measureBriefs(),
  ];
}

export function formatFlagTable(rates: readonly FlagRate[]): string {
  const share = ({ raised, of }: Share): string => (of === 0 ? "–" : `${raised} of ${of}`);
  const rows = rates.map(
    ({ rule, what, honest, planted }) =>
      `| ${rule} | ${what} | ${share(honest)} | ${share(planted)} |`,
  );
  return [
    "| Rule | Flag | Raised on honest replies | Planted offenders found |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** The table as the page has it; undefined where the page has lost its marks. */
export function readWrittenTable(): string | undefined {
  const page = readFileSync(PAGE, "utf8");
  return /<!-- measured by: [^\n]* -->\n\n([^]*?)\n<!-- end of measured -->/.exec(page)?.[1];
}

if (import.meta.main) {
  const table = formatFlagTable(await measureFlags());
  process.stdout.write(table);
  if (process.argv.includes("--write")) {
    const page = readFileSync(PAGE, "utf8");
    if (!BLOCK.test(page)) throw new Error(`${PAGE} has no marks around its table.`);
    writeFileSync(
      PAGE,
      page.replace(BLOCK, (_, begin: string, end: string) => begin + table + end),
    );
  }
}
