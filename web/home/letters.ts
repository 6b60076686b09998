/** The letters that options are called by, in their order. */

/** A to Z, then AA, AB… */
export function formatOptionLetter(index: number): string {
  const before = Math.floor(index / 26);
  const last = String.fromCharCode("A".charCodeAt(0) + (index % 26));
  return before === 0 ? last : formatOptionLetter(before - 1) + last;
}
