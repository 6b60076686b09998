/**
 * A34: keeps both of two sections that list different things on one topic. If the base would lose a requirement, an
 * item or a row that the winner lacks, the winner's words are added after it instead of replacing it.
 */
import type { PointSide } from "../../../documents/comparison-point.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { findRequirementIds } from "../../../documents/markdown/requirement-ids.ts";
import {
  countCommonWords,
  isFunctionWord,
  listComparableWords,
} from "../../../text/comparable-words.ts";
import type { SectionPlacement } from "./document-places.ts";

/** What is taken and where it goes; `nothing` where the base has it all. Null: one has to give way to the other. */
type Both = { readonly source: TextSpan; readonly place: SectionPlacement } | "nothing" | null;

interface Sides {
  readonly base: ParsedDocument;
  readonly winner: ParsedDocument;
  readonly mine: PointSide;
  readonly theirs: PointSide;
  /** From the start of a passage of the winner to that of the base's passage that a point compares with it. */
  readonly pairs: ReadonlyMap<number, number>;
}

export function keepBoth(sides: Sides): Both {
  const { base, winner, mine, theirs } = sides;
  const [own, other] = [entriesOf(base, mine), entriesOf(winner, theirs)];
  if (!wouldLose(own, other) || areOpposed(sides, own, other)) return null;
  const held = new Set(own.map(({ gist }) => gist));
  const fresh = other.filter(({ gist }) => !held.has(gist));
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (!first || !last) return "nothing";
  const at = lastBlock(base, mine)?.end;
  const home = base.sections.find(({ index }) => index === mine.section);
  if (at === undefined || !home) return null;
  const target = { kind: "offset", at, depth: home.depth + 1 } as const;
  return {
    source: { start: startOf(first), end: endOf(last) },
    place: { target, section: home.index, integration: "append" },
  };
}

/** A block, or one item or row of it. */
interface Entry {
  readonly block: DocumentBlock;
  readonly at: TextSpan;
  readonly listed: boolean;
  readonly words: ReadonlySet<string>;
  readonly gist: string;
  readonly ids: readonly string[];
}

function entriesOf(document: ParsedDocument, { start, end }: TextSpan): Entry[] {
  return blocksIn(document, { start, end }).flatMap((block) => {
    if (block.kind === "heading" || block.kind === "definition") return [];
    // the head of a table says what its columns are
    const parts = block.kind === "table" ? block.parts.slice(1) : block.parts;
    const listed = parts.length > 0;
    return (listed ? parts : [block]).map((at) => {
      const text = readSpanText(document, at);
      const said = listComparableWords(text);
      const words = new Set(said.filter((word) => !isFunctionWord(word)));
      return { block, at, listed, words, gist: said.join(" "), ids: findRequirementIds(text) };
    });
  });
}

function blocksIn({ blocks }: ParsedDocument, { start, end }: TextSpan): DocumentBlock[] {
  return blocks.filter((block) => block.start >= start && block.end <= end);
}

function wouldLose(own: readonly Entry[], other: readonly Entry[]): boolean {
  const ids = new Set(other.flatMap((entry) => entry.ids));
  return own.some(
    (entry) => entry.ids.some((id) => !ids.has(id)) || (entry.listed && !hasLike(entry, other)),
  );
}

/** Half of its words are in one entry of the other. */
function hasLike({ words }: Entry, other: readonly Entry[]): boolean {
  return other.some((entry) => countCommonWords(words, entry.words) * 2 >= words.size);
}

/** Words that contradict each other cannot both stay. */
function areOpposed({ pairs }: Sides, own: readonly Entry[], other: readonly Entry[]): boolean {
  const holding = (entries: readonly Entry[], offset: number): Entry | undefined =>
    entries.find(({ at }) => at.start <= offset && offset < at.end);
  return [...pairs].some(([theirs, mine]) => {
    const [a, b] = [holding(own, mine), holding(other, theirs)];
    return a !== undefined && b !== undefined && a.gist !== b.gist;
  });
}

function lastBlock(document: ParsedDocument, span: TextSpan): DocumentBlock | undefined {
  return blocksIn(document, span).findLast(({ kind }) => kind !== "definition");
}

/** A row is not kept without its table. */
function startOf({ block, at }: Entry): number {
  return block.kind === "table" ? block.start : at.start;
}

function endOf({ block, at }: Entry): number {
  return block.kind === "table" ? block.end : at.end;
}
