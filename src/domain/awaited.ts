/** Participants who answer through the journal and are never called: a person, or the host that called Dissent. */
import type { Participant } from "./participant.ts";

export const AWAITED_PROVIDERS = ["person", "host"] as const;
export type AwaitedProvider = (typeof AWAITED_PROVIDERS)[number];

/** The reference of a seat for which a host answers: one conversation, however many seats it has. */
export const HOST_MODEL = "host";

export function isAwaitedProvider(provider: string): provider is AwaitedProvider {
  return (AWAITED_PROVIDERS as readonly string[]).includes(provider);
}

// Seats that the program which called Dissent answers for.

export function listHostSeats(participants: readonly Participant[]): string[] {
  return participants.filter(({ model }) => model === HOST_MODEL).map(({ id }) => id);
}

/** Said where one conversation has several seats; none where it has one at most. */
export function describeSharedHost(participants: readonly Participant[]): string[] {
  const seats = listHostSeats(participants);
  if (seats.length < 2) return [];
  return [
    `one conversation of the host answers for ${seats.length} seats (${seats.join(", ")}), so they are not blind to each other and count as one voice`,
  ];
}
