/**
 * L2: where a finding's quote stands. A quote at other lines of the same file moves the finding there; one that does not
 * occur in the file has no place. Models copy line numbers and signs along, so these are taken off before giving up.
 */
import { foldText } from "../../../domain/evidence/evidence.ts";
import { type ChangedFile, listSideLines, type NumberedLine } from "./change.ts";
import type { LineSide } from "./diff-shape.ts";

export interface QuotedPlace {
  readonly side: LineSide;
  readonly first: number;
  readonly last: number;
  /** The lines as the file has them. */
  readonly words: string;
  /** They stand elsewhere than the finding said. */
  readonly isMoved: boolean;
}

export interface ClaimedPlace {
  readonly side: LineSide;
  readonly first: number;
  readonly last: number;
  readonly quote: string;
}

/** Shorter quotes occur anywhere. */
const SHORTEST_QUOTE = 3;

export function findQuotedPlace(file: ChangedFile, claimed: ClaimedPlace): QuotedPlace | null {
  const sides: readonly LineSide[] = claimed.side === "new" ? ["new", "old"] : ["old", "new"];
  for (const quote of listReadings(claimed.quote)) {
    for (const side of sides) {
      const found = findNearest(listSideLines(file, side), quote, claimed.first);
      if (found === null) continue;
      const isOverlapping = found.first <= claimed.last && claimed.first <= found.last;
      return { ...found, side, isMoved: side !== claimed.side || !isOverlapping };
    }
  }
  return null;
}

/** The quote as given; without signs; without numbers and signs. */
function listReadings(quote: string): (readonly string[])[] {
  const lines = quote.split("\n");
  const readings = [
    lines,
    lines.map((line) => line.replace(/^[+-]/, "")),
    lines.map((line) => line.replace(/^\s*(?:\d+|-)?\s+(?:\d+|-)?\s*[+|-]?/, "")),
    lines.map((line) => line.replace(/^\s*\d+\s*[:|+-]?/, "")),
  ];
  return readings
    .map((reading) => reading.map(foldText).filter((line) => line !== ""))
    .filter((reading) => reading.join(" ").length >= SHORTEST_QUOTE);
}

/** The place nearest to the line that was named, so that one of several equal lines is meant. */
function findNearest(
  lines: readonly NumberedLine[],
  quote: readonly string[],
  near: number,
): { readonly first: number; readonly last: number; readonly words: string } | null {
  const known = lines
    .map(({ number, text }) => ({ number, text, folded: foldText(text) }))
    .filter(({ folded }) => folded !== "");
  let best: { first: number; last: number; words: string } | null = null;
  let distance = Infinity;
  for (let at = 0; at + quote.length <= known.length; at++) {
    if (!isMatch(known, quote, at)) continue;
    const first = known[at]?.number ?? 0;
    const away = Math.abs(first - near);
    if (away >= distance) continue;
    const last = known[at + quote.length - 1]?.number ?? first;
    const quoted = lines.filter(({ number }) => number >= first && number <= last);
    // of a patch only parts of a file are known, and no quote reaches from one to the next
    if (quoted.length !== last - first + 1) continue;
    const words = quoted.map(({ text }) => text.replace(/\r$/, "")).join("\n");
    best = { first, last, words };
    distance = away;
  }
  return best;
}

/** A quote may begin or end within a line; the lines between are whole. */
function isMatch(
  known: readonly { readonly number: number; readonly folded: string }[],
  quote: readonly string[],
  at: number,
): boolean {
  return quote.every((wanted, index) => {
    const line = known[at + index]?.folded ?? "";
    if (quote.length === 1) return line.includes(wanted);
    if (index === 0) return line.endsWith(wanted);
    return index === quote.length - 1 ? line.startsWith(wanted) : line === wanted;
  });
}
