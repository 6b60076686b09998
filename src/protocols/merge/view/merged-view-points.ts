/** The differences of a merge with every word on them, and the changes they led to. */
import type { PlannedChange } from "../../../documents/change.ts";
import { sectionName } from "../../../documents/comments.ts";
import { type Document, textOf } from "../../../documents/document.ts";
import type { ChangeRecord } from "../../../documents/merged.ts";
import type { Point } from "../../../documents/point.ts";
import { statementOf, type Vote, votesCast } from "../advocates.ts";
import { type MatrixRow, matrixOf } from "../matrix.ts";
import { calledBy, type Compared, type Debated, type Planned, variantNumbered } from "../table.ts";
import type { MergedChange, MergedPoint, MergedVote } from "./merged-view-shape.ts";
import type { MergeStages } from "./merged-view-stages.ts";

export function pointsOf({ compared, debated, planned }: MergeStages): MergedPoint[] {
  if (!compared) return [];
  const rows = new Map(
    (debated?.statements ? matrixOf(debated) : []).map((row) => [row.point.id, row]),
  );
  const cast = debated ? castByPoint(debated) : new Map<string, readonly MergedVote[]>();
  const argued = debated && arguedIn(debated);
  const voted = new Set(compared.voted.map(({ id }) => id));
  const fates = fatesIn(planned);
  return compared.points.map((point) => ({
    ...foundIn(compared, point),
    voted: voted.has(point.id),
    ...standing(rows.get(point.id)),
    cast: cast.get(point.id) ?? [],
    turns: [...(argued?.get(point.id) ?? [])],
    ...(fates.get(point.id) ?? { change: null, kept: null }),
  }));
}

type Found = "id" | "category" | "severity" | "summary" | "topic" | "sides" | "origin";

function foundIn(compared: Compared, point: Point): Pick<MergedPoint, Found> {
  const { id, category, severity, summary, topic, sides, origin } = point;
  const placeOf = (variant: number, section: number): string => {
    const document = variantNumbered(compared, variant)?.document;
    return document ? sectionName(document, section) : "";
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
      place: placeOf(variant, section),
      quote,
      line,
    })),
  };
}

type Standing = "votes" | "winner" | "agreed" | "confidence" | "agreement" | "concededBy";

function standing(row: MatrixRow | undefined): Pick<MergedPoint, Standing> {
  return {
    votes: Object.fromEntries((row?.cast ?? []).map(({ by, variant }) => [by, variant])),
    winner: row?.winner ?? null,
    agreed: row !== undefined && row.winner !== null,
    confidence: row?.confidence ?? null,
    agreement: row?.how ?? null,
    concededBy: row?.concededBy ?? [],
  };
}

function castByPoint(debated: Debated): Map<string, MergedVote[]> {
  const found = new Map<string, MergedVote[]>();
  for (const vote of votesCast(debated)) {
    const { by, point, variant, because, conceded, claim } = vote;
    const words = { by, variant, because, conceded, claim, key: keyOf(debated, vote) };
    const known = found.get(point);
    if (known) known.push(words);
    else found.set(point, [words]);
  }
  return found;
}

function keyOf(debated: Debated, { by, round }: Vote): string {
  const later = round === 2 ? debated.rebuttals : debated.finals;
  const turn =
    round === 1 ? statementOf(debated, by) : later?.spoken.find((spoken) => spoken.by === by);
  return turn?.key ?? "";
}

/** Point to the turns that voted on it or made a claim about it, in their order. */
function arguedIn(debated: Debated): Map<string, Set<string>> {
  const { statements, statementsAgain, rebuttals, finals } = debated;
  const said = votesCast(debated).map((vote) => [vote.point, keyOf(debated, vote)] as const);
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

type Fate = Pick<MergedPoint, "change" | "kept">;

function fatesIn(planned: Planned | null): Map<string, Fate> {
  const { unmade = [], changes = [] } = planned?.plan ?? {};
  const fates = new Map<string, Fate>();
  for (const { point, reason } of unmade) fates.set(point, { change: null, kept: reason });
  for (const { point, number } of changes) fates.set(point, { change: number, kept: null });
  return fates;
}

export function changesOf({ planned, finished }: MergeStages): MergedChange[] {
  if (!planned) return [];
  const records = new Map(finished?.merged.records.map((record) => [record.number, record]));
  return planned.plan.changes.map((change) => ({
    number: change.number,
    title: titleOf(planned, change),
    integration: change.integration,
    risk: change.risk,
    point: change.point,
    variant: change.from,
    ...placesOf(planned, change),
    ...wordsOf(planned, change, records.get(change.number)),
    why: change.rationale,
    mends: change.mends,
    status: statusOf(change, records.get(change.number)),
    remarks: records.get(change.number)?.remarks ?? [],
  }));
}

function titleOf(planned: Planned, { integration, from, sourceSection }: PlannedChange): string {
  const source = variantNumbered(planned, from)?.document;
  const title = source?.sections[sourceSection]?.title ?? "";
  const variant = calledBy(planned, from);
  if (integration === "restructure") return `order of sections from ${variant}`;
  return title === ""
    ? `${integration} words of ${variant}`
    : `${integration} “${title}” from ${variant}`;
}

function placesOf(planned: Planned, change: PlannedChange): Pick<MergedChange, "from" | "to"> {
  const name = (document: Document | undefined, section: number): string =>
    document ? sectionName(document, section) : "";
  return {
    from: name(variantNumbered(planned, change.from)?.document, change.sourceSection),
    to: name(variantNumbered(planned, planned.plan.into)?.document, change.targetSection),
  };
}

/** As it was carried out; else as it was planned. */
function wordsOf(
  planned: Planned,
  { target, source, from }: PlannedChange,
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
    before: base && target.kind === "span" ? textOf(base, target.at) : "",
    after: giver && source ? textOf(giver, source) : "",
  };
}

function statusOf(
  { approved }: PlannedChange,
  record: ChangeRecord | undefined,
): MergedChange["status"] {
  if (!approved) return "struck";
  return record?.status ?? "planned";
}
