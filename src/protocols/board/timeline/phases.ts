/** The phases of a board: which are over, which is current, and which always take place. */
import type { TimelineStep, DebateTimeline } from "../../../timeline/debate-timeline.ts";
import { inStep, numberIn, parseRoundNumber } from "../../../timeline/reading.ts";

export const PHASES = [
  "statements",
  "responses",
  "gate",
  "poll",
  "synthesis",
  "reviews",
  "correction",
  "recheck",
] as const;
export type PhaseKind = (typeof PHASES)[number];

export interface Phase {
  readonly step: string;
  readonly kind: PhaseKind;
  /** Of phase 2. */
  readonly round: number | null;
  /** Null for one that is still to come. */
  readonly at: number | null;
  readonly state: "over" | "now" | "ahead";
  readonly asked: number;
  readonly heard: number;
}

function parsePhase(step: string): { kind: PhaseKind; round: number | null } | null {
  for (const kind of PHASES) {
    if (step === kind) return { kind, round: null };
    const round = parseRoundNumber(step, kind);
    if (round !== null) return { kind, round: kind === "synthesis" ? null : round };
  }
  return null;
}

/** Of a timeline that ends at the event shown. */
export function phasesIn(debateTimeline: DebateTimeline): Phase[] {
  const begun = debateTimeline.steps;
  const ended = debateTimeline.end !== null;
  const known = begun.flatMap((step, index): Phase[] => {
    const phase = parsePhase(step.step);
    if (!phase) return [];
    const last = index === begun.length - 1;
    const state = last && !ended ? "now" : "over";
    return [
      { ...phase, step: step.step, at: step.at, state, ...countPhaseTurns(debateTimeline, step) },
    ];
  });
  return ended ? known : [...known, ...stillToCome(debateTimeline, known)];
}

function countPhaseTurns(debateTimeline: DebateTimeline, { step, asked }: TimelineStep) {
  return { asked: asked.length, heard: inStep(debateTimeline, step).length };
}

/** What always takes place: the minimum number of rounds, the synthesis and its reviews. */
function stillToCome({ settings }: DebateTimeline, known: readonly Phase[]): Phase[] {
  const least = numberIn(settings, "min_rounds") ?? 2;
  const held = known.filter(({ kind }) => kind === "responses").length;
  const owed = Array.from({ length: Math.max(0, Math.min(least, 10) - held) }, (_, index) => ({
    step: `responses-${held + index + 1}`,
    kind: "responses" as const,
    round: held + index + 1,
  }));
  const closing = (["synthesis", "reviews"] as const).map((kind) => ({
    step: kind,
    kind,
    round: null,
  }));
  const isBegun = (kind: PhaseKind): boolean => known.some((phase) => phase.kind === kind);
  return [
    ...(isBegun("synthesis") ? [] : owed),
    ...closing.filter(({ kind }) => !isBegun(kind)),
  ].map((phase) => ({ ...phase, at: null, state: "ahead" as const, asked: 0, heard: 0 }));
}
