/** Many debates at once: a journal that is damaged hides nothing of the others. */
import { StoreError } from "../errors.ts";
import type { Session } from "./session.ts";
import { plain } from "./terminal.ts";

export interface LeftOut {
  readonly debate: string;
  readonly why: string;
}

export interface Readable<T> {
  readonly found: readonly T[];
  readonly leftOut: readonly LeftOut[];
}

/** Looks at each debate; one that is damaged is named before anything else is said, and left out. */
export async function eachReadable<T>(
  { stderr }: Session,
  debates: readonly string[],
  look: (debate: string) => Promise<T>,
): Promise<Readable<T>> {
  const found: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const debate of debates) {
    try {
      found.push(await look(debate));
    } catch (error) {
      if (!isDamage(error)) throw error;
      const why = error.message;
      leftOut.push({ debate, why });
      stderr.write(
        `Left out: ${plain(why)} See what still holds: dissent verify ${plain(debate)}\n`,
      );
    }
  }
  return { found, leftOut };
}

export function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === "store-corrupt";
}
