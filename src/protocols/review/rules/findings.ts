/** L2, L3: findings with their places in the change, and those of several reviewers that say the same. */
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import { computeNamingLikeness } from "../../../text/novelty.ts";
import type { Change, ChangedFile } from "../change/change.ts";
import { formatFileSource, listChangedNumbers } from "../change/change.ts";
import { findQuotedPlace, type QuotedPlace } from "../change/find-place.ts";
import type { FiledFinding } from "../replies.ts";
import type { Severity } from "../reply-values.ts";
import { type EarlierFinding, findEarlier } from "./earlier-findings.ts";
import type { PartReview, ReviewTable } from "./table.ts";

/** Texts with fewer telling words are like nothing. */
const LEAST_WORDS = 2;

export interface Finding {
  /** The id of its claim. */
  readonly id: string;
  readonly key: string;
  readonly by: string;
  readonly file: ChangedFile;
  readonly place: QuotedPlace;
  /** Lines that its author named. */
  readonly named: { readonly first: number; readonly last: number };
  /** None of its lines was changed; they are beside the change. */
  readonly isBeside: boolean;
  readonly severity: Severity;
  readonly claim: string;
  readonly scenario: string;
  readonly suggestion: string | null;
  readonly replacement: string | null;
  readonly evidence: readonly CheckedEvidence[];
}

/** A finding whose quote does not occur in the file it names. */
export interface DroppedFinding {
  readonly id: string;
  readonly by: string;
  readonly file: string;
  readonly quote: string;
  readonly claim: string;
  readonly why: string;
}

export interface JoinedFinding {
  /** Id of the first member. */
  readonly id: string;
  readonly members: readonly Finding[];
  /** Settled by an earlier review, and its lines are the same. */
  readonly earlier: EarlierFinding | null;
}

export interface PlacedFindings {
  readonly joined: readonly JoinedFinding[];
  readonly dropped: readonly DroppedFinding[];
}

/** By its path, its path before the change, or its id. */
export function findChangedFile({ files }: Change, named: string): ChangedFile | undefined {
  const plain = named.trim().replace(/^(?:\.\/|[ab]\/(?=.))/, "");
  return (
    files.find(({ path, number }) => path === named || formatFileSource(number) === named) ??
    files.find(({ number }) => formatFileSource(number, "old") === named) ??
    files.find(({ path, oldPath }) => path === plain || oldPath === named || oldPath === plain)
  );
}

export function findFindingPlace(
  change: Change,
  filed: Pick<FiledFinding, "file" | "side" | "first_line" | "last_line" | "quote">,
): { readonly file: ChangedFile; readonly place: QuotedPlace } | { readonly why: string } {
  const file = findChangedFile(change, filed.file);
  if (!file) return { why: "the change has no such file" };
  const { side, first_line: first, last_line: last, quote } = filed;
  const place = findQuotedPlace(file, { side, first, last: Math.max(first, last), quote });
  return place ? { file, place } : { why: "the quote does not occur in the file" };
}

/** The findings of one part, joined, with those that were dropped. */
export function placeFindings(table: ReviewTable, { findings }: PartReview): PlacedFindings {
  const placed: Finding[] = [];
  const dropped: DroppedFinding[] = [];
  for (const { by, key, reply, claims } of findings.spoken) {
    for (const [at, filed] of reply.findings.entries()) {
      const { id = `${by}-0`, evidence = [] } = claims[at] ?? {};
      const found = findFindingPlace(table.change, filed);
      if ("why" in found) {
        const { file, quote, claim } = filed;
        dropped.push({ id, by, file, quote, claim, why: found.why });
      } else placed.push(describeFinding(filed, { id, by, key, evidence, ...found }));
    }
  }
  return { joined: joinFindings(table, placed), dropped };
}

function describeFinding(
  filed: FiledFinding,
  found: Pick<Finding, "id" | "by" | "key" | "evidence" | "file" | "place">,
): Finding {
  const { first_line: first, last_line: last, severity, claim, scenario, suggestion } = filed;
  const { side, first: from, last: to } = found.place;
  const changed = listChangedNumbers(found.file, side);
  const isBeside = ![...changed].some((line) => from <= line && line <= to);
  return {
    ...found,
    named: { first, last: Math.max(first, last) },
    isBeside,
    severity,
    claim,
    scenario,
    suggestion,
    replacement: filed.replacement,
  };
}

function joinFindings({ earlier }: ReviewTable, placed: readonly Finding[]): JoinedFinding[] {
  const groups: Finding[][] = [];
  for (const one of placed) {
    const group = groups.find((members) => members.every((member) => isSameFinding(member, one)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.map((members) => {
    const [first] = members;
    const known =
      first &&
      findEarlier(earlier, {
        path: first.file.path,
        quote: first.place.words,
        isSameClaim: (claim) =>
          members.some((one) => computeNamingLikeness(claim, one.claim, LEAST_WORDS) >= SAME_CLAIM),
      });
    return { id: first?.id ?? "", members, earlier: known ?? null };
  });
}

/** Lines that are this near to each other may be the same place. */
const NEAR = 3;
/** Shares of common words from which on two findings say the same: at the same lines, or near them. */
const SAME_CLAIM = 0.2;
const NEAR_CLAIM = 0.35;

/** L3: other authors, the same place, the same claim. Rather too few than too many: a false join hides a point. */
export function isSameFinding(one: Finding, other: Finding): boolean {
  if (one.by === other.by || one.file.number !== other.file.number) return false;
  if (one.place.side !== other.place.side) return false;
  const apart = Math.max(one.place.first - other.place.last, other.place.first - one.place.last);
  if (apart > NEAR) return false;
  const likeness = Math.max(
    computeNamingLikeness(one.claim, other.claim, LEAST_WORDS),
    computeNamingLikeness(
      `${one.claim} ${one.scenario}`,
      `${other.claim} ${other.scenario}`,
      LEAST_WORDS,
    ),
  );
  return likeness >= (apart <= 0 ? SAME_CLAIM : NEAR_CLAIM);
}
