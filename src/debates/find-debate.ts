/** Finds a debate by the name a person gives it. */
import { SetupError } from "../errors.ts";
import type { ListedDebate, Store } from "../store.ts";

/** An unreadable one is found by its whole id, to find out what is wrong with it. */
export async function findDebate(store: Pick<Store, "list">, reference: string): Promise<string> {
  const unreadable = new Set<string>();
  const listed = await store.list({ onUnreadable: (debate) => unreadable.add(debate) });
  return unreadable.has(reference) ? reference : matchDebateId(listed, reference);
}

/**
 * The id of one that is given whole, by any beginning or ending of its id that no other has, or as `last`; the newest
 * come first. The letters at the end of an id win over the same letters elsewhere, so they are always enough.
 */
export function matchDebateId(listed: readonly ListedDebate[], reference: string): string {
  if (reference === "last" && listed[0]) return listed[0].id;
  if (reference.trim() === "") throw createUnknownDebateError(reference);
  const rules: readonly ((id: string) => boolean)[] = [
    (id) => id === reference,
    (id) => id.endsWith(`-${reference}`),
    (id) => id.startsWith(reference) || id.endsWith(reference),
  ];
  for (const fits of rules) {
    const matches = listed.filter(({ id }) => fits(id));
    const [match, second] = matches;
    if (match && !second) return match.id;
    if (match) throw createAmbiguousDebateError(reference, matches);
  }
  throw createUnknownDebateError(reference);
}

// enough to recognise one; the rest are counted
const MOST_CANDIDATES = 8;

function createAmbiguousDebateError(
  reference: string,
  matches: readonly ListedDebate[],
): SetupError {
  const width = Math.max(...matches.map(({ id }) => id.length));
  const shown = matches.slice(0, MOST_CANDIDATES);
  const more = matches.length - shown.length;
  const candidates = shown.map(({ id, question }) => {
    const asked = question.replace(/\s+/g, " ").trim();
    return `${id.padEnd(width)}  ${asked.length > 60 ? `${asked.slice(0, 59).trimEnd()}…` : asked}`;
  });
  return new SetupError("unknown-debate", `"${reference}" fits ${matches.length} debates.`, {
    hint: [
      "Type more of the id you mean, or only its last four letters:",
      ...candidates,
      ...(more > 0 ? [`and ${more} more: dissent list ${reference}`] : []),
    ].join("\n"),
  });
}

export function createUnknownDebateError(reference: string): SetupError {
  return new SetupError("unknown-debate", `There is no debate "${reference}" here.`, {
    hint: "See what there is: dissent list",
  });
}

/** A debate as the list shows it, by its whole id; its journal is not read. */
export async function findListedDebate(
  app: Pick<Store, "list">,
  debate: string,
): Promise<ListedDebate | undefined> {
  return (await app.list({ search: debate })).find(({ id }) => id === debate);
}
