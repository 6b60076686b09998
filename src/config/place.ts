import { plainText } from "../text/plain-text.ts";
/** Where in a file a mistake stands, and the lines around it. */
import { secretKind } from "../text/secret-patterns.ts";
import { namesSecret } from "./context/secrets.ts";

/** Line and column are counted from one, as editors do. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function spellPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** The line of a mistake and the one before it. */
export function frame(text: string, line: number): string {
  const lines = text.split("\n");
  const width = String(line).length;
  return [line - 1, line]
    .filter((number) => number >= 1 && number <= lines.length)
    .map((number) => {
      const mark = number === line ? ">" : " ";
      return ` ${mark} ${String(number).padStart(width)} | ${quotable(lines[number - 1] ?? "")}`;
    })
    .join("\n");
}

/** A mistake may stand on or next to a line with a key in it, and the frame ends up in logs. */
function quotable(line: string): string {
  const start = line.slice(0, 10 * WIDEST);
  const keys = [...start.matchAll(/([\w-]{1,64})["']?[ \t]{0,8}[:=]/g)].map(([, key]) => key ?? "");
  if (keys.some(namesSecret) || secretKind(start) !== undefined) {
    return "(not shown: looks like a secret)";
  }
  const plain = plainText(start).replaceAll("\t", "  ").trimEnd();
  return plain.length > WIDEST ? `${plain.slice(0, WIDEST)}…` : plain;
}

const WIDEST = 100;
