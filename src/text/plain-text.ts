/** Text that is safe to put on a terminal line (K17). */
import { isBlank } from "./blank.ts";

/**
 * Drops control characters, which could move a cursor or ring a bell, and bidirectional overrides,
 * which could make a line read otherwise than it is.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Plain text without line breaks; empty where nothing of it can be seen. */
export function plainLine(text: string): string {
  const line = plainText(text).replace(/\s+/g, " ").trim();
  return isBlank(line) ? "" : line;
}

/** A value as an error message may repeat it: on one line and short. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a mapping";
  const spelled = plainLine(JSON.stringify(value) ?? "nothing");
  return spelled.length > LONGEST_SHOWN ? `${spelled.slice(0, LONGEST_SHOWN)}…` : spelled;
}

const LONGEST_SHOWN = 60;

export function spellBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}
