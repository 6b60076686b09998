/** K21, A24: what a vote on a point may say, so that it can be carried out. */
import type { PointCategory } from "../../../documents/comparison-point.ts";
import type { Claim } from "../../../domain/claim.ts";
import { reportDuty, reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Problem } from "../../../protocol.ts";
import { type InsteadChoice, variantSource, type Winner } from "../prompts/prompt-input.ts";
import { chooseNamedSection, findNamedSections, listSectionNames } from "./named-sections.ts";
import { type ComparedMerge, listDocuments, isQuoted } from "./table.ts";

/** Who speaks, and what it may speak of. */
export interface Speaking {
  readonly compared: ComparedMerge;
  readonly by: string;
  readonly own: number;
  /** Ids of the points it may name a winner for. */
  readonly points: readonly string[];
  /** Claims that it was shown, and what those that are votes argue for; none in a statement. */
  readonly visible?: readonly Claim[];
  readonly argued?: ReadonlyMap<string, string>;
}

export function winnerProblems(speaking: Speaking, winners: readonly Winner[]): Problem[] {
  const { compared, points } = speaking;
  const variants = listVariantNumbers(compared);
  const seen = new Set<string>();
  return winners.flatMap((winner) => {
    const { point, variant } = winner;
    const twice = seen.has(point);
    seen.add(point);
    const known = variants.includes(variant) || variant === 0;
    return [
      ...(points.includes(point)
        ? []
        : [reportInvalid(`"${point}" is not among the points to decide`)]),
      ...(known ? [] : [reportInvalid(`there is no variant ${variant}`)]),
      ...(twice ? [reportInvalid(`${point} has two winners, one is needed`)] : []),
      ...(variant === 0 ? insteadProblems(speaking, winner) : []),
    ];
  });
}

/** K21: what is said instead of a variant's number, and whether it can be done. */
function insteadProblems(speaking: Speaking, winner: Winner): Problem[] {
  const { compared } = speaking;
  const { point, instead = null, pieces, section, same_as: other = null } = winner;
  if (other !== null) return sameVoteProblems(speaking, point, other);
  const category = compared.points.find(({ id }) => id === point)?.category ?? "content";
  const allowed = ALLOWED[category];
  if (instead === null || !allowed.includes(instead)) {
    return [
      reportInvalid(
        `${point}: name a variant, or give \`instead\` as one of ${allowed.join(", ")}`,
      ),
    ];
  }
  if (instead === "fold") return foldProblems(compared, point, section ?? "");
  if (instead !== "combine") return [];
  const wrong = (pieces ?? []).filter(
    (one) => !isQuoted(compared, { source: variantSource(one.variant), quote: one.quote }),
  );
  return [
    ...((pieces ?? []).length === 0
      ? [reportDuty(`${point}: a combination needs \`pieces\`, the exact words in their order`)]
      : []),
    ...wrong.map((one) =>
      reportDuty(`${point}: the piece "${one.quote}" does not occur in variant ${one.variant}`),
    ),
  ];
}

/** A new order is one draft's or none; both sides of a contradiction cannot stand. */
const ALLOWED: Readonly<Record<PointCategory, readonly InsteadChoice[]>> = {
  structural: ["neither", "cannot-tell"],
  content: ["all", "combine", "neither", "cannot-tell"],
  contradiction: ["combine", "neither", "cannot-tell"],
  unique: ["take", "leave", "fold", "cannot-tell"],
};

function sameVoteProblems(
  { by, visible = [], argued }: Speaking,
  point: string,
  other: string,
): Problem[] {
  const claim = visible.find(({ id }) => id === other);
  return claim !== undefined && claim.by !== by && claim.about === point && argued?.has(other)
    ? []
    : [reportInvalid(`${point}: "${other}" is no vote of another advocate on it`)];
}

function foldProblems(compared: ComparedMerge, point: string, section: string): Problem[] {
  const documents = listDocuments(compared);
  const sides = compared.points.find(({ id }) => id === point)?.sides ?? [];
  const isFound = documents.some((document) => {
    const own = sides.find(({ variant }) => variant === document.variant);
    return chooseNamedSection(document, section, own?.section) !== null;
  });
  if (isFound) return [];
  const isKnown = documents.some((document) => findNamedSections(document, section).length > 0);
  const problem = isKnown
    ? `several sections are called "${section}"; name one of`
    : `no variant has a section "${section}" to fold it into; there are`;
  return [reportDuty(`${point}: ${problem} ${listSectionNames(documents, section)}`)];
}

export function listVariantNumbers({ variants }: ComparedMerge): number[] {
  return variants.map(({ document }) => document.variant);
}
