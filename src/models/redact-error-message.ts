/**
 * Removes keys from error messages. Errors often repeat a mistyped key, which no list has and which is too short for
 * the usual patterns.
 */
import type { Redactor } from "../text/redact.ts";
import { REDACTED } from "../text/secret-patterns.ts";

/** The words of an error without secrets, not yet cut: half of a key, left by a cut, would not be known for one. */
export function redactErrorMessage(words: string, redact: Redactor): string {
  return redact(words).replaceAll(MAY_BE_KEY, REDACTED).replaceAll(USER_IN_ADDRESS, REDACTED);
}

const MAY_BE_KEY =
  /(?<![\w-])(?:(?:sk|pk|rk)-[\w-]{8,}|AIza[\w-]{20,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]{10,}\.[\w.-]{10,})|(?<=\bBearer\s)(?!\[redacted\])\S+/gi;

const USER_IN_ADDRESS = /(?<=:\/\/)[^\s/@]{1,200}(?=@)/g;
