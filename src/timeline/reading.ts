/**
 * Reads fields of a journal's replies. Anyone may have edited them by hand, so nothing is assumed: a missing or wrong
 * field is null or left out, and nothing here throws.
 */
import { type Json, isJsonObject, toJsonFields } from "../domain/json.ts";
import type { DebateTimeline, TimelineTurn } from "./debate-timeline.ts";

export type Row = { readonly [name: string]: Json };

// known to the compiler alone
declare const expectedType: unique symbol;

/** Fields that should be of this type: the compiler checks their names, and the readers below their values. */
export type RecordedFields<Type> = Row & { readonly [expectedType]: Type };

/** Checks no values: a wrong field must not hide the right ones. */
export function readRecordedFields<Type>(value: Readable): RecordedFields<Type> {
  return readRow(value) as RecordedFields<Type>;
}

type Readable = Json | null | undefined;

/** The names of the fields that hold this kind of value; any name where the type is not known. */
type FieldName<Value, Kind> = Value extends { readonly [expectedType]: infer Type }
  ? NameOfKind<Type, Kind>
  : string;

type NameOfKind<Type, Kind> = {
  [Name in keyof Type]: NonNullable<Type[Name]> extends Kind ? Name : never;
}[keyof Type] &
  string;

type ListedRow<Value, Name> = Value extends { readonly [expectedType]: infer Type }
  ? RecordedFields<ListedType<Type[Name & keyof Type]>>
  : Row;

type ListedType<List> = List extends readonly (infer One)[] ? One : never;

/** No protocol has longer lists; an endless one must not stop the page. */
const MOST = 200;

export function readRow(value: Readable): Row {
  return toJsonFields(value ?? undefined);
}

export function fieldIn<Value extends Readable>(
  value: Value,
  name: FieldName<Value, unknown>,
): Json | null {
  const row = readRow(value);
  return Object.hasOwn(row, name) ? (row[name] ?? null) : null;
}

/** Words that say something; null for none. */
export function textIn<Value extends Readable>(
  value: Value,
  name: FieldName<Value, string>,
): string | null {
  return findNonEmptyText(fieldIn<Readable>(value, name));
}

export function findNonEmptyText(value: Json | null): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

export function listIn<Value extends Readable>(
  value: Value,
  name: FieldName<Value, readonly unknown[]>,
): readonly Json[] {
  const found = fieldIn<Readable>(value, name);
  return Array.isArray(found) ? (found as readonly Json[]).slice(0, MOST) : [];
}

export function textsIn<Value extends Readable>(
  value: Value,
  name: FieldName<Value, readonly string[]>,
): string[] {
  return listIn<Readable>(value, name).flatMap((one) => findNonEmptyText(one) ?? []);
}

/** The rows of a list with their place in it, since claims are matched to rows by place. */
export function rowsIn<Value extends Readable, Name extends FieldName<Value, readonly object[]>>(
  value: Value,
  name: Name,
): { row: ListedRow<Value, Name>; place: number }[] {
  return listIn<Readable>(value, name).flatMap((one, place) =>
    isJsonObject(one) ? [{ row: one as ListedRow<Value, Name>, place }] : [],
  );
}

export function numberIn<Value extends Readable>(
  value: Value,
  name: FieldName<Value, number>,
): number | null {
  const found = fieldIn<Readable>(value, name);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function truthIn<Value extends Readable>(
  value: Value,
  name: FieldName<Value, boolean>,
): boolean | null {
  const found = fieldIn<Readable>(value, name);
  return typeof found === "boolean" ? found : null;
}

/** One of the allowed words. */
export function oneOfIn<Value extends Readable, Word extends string>(
  value: Value,
  name: FieldName<Value, string>,
  words: readonly Word[],
): Word | null {
  const found = fieldIn<Readable>(value, name);
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
export function parseRoundNumber(step: string, kind: string): number | null {
  if (!step.startsWith(`${kind}-`)) return null;
  const number = step.slice(kind.length + 1);
  return /^\d{1,3}$/.test(number) ? Number(number) : null;
}

/** The seats that were asked in a step. */
export function askedIn({ steps }: Pick<DebateTimeline, "steps">, step: string): string[] {
  return steps.find((one) => one.step === step)?.asked.map(({ seat }) => seat) ?? [];
}

/** The outcome's own result; empty until it has come. */
export function readResultRow({ end }: Pick<DebateTimeline, "end">): Row {
  return readRow(end?.outcome.result);
}
