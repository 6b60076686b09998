/** A merge of which only what was published can be shown: its document, its map, and its result. */
import type { Breath } from "../../../documents/breath.ts";
import { INTEGRATIONS } from "../../../documents/change.ts";
import { SEVERITIES } from "../../../documents/point.ts";
import { type Event, opening, settlement } from "../../../domain/event.ts";
import { charactersFrom, piecesOf } from "./merged-view-pieces.ts";
import type { MergedChange, MergedPoint, MergedScore, MergedView } from "./merged-view-shape.ts";
import type { PublishedDocument } from "./merged-view.ts";

const CHECKS: Readonly<Record<string, string>> = {
  structure: "Structure of headings",
  references: "Internal references",
  contradictions: "Contradiction re-scan",
  anchors: "Figures, dates, thresholds and requirement ids",
};

export function checksOf(
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
export async function recordedView(
  events: readonly Event[],
  published: PublishedDocument | null,
  breathe: Breath,
): Promise<MergedView | null> {
  if (!published) return null;
  const { map, name } = published;
  const result = fieldsOf(settlement(events)?.outcome.result);
  const format = name.endsWith(".md") ? "markdown" : "text";
  const advocates = opening(events).participants.filter(({ role }) => role === "advocate");
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
      characters: charactersFrom(map, variant),
    })),
    base: map.variants.find(({ base }) => base)?.variant ?? null,
    baseBy: "",
    pieces: await piecesOf({ ...published, format }, breathe),
    changes: listOf(result["changes"]).map(changeOf),
    points: listOf(result["points"]).map(pointOf),
    scores: listOf(result["scores"]).map(scoreOf),
    leftOut: map.leftOut.map(({ section, ...one }) => ({ ...one, place: section, words: "" })),
    convergence: null,
    overrides: [],
    valid: typeof result["valid"] === "boolean" ? result["valid"] : null,
    checks: checksOf(listOf(result["checks"]).map(checkOf)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(json: unknown): Fields {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Fields) : {};
}

function listOf(json: unknown): Fields[] {
  return Array.isArray(json) ? json.map(fieldsOf) : [];
}

function text(json: unknown): string {
  return typeof json === "string" || typeof json === "number" ? String(json) : "";
}

function whole(json: unknown): number | null {
  return typeof json === "number" && Number.isSafeInteger(json) ? json : null;
}

function checkOf(check: Fields): { name: string; passed: boolean; problems: string[] } {
  const problems = Array.isArray(check["problems"]) ? check["problems"].map(text) : [];
  return { name: text(check["name"]), passed: check["passed"] === true, problems };
}

const STATUSES = ["applied", "skipped", "failed"] as const;

function changeOf(change: Fields): MergedChange {
  return {
    number: whole(change["number"]) ?? 0,
    title: "",
    integration: INTEGRATIONS.find((one) => one === change["integration"]) ?? "replace",
    risk: SEVERITIES.find((one) => one === change["risk"]) ?? "Medium",
    point: text(change["point"]),
    variant: whole(change["from"]) ?? 0,
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

function pointOf(point: Fields): MergedPoint {
  const id = text(point["point"]);
  const winner = whole(point["winner"]);
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
    confidence: whole(point["confidence"]),
    agreement: AGREEMENTS.find((one) => one === point["agreement"]) ?? null,
    concededBy: [],
    turns: [],
    change: null,
    kept: null,
    origin: "",
  };
}

function scoreOf(score: Fields): MergedScore {
  const met = whole(score["criteria_met"]);
  const counted = met === null ? "nobody judged them" : `${met} of 25 met`;
  return {
    variant: whole(score["variant"]) ?? 0,
    total: text(score["score"]),
    parts: [
      { name: "Metrics together", value: text(score["quant"]), counted: "" },
      { name: "Criteria together", value: "", counted },
    ],
    pointsWon: whole(score["points_won"]) ?? 0,
  };
}
