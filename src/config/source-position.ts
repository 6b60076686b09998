/** Where in a file a mistake is, with the lines around it. */
import { stripControlCharacters } from "../text/plain-text.ts";
import { detectSecretKind } from "../text/secret-patterns.ts";
import { isSecretKeyName } from "./context/find-secrets.ts";

/** Line and column are counted from one, as editors do. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function formatSourcePosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** The line of a mistake and the one before it. */
export function formatCodeFrame(text: string, line: number): string {
  const lines = text.split("\n");
  const width = String(line).length;
  return [line - 1, line]
    .filter((number) => number >= 1 && number <= lines.length)
    .map((number) => {
      const mark = number === line ? ">" : " ";
      return ` ${mark} ${String(number).padStart(width)} | ${formatQuotableLine(lines[number - 1] ?? "")}`;
    })
    .join("\n");
}

/** A mistake may be on or next to a line with a key, and the frame ends up in logs. */
function formatQuotableLine(line: string): string {
  const start = line.slice(0, 10 * MAX_LINE_WIDTH);
  const keys = [...start.matchAll(/([\w-]{1,64})["']?[ \t]{0,8}[:=]/g)].map(([, key]) => key ?? "");
  if (keys.some(isSecretKeyName) || detectSecretKind(start) !== undefined) {
    return "(not shown: looks like a secret)";
  }
  const plain = stripControlCharacters(start).replaceAll("\t", "  ").trimEnd();
  return plain.length > MAX_LINE_WIDTH ? `${plain.slice(0, MAX_LINE_WIDTH)}…` : plain;
}

const MAX_LINE_WIDTH = 100;
