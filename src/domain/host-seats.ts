/** Seats that the program which called Dissent answers for. */
import { HOST_MODEL } from "./awaited.ts";
import type { Participant } from "./participant.ts";

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
