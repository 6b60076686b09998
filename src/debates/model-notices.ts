/** What people are told of the models in a debate before it starts. */
import { describeSharedHost } from "../domain/awaited.ts";
import { formatPriceNotice } from "../domain/journal/price-notices.ts";
import type { Participant } from "../domain/participant.ts";
import { findModelFamily } from "../domain/vendor.ts";
import type { Model } from "../model.ts";

/**
 * Shown on every surface: which seat is not a language model, is unsafe or has no known price, and which share a model.
 */
export async function collectModelNotices(
  { participants }: { readonly participants: readonly Participant[] },
  modelFor: (reference: string) => Promise<Model>,
): Promise<string[]> {
  const references = [...new Set(participants.map(({ model }) => model))];
  const models = new Map<string, Model>();
  for (const reference of references) models.set(reference, await modelFor(reference));
  return [
    ...describeUnreachableSeats(participants, models),
    ...[...models.values()].flatMap(listModelWarnings),
    ...listOwnNotices([...models.values()]),
    ...describeSharedModels(participants, models),
    ...describeSharedHost(participants),
  ];
}

/** K4: who is absent from the start. */
function describeUnreachableSeats(
  participants: readonly Participant[],
  models: ReadonlyMap<string, Model>,
): string[] {
  return [...models.values()].flatMap(({ id, unreachable }) => {
    if (unreachable === undefined) return [];
    const names = participants.filter(({ model }) => model === id).map(({ name }) => name);
    return [`${names.join(", ")} could not be reached: ${unreachable.why}`];
  });
}

/** What models say of themselves; if several say the same, it is said once. */
function listOwnNotices(models: readonly Model[]): string[] {
  const groups = Map.groupBy(models, ({ notice }) => notice);
  return [...groups].flatMap(([notice, group]) =>
    notice === undefined ? [] : [`${group.map(({ id }) => id).join(", ")}: ${notice}`],
  );
}

function listModelWarnings({ id, unsafe, price }: Model): string[] {
  return [
    ...(unsafe === undefined ? [] : [`${id}: unsafe, ${unsafe}`]),
    ...(price === null ? [formatPriceNotice(id)] : []),
    ...(price?.approximate === true
      ? [`${id}: priced like the nearest model with a known price, so costs are approximate`]
      : []),
  ];
}

/** One mind in several seats is not several minds: by model, else by whose weights they are. */
function describeSharedModels(
  participants: readonly Participant[],
  models: ReadonlyMap<string, Model>,
): string[] {
  const seats = participants.filter(({ model }) => models.get(model)?.notice === undefined);
  const [first] = seats;
  if (!first || participants.length < 2 || seats.length < 2) return [];
  if (seats.length === participants.length && models.size === 1) {
    const { id } = models.get(first.model) ?? { id: first.model };
    return [
      `one model (${id}) speaks for all ${seats.length} seats, so agreement is weak evidence`,
    ];
  }
  const families = Map.groupBy(
    seats,
    ({ model }) => models.get(model)?.family ?? findModelFamily(model),
  );
  const crowded = [...families].find(([, members]) => members.length * 2 > participants.length);
  if (!crowded || crowded[1].length < 2) return [];
  const [family, { length }] = crowded;
  return [
    `${length} of ${participants.length} seats run on models of one family (${family}), so their agreement is weak evidence`,
  ];
}
