/** What a person must not read yet: the panel before a blind decision, the others while a sealed step is open. */
import { computed, signal } from "@preact/signals";

import { stepOf } from "../../src/domain/transcript.ts";
import type { Question, Story } from "../../src/timeline/story.ts";
import { canDecide } from "../state/api.ts";
import { story } from "../state/debate.ts";
import { route } from "../state/route.ts";
import { dropDraft, keepDraft, keptDraft } from "./drafts.ts";

export interface LockedChoice {
  readonly choice: string;
  readonly reason: string;
}

const locks = signal<ReadonlyMap<string, LockedChoice | null>>(new Map());

/** What was chosen for this debate before its panel was read, kept in this browser until it is recorded; else null. */
export function lockedFor(debate: string): LockedChoice | null {
  const known = locks.value.get(debate);
  return known === undefined ? lockFrom(keptDraft(nameOf(debate))) : known;
}

export function lockIn(debate: string, lock: LockedChoice): void {
  keepDraft(nameOf(debate), lock);
  locks.value = new Map(locks.value).set(debate, lock);
}

export function unlock(debate: string): void {
  dropDraft(nameOf(debate));
  locks.value = new Map(locks.value).set(debate, null);
}

function nameOf(debate: string): string {
  return `${debate}:blind`;
}

function lockFrom(kept: unknown): LockedChoice | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { choice, reason } = kept as Partial<LockedChoice>;
  return typeof choice === "string" && typeof reason === "string" ? { choice, reason } : null;
}

/**
 * `choose`: nothing of the panel may be shown before its reader has decided. `reveal`: the panel beside one's own
 * choice. `sealed`: a person answers in a sealed step, and must not read what others said in it.
 */
export type BlindStage = "choose" | "reveal" | "sealed";

export const blindStage = computed<BlindStage | null>(() => {
  const told = story.value;
  if (told === null || !canDecide.value) return null;
  const { parameters } = route.value;
  if (told.end === null) {
    return parameters["open"] !== "1" && sealedQuestion(told) !== null ? "sealed" : null;
  }
  if (parameters["blind"] !== "1") return null;
  return lockedFor(told.id) === null ? "choose" : "reveal";
});

/** The first question to a person's seat in a step whose words are sealed; null where there is none. */
export function sealedQuestion({ questions, steps }: Story): Question | null {
  const sealed = new Set(steps.filter(({ blind }) => blind).map(({ step }) => step));
  return (
    questions.find(
      ({ kind, key, answered }) => kind === "seat" && answered === null && sealed.has(stepOf(key)),
    ) ?? null
  );
}

/** Whether `BlindDecision` stands in place of all views. */
export const blindFor = computed<boolean>(() => blindStage.value !== null);
