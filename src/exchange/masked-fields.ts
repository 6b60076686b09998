/** Which fields of replies, turns and positions contain a seat, a claim, or free text. */

export const SEAT_FIELDS: ReadonlySet<string> = new Set([
  "by",
  "judge",
  "with",
  "to",
  "challenger",
  "raised_by",
]);

export const CLAIM_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "about",
  "claim",
  "claims",
  "point",
  "objection",
  "because",
  "answers",
  "covers",
  "acknowledges",
  "raised_because",
  "built_from",
  "fresh",
  "owed",
]);

/** Keys, quotes of sources, and what is public by the rules. */
export const VERBATIM_FIELDS: ReadonlySet<string> = new Set([
  "key",
  "source",
  "quote",
  "brief",
  "specialist",
]);

/** To whom a message goes that is for the whole table, whatever a seat is called. */
export const EVERYONE = "all";

/** The id under which a claim is shown, by its place among the claims shown. */
export function formatShownClaimId(place: number): string {
  return `claim-${place + 1}`;
}
