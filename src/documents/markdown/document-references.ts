/**
 * References inside a document, and whether their targets exist: sections by number or title, milestones,
 * deliverables, anchors, footnotes and link labels. References out of the document are ignored.
 */
import { listComparableWords } from "../../text/comparable-words.ts";
import type { ParsedDocument, TextSpan } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { normalizeLabel } from "./markdown-block.ts";
import { type ProsePassage, listProsePassages } from "./prose-passages.ts";
import {
  type ReferenceTargets,
  collectHeadingNames,
  collectReferenceTargets,
} from "./reference-targets.ts";
import { findDocumentLines, findLineAtOffset } from "./text-lines.ts";

export interface DocumentReference extends TextSpan {
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

type UnlocatedReference = Omit<DocumentReference, "line" | "text">;

/** In the order of the text. */
export async function findReferences(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<DocumentReference[]> {
  if (document.format === "text") return [];
  const defined = await collectReferenceTargets(document, breathe);
  const names = collectHeadingNames(document);
  const anchors = new Set([...names.slugs, ...defined.anchors]);
  const lines = findDocumentLines(document);
  const found: DocumentReference[] = [];
  for (const passage of listProsePassages(document)) {
    await breathe();
    const seen = [
      ...findNumberedReferences(passage, names.numbers),
      ...findTitledReferences(passage, names.titles),
      ...findPlanReferences(passage, defined),
      ...findAnchorReferences(passage, anchors),
      ...findLabelReferences(passage, defined.labels),
    ];
    for (const one of seen.sort((a, b) => a.start - b.start)) {
      const text = document.text.slice(one.start, one.end);
      found.push({ ...one, text, line: findLineAtOffset(lines, one.start) + 1 });
    }
  }
  return found;
}

function* matchInPassage(
  { words, start }: ProsePassage,
  pattern: RegExp,
): Generator<TextSpan & { match: RegExpExecArray }> {
  for (const match of words.matchAll(pattern)) {
    yield { start: start + match.index, end: start + match.index + match[0].length, match };
  }
}

const NUMBER = String.raw`\d+(?:\.\d+)*`;
const JOINT = String.raw`\s*(?:,|and|or|&|to|–|-|,\s*and)\s*`;
const SECTIONS = new RegExp(String.raw`\b[Ss]ections?\s+(${NUMBER}(?:${JOINT}${NUMBER})*)`, "g");
/** "Section 4 of RFC 2119" is a part of something else, and so is the text of a link that leads out. */
const ELSEWHERE = /^\s+of\s+(?!this\b)|^[^[\]]*\](?:\((?!\s*#)|\[)/;

function* findNumberedReferences(
  passage: ProsePassage,
  numbers: ReadonlySet<string>,
): Generator<UnlocatedReference> {
  if (passage.block.kind === "heading" || !passage.words.includes("ection")) return;
  for (const { start, end, match } of matchInPassage(passage, SECTIONS)) {
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

function* findTitledReferences(
  passage: ProsePassage,
  titles: ReadonlySet<string>,
): Generator<UnlocatedReference> {
  if (passage.block.kind === "heading" || !/\b[Ss]ee\s/.test(passage.words)) return;
  const taken: TextSpan[] = [];
  for (const pattern of [QUOTED, NAMED]) {
    for (const { start, end, match } of matchInPassage(passage, pattern)) {
      const wanted = listComparableWords(match[1] ?? "");
      if (wanted.some((word) => RELATIVE.has(word))) continue;
      taken.push({ start, end });
      const resolved = [...titles].some((title) => {
        const words = new Set(title.split(" "));
        return wanted.length > 0 && wanted.every((word) => words.has(word));
      });
      yield { kind: "title", start, end, resolved };
    }
  }
  for (const { start, match } of matchInPassage(passage, CAPITAL)) {
    if (taken.some((span) => span.start <= start && start < span.end)) continue;
    const words = (match[1] ?? "").split(/\s+/);
    // the title ends somewhere in the words that follow
    for (let count = words.length; count > 0; count--) {
      const beginning = words.slice(0, count);
      if (!titles.has(listComparableWords(beginning.join(" ")).join(" "))) continue;
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

/** The introduction of a milestone is not a reference to it. */
function* findPlanReferences(
  passage: ProsePassage,
  { plans, introduced }: ReferenceTargets,
): Generator<UnlocatedReference> {
  if (!/ilestone|eliverable/.test(passage.words)) return;
  for (const [kind, pattern] of [
    ["milestone", MILESTONES],
    ["deliverable", DELIVERABLES],
  ] as const) {
    for (const { start, end, match } of matchInPassage(passage, pattern)) {
      const named = (match[1] ?? "").match(/[MD]\d+(?:\.\d+)*/g) ?? [];
      const at = end - (match[1] ?? "").length;
      if (introduced.has(at)) continue;
      yield { kind, start, end, resolved: named.every((name) => plans.has(name)) };
    }
  }
}

const ANCHORS = /\[[^[\]]*\]\(\s*<?#([^)\s>]*)>?[^)\n]*\)/g;

function* findAnchorReferences(
  passage: ProsePassage,
  anchors: ReadonlySet<string>,
): Generator<UnlocatedReference> {
  if (!passage.words.includes("#")) return;
  for (const { start, end, match } of matchInPassage(passage, ANCHORS)) {
    const name = decodeAnchorName(match[1] ?? "").toLowerCase();
    yield {
      kind: "anchor",
      start,
      end,
      resolved: name === "" || name === "top" || anchors.has(name),
    };
  }
}

function decodeAnchorName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const FOOTNOTES = /(?<!\\)\[(\^[^\]\s]+)\](?!:)/g;
const LABELS = /(?<![\\\]])\[([^[\]\n]{1,300})\]\[([^[\]\n]{0,300})\]/g;

/** A lone `[word]` is a reference only where the word is defined, so it always leads somewhere and says nothing. */
function* findLabelReferences(
  passage: ProsePassage,
  labels: ReadonlySet<string>,
): Generator<UnlocatedReference> {
  if (!passage.words.includes("[")) return;
  for (const { start, end, match } of matchInPassage(passage, FOOTNOTES)) {
    yield { kind: "footnote", start, end, resolved: labels.has(normalizeLabel(match[1] ?? "")) };
  }
  for (const { start, end, match } of matchInPassage(passage, LABELS)) {
    const label = normalizeLabel(
      (match[2] ?? "").trim() === "" ? (match[1] ?? "") : (match[2] ?? ""),
    );
    if (label.startsWith("^")) continue;
    yield { kind: "label", start, end, resolved: labels.has(label) };
  }
}
