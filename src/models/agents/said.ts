/** What a program said, made fit for one line of an error: bounded, without escapes, without secrets. */
import type { Redactor } from "../../text/redact.ts";
import { redactErrorMessage } from "../redact-error-message.ts";

const LONGEST_WORDS = 600;

/** The last words of a text; what went wrong stands at the end. */
export function formatLastWords(text: string, redact: Redactor): string {
  const clean = redactErrorMessage(text, redact);
  const line = toPlainLine(clean.slice(-16 * LONGEST_WORDS));
  return line.length > LONGEST_WORDS ? `…${line.slice(-LONGEST_WORDS).toWellFormed()}` : line;
}

/** No escape sequences, no other control characters, no text that runs backwards; on one line. */
function toPlainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, "")
    .replace(/[\s\u2028\u2029]+/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
}
