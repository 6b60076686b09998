/** A merge of which only the published parts can be shown: its document, its map, and its result. */
import { INTEGRATIONS } from "../../../documents/apply/change-plan.ts";
import { SEVERITIES } from "../../../documents/comparison-point.ts";
import type { YieldToEventLoop } from "../../../documents/yield-to-event-loop.ts";
import { type Event, readOpening, findSettlement } from "../../../domain/journal/event.ts";
import { type JsonFields, toJsonFields } from "../../../domain/json.ts";
import { countVariantCharacters, splitMergedPieces } from "./merged-view-pieces.ts";
import type { MergedChange, MergedPoint, MergedScore, MergedView } from "./merged-view-shape.ts";
import type { PublishedDocument } from "./merged-view.ts";

const CHECKS: Readonly<Record<string, string>> = {
  structure: "Structure of headings",
  references: "Internal references",
  contradictions: "Contradiction re-scan",
  anchors: "Figures, dates, thresholds and requirement ids",
  topics: "Nothing stands twice",
  headings: "No empty headings",
  ids: "No id with two meanings",
  "front-matter": "Front matter only at the top",
};

export function formatMergedChecks(
  checks: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly problems: readonly string[];
  }[],
): MergedView["checks"] {
  return checks.map(({ name, passed, problems }) => ({
    what: CHECKS[name] ?? name,
    holds: passed,
    problems,
  }));
}

/** Null where there is no document. */
export async function buildRecordedView(
  events: readonly Event[],
  published: PublishedDocument | null,
  breathe: YieldToEventLoop,
): Promise<MergedView | null> {
  if (!published) return null;
  const { map, name } = published;
  const result = toJsonFields(findSettlement(events)?.outcome.result);
  const format = name.endsWith(".md") ? "markdown" : "text";
  const advocates = readOpening(events).participants.filter(({ role }) => role === "advocate");
  return {
    stage: "merged",
    traced: false,
    name,
    format,
    variants: map.variants.map(({ variant, label, name: called }, index) => ({
      variant,
      label,
      name: called,
      advocate: advocates[index]?.id ?? "",
      writtenIn: null,
      characters: countVariantCharacters(map, variant),
    })),
    base: map.variants.find(({ base }) => base)?.variant ?? null,
    baseBy: "",
    pieces: await splitMergedPieces({ ...published, format }, breathe),
    changes: readRecordedList(result["changes"]).map(readRecordedChange),
    alignment: [],
    points: readRecordedList(result["points"]).map(readRecordedPoint),
    scores: readRecordedList(result["scores"]).map(readRecordedScore),
    leftOut: map.leftOut.map(({ section, ...one }) => ({ ...one, place: section, words: "" })),
    convergence: null,
    overrides: [],
    valid: typeof result["valid"] === "boolean" ? result["valid"] : null,
    checks: formatMergedChecks(readRecordedList(result["checks"]).map(readRecordedCheck)),
  };
}

function readRecordedList(json: unknown): JsonFields[] {
  return Array.isArray(json) ? json.map(toJsonFields) : [];
}

function readRecordedText(json: unknown): string {
  return typeof json === "string" || typeof json === "number" ? String(json) : "";
}

function readRecordedInteger(json: unknown): number | null {
  return typeof json === "number" && Number.isSafeInteger(json) ? json : null;
}

function readRecordedCheck(check: JsonFields): {
  name: string;
  passed: boolean;
  problems: string[];
} {
  const problems = Array.isArray(check["problems"]) ? check["problems"].map(readRecordedText) : [];
  return { name: readRecordedText(check["name"]), passed: check["passed"] === true, problems };
}

const STATUSES = ["applied", "skipped", "failed"] as const;

function readRecordedChange(change: JsonFields): MergedChange {
  return {
    number: readRecordedInteger(change["number"]) ?? 0,
    title: "",
    integration: INTEGRATIONS.find((one) => one === change["integration"]) ?? "replace",
    risk: SEVERITIES.find((one) => one === change["risk"]) ?? "Medium",
    point: readRecordedText(change["point"]),
    variant: readRecordedInteger(change["from"]) ?? 0,
    from: "",
    to: "",
    before: "",
    after: "",
    why: "",
    mends: null,
    status: STATUSES.find((one) => one === change["status"]) ?? "skipped",
    remarks: [],
  };
}

const CATEGORIES: Readonly<Record<string, MergedPoint["category"]>> = {
  S: "structural",
  C: "content",
  X: "contradiction",
  U: "unique",
};

const AGREEMENTS = ["unanimous", "majority", "split"] as const;

function readRecordedPoint(point: JsonFields): MergedPoint {
  const id = readRecordedText(point["point"]);
  const winner = readRecordedInteger(point["winner"]);
  return {
    id,
    category: CATEGORIES[id.charAt(0)] ?? "content",
    severity: null,
    summary: "",
    topic: null,
    sides: [],
    voted: true,
    votes: {},
    cast: [],
    winner,
    agreed: winner !== null,
    confidence: readRecordedInteger(point["confidence"]),
    agreement: AGREEMENTS.find((one) => one === point["agreement"]) ?? null,
    concededBy: [],
    turns: [],
    change: null,
    kept: null,
    origin: "",
  };
}

function readRecordedScore(score: JsonFields): MergedScore {
  const met = readRecordedInteger(score["criteria_met"]);
  const counted = met === null ? "nobody judged them" : `${met} of 25 met`;
  return {
    variant: readRecordedInteger(score["variant"]) ?? 0,
    total: readRecordedText(score["score"]),
    parts: [
      { name: "Metrics together", value: readRecordedText(score["quant"]), counted: "" },
      { name: "Criteria together", value: "", counted },
    ],
    pointsWon: readRecordedInteger(score["points_won"]) ?? 0,
  };
}
