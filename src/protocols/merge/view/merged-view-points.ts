/** The differences of a merge with everything said about them, and the changes they led to. */
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import type { ChangeRecord } from "../../../documents/apply/merge-result.ts";
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, readSpanText } from "../../../documents/document.ts";
import { formatSectionName } from "../../../documents/provenance/source-comments.ts";
import { findStatement, type AdvocateVote, votesCast } from "../rules/advocates.ts";
import { type MatrixRow, buildVoteMatrix } from "../rules/matrix.ts";
import {
  calledBy,
  type ComparedMerge,
  type Debated,
  type PlannedMerge,
  variantNumbered,
} from "../rules/table.ts";
import type { MergedChange, MergedPoint, MergedVote } from "./merged-view-shape.ts";
import type { MergeStages } from "./merged-view-stages.ts";

export function buildMergedPoints({ compared, debated, planned }: MergeStages): MergedPoint[] {
  if (!compared) return [];
  const rows = new Map(
    (debated?.statements ? buildVoteMatrix(debated) : []).map((row) => [row.point.id, row]),
  );
  const cast = debated ? groupVotesByPoint(debated) : new Map<string, readonly MergedVote[]>();
  const argued = debated && collectPointTurns(debated);
  const voted = new Set(compared.voted.map(({ id }) => id));
  const fates = collectPointFates(planned);
  return compared.points.map((point) => ({
    ...describeFoundPoint(compared, point),
    voted: voted.has(point.id),
    ...describePointStanding(rows.get(point.id)),
    cast: cast.get(point.id) ?? [],
    turns: [...(argued?.get(point.id) ?? [])],
    ...(fates.get(point.id) ?? { change: null, kept: null }),
  }));
}

type FoundPointField = "id" | "category" | "severity" | "summary" | "topic" | "sides" | "origin";

function describeFoundPoint(
  compared: ComparedMerge,
  point: ComparisonPoint,
): Pick<MergedPoint, FoundPointField> {
  const { id, category, severity, summary, topic, sides, origin } = point;
  const formatPlace = (variant: number, section: number): string => {
    const document = variantNumbered(compared, variant)?.document;
    return document ? formatSectionName(document, section) : "";
  };
  return {
    id,
    category,
    severity,
    summary,
    topic,
    origin,
    sides: sides.map(({ variant, section, quote, line }) => ({
      variant,
      place: formatPlace(variant, section),
      quote,
      line,
    })),
  };
}

type PointStandingField = "votes" | "winner" | "agreed" | "confidence" | "agreement" | "concededBy";

function describePointStanding(row: MatrixRow | undefined): Pick<MergedPoint, PointStandingField> {
  return {
    votes: Object.fromEntries((row?.cast ?? []).map(({ by, variant }) => [by, variant])),
    winner: row?.winner ?? null,
    agreed: row !== undefined && row.choice !== null,
    confidence: row?.confidence ?? null,
    agreement: row?.how ?? null,
    concededBy: row?.concededBy ?? [],
  };
}

function groupVotesByPoint(debated: Debated): Map<string, MergedVote[]> {
  const found = new Map<string, MergedVote[]>();
  for (const vote of votesCast(debated)) {
    const { by, point, variant, because, conceded, claim } = vote;
    const words = { by, variant, because, conceded, claim, key: findVoteTurnKey(debated, vote) };
    const known = found.get(point);
    if (known) known.push(words);
    else found.set(point, [words]);
  }
  return found;
}

function findVoteTurnKey(debated: Debated, { by, round }: AdvocateVote): string {
  const later = round === 2 ? debated.rebuttals : debated.finals;
  const turn =
    round === 1 ? findStatement(debated, by) : later?.spoken.find((spoken) => spoken.by === by);
  return turn?.key ?? "";
}

/** Point to the turns that voted on it or made a claim about it, in their order. */
function collectPointTurns(debated: Debated): Map<string, Set<string>> {
  const { statements, statementsAgain, rebuttals, finals } = debated;
  const said = votesCast(debated).map(
    (vote) => [vote.point, findVoteTurnKey(debated, vote)] as const,
  );
  const claimed = [statements, statementsAgain, rebuttals, finals].flatMap((round) =>
    (round?.spoken ?? []).flatMap(({ key, claims }) =>
      claims.map(({ about }) => [about, key] as const),
    ),
  );
  const found = new Map<string, Set<string>>();
  for (const [point, key] of [...said, ...claimed]) {
    const known = found.get(point);
    if (known) known.add(key);
    else found.set(point, new Set([key]));
  }
  return found;
}

type MergedPointFate = Pick<MergedPoint, "change" | "kept">;

function collectPointFates(planned: PlannedMerge | null): Map<string, MergedPointFate> {
  const { unmade = [], changes = [] } = planned?.plan ?? {};
  const fates = new Map<string, MergedPointFate>();
  for (const { point, reason } of unmade) fates.set(point, { change: null, kept: reason });
  for (const { point, number } of changes) fates.set(point, { change: number, kept: null });
  return fates;
}

export function buildMergedChanges({ planned, finished }: MergeStages): MergedChange[] {
  if (!planned) return [];
  const records = new Map(finished?.merged.records.map((record) => [record.number, record]));
  return planned.plan.changes.map((change) => ({
    number: change.number,
    title: formatChangeTitle(planned, change),
    integration: change.integration,
    risk: change.risk,
    point: change.point,
    variant: change.from,
    ...describeChangePlaces(planned, change),
    ...readChangeTexts(planned, change, records.get(change.number)),
    why: change.rationale,
    mends: change.mends,
    status: computeChangeStatus(change, records.get(change.number)),
    remarks: records.get(change.number)?.remarks ?? [],
  }));
}

function formatChangeTitle(
  planned: PlannedMerge,
  { integration, from, sourceSection }: MergeChange,
): string {
  const source = variantNumbered(planned, from)?.document;
  const title = source?.sections[sourceSection]?.title ?? "";
  const variant = calledBy(planned, from);
  if (integration === "restructure") return `order of sections from ${variant}`;
  return title === ""
    ? `${integration} words of ${variant}`
    : `${integration} “${title}” from ${variant}`;
}

function describeChangePlaces(
  planned: PlannedMerge,
  change: MergeChange,
): Pick<MergedChange, "from" | "to"> {
  const name = (document: ParsedDocument | undefined, section: number): string =>
    document ? formatSectionName(document, section) : "";
  return {
    from: name(variantNumbered(planned, change.from)?.document, change.sourceSection),
    to: name(variantNumbered(planned, planned.plan.into)?.document, change.targetSection),
  };
}

/** As it was carried out; else as it was planned. */
function readChangeTexts(
  planned: PlannedMerge,
  { target, source, from }: MergeChange,
  record: ChangeRecord | undefined,
): Pick<MergedChange, "before" | "after"> {
  if (record?.status === "applied") return { before: record.before, after: record.after };
  const base = variantNumbered(planned, planned.plan.into)?.document;
  const giver = variantNumbered(planned, from)?.document;
  const titles = (sections: readonly number[]): string =>
    sections.map((section) => base?.sections[section]?.title ?? "").join("\n");
  if (target.kind === "order") {
    const { sections } = target;
    return { before: titles(sections.toSorted((a, b) => a - b)), after: titles(sections) };
  }
  return {
    before: base && target.kind === "span" ? readSpanText(base, target.at) : "",
    after: giver && source ? readSpanText(giver, source) : "",
  };
}

function computeChangeStatus(
  { approved }: MergeChange,
  record: ChangeRecord | undefined,
): MergedChange["status"] {
  if (!approved) return "struck";
  return record?.status ?? "planned";
}
