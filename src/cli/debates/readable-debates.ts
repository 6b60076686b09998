/** Reads many debates; a damaged journal does not hide the others. */
import type { Dissent } from "../../dissent.ts";
import { StoreError } from "../../errors.ts";
import type { ListQuery } from "../../store.ts";
import type { CliContext } from "../cli-context.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export interface UnreadableDebate {
  readonly debate: string;
  readonly why: string;
}

export interface ReadableResult<T> {
  readonly found: readonly T[];
  readonly leftOut: readonly UnreadableDebate[];
}

/** Reads each debate; a damaged one is named first, and left out. */
export async function mapReadableDebates<T>(
  cli: CliContext,
  { found: debates, leftOut: before }: ReadableResult<string>,
  look: (debate: string) => Promise<T>,
): Promise<ReadableResult<T>> {
  const found: T[] = [];
  const leftOut = [...before];
  for (const debate of debates) {
    try {
      found.push(await look(debate));
    } catch (error) {
      if (!isStoreDamage(error)) throw error;
      leftOut.push(reportUnreadableDebate(cli, debate, error.message));
    }
  }
  return { found, leftOut };
}

/** The ids of debates; one that cannot even be identified is named and left out. */
export async function listReadableDebates(
  cli: CliContext,
  app: Pick<Dissent, "list">,
  query: ListQuery = {},
): Promise<ReadableResult<string>> {
  const leftOut: UnreadableDebate[] = [];
  const onUnreadable = createUnreadableNotice(cli, (one) => leftOut.push(one));
  const listed = await app.list({ ...query, onUnreadable });
  return { found: listed.map(({ id }) => id), leftOut };
}

export function createUnreadableNotice(
  cli: CliContext,
  then: (leftOut: UnreadableDebate) => void = () => {},
): NonNullable<ListQuery["onUnreadable"]> {
  return (debate, why) => then(reportUnreadableDebate(cli, debate, `${debate}: ${why}.`));
}

export function reportUnreadableDebate(
  { stderr }: CliContext,
  debate: string,
  why: string,
): UnreadableDebate {
  stderr.write(
    `Left out: ${sanitizeForTerminal(why)} See what still holds: dissent verify ${sanitizeForTerminal(debate)}\n`,
  );
  return { debate, why };
}

export function isStoreDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === "store-corrupt";
}
