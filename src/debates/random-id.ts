/** Ids that people can read aloud, and salts that nobody can guess. */
import { randomBytes } from "node:crypto";

// no vowels and no look-alikes: nothing to misread aloud, no words by accident
const ID_LETTERS = "23456789bcdfghjkmnpqrstvwxz";

export function createShortId(random: (digits: number) => string): string {
  const digits = random(16);
  return [0, 4, 8, 12]
    .map(
      (at) => ID_LETTERS[Number.parseInt(digits.slice(at, at + 4), 16) % ID_LETTERS.length] ?? "2",
    )
    .join("");
}

// drawn in stock: asking for randomness costs more than the randomness
const STOCK_BYTES = 2_048;
let stock = "";

export function generateRandomDigits(digits: number): string {
  if (stock.length < digits) stock = randomBytes(STOCK_BYTES).toString("hex");
  const drawn = stock.slice(0, digits);
  stock = stock.slice(digits);
  return drawn;
}
