/** Shows which variant, section, point and change each paragraph comes from, and what was left out. */
import { readWholeNumberFlag } from "../../../app/read-flags.ts";
import type { CommandHandler } from "../../../cli/program/program.ts";
import type { BlameRow } from "../../../documents/provenance/line-blame.ts";
import { SetupError } from "../../../errors.ts";
import { stringifyForTerminal } from "../../../text/terminal-json.ts";
import { type TracedDocument, traceMergedDocument } from "../files/provenance-file.ts";
import { formatBlameTable, formatBlameUnit } from "./format-blame.ts";

export const runBlameCommand: CommandHandler = async (cliContext, [path = ""], flags) => {
  const found = await traceMergedDocument(cliContext, path);
  const line = readWholeNumberFlag(flags, "line", "--line");
  const row = line === undefined ? undefined : findBlameRow(found, line);
  if (cliContext.flags.json) {
    const shown = row ? { rows: [convertRowToJson(found, row)] } : convertBlameToJson(found);
    cliContext.stdout.write(
      `${stringifyForTerminal({ event: "blame", document: found.document, ...shown })}\n`,
    );
    return 0;
  }
  const { style } = cliContext;
  const lines = row ? formatBlameUnit(row, found, style) : formatBlameTable(found, style);
  cliContext.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

/** The smallest entry that contains the line. */
function findBlameRow({ document, text, blame: { rows } }: TracedDocument, line: number): BlameRow {
  const lines = text.split(/\r?\n/).length;
  if (line > lines) {
    throw new SetupError("usage", `${document} has ${lines} lines, and no line ${line}.`, {
      hint: "Count lines from 1.",
    });
  }
  const size = ({ lines: [first, last] }: BlameRow): number => last - first;
  const [found] = rows
    .filter(({ lines: [first, last] }) => first <= line && line <= last)
    .toSorted((a, b) => size(a) - size(b));
  if (found) return found;
  throw new SetupError("usage", `Line ${line} of ${document} is blank or a comment.`, {
    hint: `See all of it: dissent merge --blame ${document}`,
  });
}

function convertBlameToJson(found: TracedDocument): object {
  const { map, blame: told } = found;
  return {
    sha256: map.sha256,
    untouched: told.untouched,
    variants: map.variants,
    rows: told.rows.map((row) => convertRowToJson(found, row)),
    gone: told.gone,
    left_out: told.leftOut.map(({ why, ...one }) => ({ ...one, reason: why })),
  };
}

function convertRowToJson({ map }: TracedDocument, { lines, unit }: BlameRow): object {
  if (!unit) return { lines, changed: true, variant: null };
  const { variant, section, title, sourceLines, change, point, integration } = unit;
  const from = map.variants.find((one) => one.variant === variant);
  return {
    lines,
    changed: false,
    variant,
    label: from?.label ?? null,
    name: from?.name ?? null,
    section,
    title,
    source_lines: sourceLines,
    change,
    point,
    integration,
  };
}
