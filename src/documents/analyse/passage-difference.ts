import {
  listOwnTerms,
  countSharedTerms,
  type PassageTerms,
  countPassageTerms,
} from "../align/passage-terms.ts";
import { collectMeaningfulMarks } from "../align/telling-marks.ts";
import type { ComparisonPoint, PointSeverity } from "../comparison-point.ts";
/** How far passages on one topic are apart, and how that is said: another approach, or more detail. */
import type { ParsedDocument } from "../document.ts";
import { describeChangedWords } from "./rewording.ts";

/** A point before it has an id. */
export type VariantDifference = Pick<
  ComparisonPoint,
  "kind" | "severity" | "summary" | "topic" | "sides"
>;

export interface ComparedPassage {
  readonly document: ParsedDocument;
  readonly text: string;
}

const NEARLY_SAME = 80;
const RELATED = 40;
const MOST_TERMS = 5;

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
  if (!told || longest.terms.total < 2 * terms.total) return null;
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
    const own = parties.flatMap((party) => listTermsNamedBy(party, parties));
    return { kind: "approach", severity, summary: `${[share, ...own].join("; ")}.` };
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

function listTermsNamedBy({ terms, by }: PassageParty, parties: readonly PassageParty[]): string[] {
  const others = parties.filter((other) => other.terms !== terms).map((other) => other.terms);
  const named = listOwnTerms(terms, others, MOST_TERMS);
  return named.length === 0 ? [] : [`only ${formatDocumentLabels(by)}: ${named.join(", ")}`];
}

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
