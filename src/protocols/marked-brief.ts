/** Finds what a brief itself marks as for or against an option or a plan: lists, headings, labels, signs and tables. */
import type { Brief, Option } from "../domain/brief.ts";
import { splitTableCells } from "../text/markdown-passages.ts";
import {
  type MarkedScope,
  type MarkedSide,
  SIDE_SIGNS,
  isEmptyRemark,
  readSideReason,
  readSideTitle,
  splitSideLabels,
} from "../text/side-marks.ts";
import { type PlacedPassage, findNamedOption, listPlacedPassages } from "./brief-passages.ts";

export interface MarkedPoint {
  /** Null where the brief does not say which option it is about, or has none. */
  readonly option: string | null;
  readonly side: MarkedSide;
  /** Exact words of the source. */
  readonly quote: string;
  readonly source: string;
}

export interface MarkedBrief {
  readonly points: readonly MarkedPoint[];
  /** Plain sentences about what is not marked. */
  readonly missing: readonly string[];
}

/** Only what is marked: a sentence that merely sounds like a risk is not one. */
export function readMarkedPoints(brief: Pick<Brief, "options" | "sources">): MarkedBrief {
  const found = listPlacedPassages(brief).flatMap((passage) =>
    readPassagePoints(passage, brief.options),
  );
  const points = [...new Map(found.map((point) => [JSON.stringify(point), point])).values()];
  return { points, missing: describeMissingMarks(brief.options, points) };
}

function describeMissingMarks(
  options: readonly Option[],
  points: readonly MarkedPoint[],
): string[] {
  if (options.length === 0) return describeMissingSides("The plan", points);
  const loose = points.filter(({ option }) => option === null).length;
  return [
    ...options.flatMap(({ id }) =>
      describeMissingSides(
        `Option ${id}`,
        points.filter(({ option }) => option === id),
      ),
    ),
    ...(loose === 0
      ? []
      : [
          `${loose === 1 ? "One marked point belongs" : `${loose} marked points belong`} to no option.`,
        ]),
  ];
}

function describeMissingSides(subject: string, points: readonly MarkedPoint[]): string[] {
  const sides = (["for", "against"] as const).filter(
    (side) => !points.some((p) => p.side === side),
  );
  return sides.length === 0 ? [] : [`${subject} has nothing marked ${sides.join(" or ")} it.`];
}

function readPassagePoints(passage: PlacedPassage, options: readonly Option[]): MarkedPoint[] {
  if (passage.opens || passage.head) return [];
  const parts = passage.kind === "row" ? readTableRow(passage, options) : readProse(passage);
  return parts.flatMap(({ scope, option, words }) => {
    const quote = trimQuote(words);
    if (scope === null || scope === "both" || isEmptyRemark(quote)) return [];
    return [{ option, side: scope, quote, source: passage.source }];
  });
}

interface MarkedPart {
  readonly scope: MarkedScope;
  readonly option: string | null;
  readonly words: string;
}

function readProse({ kind, bullet, words, signed, scope, option }: PlacedPassage): MarkedPart[] {
  for (const [sign, side] of SIDE_SIGNS)
    if (sign.test(words)) return [{ scope: side, option, words: words.replace(sign, "") }];
  if (kind === "item" && signed) {
    return [{ scope: bullet === "+" ? "for" : "against", option, words }];
  }
  const reason = readSideReason(words);
  if (reason) return [{ ...reason, option, words }];
  return splitSideLabels(words).flatMap((part, place) => {
    if (part.labelled) return [{ scope: part.scope, option, words: part.words }];
    const isRest = place > 0 || part.words.trim().endsWith(":");
    return isRest ? [] : [{ scope, option, words: part.words }];
  });
}

/** Sides are named by columns or by the first cell of a row, and options by the other of the two. */
function readTableRow(
  { words, columns, option }: PlacedPassage,
  options: readonly Option[],
): MarkedPart[] {
  const cells = splitTableCells(words);
  const row = readSideTitle(cells[0] ?? "")?.scope ?? null;
  const named = findNamedOption(cells[0] ?? "", options);
  return cells.flatMap((cell, place) => {
    const column = columns[place] ?? "";
    const about = named ?? findNamedOption(column, options) ?? option;
    // a row "Risk" in a table about anything else defines or rates a risk
    const scope = readSideTitle(column)?.scope ?? (place > 0 && about !== null ? row : null);
    const parts = cell.split(/<br\s*\/?>/i).map((part) => part.replace(/^[-+•]\s+/, ""));
    return parts.map((part) => ({ scope, option: about, words: part }));
  });
}

/** Without marks that were opened or closed outside of it. */
function trimQuote(words: string): string {
  const quote = words.trim().replace(/^(?:\*\*|__)\s*(?=[^*_]*$)/, "");
  return (quote.match(/\*\*/g)?.length ?? 0) % 2 === 1 ? quote.replace(/\*\*$/, "").trim() : quote;
}
