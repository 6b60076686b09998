/** The seats of a roundtable: the default ones, and those that the settings add. */
import type { Seat } from "../../../domain/participant.ts";
import type { RoundtableSettings } from "../settings.ts";

const LEAD: Seat = { id: "lead", name: "Lead", role: "lead", stance: null };

// an added seat takes the role of the first, so a specialist comes first
const SPECIALISTS: readonly Seat[] = [
  createSpecialistSeat("architecture", "structure, contracts and coupling"),
  createSpecialistSeat("security", "access, secrets and personal data"),
  createSpecialistSeat("test", "proof that it works and keeps working"),
  createSpecialistSeat("observability", "what can be seen and measured in production"),
  createSpecialistSeat("operations", "rollout, rollback and running it day and night"),
];

export const SEATS: readonly Seat[] = [...SPECIALISTS, LEAD];

/** Everyone named is seated; a name nobody knows speaks for the domain it names. */
export function seatsFor({ specialists, mandatory }: RoundtableSettings): readonly Seat[] {
  const added = [...new Set([...specialists, ...mandatory])]
    .filter((id) => !SEATS.some((known) => known.id === id))
    .map((id) => createSpecialistSeat(id, id.replaceAll("-", " ")));
  return [...SPECIALISTS, ...added, LEAD];
}

function createSpecialistSeat(id: string, stance: string): Seat {
  const spelled = id.replaceAll("-", " ");
  const name = spelled.charAt(0).toUpperCase() + spelled.slice(1);
  return { id, name, role: "specialist", stance };
}
