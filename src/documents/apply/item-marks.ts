/** A38: the marks of list items: a taken item gets those of the base's list. */
import type { DocumentBlock, TextSpan } from "../document.ts";

export function findContentSpan({ end }: TextSpan, content: string): TextSpan {
  return { start: end - content.length, end };
}

const MARK = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|(?=[\r\n]|$))/;

/** An item's mark with the white space around it, and what follows. */
export function splitItemMark(
  text: string,
  kind: DocumentBlock["kind"],
): { mark: string; content: string } {
  const mark = kind === "list" ? (MARK.exec(text)?.[0] ?? "") : (/^[ \t]*/.exec(text)?.[0] ?? "");
  return { mark, content: text.slice(mark.length) };
}

/** Bullets repeat, numbers count on. */
export function formatNextMark(mark: string, place: number): string {
  return mark.replace(/\d+/, (number) => String(Number(number) + place));
}

export function padToMark(mark: string): string {
  return " ".repeat(mark.length);
}

/** Lines after the first one move as far as the first one does. */
export function reindentItem(text: string, before: number, after: number): string {
  if (!/[\r\n]/.test(text)) return text;
  return text.replace(/(\r\n|[\r\n])([ \t]*)(?=[^\r\n])/g, (_, eol: string, white: string) => {
    const columns = white.replaceAll("\t", "    ").length;
    return eol + " ".repeat(Math.max(0, columns < before ? columns : columns - before + after));
  });
}
