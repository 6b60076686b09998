/** R2, R3: orders drawn from the debate's salt. Nobody can foresee them, and everyone can draw them again. */
import { sha256 } from "./journal/hash-chain.ts";

export function createSeededOrder(
  salt: string,
): (name: string, count: number) => readonly number[] {
  return (name, count) =>
    Array.from({ length: count }, (_, place) => ({
      place,
      lot: sha256(`${salt}\0lots\0${name}\0${place}`),
    }))
      .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
      .map(({ place }) => place);
}
