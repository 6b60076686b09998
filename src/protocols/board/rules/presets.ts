/** The seats of each preset, and which of them writes the synthesis. */
import { type Brief, formatOptionText } from "../../../domain/brief.ts";
import type { Participant, Seat } from "../../../domain/participant.ts";
import { GATE_REVIEWER, createPersonaSeat } from "../prompts/personas.ts";
import type { BoardSettings, Preset } from "../settings.ts";
import { type BriefClass, classifyBrief } from "./classify.ts";
import { isLanguageSpecialist, specialistsFor } from "./codebase.ts";
import { matchedIn } from "./keywords.ts";

export interface PresetCard {
  readonly preset: Preset;
  readonly summary: string;
  /** Code is out of place at a planning level and is flagged there (F25). */
  readonly planning: boolean;
  /** The class of brief it is the default for. */
  readonly serves: BriefClass | null;
}

export const presets: Readonly<Record<Preset, PresetCard>> = {
  board: {
    preset: "board",
    summary: "CEO, CTO, CFO and COO decide whether and why",
    planning: false,
    serves: "strategic",
  },
  "planning-1": {
    preset: "planning-1",
    summary:
      "four generalists decide on the approach; a fifth sits if the brief's words call for it",
    planning: true,
    serves: "technical",
  },
  "planning-2": {
    preset: "planning-2",
    summary: "language and domain specialists specify it; chosen by what the codebase contains",
    planning: true,
    serves: null,
  },
  "planning-3": {
    preset: "planning-3",
    summary: "delivery, tasks and proof: cuts the work into pieces",
    planning: true,
    serves: "hotfix",
  },
};

/** Each preset with what it is for. */
export function describePresets(): Record<string, string> {
  return Object.fromEntries(Object.values(presets).map(({ preset, summary }) => [preset, summary]));
}

export interface BoardSeating {
  readonly seats: readonly Seat[];
  /** Why a seat that is not always there was filled: words of the brief, or names of files. */
  readonly because: Readonly<Record<string, readonly string[]>>;
}

/** The preset a person named, else the one that serves the class of the brief. */
export function presetFor(
  brief: Brief,
  { preset, brief_class }: Pick<BoardSettings, "preset" | "brief_class">,
): Preset {
  return preset === "auto" ? findPreset(classifyBrief(brief, brief_class).class) : preset;
}

export function findPreset(briefClass: BriefClass): Preset {
  return Object.values(presets).find(({ serves }) => serves === briefClass)?.preset ?? "board";
}

export function presetSeats(
  preset: Preset,
  brief: Brief,
  codebaseFiles: readonly string[] = [],
): BoardSeating {
  switch (preset) {
    case "board":
      return createSeating(["ceo", "cto", "cfo", "coo"]);
    case "planning-1":
      return seatArchitects(brief);
    case "planning-2":
      return seatSpecialists(codebaseFiles);
    case "planning-3":
      return createSeating(["delivery-lead", "task-planner", "qa-lead"]);
  }
}

/** F14, F27: these sit in every debate at every level; the last of them holds no position. */
const CROSS_CUTTING = ["contrarian", "moonshot", GATE_REVIEWER];

function createSeating(
  ids: readonly string[],
  because: BoardSeating["because"] = {},
): BoardSeating {
  return { seats: [...ids, ...CROSS_CUTTING].map(createPersonaSeat), because };
}

const CALLED_BY: Readonly<Record<string, string>> = {
  "infrastructure-lead": `deploy, deployment, infrastructure, scale, scaling, monitoring, monitor, cloud, hosting,
    cluster, kubernetes, docker, server, servers, network, region, availability, failover, on call`,
  "data-architect": `database, databases, data model, data models, schema, migration, migrations, migrate, query,
    queries, sql, index, table, tables, warehouse, records, retention, etl`,
  "ux-strategist": `ui, ux, user interface, frontend, front end, user facing, screen, screens, form, onboarding,
    accessibility, design system, usability, mobile app, dashboard`,
};

function seatArchitects(brief: Brief): BoardSeating {
  const words = [
    brief.question,
    ...brief.options.map(formatOptionText),
    ...brief.sources.map(({ text }) => text),
  ].join("\n");
  const called = Object.entries(CALLED_BY)
    .map(([seat, keywords]) => [seat, matchedIn(words, keywords)] as const)
    .filter(([, matched]) => matched.length > 0);
  const asked = called.map(([seat]) => seat);
  const others = Object.keys(CALLED_BY).filter((seat) => !asked.includes(seat));
  const filled = others.slice(0, Math.max(0, GENERALISTS - 2 - asked.length));
  const extra = Object.keys(CALLED_BY).filter((seat) => [...asked, ...filled].includes(seat));
  return createSeating(
    ["software-architect", "security-architect", ...extra],
    Object.fromEntries(called),
  );
}

/** The seed's Planning 1 has four, whatever the brief says. */
const GENERALISTS = 4;

function seatSpecialists(codebaseFiles: readonly string[]): BoardSeating {
  const { languages, domains } = specialistsFor(codebaseFiles);
  const found = [...languages, ...domains];
  const because = Object.fromEntries(found.map(({ seat, examples }) => [seat, examples]));
  const lead = languages.length === 0 ? ["software-engineer"] : [];
  const ids = [...lead, ...found.map(({ seat }) => seat)];
  // two voices from the work itself are the least that can disagree about it
  const filled =
    ids.length >= 2
      ? ids
      : [...ids, ids.includes("software-engineer") ? "qa-lead" : "software-engineer"];
  return createSeating(filled, because);
}

type Seated = readonly Pick<Participant, "id" | "role">[];

/** F10: named by the settings, else by the preset. They need not be seated; preflight looks. */
export function findSynthesizer(
  preset: Preset,
  { synthesizer }: Pick<BoardSettings, "synthesizer">,
  seats: Seated,
): string {
  if (synthesizer !== null) return synthesizer;
  switch (preset) {
    case "board":
      return "ceo";
    case "planning-1":
      return "software-architect";
    case "planning-2": {
      const lead =
        seats.find(({ id }) => isLanguageSpecialist(id)) ??
        seats.find(({ role }) => role === "director");
      return lead?.id ?? "software-engineer";
    }
    case "planning-3":
      return "delivery-lead";
  }
}
