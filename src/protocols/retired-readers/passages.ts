/** Splits a source into passages: clauses and table cells, each an exact piece of the source. */
import { type BriefBlock, blocksOf } from "./blocks.ts";

export interface BriefPassage {
  readonly source: string;
  /** The exact words of the source. */
  readonly quote: string;
  /** The same without markup, to be used in a sentence. */
  readonly said: string;
  /** Headings, lead words and table headings above it, nearest first. */
  readonly under: readonly string[];
  /** What was said just before in the same block, for "it" and "this". */
  readonly follows: BriefPassage | null;
  /** A clause of a sentence, a cell of a table, or the name of an option. */
  readonly form: "clause" | "cell" | "name";
}

export function passagesOf(source: string, text: string): BriefPassage[] {
  return blocksOf(text).flatMap((block) =>
    block.table ? cellsOf(source, block) : clausesOf(source, block),
  );
}

function clausesOf(source: string, { text, headings }: BriefBlock): BriefPassage[] {
  const above = headings.toReversed();
  const passages: BriefPassage[] = [];
  let lead: string | null = null;
  let follows: BriefPassage | null = null;
  for (const sentence of sentencesOf(text)) {
    if (/:\s*$/.test(sentence) || /^\*\*[^*]{1,80}\*\*\.?$/.test(sentence)) {
      lead = plain(sentence);
      continue;
    }
    const parts = withLead(sentence);
    if (parts.lead !== null) lead = parts.lead;
    for (const { quote, carried } of clausesIn(parts.rest)) {
      const under: readonly string[] = lead === null ? above : [lead, ...above];
      const said = carried + plain(quote);
      const passage: BriefPassage = { source, quote, said, under, follows, form: "clause" };
      passages.push(passage);
      follows = passage;
    }
    // "Risk: …" speaks of its own sentence; a lead in bold speaks of the whole entry
    if (!parts.bold && parts.lead !== null && passages.length > 1) lead = null;
  }
  return passages;
}

/** "**Full sync.** It needs…" and "Cost: …" say in front what the rest is about. */
function withLead(sentence: string): { lead: string | null; rest: string; bold: boolean } {
  const bold = /^(?:\*\*|__)([^*_]{1,80})(?:\*\*|__)[\s:.–—-]*/.exec(sentence);
  if (bold?.[1] !== undefined && sentence.length - bold[0].length > 12) {
    return { lead: plain(bold[1]), rest: sentence.slice(bold[0].length), bold: true };
  }
  const colon = /^([^:;,.]{1,60}):\s+/.exec(sentence);
  if (
    colon?.[1] !== undefined &&
    wordCount(colon[1]) <= 5 &&
    sentence.length - colon[0].length > 12
  ) {
    return { lead: plain(colon[1]), rest: sentence.slice(colon[0].length), bold: false };
  }
  return { lead: null, rest: sentence, bold: false };
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|ca|no|dr|mr|mrs|st|fig|[a-z])\.$/i;

/** Longer stretches without a full stop are no sentences; they are cut so that quotes stay short. */
const LONGEST = 400;

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  const take = (to: number): void => {
    const sentence = text.slice(from, to).trim();
    if (sentence !== "") sentences.push(sentence);
    from = to;
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (at - from >= LONGEST && /\s/.test(sign)) take(at);
    else if (at - from >= 2 * LONGEST) take(at);
    if (sign !== "." && sign !== "!" && sign !== "?") continue;
    const closing = /^["'”’)*_]{0,3}(?=\s|$)/.exec(text.slice(at + 1, at + 5));
    if (!closing) continue;
    if (sign === "." && ABBREVIATION.test(text.slice(Math.max(from, at - 8), at + 1))) continue;
    take(at + 1 + closing[0].length);
  }
  take(text.length);
  return sentences;
}

const TURN =
  /;\s+|,?\s+[–—]\s+|,\s+(?:but|while|whereas|although|though|yet|so)\s+|,\s+and\s+(?=(?:it|the|a|an|nobody|we|they|there|this|its|every|each|no|our|how|customers|users|\d+)\s)|\s+but\s+(?=[a-z]+s\s)/g;

/** "…, but our discounts do not" leaves its verb in the other half. */
const ELLIPSIS =
  /\b(?:do|does|did|is|are|was|can|will|would|has|have)(?: not|n['’]t)?[.!]?$|\bcannot[.!]?$/;

interface Clause {
  readonly quote: string;
  /** Replaces the subject that a clause shares with the one before: "is simple but loses data". */
  readonly carried: string;
}

/** Cuts where a sentence turns, so that "fast, but fragile" is read as two statements. */
function clausesIn(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let carried = "";
  for (const turn of sentence.matchAll(TURN)) {
    const before = sentence.slice(from, turn.index);
    const after = sentence.slice(turn.index + turn[0].length);
    const list = /and\s+$/.test(turn[0]) && before.includes(",");
    if (list || ELLIPSIS.test(after) || wordCount(before) < 3 || wordCount(after) < 3) continue;
    clauses.push({ quote: trimmed(before), carried });
    carried = /^\s+but/.test(turn[0]) ? "it " : "";
    from = turn.index + turn[0].length;
  }
  clauses.push({ quote: trimmed(sentence.slice(from)), carried });
  return clauses.filter(({ quote }) => quote.length >= 3);
}

/** A longer row is no table for people. */
const LONGEST_ROW = 1000;

function cellsOf(source: string, { text, headings }: BriefBlock): BriefPassage[] {
  const rows = text.split("\n").filter((line) => line.length <= LONGEST_ROW);
  const titles = inner(rows[0] ?? "")
    .split("|")
    .map(plain);
  return rows.slice(1).flatMap((row) => {
    if (/^[\s|:-]*$/.test(row)) return [];
    const cells = inner(row).split("|");
    const name = plain(cells[0] ?? "");
    return cells.slice(1).flatMap((cell, index) => {
      const title = titles[index + 1] ?? "";
      if (plain(cell) === "") return [];
      // a short cell alone, such as "high", would occur anywhere
      const alone = trimmed(cell).length >= 12;
      const quote = trimmed(alone ? cell : cells.slice(0, index + 2).join("|"));
      const said = `${title === "" ? name : title}: ${plain(cell)}`;
      const under = [name, title, ...headings.toReversed()];
      return [{ source, quote, said, under, follows: null, form: "cell" as const }];
    });
  });
}

function inner(line: string): string {
  return line.trim().replace(/^\|/, "").replace(/\|$/, "").trim();
}

/** A quote begins and ends with words, not with markup or punctuation. */
function trimmed(words: string): string {
  return words.replace(/^[\s*_>"“]+/, "").replace(/[\s*_.;,:!]+$/, "");
}

/** Markup and line breaks removed. */
export function plain(words: string): string {
  return trimmed(
    words
      .replace(/!?\[([^[\]]{0,200})\]\([^()\s]{0,400}\)/g, "$1")
      .replace(/[*`]|__/g, "")
      .replace(/\s+/g, " "),
  );
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
