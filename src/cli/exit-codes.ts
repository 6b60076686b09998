/** Exit codes that scripts can rely on. Disagreement is neither a failure nor a success. */
import type { Outcome } from "../domain/outcome/outcome.ts";
import type { RunResult } from "../engine.ts";
import {
  DissentError,
  SetupError,
  StoreError,
  VerificationError,
  isUnreachableError,
} from "../errors.ts";
import { ModelError } from "../model.ts";
import { stringifyForTerminal } from "../text/terminal-json.ts";
import { sanitizeForTerminal } from "./terminal/terminal-style.ts";

export const EXIT = {
  decided: 0,
  defect: 1,
  usage: 2,
  providers: 3,
  limit: 4,
  verification: 5,
  contested: 10,
  gate: 11,
  interrupted: 130,
} as const;

export function computeOutcomeExit({
  ending,
  refuted,
}: Pick<Outcome, "ending" | "refuted">): number {
  switch (ending) {
    case "decided":
      return refuted ? EXIT.gate : EXIT.decided;
    case "open":
      return EXIT.contested;
    case "failed":
      return EXIT.providers;
  }
}

export function computeRunExit(result: RunResult): number {
  switch (result.status) {
    case "settled":
      return computeOutcomeExit(result.outcome);
    case "waiting":
      return EXIT.contested;
    case "paused":
      return computePauseExit(result.reason);
  }
}

export function computePauseExit(reason: "interrupted" | "limit" | "failed"): number {
  switch (reason) {
    case "interrupted":
      return EXIT.interrupted;
    case "limit":
      return EXIT.limit;
    case "failed":
      return EXIT.providers;
  }
}

export function computeErrorExit(error: unknown): number {
  // K4: trouble of a provider is never trouble of usage
  if (isUnreachableError(error) || error instanceof ModelError) return EXIT.providers;
  if (error instanceof SetupError) return error.code === "no-model" ? EXIT.providers : EXIT.usage;
  if (error instanceof VerificationError) return EXIT.verification;
  if (error instanceof StoreError)
    return error.code === "store-unavailable" ? EXIT.limit : EXIT.usage;
  return EXIT.defect;
}

/** One line that says what happened, one that says what to do, and the code to look up. */
export function formatErrorMessage(error: unknown): string {
  if (!(error instanceof DissentError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `dissent: this is a defect, please report it.\n${sanitizeErrorLines(stack).join("\n")}\n`;
  }
  const hint =
    error.hint === undefined ? [] : sanitizeErrorLines(error.hint).map((line) => `  ${line}`);
  return [`dissent: ${sanitizeForTerminal(error.message)}`, ...hint, `  [${error.code}]`, ""].join(
    "\n",
  );
}

const toldErrors = new WeakSet<object>();

/** For a command that has put the error into its own last line of JSON. */
export function markErrorAsTold(error: unknown): void {
  if (error instanceof Error) toldErrors.add(error);
}

export function isErrorTold(error: unknown): boolean {
  return error instanceof Error && toldErrors.has(error);
}

/** The same for programs, as the last line of their JSON. */
export function formatErrorJson(error: unknown, exit: number): string {
  const told = error instanceof DissentError ? error : null;
  const message = error instanceof Error ? error.message : String(error);
  return stringifyForTerminal({
    event: "error",
    error: { code: told?.code ?? "defect", message, hint: told?.hint ?? null },
    exit,
  });
}

/** Messages repeat what a person or a file said; none of it may move the cursor (K17). */
function sanitizeErrorLines(text: string): string[] {
  return text.split("\n").map((line) => (/^ */.exec(line)?.[0] ?? "") + sanitizeForTerminal(line));
}

/** Thrown where Ctrl-C ends a question; `main` turns it into exit code 130 and prints nothing more. */
export class PromptInterruptedError extends Error {}
