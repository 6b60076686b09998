/** K17: text that is safe to print on a terminal line. */
import { isBlankText } from "./substance.ts";

/**
 * Drops control characters, which could move a cursor or ring a bell, and bidirectional overrides,
 * which could make a line read otherwise than it is.
 */
export function stripControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Plain text without line breaks; empty if none of it is visible. */
export function stripToPlainLine(text: string): string {
  const line = stripControlCharacters(text).replace(/\s+/g, " ").trim();
  return isBlankText(line) ? "" : line;
}

/** A value as an error message may repeat it: on one line and short. */
export function formatShownValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a mapping";
  const spelled = stripToPlainLine(JSON.stringify(value) ?? "nothing");
  return spelled.length > MAX_SHOWN_LENGTH ? `${spelled.slice(0, MAX_SHOWN_LENGTH)}…` : spelled;
}

const MAX_SHOWN_LENGTH = 60;

/** "1 round", "2 rounds". */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatIsoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

export function formatByteCount(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}

/** `risk, value` as its names. */
export function splitCommaList(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
