/** What a stream can show: colour, symbols, width. All output passes through here. */
import { sanitizeLine } from "../../text/markdown.ts";

export interface TerminalStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  /** The colour of the n-th option; its letter is always printed beside it. */
  readonly option: (index: number, text: string) => string;
  readonly sign: TerminalSigns;
  readonly columns: number;
}

interface TerminalSigns {
  readonly done: string;
  readonly failed: string;
  readonly again: string;
  readonly arrow: string;
  readonly open: string;
  readonly close: string;
  readonly ellipsis: string;
  readonly rule: string;
  readonly spinner: readonly string[];
}

export interface TerminalOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): boolean;
}

type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

export function createTerminalStyle(
  output: TerminalOutput,
  env: TerminalEnvironment,
): TerminalStyle {
  const coloured = shouldUseColour(output, env);
  const paint =
    (code: string) =>
    (text: string): string =>
      coloured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text;
  const options = OPTION_COLOURS.map(paint);
  return {
    bold: paint("1"),
    dim: paint("2"),
    red: paint("31"),
    green: paint("32"),
    option: (index, text) => options[index % options.length]?.(text) ?? text,
    sign: supportsUnicode(env) ? UNICODE_SIGNS : ASCII_SIGNS,
    // a pipe has no edge to cut at
    columns: output.isTTY ? Math.max(40, Math.min(output.columns ?? 80, 160)) : 400,
  };
}

// blue, yellow, cyan, magenta, green, white: red is kept for movement and what is open
const OPTION_COLOURS = ["94", "33", "36", "35", "32", "37"];

function shouldUseColour({ isTTY }: TerminalOutput, env: TerminalEnvironment): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0") return true;
  return isTTY === true && env["TERM"] !== "dumb";
}

function supportsUnicode(env: TerminalEnvironment): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"];
  if (!locale) return process.platform !== "win32" || env["WT_SESSION"] !== undefined;
  return /utf-?8/i.test(locale);
}

const UNICODE_SIGNS: TerminalSigns = {
  done: "✓",
  failed: "✗",
  again: "↻",
  arrow: "→",
  open: "“",
  close: "”",
  ellipsis: "…",
  rule: "─",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const ASCII_SIGNS: TerminalSigns = {
  done: "ok",
  failed: "x",
  again: "!",
  arrow: "->",
  open: '"',
  close: '"',
  ellipsis: "...",
  rule: "-",
  spinner: ["|", "/", "-", "\\"],
};

/** Untrusted words as one harmless line. */
export function sanitizeForTerminal(text: string): string {
  return sanitizeLine(text);
}

/** Cut to a number of columns, after a word where that leaves most of it; wide characters count as two. */
export function truncateToColumns(text: string, columns: number, ellipsis = "…"): string {
  if (measureColumns(text) <= columns) return text;
  let kept = "";
  let width = measureColumns(ellipsis);
  for (const character of text) {
    width += measureColumns(character);
    if (width > columns) break;
    kept += character;
  }
  const words = kept.replace(/\s+\S*$/, "");
  const wholeWords = text[kept.length] !== " " && words.length * 3 > kept.length * 2;
  const cut = (wholeWords ? words : kept).trimEnd() + ellipsis;
  // nothing at all is left where not even the sign of a cut has room
  return measureColumns(cut) <= columns ? cut : "";
}

/** A coloured line cut to a number of columns, its colours closed. */
export function clipColouredLine(line: string, columns: number): string {
  let width = 0;
  return Array.from(line.matchAll(/\u001b\[[\d;]*m|[^]/gu), ([part]) => {
    if (part.startsWith("\u001b")) return part;
    width += measureColumns(part);
    return width > columns ? "" : part;
  }).join("");
}

export function padToColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - measureColumns(text)));
}

// East Asian wide characters, and what terminals draw as emoji
const WIDE_CHARACTERS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
// the selector after a plain sign makes an emoji of it, which takes one cell more
const EMOJI_SELECTOR = "\ufe0f";
const COMBINING_CHARACTERS = /\p{Mark}|[\u200b-\u200d]/u;

/** In cells of a terminal. */
export function measureColumns(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character >= " " && character <= "~") width += 1;
    else if (character === EMOJI_SELECTOR) width += 1;
    else if (!COMBINING_CHARACTERS.test(character))
      width += WIDE_CHARACTERS.test(character) ? 2 : 1;
  }
  return width;
}

/** Colours have no width. */
export function stripColours(text: string): string {
  return text.replace(/\u001b\[[\d;]*m/g, "");
}
