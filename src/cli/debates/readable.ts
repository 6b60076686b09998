/** Many debates at once: a journal that is damaged hides nothing of the others. */
import type { Dissent } from "../../dissent.ts";
import { StoreError } from "../../errors.ts";
import type { ListQuery } from "../../store.ts";
import type { Session } from "../session.ts";
import { plain } from "../terminal/terminal.ts";

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
  session: Session,
  { found: debates, leftOut: before }: Readable<string>,
  look: (debate: string) => Promise<T>,
): Promise<Readable<T>> {
  const found: T[] = [];
  const leftOut = [...before];
  for (const debate of debates) {
    try {
      found.push(await look(debate));
    } catch (error) {
      if (!isDamage(error)) throw error;
      leftOut.push(namedAsLeftOut(session, debate, error.message));
    }
  }
  return { found, leftOut };
}

/** The ids of debates; one of which not even that much can be told is named and left out. */
export async function readableIds(
  session: Session,
  app: Pick<Dissent, "list">,
  query: ListQuery = {},
): Promise<Readable<string>> {
  const leftOut: LeftOut[] = [];
  const onUnreadable = unreadableNotice(session, (one) => leftOut.push(one));
  const listed = await app.list({ ...query, onUnreadable });
  return { found: listed.map(({ id }) => id), leftOut };
}

export function unreadableNotice(
  session: Session,
  then: (leftOut: LeftOut) => void = () => {},
): NonNullable<ListQuery["onUnreadable"]> {
  return (debate, why) => then(namedAsLeftOut(session, debate, `${debate}: ${why}.`));
}

function namedAsLeftOut({ stderr }: Session, debate: string, why: string): LeftOut {
  stderr.write(`Left out: ${plain(why)} See what still holds: dissent verify ${plain(debate)}\n`);
  return { debate, why };
}

export function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === "store-corrupt";
}
