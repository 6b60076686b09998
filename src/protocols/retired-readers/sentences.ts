/** Fits the brief's own words into sentences. */

/** "it needs a server" becomes "It needs a server." */
export function asSentence(said: string): string {
  const words = opening(said);
  return /[.!?…]["”’)]?$/.test(words) ? words : `${words}.`;
}

/** As the beginning of a sentence. Raising a letter is always right; lowering one would hurt names. */
export function opening(said: string): string {
  const words = said.trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** As a quotation inside a sentence. */
export function quoted(said: string): string {
  const words = shortened(opening(said)).replace(/[.]$/, "");
  return `“${words.replaceAll("“", "‘").replaceAll("”", "’")}”`;
}

/** Words of a document inside a sentence: on one line, a table row without its pipes. */
export function cited(said: string): string {
  const line = said
    .replace(/^(?:```|~~~)\S*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  return quoted(
    /^\|.*\|$/.test(line)
      ? line
          .slice(1, -1)
          .trim()
          .replace(/ *\| */g, ", ")
      : line,
  );
}

const LONGEST = 160;

/** Cut at a word, so that a headline stays one line long. */
export function shortened(said: string, longest = LONGEST): string {
  if (said.length <= longest) return said;
  const cut = said.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2)).replace(/[\s,;:–-]+$/, "")}…`;
}
