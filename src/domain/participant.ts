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
  /** Prefix of its claim ids: `V` makes `V1`, `V2`… Unique in the debate. */
  readonly mark: string;
}

/** A seat before a model and a mark are bound to it. */
export type Seat = Omit<Participant, "model" | "mark"> & { readonly model?: string };

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
