/** Who sits, with two letters that stand for each. */
import type { Participant } from "../domain/participant.ts";
import type { SeatCard } from "./debate-timeline.ts";

/** The model reference of a seat that a person holds. */
const PERSON = "person";

export function createSeatCards(participants: readonly Participant[]): SeatCard[] {
  const taken = new Set<string>();
  return participants.map((participant) => {
    const { id, name, role, stance, model } = participant;
    const monogram = findFreeMonogram(participant, taken);
    taken.add(monogram.toLowerCase());
    return { id, name, monogram, role, stance, model, isPerson: model === PERSON };
  });
}

/** The first free of: initials of two words, the first letter with each later one, then with each of the alphabet. */
function findFreeMonogram(
  { name, id }: Pick<Participant, "name" | "id">,
  taken: ReadonlySet<string>,
): string {
  const words = name.match(WORDS) ?? id.match(WORDS) ?? ["x"];
  const letters = words.join("").match(LETTER) ?? [];
  const [first = "x"] = letters;
  const initials = words[1]?.match(LETTER)?.slice(0, 1) ?? [];
  const seconds = [...initials, ...letters.slice(1), ...ALPHABET];
  const pairs = seconds.map((second) => first.toUpperCase() + second.toLowerCase());
  return pairs.find((pair) => !taken.has(pair.toLowerCase())) ?? findAnyFreePair(taken);
}

const WORDS = /[\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/gu;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789".split("");

/** More seats with one initial than there are letters: any pair will do. */
function findAnyFreePair(taken: ReadonlySet<string>): string {
  const pairs = ALPHABET.flatMap((first) => ALPHABET.map((second) => first.toUpperCase() + second));
  return pairs.find((pair) => !taken.has(pair.toLowerCase())) ?? "??";
}
