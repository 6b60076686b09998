/** A participant: a role and a stance, bound to a model. */

export interface Participant {
  /** Slug, unique in the debate. */
  readonly id: string;
  readonly name: string;
  /** What it does in the protocol: judge, proponent, challenger… */
  readonly role: string;
  /** A lens that never changes, as opposed to a position, which may. */
  readonly stance: string | null;
  /** Model reference, such as `offline` or `scripted/replies.yaml`. */
  readonly model: string;
  /** Beginning of its claim ids: `risk-` makes `risk-1`, `risk-2`… Unique in the debate. */
  readonly mark: string;
}

/** A seat before a model and a mark are bound to it. */
export type Seat = Omit<Participant, "model" | "mark"> & { readonly model?: string };

/**
 * K16: claims are called after their seat, `risk-1`. Where something else of the debate is called so already, a letter
 * keeps the two apart: `risk-c1`.
 */
export function assignSeatMarks(
  seats: readonly (Seat & { model: string })[],
  taken: readonly string[] = [],
): Participant[] {
  const names = [...taken, ...seats.map(({ id }) => id)];
  return seats.map((seat) => {
    const mark = `${seat.id}-`;
    const isTaken =
      SHOWN_MARKS.has(mark) ||
      names.some((name) => name.startsWith(mark) && /^\d+$/.test(name.slice(mark.length)));
    return { ...seat, mark: isTaken ? `${mark}c` : mark };
  });
}

/** Ids and labels of an anonymous exchange begin so, and tell nobody's seat. */
const SHOWN_MARKS: ReadonlySet<string> = new Set(["claim-", "voice-"]);

/** Gives every seat letters of its own: its initial, else a later letter of its id, else two letters. */
export function assignMarks(seats: readonly (Seat & { model: string })[]): Participant[] {
  const taken = new Set<string>();
  return seats.map((seat) => {
    const letters = seat.id.toUpperCase().match(/[A-Z]/g) ?? [];
    const initial = letters[0] ?? "P";
    const free = (candidate: string): boolean => !taken.has(candidate);
    const pair = (): string | undefined =>
      [...letters.slice(1), ...ALPHABET].map((letter) => initial + letter).find(free);
    const mark = letters.find(free) ?? pair() ?? initial;
    taken.add(mark);
    return { ...seat, mark };
  });
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** The name of a seat; its id where nobody of this debate has it. */
export function findParticipantName(
  participants: readonly Pick<Participant, "id" | "name">[],
  seat: string,
): string {
  return participants.find(({ id }) => id === seat)?.name ?? seat;
}
