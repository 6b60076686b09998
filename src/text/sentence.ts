/** Sentences put together from what others wrote. */

/** Sentences that end before a capital letter, a digit or the end; "e.g. this" is one. */
export function splitSentences(words: string): string[] {
  return words
    .split(/(?<=[.!?…]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** With a full stop, unless it ends in a mark of its own. */
export function endSentence(text: string): string {
  return /[.!?…]["”’)]?$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}

/** After "because"; a name or an abbreviation keeps its capitals. */
export function lowerFirstLetter(text: string, names: ReadonlySet<string>): string {
  const word = /^\p{Lu}\p{Ll}*(?![\p{L}\p{N}])/u.exec(text)?.[0];
  const isOrdinary = word !== undefined && (word.length > 1 || ARTICLE.test(text));
  return isOrdinary && !names.has(word) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** "Keep the old code": nothing that could follow "because". */
export function isInstruction(text: string): boolean {
  return INSTRUCTION.test(text);
}

const INSTRUCTION =
  /^(?:(?:also|always|first|now|then)\s)?(?:accept|add|adopt|avoid|build|buy|change|choose|deliver|do|don't|drop|fix|give|go|keep|leave|let|make|move|never|open|patch|prefer|put|replace|run|sell|send|ship|start|stay|stop|take|try|use|wait|write)\s(?!(?:is|are|was|were|would|will|can|may|of)\b)/i;

/** "A" is an option too, which does something. */
const ARTICLE =
  /^A (?!(?:is|was|has|can|will|would|may|does|needs|costs|keeps|follows|serves|and|or)\b)\p{Ll}/u;

/** Words with a capital inside a sentence are names: an ordinary word has one at its beginning only. */
export function listMidSentenceCapitals(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?<=[\p{Ll}\p{N},;)] )\p{Lu}\p{Ll}+/gu)].map(([word]) => word),
    ),
  );
}
