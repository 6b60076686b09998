/** What only one variant has, section by section, with what it is worth (A13, A14). */
import type { Breath } from "./breath.ts";
import { type Compared, topicSide } from "./content.ts";
import type { Difference } from "./difference.ts";
import { type Document, textOf } from "./document.ts";
import { type LineIndex, linesOf } from "./lines.ts";
import type { Member } from "./topics.ts";
import { wordsOf } from "./words.ts";
import { valueOf } from "./worth.ts";

/** Not a contribution, however unique: no idea of its own. */
const BOILERPLATE =
  /^(?:\W*)(?:table of contents|contents|toc|licen[cs]e|copyright|acknowledge?ments?|credits|authors?|contributors|change ?log|revision history|document (?:history|control)|version history|about this document|see also|further reading|links|references|bibliography|index)\W*$/i;

/** A share of its lines, in hundredths, that stand elsewhere: then it was moved or repeated, not added. */
const MOSTLY = 60;

export interface Known {
  /** Lines of all variants. */
  readonly index: LineIndex;
  /** Lines of what the variants were written from. */
  readonly given: ReadonlySet<string>;
}

export async function uniqueContributions(
  { documents, topics, worthIn }: Compared,
  { index, given }: Known,
  breathe: Breath,
): Promise<Difference[]> {
  const lone = topics.flatMap(([member, second]) =>
    member === undefined || second !== undefined ? [] : [member],
  );
  const found: Difference[] = [];
  const taken = new Set<string>();
  for (const member of inOutline(lone)) {
    await breathe();
    const { document, section } = member;
    const { start, end, title, parent } = section;
    const own = `${document.variant}:${section.index}`;
    // a part of what is unique as a whole
    if (taken.has(`${document.variant}:${parent}`)) {
      taken.add(own);
      continue;
    }
    const text = textOf(document, { start, end });
    const place = documents.indexOf(document);
    if (BOILERPLATE.test(title) || isEmpty(text) || isKnown(text, place, { index, given }))
      continue;
    taken.add(own);
    found.push({
      kind: "contribution",
      severity: valueOf(text, title, worthIn(document, { start, end })),
      topic: title,
      summary: `Only ${document.label} has "${title}".`,
      sides: [topicSide(member, { start, end: endOf(document, { start, end }) })],
    });
  }
  return found;
}

/** Parents before their parts, variants in input order. */
function inOutline(members: readonly Member[]): Member[] {
  return members.toSorted(
    (a, b) => a.document.variant - b.document.variant || a.section.index - b.section.index,
  );
}

/** A heading with nothing below it. */
function isEmpty(text: string): boolean {
  return text.split("\n").filter((line) => wordsOf(line.slice(0, 200)).length > 0).length < 2;
}

function isKnown(text: string, place: number, { index, given }: Known): boolean {
  const own = 1n << BigInt(place);
  const lines = [...new Set(linesOf(text))].slice(1);
  const known = lines.filter((line) => given.has(line) || ((index.get(line) ?? own) & ~own) !== 0n);
  return known.length * 100 >= MOSTLY * lines.length;
}

/** Without the white space before the next section. */
function endOf(document: Document, { start, end }: { start: number; end: number }): number {
  return start + textOf(document, { start, end }).trimEnd().length;
}
