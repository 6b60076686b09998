/** A journal as long as one wants: ten seats that change their minds all the time, with claims that answer others. */
import { handmade, type SpokenByHand } from "../../test/support/journals/handmade-journal.ts";

const SEATS = 10;
const MODELS = ["openai/a", "google/b", "anthropic/c"];
const WORDS = 2_000;
const WORDS_PER_CLAIM = 25;
const QUOTES = 300;

/** Lines of a journal with at least so many events; always the same ones. */
export function longJournal(events: number): string[] {
  const random = randomFrom(7);
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)] as One;
  const words = Array.from({ length: WORDS }, (_, index) => `w${index.toString(36)}`);
  const text = (): string => Array.from({ length: WORDS_PER_CLAIM }, () => pick(words)).join(" ");
  const quotes = Array.from({ length: QUOTES }, text);
  const seats = Array.from({ length: SEATS }, (_, index) => `s${index}`);
  const turn = (round: number, seat: number): SpokenByHand => ({
    by: `s${seat}`,
    holds: pick(["A", "B", "C"]),
    because: round === 0 ? [] : [`C${round - 1}-${(seat + 1) % SEATS}`],
    claims: [
      { id: `C${round}-${seat}`, about: pick(["A", "B"]), text: text(), quote: pick(quotes) },
      {
        id: `D${round}-${seat}`,
        about: round === 0 ? "A" : `C${round - 1}-${seat}`,
        side: "attacks",
        text: text(),
      },
    ],
  });
  // a round is committed, answered and closed
  const rounds = Math.ceil((events - 2) / (SEATS + 2));
  return handmade({
    seats: Object.fromEntries(seats.map((seat, index) => [seat, MODELS[index % 3] ?? ""])),
    rounds: Array.from({ length: rounds }, (_, round) =>
      seats.map((__, seat) => turn(round, seat)),
    ),
    shownRounds: 2,
  }).map((event) => JSON.stringify(event));
}

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
