/**
 * Reads fields of a journal's replies. Anyone may have edited them by hand, so nothing is assumed: a missing or wrong
 * field is null or left out, and nothing here throws.
 */
import type { Json } from "../domain/json.ts";
import type { DebateTimeline, TimelineTurn } from "./debate-timeline.ts";

export type Row = { readonly [name: string]: Json };

/** No protocol has longer lists; an endless one must not stop the page. */
const MOST = 200;

export function rowOf(value: Json | null | undefined): Row {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

export function fieldIn(value: Json | null | undefined, name: string): Json | null {
  const row = rowOf(value);
  return Object.hasOwn(row, name) ? (row[name] ?? null) : null;
}

/** Words that say something; null for none. */
export function textIn(value: Json | null | undefined, name: string): string | null {
  return textOf(fieldIn(value, name));
}

export function textOf(value: Json | null): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

export function listIn(value: Json | null | undefined, name: string): readonly Json[] {
  const found = fieldIn(value, name);
  return Array.isArray(found) ? (found as readonly Json[]).slice(0, MOST) : [];
}

export function textsIn(value: Json | null | undefined, name: string): string[] {
  return listIn(value, name).flatMap((one) => textOf(one) ?? []);
}

/** The rows of a list with their place in it, since claims are matched to rows by place. */
export function rowsIn(
  value: Json | null | undefined,
  name: string,
): { row: Row; place: number }[] {
  return listIn(value, name).flatMap((one, place) => {
    const isRow = typeof one === "object" && one !== null && !Array.isArray(one);
    return isRow ? [{ row: one as Row, place }] : [];
  });
}

export function numberIn(value: Json | null | undefined, name: string): number | null {
  const found = fieldIn(value, name);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function truthIn(value: Json | null | undefined, name: string): boolean | null {
  const found = fieldIn(value, name);
  return typeof found === "boolean" ? found : null;
}

/** One of the allowed words. */
export function oneOfIn<Word extends string>(
  value: Json | null | undefined,
  name: string,
  words: readonly Word[],
): Word | null {
  const found = fieldIn(value, name);
  return words.find((word) => word === found) ?? null;
}

/** Those of one step, such as `openings`. */
export function inStep(
  { turns }: Pick<DebateTimeline, "turns">,
  step: string,
): readonly TimelineTurn[] {
  const steps = sorted.get(turns) ?? Map.groupBy(turns, (turn) => turn.step);
  sorted.set(turns, steps);
  return steps.get(step) ?? [];
}

// asked for once per step and event, of which a long debate has many
const sorted = new WeakMap<readonly TimelineTurn[], ReadonlyMap<string, readonly TimelineTurn[]>>();

/** 3 for `responses-3` of the kind `responses`; null for another kind. */
export function roundOf(step: string, kind: string): number | null {
  if (!step.startsWith(`${kind}-`)) return null;
  const number = step.slice(kind.length + 1);
  return /^\d{1,3}$/.test(number) ? Number(number) : null;
}

/** The seats that were asked in a step. */
export function askedIn({ steps }: Pick<DebateTimeline, "steps">, step: string): string[] {
  return steps.find((one) => one.step === step)?.asked.map(({ seat }) => seat) ?? [];
}

/** The outcome's own result; empty until it has come. */
export function resultOf({ end }: Pick<DebateTimeline, "end">): Row {
  return rowOf(end?.outcome.result);
}
