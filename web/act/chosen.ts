/** Several choices at once: what is chosen after one more press. */

/** Stands for the absence of a preference, so it goes with nothing else. */
const NO_PREFERENCE_CHOICE = "all";

export function toggleChosenId(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (next.delete(id)) return next;
  if (id === NO_PREFERENCE_CHOICE) return new Set([NO_PREFERENCE_CHOICE]);
  next.delete(NO_PREFERENCE_CHOICE);
  return next.add(id);
}

/** In the order in which they were offered, as it is sent. */
export function joinChosenIds(
  choices: readonly { readonly id: string }[],
  chosen: ReadonlySet<string>,
): string {
  return choices
    .map(({ id }) => id)
    .filter((id) => chosen.has(id))
    .join(",");
}
