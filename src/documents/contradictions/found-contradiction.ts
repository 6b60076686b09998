/** A contradiction before it has an id: the opposing statements, their positions and their authors. */
import { listComparableWords } from "../../text/comparable-words.ts";
import type { LocatedStatement } from "../claims/document-statements.ts";
import type { ComparisonPoint, PointSide } from "../comparison-point.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";

export type FoundContradiction = Pick<
  ComparisonPoint,
  "kind" | "severity" | "summary" | "topic" | "sides"
> & {
  /** The same contradiction in another document has the same identity (A41). */
  readonly identity: string;
};

export function createFoundContradiction(
  sides: readonly LocatedStatement<unknown>[],
  described: Omit<FoundContradiction, "sides" | "identity">,
): FoundContradiction {
  const quoted = sides.map(({ at }) => createPointSide(at.document, at));
  return {
    ...described,
    sides: quoted,
    identity: formatContradictionIdentity(described.kind, quoted),
  };
}

/** "required (A), forbidden (B and C)"; within one document lines take the place of letters. */
export function formatOpposedSides<Said>(
  sides: readonly LocatedStatement<Said>[],
  spell: (said: Said) => string,
  between: boolean,
): string {
  const attributed = new Map<string, string[]>();
  for (const { said, at } of sides) {
    const by = between ? at.document.label : `line ${at.line}`;
    attributed.set(spell(said), [...(attributed.get(spell(said)) ?? []), by]);
  }
  return [...attributed].map(([spelled, by]) => `${spelled} (${by.join(" and ")})`).join(", ");
}

export function createPointSide(
  document: ParsedDocument,
  { start, end, section, line }: TextSpan & Pick<PointSide, "section" | "line">,
): PointSide {
  const quote = cutQuote(document, { start, end });
  return { variant: document.variant, section, line, start, end, quote };
}

/** Long enough for a sentence; a quote is always a run of the text itself. */
const LONGEST_QUOTE = 300;

/** Cut at the end of a word if possible. */
export function cutQuote(document: Pick<ParsedDocument, "text">, span: TextSpan): string {
  if (span.end - span.start <= LONGEST_QUOTE) return readSpanText(document, span);
  const cut = document.text.slice(span.start, span.start + LONGEST_QUOTE);
  const space = Math.max(cut.lastIndexOf(" "), cut.lastIndexOf("\n"));
  const whole = space > LONGEST_QUOTE / 2 ? cut.slice(0, space).trimEnd() : cut;
  // never half of a surrogate pair
  return /[\ud800-\udbff]$/.test(whole) ? whole.slice(0, -1) : whole;
}

function formatContradictionIdentity(
  kind: FoundContradiction["kind"],
  sides: readonly PointSide[],
): string {
  const said = sides.map(({ quote }) => listComparableWords(quote).join(" "));
  return [kind, ...[...new Set(said)].sort()].join("\n");
}
