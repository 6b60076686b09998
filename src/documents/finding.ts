/** A contradiction before it has an id: what is opposed, where each side stands, in whose words. */
import { type Document, type Span, textOf } from "./document.ts";
import type { Point, Side } from "./point.ts";
import type { Stated } from "./reading.ts";
import { wordsOf } from "./words.ts";

export type Found = Pick<Point, "kind" | "severity" | "summary" | "topic" | "sides"> & {
  /** The same contradiction in another document has the same identity (A41). */
  readonly identity: string;
};

export function foundIn(
  sides: readonly Stated<unknown>[],
  described: Omit<Found, "sides" | "identity">,
): Found {
  const quoted = sides.map(({ at }) => sideOf(at.document, at));
  return { ...described, sides: quoted, identity: identityOf(described.kind, quoted) };
}

/** "required (A), forbidden (B and C)"; within one document lines take the place of letters. */
export function spelledSides<Said>(
  sides: readonly Stated<Said>[],
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

export function sideOf(
  document: Document,
  { start, end, section, line }: Span & Pick<Side, "section" | "line">,
): Side {
  const quote = quoteOf(document, { start, end });
  return { variant: document.variant, section, line, start, end, quote };
}

/** Long enough for a sentence; a quote is always a run of the text itself. */
const LONGEST_QUOTE = 300;

/** Cut at the end of a word where there is one. */
export function quoteOf(document: Pick<Document, "text">, span: Span): string {
  if (span.end - span.start <= LONGEST_QUOTE) return textOf(document, span);
  const cut = document.text.slice(span.start, span.start + LONGEST_QUOTE);
  const space = Math.max(cut.lastIndexOf(" "), cut.lastIndexOf("\n"));
  const whole = space > LONGEST_QUOTE / 2 ? cut.slice(0, space).trimEnd() : cut;
  // never half of a surrogate pair
  return /[\ud800-\udbff]$/.test(whole) ? whole.slice(0, -1) : whole;
}

function identityOf(kind: Found["kind"], sides: readonly Side[]): string {
  const said = sides.map(({ quote }) => wordsOf(quote).join(" "));
  return [kind, ...[...new Set(said)].sort()].join("\n");
}
