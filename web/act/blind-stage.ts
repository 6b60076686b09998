/** What a person must not read yet: the panel before a blind decision, the others while a sealed step is open. */
import { computed, signal } from "@preact/signals";

import { listSealedSeats } from "../../src/domain/journal/sealed-steps.ts";
import type { PersonQuestion, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { debateTimeline } from "../state/debate-state.ts";
import { currentRoute } from "../state/page-route.ts";
import { canDecide } from "../state/server-api.ts";
import { deleteStoredDraft, storeDraft, loadStoredDraft } from "./form-drafts.ts";

export interface LockedChoice {
  readonly choice: string;
  readonly reason: string;
}

const lockedChoices = signal<ReadonlyMap<string, LockedChoice | null>>(new Map());

/** What was chosen for this debate before its panel was read, kept in this browser until it is recorded; else null. */
export function readLockedChoice(debate: string): LockedChoice | null {
  const known = lockedChoices.value.get(debate);
  return known === undefined
    ? restoreLockedChoice(loadStoredDraft(getBlindDraftKey(debate)))
    : known;
}

export function lockBlindChoice(debate: string, lock: LockedChoice): void {
  storeDraft(getBlindDraftKey(debate), lock);
  lockedChoices.value = new Map(lockedChoices.value).set(debate, lock);
}

export function clearLockedChoice(debate: string): void {
  deleteStoredDraft(getBlindDraftKey(debate));
  lockedChoices.value = new Map(lockedChoices.value).set(debate, null);
}

function getBlindDraftKey(debate: string): string {
  return `${debate}:blind`;
}

function restoreLockedChoice(kept: unknown): LockedChoice | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { choice, reason } = kept as Partial<LockedChoice>;
  return typeof choice === "string" && typeof reason === "string" ? { choice, reason } : null;
}

/**
 * `choose`: nothing of the panel may be shown before its reader has decided. `reveal`: the panel beside one's own
 * choice. `sealed`: a person answers in a sealed step, and must not read what others said in it.
 */
export type BlindStage = "choose" | "reveal" | "sealed";

export const currentBlindStage = computed<BlindStage | null>(() => {
  const told = debateTimeline.value;
  if (told === null || !canDecide.value) return null;
  const { parameters } = currentRoute.value;
  if (told.end === null) {
    return parameters["open"] !== "1" && findDeskQuestion(told) !== null ? "sealed" : null;
  }
  if (parameters["blind"] !== "1") return null;
  return readLockedChoice(told.id) === null ? "choose" : "reveal";
});

/** The question that is answered on a page of its own: a sealed one, or that of the seat in the address. */
export function findDeskQuestion(told: DebateTimeline): PersonQuestion | null {
  const chosen = currentRoute.value.parameters["seat"];
  const named = told.questions.find(
    ({ kind, seat, answered }) => kind === "seat" && answered === null && seat === chosen,
  );
  return named ?? findSealedQuestion(told);
}

/** The first question to a person's seat in a step whose words are sealed; null where there is none. */
export function findSealedQuestion({ questions, events }: DebateTimeline): PersonQuestion | null {
  return (
    questions.find(
      ({ kind, key, seat, answered }) =>
        kind === "seat" && answered === null && listSealedSeats(events, key).includes(seat ?? ""),
    ) ?? null
  );
}

/** Whether `BlindDecision` replaces all views. */
export const isBlindStageActive = computed<boolean>(() => currentBlindStage.value !== null);
