/** A debate by what a person calls it. */
import { SetupError } from "./errors.ts";
import type { Listed } from "./store.ts";

/** The id of one that is given whole, by its ending, or as `last`; the newest come first. */
export function foundAmong(listed: readonly Listed[], reference: string): string {
  if (reference === "last" && listed[0]) return listed[0].id;
  const matches = listed.filter(({ id }) => id === reference || id.endsWith(`-${reference}`));
  const [match, second] = matches;
  if (match && !second) return match.id;
  if (matches.some(({ id }) => id === reference)) return reference;
  if (!match) throw unknownDebate(reference);
  const ids = matches.map(({ id }) => id).join(" or ");
  throw new SetupError("unknown-debate", `"${reference}" could be ${ids}.`, {
    hint: "Write the whole id.",
  });
}

export function unknownDebate(reference: string): SetupError {
  return new SetupError("unknown-debate", `There is no debate "${reference}" here.`, {
    hint: "See what there is: dissent list",
  });
}
