/**
 * Wraps lines to any terminal width between words, with continuation lines indented.
 *
 * A word wider than the terminal (a path, a hash) gets its own line uncut, so that it can be copied. Ids and commands
 * are never cut, and a command at the end of a line stays on one line if the terminal is wide enough.
 */
import { type TerminalOutput, measureColumns, stripColours } from "./terminal-style.ts";

/** One line, colours included, as lines of at most so many columns. */
export function wrapTerminalLine(given: string, columns: number): string[] {
  if (measureColumns(stripColours(given)) <= columns) return [given];
  const line = joinCommandWords(given, columns);
  const hang = computeHangingIndent(stripColours(line), columns);
  const rows: string[] = [];
  let row = "";
  let width = 0;
  // spaces and colours since the last word; a break leaves out the spaces
  let between = "";
  let gap = 0;
  let empty = true;
  for (const [part] of line.matchAll(LINE_PARTS)) {
    if (/^[\s\u001b]/.test(part)) {
      between += part;
      gap += part.startsWith("\u001b") ? 0 : part.length;
      continue;
    }
    const wide = measureColumns(part);
    if (empty && part.includes(JOINT) && gap + wide > columns) {
      gap = columns - wide;
      between = between.replace(/\s+/, " ".repeat(gap));
    }
    if (!empty && width + gap + wide > columns) {
      rows.push(row);
      const indent = Math.max(0, Math.min(hang, columns - wide));
      row = " ".repeat(indent);
      width = indent;
      between = between.replace(/\s+/g, "");
      gap = 0;
    }
    row += between + part;
    width += gap + wide;
    between = "";
    gap = 0;
    empty = false;
  }
  rows.push(row + between.trimEnd());
  return line === given ? rows : rows.map((one) => one.replaceAll(JOINT, " "));
}

// of the private use area, so no text that people read has it
const JOINT = "\ue000";
// after a title or a colon, up to the end of the line or its last colour; words in a column behind it are no part of it
const LAST_COMMAND = /(?<=: | {2})dissent ["a-z](?:(?! {2})[^\u001b])*(?=(?:\u001b\[[\d;]*m)*$)/u;

/** The words of a command that ends the line, as one word that is not broken. */
function joinCommandWords(line: string, columns: number): string {
  return line.replace(LAST_COMMAND, (command) =>
    measureColumns(command) <= columns ? command.trimEnd().replaceAll(" ", JOINT) : command,
  );
}

// colours, spaces, single wide characters (which may be on either side of a break), and words
const LINE_PARTS =
  /\u001b\[[\d;]*m|\s+|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[^\s\u001b\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\u001b/gu;

/** Where the text of a line begins: after its title, or after its indentation. */
function computeHangingIndent(line: string, columns: number): number {
  const title = /^ *\S+(?: \S+)* {2,}(?=\S)/.exec(line)?.[0];
  const most = Math.min(WIDEST_TITLE, Math.floor(columns / 2));
  const titled = title === undefined ? 0 : measureColumns(title);
  if (titled > 0 && titled <= most) return titled;
  return Math.min(/^ */.exec(line)?.[0].length ?? 0, most);
}

const WIDEST_TITLE = 26;

export function wrapTerminalLines(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => wrapTerminalLine(line, columns));
}

/** The same stream, whose lines fit where it is a terminal. */
export function createWrappingOutput(output: TerminalOutput): TerminalOutput {
  if (output.isTTY !== true) return output;
  return {
    isTTY: true,
    get columns() {
      return output.columns ?? 80;
    },
    get rows() {
      return output.rows ?? 24;
    },
    write: (text) => output.write(wrapOutputText(text, output.columns ?? 80)),
  };
}

function wrapOutputText(text: string, columns: number): string {
  // who moves the cursor has laid out the lines already
  if (/\u001b\[[\d;?]*[A-LN-Za-ln-z]|\r/.test(text)) return text;
  return wrapTerminalLines(text.split("\n"), columns).join("\n");
}
