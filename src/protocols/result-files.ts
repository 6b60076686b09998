/** Files among a debate's results that are offered only where they can be used. */
import { readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { type CheckoutPlace, isSuggestionFile, tryPatch } from "./review/files/try-patch.ts";

export interface ResultFile {
  readonly path: string;
  readonly text: string;
}

export interface OfferedFiles {
  readonly files: readonly ResultFile[];
  /** What was left out, in words. */
  readonly warnings: readonly string[];
}

type Head = Pick<DebateRecord, "events">;

const MAY_BE_MISSING: Readonly<Record<string, (path: string) => boolean>> = {
  review: isSuggestionFile,
};

/** L10: a suggestion that git would not apply here is left out, and that is said. */
export async function keepUsableFiles(
  place: CheckoutPlace,
  record: Head,
  files: readonly ResultFile[],
): Promise<OfferedFiles> {
  const kept: ResultFile[] = [];
  const left: string[] = [];
  for (const file of files) {
    const isUsable =
      !mayBeMissing(record, file.path) || (await tryPatch(place, record.events, file.text));
    if (isUsable) kept.push(file);
    else left.push(file.path);
  }
  if (left.length === 0) return { files: kept, warnings: [] };
  const which = left.length === 1 ? "a suggestion" : `${left.length} suggestions`;
  return {
    files: kept,
    warnings: [`${which} left out, git apply does not accept it here: ${left.join(", ")}`],
  };
}

export function mayBeMissing({ events }: Head, path: string): boolean {
  const { protocol } = readOpening(events);
  return Object.hasOwn(MAY_BE_MISSING, protocol) && MAY_BE_MISSING[protocol]?.(path) === true;
}
