/** A brief passage by passage: which option each is about, and which side the headings above it announce. */
import { type Brief, type Option, formatOptionSource, formatOptionText } from "../domain/brief.ts";
import { listTitleWords } from "../text/comparable-words.ts";
import {
  type MarkdownPassage,
  isBoldLine,
  splitMarkdownPassages,
  splitTableCells,
} from "../text/markdown-passages.ts";
import { type MarkedScope, readSideTitle } from "../text/side-marks.ts";

/** A passage with all that headings, names and labels above it say of it. */
export interface PlacedPassage extends MarkdownPassage {
  readonly source: string;
  /** Null where nothing says which option it is about. */
  readonly option: string | null;
  readonly scope: MarkedScope;
  /** It opens a section, and says nothing else. */
  readonly opens: boolean;
  /** Of a table's row: the cells of its head. */
  readonly columns: readonly string[];
  /** Its list has plus and minus as bullets. */
  readonly signed: boolean;
}

export function listPlacedPassages({
  options,
  sources,
}: Pick<Brief, "options" | "sources">): PlacedPassage[] {
  const texts = [
    ...sources.map(({ id, text }) => ({ source: id, text, owner: null })),
    ...options.map((option) => ({
      source: formatOptionSource(option.id),
      text: formatOptionText(option),
      owner: option.id,
    })),
  ];
  return texts.flatMap(({ source, text, owner }) =>
    placePassages(splitMarkdownPassages(text), options, owner).map((placed) => ({
      ...placed,
      source,
    })),
  );
}

/** A heading, a bold name or a label: what it says holds for what is below it. */
interface Frame {
  /** Headings by level, then names, then labels, then items by indentation. */
  readonly rank: number;
  readonly scope?: MarkedScope;
  readonly option?: string | null;
  /** Something followed the label, so that a new paragraph is no longer meant by it. */
  used?: boolean;
}

const NAME_RANK = 10;
const LABEL_RANK = 11;
const ITEM_RANK = 20;

function placePassages(
  passages: readonly MarkdownPassage[],
  options: readonly Option[],
  owner: string | null,
): Omit<PlacedPassage, "source">[] {
  const frames: Frame[] = [];
  const leave = (rank: number): void => {
    while ((frames.at(-1)?.rank ?? -1) >= rank) frames.pop();
  };
  const lists = findSignedLists(passages);
  let columns: readonly string[] = [];
  return passages.map((passage, index) => {
    const opened = readFrame(passage, passages[index + 1], options);
    leave(rankPassage(passage, opened, frames.at(-1)));
    if (opened) frames.push(opened);
    const opens = opened?.ends === true;
    if (passage.head) columns = splitTableCells(passage.words);
    const label = frames.findLast(({ rank }) => rank === LABEL_RANK);
    if (label && !opens && passage.kind !== "row") label.used = true;
    return {
      ...passage,
      option: frames.findLast((frame) => frame.option !== undefined)?.option ?? owner,
      scope: frames.findLast((frame) => frame.scope !== undefined)?.scope ?? null,
      opens,
      columns,
      signed: lists.has(index),
    };
  });
}

/** What a passage opens; one that `ends` there says nothing else. */
function readFrame(
  { kind, depth, words }: MarkdownPassage,
  next: MarkdownPassage | undefined,
  options: readonly Option[],
): (Frame & { readonly ends: boolean }) | null {
  const title = kind === "heading";
  const alone = !words.includes("\n") && (title || isBoldLine(words) || words.endsWith(":"));
  const heads = alone || (kind === "text" && next?.kind === "item" && words.length < 60);
  const announced = heads && kind !== "row" ? readSideTitle(words) : null;
  const named = heads ? findNamedOption(announced ? announced.rest : words, options) : null;
  const option = named === null ? {} : { option: named };
  const item = ITEM_RANK + depth;
  if (announced) {
    const rank = title ? depth : kind === "item" ? item : LABEL_RANK;
    return { rank, scope: announced.scope, ...option, ends: true };
  }
  if (title) return { rank: depth, ...option, ends: true };
  if (alone && named !== null)
    return { rank: kind === "item" ? item : NAME_RANK, scope: null, option: named, ends: true };
  // "- **Redis**: fast" and "- **Redis** is fast" are about Redis
  const lead = kind === "item" ? /^(?:\*\*|__)([^*_\n]+)(?:\*\*|__)/.exec(words)?.[1] : undefined;
  const about = lead === undefined ? null : findNamedOption(lead, options);
  return about === null ? null : { rank: item, option: about, ends: false };
}

/** Frames from this rank on end before the passage. */
function rankPassage(
  { kind, depth }: MarkdownPassage,
  opened: Frame | null,
  last: Frame | undefined,
): number {
  if (opened) return opened.rank;
  if (kind === "item") return ITEM_RANK + depth;
  if (kind === "text" && depth > 0) return ITEM_RANK + depth;
  return last?.used ? LABEL_RANK : ITEM_RANK;
}

/** Items of sections with plus and minus as bullets: these are signs; one of them alone is a bullet. */
function findSignedLists(passages: readonly MarkdownPassage[]): ReadonlySet<number> {
  const lists = new Map<string, number[]>();
  let section = 0;
  for (const [index, { kind, depth, bullet }] of passages.entries()) {
    if (kind === "heading") section = index;
    if (kind !== "item" || !/^[-+]$/.test(bullet)) continue;
    const list = `${section} ${depth}`;
    lists.set(list, [...(lists.get(list) ?? []), index]);
  }
  const signed = [...lists.values()].filter(
    (items) => new Set(items.map((index) => passages[index]?.bullet)).size === 2,
  );
  return new Set(signed.flat());
}

/** The one option that words name: by its id, or by its label where no other fits as well. */
export function findNamedOption(words: string, options: readonly Option[]): string | null {
  const plain = words.replace(/[*_`"“”]/g, "").trim();
  const id =
    /^(?:(?:of|for|with)\s+)?(?:option|alternative|variant|plan)\s+([\w-]{1,16})(?![\w-])/i.exec(
      plain,
    )?.[1];
  const lead = /^\(?([\w-]{1,16})\s*[.:)–—-](?:\s|$)|^([\w-]{1,16})$/.exec(plain);
  const named = [id, lead?.[1] ?? lead?.[2]].flatMap((name) =>
    options.filter((option) => option.id.toLowerCase() === name?.toLowerCase()),
  )[0];
  if (named) return named.id;
  const said = listTitleWords(plain);
  const ranked = options
    .map((option) => ({ id: option.id, fit: measureFit(said, listTitleWords(option.label)) }))
    .toSorted((a, b) => b.fit - a.fit);
  const [best, second] = ranked;
  return best && best.fit >= 0.6 && best.fit > (second?.fit ?? 0) ? best.id : null;
}

/** All words of one are words of the other, and the more of both the better. */
function measureFit(said: ReadonlySet<string>, label: ReadonlySet<string>): number {
  const common = [...said].filter((word) => label.has(word)).length;
  if (common === 0) return 0;
  const covered = common / Math.min(said.size, label.size);
  return covered < 1 ? covered * 0.8 : 0.8 + (0.2 * common) / Math.max(said.size, label.size);
}
