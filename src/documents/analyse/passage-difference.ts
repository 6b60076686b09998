/** How much passages on one topic differ, and how to describe it: another approach, or more detail. */
import { sanitizeLine } from "../../text/markdown.ts";
import { diffWords, splitSpacedWords } from "../../text/word-diff.ts";
import { type BlockRange, compareBlocks } from "../align/compare-blocks.ts";
import {
  type PassageTerms,
  collectMeaningfulMarks,
  countPassageTerms,
  countSharedTerms,
} from "../align/passage-terms.ts";
import type { ComparisonPoint, PointSeverity } from "../comparison-point.ts";
import type { ParsedDocument } from "../document.ts";

/** A point before it has an id. */
export type VariantDifference = Pick<
  ComparisonPoint,
  "kind" | "severity" | "summary" | "topic" | "sides" | "ranges" | "settled"
>;

export interface ComparedPassage {
  readonly document: ParsedDocument;
  readonly text: string;
}

const NEARLY_SAME = 80;
const RELATED = 40;

/** Null where all say the same. Several that do are one party. */
export function comparePassages(
  passages: readonly ComparedPassage[],
): Pick<VariantDifference, "kind" | "severity" | "summary"> | null {
  const parties = new Map<string, PassageParty>();
  for (const { document, text } of passages) {
    const terms = countPassageTerms(text);
    const said = `${terms.words}\n${collectMeaningfulMarks(text)}`;
    const party = parties.get(said);
    if (party === undefined) parties.set(said, { terms, text, by: [document] });
    else party.by.push(document);
  }
  const apart = [...parties.values()];
  if (apart.length < 2) return null;
  return describeMoreDetail(apart) ?? describeOtherApproach(apart);
}

interface PassageParty {
  readonly terms: PassageTerms;
  readonly text: string;
  readonly by: ParsedDocument[];
}

/** The longest says what the shortest says, at twice the length or more. */
function describeMoreDetail(
  parties: readonly PassageParty[],
): Pick<VariantDifference, "kind" | "severity" | "summary"> | null {
  const byLength = parties.toSorted((a, b) => a.terms.total - b.terms.total);
  const [shortest, longest] = [byLength[0], byLength.at(-1)];
  if (shortest === undefined || longest === undefined) return null;
  const { terms } = shortest;
  const told = countSharedTerms(terms, longest.terms) * 100 >= 60 * terms.counts.size;
  if (!told || longest.terms.total === 0 || longest.terms.total < 2 * terms.total) return null;
  const lengths = byLength
    .toReversed()
    .map(({ terms: { total }, by }) => `${total} words (${formatDocumentLabels(by)})`);
  return {
    kind: "detail",
    severity: longest.terms.total >= 4 * terms.total ? "Medium" : "Low",
    summary: `more is said by ${formatDocumentLabels(longest.by)}: ${lengths.join(", ")}.`,
  };
}

/** By what the two that are least alike have in common. */
function describeOtherApproach(
  parties: readonly PassageParty[],
): Pick<VariantDifference, "kind" | "severity" | "summary"> {
  const [a, b] = findLeastSimilarParties(parties);
  const shared = countSharedTerms(a.terms, b.terms);
  const larger = Math.max(a.terms.counts.size, b.terms.counts.size);
  const share = `${shared} of ${larger} words in common`;
  const severity = rateApproachSeverity(shared, larger);
  if (severity !== "Low") {
    const sides = parties.map(({ by }) => formatDocumentLabels(by)).join(" against ");
    const who = parties.some(({ by }) => by.length > 1) ? `; ${sides}` : "";
    return { kind: "approach", severity, summary: `${share}${who}.` };
  }
  const changes = describeChangedWords(a.text, b.text);
  const reworded =
    changes.length === 0
      ? "code is indented otherwise"
      : `from ${formatDocumentLabels(a.by)} to ${formatDocumentLabels(b.by)}: ${changes.join(", ")}`;
  // one word can be the whole difference: a figure, a name, a "not", or a mark beside the same words
  const weighty =
    a.terms.words === b.terms.words || changes.some((change) => DISTINCTIVE_TERM.test(change));
  return {
    kind: "approach",
    severity: weighty ? "Medium" : "Low",
    summary: `${share}; ${reworded}.`,
  };
}

const DISTINCTIVE_TERM =
  /\d|\p{Ll}\p{Lu}|\p{Lu}{2}|`|"\p{Lu}[^"]*" becomes "\p{Lu}|\b(?:no|not|never|must|shall|cannot)\b/u;

function rateApproachSeverity(shared: number, larger: number): PointSeverity {
  if (shared * 100 >= NEARLY_SAME * larger) return "Low";
  return shared * 100 >= RELATED * larger ? "Medium" : "High";
}

function findLeastSimilarParties(
  parties: readonly PassageParty[],
): readonly [PassageParty, PassageParty] {
  let least: readonly [PassageParty, PassageParty] | undefined;
  let [leastShared, leastLarger] = [1, 0];
  for (const [at, a] of parties.entries()) {
    for (const b of parties.slice(at + 1)) {
      const shared = countSharedTerms(a.terms, b.terms);
      const larger = Math.max(a.terms.counts.size, b.terms.counts.size);
      if (least === undefined || shared * leastLarger < leastShared * larger) {
        [least, leastShared, leastLarger] = [[a, b], shared, larger];
      }
    }
  }
  if (least === undefined) throw new TypeError("Two parties are needed to be apart.");
  return least;
}

/** "A", "A and B", "A, B and C". */
export function formatDocumentLabels(documents: readonly Pick<ParsedDocument, "label">[]): string {
  const labels = documents.map(({ label }) => label);
  const last = labels.pop() ?? "";
  return labels.length === 0 ? last : `${labels.join(", ")} and ${last}`;
}

// How two passages that are nearly the same differ, in their own words: "30 days" becomes "90 days".

const MOST_CHANGES = 3;
const LONGEST_CHANGE = 60;

/** Paragraphs are compared first, words only inside those that were replaced. */
export function describeChangedWords(a: string, b: string): string[] {
  const changes = findParagraphChanges(splitParagraphs(a), splitParagraphs(b)).filter(
    ({ removed, added }) => cutChangedWords(removed) !== cutChangedWords(added),
  );
  const shown = changes.slice(0, MOST_CHANGES).map(({ removed, added }) => {
    const [from, to] = [cutChangedWords(removed), cutChangedWords(added)];
    if (from === "") return `adds "${to}"`;
    return to === "" ? `leaves out "${from}"` : `"${from}" becomes "${to}"`;
  });
  const rest = changes.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more`] : shown;
}

interface WordReplacement {
  readonly removed: string;
  readonly added: string;
}

function splitParagraphs(text: string): string[] {
  return text.split(/\n[ \t]*\r?\n/).map((paragraph) => paragraph.trim());
}

function findParagraphChanges(a: readonly string[], b: readonly string[]): WordReplacement[] {
  const numbers = new Map<string, number>();
  const numbered = (texts: readonly string[]): Int32Array =>
    Int32Array.from(texts, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  return compareBlocks(numbered(a), numbered(b)).flatMap((change) => {
    if (change.kind === "same") return [];
    const [own, other] = [sliceBlockRange(a, change.a), sliceBlockRange(b, change.b)];
    return Array.from({ length: Math.max(own.length, other.length) }, (_, at) =>
      findWordReplacements(own[at] ?? "", other[at] ?? ""),
    ).flat();
  });
}

function sliceBlockRange(
  texts: readonly string[],
  { first, beyond }: BlockRange,
): readonly string[] {
  return texts.slice(first, beyond);
}

/** Words that went and words that came at one place are one change. */
function findWordReplacements(a: string, b: string): WordReplacement[] {
  const found: { removed: string; added: string }[] = [];
  let open: { removed: string; added: string } | null = null;
  for (const { kind, text } of diffWords(splitSpacedWords(a), splitSpacedWords(b))) {
    if (kind === "same") open = null;
    else {
      if (open === null) {
        open = { removed: "", added: "" };
        found.push(open);
      }
      open[kind] += text;
    }
  }
  return found;
}

function cutChangedWords(words: string): string {
  const line = sanitizeLine(words).replace(/\s+/g, " ");
  if (line.length <= LONGEST_CHANGE) return line;
  return `${line
    .slice(0, LONGEST_CHANGE)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()} …`;
}
