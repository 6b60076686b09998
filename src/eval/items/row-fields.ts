/** Reads fields of a row that may be anything. */
import { type Json, isJsonObject } from "../../domain/json.ts";
import type { AnswerCheck } from "./eval-item.ts";
import type { ItemRow } from "./item-formats.ts";

export function createNumericCheck(value: number, tolerance?: Json): AnswerCheck {
  return { kind: "numeric", value, tolerance: typeof tolerance === "number" ? tolerance : 1e-6 };
}

export function readRowId(row: ItemRow, name: string): { id?: string } {
  const id = row[name];
  return isText(id) || typeof id === "number" ? { id: `${id}` } : {};
}

export function letterPlace(letter: string): number {
  const text = letter.trim().replace(/[().]/g, "").toUpperCase();
  return /^[A-Z]$/.test(text) ? text.charCodeAt(0) - 65 : -1;
}

export function isLetter(value: Json | undefined): boolean {
  return isText(value) && letterPlace(value) >= 0;
}

export function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

export function isTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === "string");
}

export function readObjectField(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function readFieldText(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}

export function readFieldTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(readFieldText).filter((one) => one !== "") : [];
}

export function readJsonList(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return value === undefined || value === null ? [] : [value];
}
