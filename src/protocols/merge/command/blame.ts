import { wholeFlag } from "../../../app/flags.ts";
import type { Action } from "../../../cli/program/program.ts";
import type { BlameRow } from "../../../documents/blame.ts";
import { SetupError } from "../../../errors.ts";
import { jsonText } from "../../../text/json-text.ts";
import { type Traced, traced } from "../files/traced.ts";
import { blameLines, unitLines } from "./blame-lines.ts";

/** Which variant, section, point and change brought each paragraph, and what was left out. */
export const blame: Action = async (session, [path = ""], flags) => {
  const found = await traced(session, path);
  const line = wholeFlag(flags, "line", "--line");
  const row = line === undefined ? undefined : rowAt(found, line);
  if (session.flags.json) {
    const shown = row ? { rows: [rowAsJson(found, row)] } : asJson(found);
    session.stdout.write(`${jsonText({ event: "blame", document: found.document, ...shown })}\n`);
    return 0;
  }
  const { style } = session;
  const lines = row ? unitLines(row, found, style) : blameLines(found, style);
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

/** The smallest entry that holds the line. */
function rowAt({ document, text, blame: { rows } }: Traced, line: number): BlameRow {
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
    hint: `See all of it: dissent blame ${document}`,
  });
}

function asJson(found: Traced): object {
  const { map, blame: told } = found;
  return {
    sha256: map.sha256,
    untouched: told.untouched,
    variants: map.variants,
    rows: told.rows.map((row) => rowAsJson(found, row)),
    gone: told.gone,
    left_out: told.leftOut.map(({ why, ...one }) => ({ ...one, reason: why })),
  };
}

function rowAsJson({ map }: Traced, { lines, unit }: BlameRow): object {
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
