/** How far passages on one topic are apart, and how that is said: another approach, or more detail. */
import type { Document } from "./document.ts";
import type { Point, Severity } from "./point.ts";
import { changedWords } from "./rewording.ts";
import { tellingMarks } from "./telling-marks.ts";
import { ownTerms, sharedTerms, type Terms, termsOf } from "./terms.ts";

/** A point before it has an id. */
export type Difference = Pick<Point, "kind" | "severity" | "summary" | "topic" | "sides">;

export interface Passage {
  readonly document: Document;
  readonly text: string;
}

const NEARLY_SAME = 80;
const RELATED = 40;
const MOST_TERMS = 5;

/** Null where all say the same. Several that do are one party. */
export function passagesApart(
  passages: readonly Passage[],
): Pick<Difference, "kind" | "severity" | "summary"> | null {
  const parties = new Map<string, Party>();
  for (const { document, text } of passages) {
    const terms = termsOf(text);
    const said = `${terms.words}\n${tellingMarks(text)}`;
    const party = parties.get(said);
    if (party === undefined) parties.set(said, { terms, text, by: [document] });
    else party.by.push(document);
  }
  const apart = [...parties.values()];
  if (apart.length < 2) return null;
  return moreDetail(apart) ?? otherApproach(apart);
}

interface Party {
  readonly terms: Terms;
  readonly text: string;
  readonly by: Document[];
}

/** The longest says what the shortest says, at twice the length or more. */
function moreDetail(
  parties: readonly Party[],
): Pick<Difference, "kind" | "severity" | "summary"> | null {
  const byLength = parties.toSorted((a, b) => a.terms.total - b.terms.total);
  const [shortest, longest] = [byLength[0], byLength.at(-1)];
  if (shortest === undefined || longest === undefined) return null;
  const { terms } = shortest;
  const told = sharedTerms(terms, longest.terms) * 100 >= 60 * terms.counts.size;
  if (!told || longest.terms.total < 2 * terms.total) return null;
  const lengths = byLength
    .toReversed()
    .map(({ terms: { total }, by }) => `${total} words (${spelled(by)})`);
  return {
    kind: "detail",
    severity: longest.terms.total >= 4 * terms.total ? "Medium" : "Low",
    summary: `more is said by ${spelled(longest.by)}: ${lengths.join(", ")}.`,
  };
}

/** By what the two that are least alike have in common. */
function otherApproach(
  parties: readonly Party[],
): Pick<Difference, "kind" | "severity" | "summary"> {
  const [a, b] = leastAlike(parties);
  const shared = sharedTerms(a.terms, b.terms);
  const larger = Math.max(a.terms.counts.size, b.terms.counts.size);
  const share = `${shared} of ${larger} words in common`;
  const severity = severityOf(shared, larger);
  if (severity !== "Low") {
    const own = parties.flatMap((party) => namedBy(party, parties));
    return { kind: "approach", severity, summary: `${[share, ...own].join("; ")}.` };
  }
  const changes = changedWords(a.text, b.text);
  const reworded =
    changes.length === 0
      ? "code is indented otherwise"
      : `from ${spelled(a.by)} to ${spelled(b.by)}: ${changes.join(", ")}`;
  // one word can be the whole difference: a figure, a name, a "not", or a mark beside the same words
  const weighty = a.terms.words === b.terms.words || changes.some((change) => TELLING.test(change));
  return {
    kind: "approach",
    severity: weighty ? "Medium" : "Low",
    summary: `${share}; ${reworded}.`,
  };
}

const TELLING =
  /\d|\p{Ll}\p{Lu}|\p{Lu}{2}|`|"\p{Lu}[^"]*" becomes "\p{Lu}|\b(?:no|not|never|must|shall|cannot)\b/u;

function namedBy({ terms, by }: Party, parties: readonly Party[]): string[] {
  const others = parties.filter((other) => other.terms !== terms).map((other) => other.terms);
  const named = ownTerms(terms, others, MOST_TERMS);
  return named.length === 0 ? [] : [`only ${spelled(by)}: ${named.join(", ")}`];
}

function severityOf(shared: number, larger: number): Severity {
  if (shared * 100 >= NEARLY_SAME * larger) return "Low";
  return shared * 100 >= RELATED * larger ? "Medium" : "High";
}

function leastAlike(parties: readonly Party[]): readonly [Party, Party] {
  let least: readonly [Party, Party] | undefined;
  let [leastShared, leastLarger] = [1, 0];
  for (const [at, a] of parties.entries()) {
    for (const b of parties.slice(at + 1)) {
      const shared = sharedTerms(a.terms, b.terms);
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
export function spelled(documents: readonly Pick<Document, "label">[]): string {
  const labels = documents.map(({ label }) => label);
  const last = labels.pop() ?? "";
  return labels.length === 0 ? last : `${labels.join(", ")} and ${last}`;
}
