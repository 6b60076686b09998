/** Loads the workflow engine, which is installed only where a fleet is used. */
import type * as Sdk from "@dbos-inc/dbos-sdk";

import { SetupError } from "../../../errors.ts";

export async function loadWorkflowEngine(): Promise<typeof Sdk> {
  try {
    suppressDriverWarning();
    return await import("@dbos-inc/dbos-sdk");
  } catch (cause) {
    throw new SetupError(
      "no-database",
      "A fleet needs @dbos-inc/dbos-sdk, which is not installed.",
      { cause, hint: "Install it beside dissent: npm install @dbos-inc/dbos-sdk pg" },
    );
  }
}

/** It asks the driver in a way that the driver means to drop; nobody who runs a worker can do anything about it. */
function suppressDriverWarning(): void {
  if (isDriverWarningSuppressed) return;
  isDriverWarningSuppressed = true;
  const emit = process.emitWarning.bind(process) as (...all: unknown[]) => void;
  const quieter = (warning: string | Error, ...rest: unknown[]): void => {
    if (String(warning).startsWith("Calling client.query() when the client is already")) return;
    emit(warning, ...rest);
  };
  process.emitWarning = quieter;
}

let isDriverWarningSuppressed = false;

// a database that is away makes it say the same many times a second
const SAME_AGAIN_MS = 60_000;
const MOST_KNOWN = 200;

/** Its own words go where ours go: only those that say that something is wrong, and the same ones once a minute. */
export function createQuietLogger(
  onTrouble: (line: string) => void,
  nowMs: () => number = () => Date.now(),
): Sdk.DLogger {
  const saidMs = new Map<string, number>();
  const tell = (entry: unknown): void => {
    const [line = ""] = (entry instanceof Error ? entry.message : String(entry)).split("\n", 1);
    // numbers differ from one to the next
    const kind = line.replace(/\d+/g, "0");
    if (nowMs() - (saidMs.get(kind) ?? Number.NEGATIVE_INFINITY) < SAME_AGAIN_MS) return;
    if (saidMs.size >= MOST_KNOWN) saidMs.clear();
    saidMs.set(kind, nowMs());
    onTrouble(line);
  };
  return { info: () => {}, debug: () => {}, warn: tell, error: tell };
}
