/** Stems English words, so that "stores", "stored" and "storing" compare as equal. */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    built: "build",
    chosen: "choos",
    data: "data",
    done: "do",
    held: "hold",
    https: "https",
    kept: "keep",
    made: "mak",
    ran: "run",
    sent: "send",
    written: "writ",
    wrote: "writ",
  }),
);

const stemCache = new Map<string, string>();
// untrusted text has no end of words
const MOST_KNOWN = 20_000;

/** Of a word in lower case. Crude on purpose: endings only, the same for the same word always. */
export function stemWord(word: string): string {
  const found = stemCache.get(word);
  if (found !== undefined) return found;
  const stemmed = IRREGULAR.get(word) ?? removeWordEnding(word);
  if (stemCache.size >= MOST_KNOWN) stemCache.clear();
  stemCache.set(word, stemmed);
  return stemmed;
}

/** For lists of words that are compared as stems. */
export function stemWordList(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(stemWord));
}

function removeWordEnding(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const bare = removePlural(word);
  const root = bare.length > 4 ? bare.replace(/(?:ing|ed)$/, "") : bare;
  if (root === bare || root.length < 3 || !/[aeiouy]/.test(root)) return removeFinalE(bare);
  return removeFinalE(/([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root);
}

function removePlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** "store" and "stored", "apply" and "applied". */
function removeFinalE(word: string): string {
  if (word.length > 3 && word.endsWith("e")) return word.slice(0, -1);
  if (word.length > 3 && /[^aeiou]i$/.test(word)) return `${word.slice(0, -1)}y`;
  return word;
}
