/** Brings in the engine below, which is installed only where a fleet is used. */
import type * as Sdk from "@dbos-inc/dbos-sdk";

import { SetupError } from "../errors.ts";

export async function loadEngine(): Promise<typeof Sdk> {
  try {
    quietDriver();
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
function quietDriver(): void {
  if (isQuiet) return;
  isQuiet = true;
  const emit = process.emitWarning.bind(process) as (...all: unknown[]) => void;
  const quieter = (warning: string | Error, ...rest: unknown[]): void => {
    if (String(warning).startsWith("Calling client.query() when the client is already")) return;
    emit(warning, ...rest);
  };
  process.emitWarning = quieter;
}

let isQuiet = false;

/** Its own words go where ours go, and only those that say that something is wrong. */
export function quiet(onTrouble: (line: string) => void): Sdk.DLogger {
  const tell = (entry: unknown): void => {
    onTrouble(entry instanceof Error ? entry.message : String(entry));
  };
  return { info: () => {}, debug: () => {}, warn: tell, error: tell };
}
