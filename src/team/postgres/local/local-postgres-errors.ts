/** Why a project cannot have its own PostgreSQL. Each error also says how to name another one. */
import { SetupError } from "../../../errors.ts";

/** `what` is a sentence without its stop; `hint` ends before the words that name the other way. */
export function createNoPostgresError(what: string, hint = "Set"): SetupError {
  return new SetupError("no-database", `${what}.`, {
    hint: `${hint} DATABASE_URL to a PostgreSQL of yours: postgres://user:password@host:5432/database`,
  });
}

/** Why a program ended, in its own words, as one line that is safe on a terminal. */
export function extractFailureReason(heard: string): string {
  const lines = heard.split("\n").map((line) => line.replace(/[\p{C}\s]+/gu, " ").trim());
  const telling = lines.filter((line) => line !== "" && !EVERYDAY.test(line));
  const words = telling.findLast((line) => REASON.test(line)) ?? telling.at(-1);
  return (words ?? "it did not say why").replace(REASON, "").replace(/\.$/, "").slice(0, 200);
}

const REASON = /^.*?\b(?:FATAL|PANIC|error): */i;
const EVERYDAY = /\b(?:LOG|HINT|DETAIL): |database system is |terminating connection/;
