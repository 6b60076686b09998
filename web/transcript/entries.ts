/** A debate as a list from top to bottom: turns under their steps, and between them whatever else was recorded. */
import { storyUpTo } from "../../src/timeline/moment.ts";
import { pendingIn } from "../../src/timeline/steps-at.ts";
import type {
  DecisionCard,
  Mark,
  Move,
  Publication,
  Question,
  Step,
  Story,
  Turn,
} from "../../src/timeline/story.ts";

export type Entry =
  | { readonly kind: "opened"; readonly at: number }
  | {
      readonly kind: "step";
      readonly at: number;
      readonly step: Step;
      readonly waits: readonly string[];
    }
  | { readonly kind: "turn"; readonly at: number; readonly turn: Turn; readonly move: Move | null }
  | { readonly kind: "question"; readonly at: number; readonly question: Question }
  | { readonly kind: "published"; readonly at: number; readonly publication: Publication }
  | { readonly kind: "decided"; readonly at: number; readonly decision: DecisionCard }
  | { readonly kind: "ended"; readonly at: number }
  | { readonly kind: "mark"; readonly at: number; readonly mark: Mark };

/** Everything up to a moment, in the order of the journal; a step stands before its first turn. */
export function entriesAt(story: Story, at: number): Entry[] {
  const told = storyUpTo(story, at);
  const moves = new Map(told.moves.map((move) => [move.key, move]));
  const entries: Entry[] = [
    { kind: "opened", at: 0 },
    ...told.steps.map((step) => ({
      kind: "step" as const,
      at: step.at,
      step,
      waits: told.end === null ? pendingIn(story, step, at) : [],
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
      .filter((mark) => isToldHere(mark, told))
      .map((mark) => ({ kind: "mark" as const, at: mark.at, mark })),
  ];
  return entries.sort((a, b) => a.at - b.at);
}

/** What has an entry of its own, or stands in a turn, is not told twice. */
function isToldHere({ at, kind }: Mark, { events }: Story): boolean {
  if (kind !== "noted" && kind !== "paused" && kind !== "resumed") return false;
  return !TOLD_ELSEWHERE.has(events[at]?.fact.type ?? "");
}

const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  "reply-rejected",
  "escalation-answered",
  "person-answered",
]);
