/** A debate as a list from top to bottom: turns under their steps, and other recorded events between them. */
import type {
  DecisionCard,
  TimelineMark,
  PositionMove,
  ArtifactPublication,
  PersonQuestion,
  TimelineStep,
  DebateTimeline,
  TimelineTurn,
} from "../../src/timeline/debate-timeline.ts";
import { cutTimelineAt } from "../../src/timeline/snapshot/snapshot.ts";
import { listPendingInStep } from "../../src/timeline/snapshot/steps-at.ts";

export type TranscriptEntry =
  | { readonly kind: "opened"; readonly at: number }
  | {
      readonly kind: "step";
      readonly at: number;
      readonly step: TimelineStep;
      readonly waits: readonly string[];
    }
  | {
      readonly kind: "turn";
      readonly at: number;
      readonly turn: TimelineTurn;
      readonly move: PositionMove | null;
    }
  | { readonly kind: "question"; readonly at: number; readonly question: PersonQuestion }
  | { readonly kind: "published"; readonly at: number; readonly publication: ArtifactPublication }
  | { readonly kind: "decided"; readonly at: number; readonly decision: DecisionCard }
  | { readonly kind: "ended"; readonly at: number }
  | { readonly kind: "mark"; readonly at: number; readonly mark: TimelineMark };

/** Everything up to a given event, in journal order; a step comes before its first turn. */
export function listTranscriptEntries(
  debateTimeline: DebateTimeline,
  at: number,
): TranscriptEntry[] {
  const told = cutTimelineAt(debateTimeline, at);
  const moves = new Map(told.moves.map((move) => [move.key, move]));
  const entries: TranscriptEntry[] = [
    { kind: "opened", at: 0 },
    ...told.steps.map((step) => ({
      kind: "step" as const,
      at: step.at,
      step,
      waits: told.end === null ? listPendingInStep(debateTimeline, step, at) : [],
    })),
    ...told.turns.map((turn) => ({
      kind: "turn" as const,
      at: turn.at,
      turn,
      move: moves.get(turn.key) ?? null,
    })),
    ...told.questions.map((question) => ({ kind: "question" as const, at: question.at, question })),
    ...told.publications.map((publication) => ({
      kind: "published" as const,
      at: publication.at,
      publication,
    })),
    ...told.decisions.map((decision) => ({ kind: "decided" as const, at: decision.at, decision })),
    ...(told.end ? [{ kind: "ended" as const, at: told.end.at }] : []),
    ...told.marks
      .filter((mark) => isOwnEntry(mark, told))
      .map((mark) => ({ kind: "mark" as const, at: mark.at, mark })),
  ];
  return entries.sort((a, b) => a.at - b.at);
}

/** What has its own entry, or is part of a turn, is not shown twice. */
function isOwnEntry({ at, kind }: TimelineMark, { events }: DebateTimeline): boolean {
  if (kind !== "noted" && kind !== "paused" && kind !== "resumed") return false;
  return !SHOWN_ELSEWHERE.has(events[at]?.fact.type ?? "");
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "reply-rejected",
  "escalation-answered",
  "person-answered",
]);
