/**
 * References inside a document, and whether they lead somewhere: sections by number or title, milestones, deliverables,
 * anchors, footnotes and link labels. What leads out of the document is not looked at.
 */
import type { Breath } from "./breath.ts";
import type { Document, Span } from "./document.ts";
import { sameLabel } from "./found-block.ts";
import { headingNames } from "./heading-names.ts";
import { type Passage, passagesOf } from "./prose.ts";
import { definedIn, type Defined } from "./reference-targets.ts";
import { documentLines, lineOf } from "./text-lines.ts";
import { wordsOf } from "./words.ts";

export interface Reference extends Span {
  readonly kind:
    | "section"
    | "title"
    | "milestone"
    | "deliverable"
    | "anchor"
    | "footnote"
    | "label";
  /** As written. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly resolved: boolean;
}

type Seen = Omit<Reference, "line" | "text">;

/** In the order of the text. */
export async function referencesIn(document: Document, breathe: Breath): Promise<Reference[]> {
  if (document.format === "text") return [];
  const defined = await definedIn(document, breathe);
  const names = headingNames(document);
  const anchors = new Set([...names.slugs, ...defined.anchors]);
  const lines = documentLines(document);
  const found: Reference[] = [];
  for (const passage of passagesOf(document)) {
    await breathe();
    const seen = [
      ...numbered(passage, names.numbers),
      ...titled(passage, names.titles),
      ...planned(passage, defined),
      ...anchored(passage, anchors),
      ...labelled(passage, defined.labels),
    ];
    for (const one of seen.sort((a, b) => a.start - b.start)) {
      const text = document.text.slice(one.start, one.end);
      found.push({ ...one, text, line: lineOf(lines, one.start) + 1 });
    }
  }
  return found;
}

function* matches(
  { words, start }: Passage,
  pattern: RegExp,
): Generator<Span & { match: RegExpExecArray }> {
  for (const match of words.matchAll(pattern)) {
    yield { start: start + match.index, end: start + match.index + match[0].length, match };
  }
}

const NUMBER = String.raw`\d+(?:\.\d+)*`;
const JOINT = String.raw`\s*(?:,|and|or|&|to|–|-|,\s*and)\s*`;
const SECTIONS = new RegExp(String.raw`\b[Ss]ections?\s+(${NUMBER}(?:${JOINT}${NUMBER})*)`, "g");
/** "Section 4 of RFC 2119" is a part of something else, and so is the text of a link that leads out. */
const ELSEWHERE = /^\s+of\s+(?!this\b)|^[^[\]]*\](?:\((?!\s*#)|\[)/;

function* numbered(passage: Passage, numbers: ReadonlySet<string>): Generator<Seen> {
  if (passage.block.kind === "heading" || !passage.words.includes("ection")) return;
  for (const { start, end, match } of matches(passage, SECTIONS)) {
    if (ELSEWHERE.test(passage.words.slice(end - passage.start, end - passage.start + 80)))
      continue;
    const named = (match[1] ?? "").match(new RegExp(NUMBER, "g")) ?? [];
    yield { kind: "section", start, end, resolved: named.every((number) => numbers.has(number)) };
  }
}

/** `See "Risks"`, `see the risks section`; capitals alone count only where a section has that title. */
const QUOTED = /\b[Ss]ee\s+(?:also\s+)?(?:the\s+)?["“]([^"“”\n]{2,80})["”]/g;
const NAMED = /\b[Ss]ee\s+(?:also\s+)?(?:the\s+)?((?:[\p{L}\p{N}&/'-]+\s+){1,6})section\b/gu;
const CAPITAL =
  /\b[Ss]ee\s+(?:also\s+)?(?:the\s+)?((?:\p{Lu}[\p{L}\p{N}'-]*)(?:\s+(?:[\p{L}\p{N}&/'-]+)){0,7})/gu;

/** Where, not which. */
const RELATIVE = new Set([
  "next",
  "previous",
  "following",
  "preceding",
  "above",
  "below",
  "last",
  "same",
  "this",
]);

function* titled(passage: Passage, titles: ReadonlySet<string>): Generator<Seen> {
  if (passage.block.kind === "heading" || !/\b[Ss]ee\s/.test(passage.words)) return;
  const taken: Span[] = [];
  for (const pattern of [QUOTED, NAMED]) {
    for (const { start, end, match } of matches(passage, pattern)) {
      const wanted = wordsOf(match[1] ?? "");
      if (wanted.some((word) => RELATIVE.has(word))) continue;
      taken.push({ start, end });
      const resolved = [...titles].some((title) => {
        const words = new Set(title.split(" "));
        return wanted.length > 0 && wanted.every((word) => words.has(word));
      });
      yield { kind: "title", start, end, resolved };
    }
  }
  for (const { start, match } of matches(passage, CAPITAL)) {
    if (taken.some((span) => span.start <= start && start < span.end)) continue;
    const words = (match[1] ?? "").split(/\s+/);
    // the title ends somewhere in the words that follow
    for (let count = words.length; count > 0; count--) {
      const beginning = words.slice(0, count);
      if (!titles.has(wordsOf(beginning.join(" ")).join(" "))) continue;
      const length = match[0].length - (match[1] ?? "").length + beginning.join(" ").length;
      yield { kind: "title", start, end: start + length, resolved: true };
      break;
    }
  }
}

const MILESTONES =
  /\b[Mm]ilestones?\s+(M\d+(?:\.\d+)*(?:\s*(?:,|and|or|&|,\s*and)\s*M\d+(?:\.\d+)*)*)/g;
const DELIVERABLES =
  /\b[Dd]eliverables?\s+(D\d+(?:\.\d+)*(?:\s*(?:,|and|or|&|,\s*and)\s*D\d+(?:\.\d+)*)*)/g;

/** What introduces a milestone is no reference to it. */
function* planned(passage: Passage, { plans, introduced }: Defined): Generator<Seen> {
  if (!/ilestone|eliverable/.test(passage.words)) return;
  for (const [kind, pattern] of [
    ["milestone", MILESTONES],
    ["deliverable", DELIVERABLES],
  ] as const) {
    for (const { start, end, match } of matches(passage, pattern)) {
      const named = (match[1] ?? "").match(/[MD]\d+(?:\.\d+)*/g) ?? [];
      const at = end - (match[1] ?? "").length;
      if (introduced.has(at)) continue;
      yield { kind, start, end, resolved: named.every((name) => plans.has(name)) };
    }
  }
}

const ANCHORS = /\[[^[\]]*\]\(\s*<?#([^)\s>]*)>?[^)\n]*\)/g;

function* anchored(passage: Passage, anchors: ReadonlySet<string>): Generator<Seen> {
  if (!passage.words.includes("#")) return;
  for (const { start, end, match } of matches(passage, ANCHORS)) {
    const name = decoded(match[1] ?? "").toLowerCase();
    yield {
      kind: "anchor",
      start,
      end,
      resolved: name === "" || name === "top" || anchors.has(name),
    };
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const FOOTNOTES = /(?<!\\)\[(\^[^\]\s]+)\](?!:)/g;
const LABELS = /(?<![\\\]])\[([^[\]\n]{1,300})\]\[([^[\]\n]{0,300})\]/g;

/** A lone `[word]` is a reference only where the word is defined, so it always leads somewhere and says nothing. */
function* labelled(passage: Passage, labels: ReadonlySet<string>): Generator<Seen> {
  if (!passage.words.includes("[")) return;
  for (const { start, end, match } of matches(passage, FOOTNOTES)) {
    yield { kind: "footnote", start, end, resolved: labels.has(sameLabel(match[1] ?? "")) };
  }
  for (const { start, end, match } of matches(passage, LABELS)) {
    const label = sameLabel((match[2] ?? "").trim() === "" ? (match[1] ?? "") : (match[2] ?? ""));
    if (label.startsWith("^")) continue;
    yield { kind: "label", start, end, resolved: labels.has(label) };
  }
}
