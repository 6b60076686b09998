/** K8: whether a text says something, as a rule that anyone can apply again. */

// What a word is, for counting and comparing.

/** Chinese and Japanese are written without spaces: two characters are about a word. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`;
const SPACED = String.raw`(?:(?!${UNSPACED})[\p{L}\p{N}])+`;

/** Letters and digits, and one of these marks between them; given as in a class of an expression. */
export function createWordPattern(marks: string): RegExp {
  return new RegExp(
    String.raw`(?:(?=[\p{L}\p{N}])${UNSPACED}){1,2}|${SPACED}(?:[${marks}]${SPACED})*`,
    "gu",
  );
}

const HAS_UNSPACED = new RegExp(UNSPACED, "u");

export function hasUnspacedScript(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** Whether nothing of a text is visible: spaces, and characters that show nothing, such as U+200B. */
export function isBlankText(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

export interface SubstanceRule {
  readonly minimumWords: number;
}

export const DEFAULT_SUBSTANCE: SubstanceRule = { minimumWords: 6 };

const WORD = createWordPattern("'’.-");

/** Words that fill space in a sentence without naming anything. */
const HOLLOW = new Set(
  (
    "a an and are as at be but by can could do for from has have i in is it its me my no not of on or our " +
    "same so such that the their them they this to too very was we were will with would you your agree agreed " +
    "argument concern concerns fine good great looks none nothing okay ok option point position see solid sound " +
    "strong sure thing things well yes"
  ).split(" "),
);

export function listWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** The same words one by one, without a list of them: for texts of many megabytes. */
export function visitWords(text: string, visit: (word: string, at: number) => void): void {
  if (NOT_ASCII.test(text)) {
    for (const { 0: word, index } of text.matchAll(WORD)) visit(word.toLowerCase(), index);
    return;
  }
  const { length } = text;
  for (let at = 0; at < length;) {
    if (!isAsciiAlphanumeric(text.charCodeAt(at))) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < length) {
      const code = text.charCodeAt(end);
      if (isAsciiAlphanumeric(code)) end++;
      else if (isAsciiWordMark(code) && isAsciiAlphanumeric(text.charCodeAt(end + 1))) end += 2;
      else break;
    }
    visit(text.slice(at, end).toLowerCase(), at);
    at = end;
  }
}

const NOT_ASCII = /[^\u0000-\u007f]/;

function isAsciiAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Apostrophe, hyphen, full stop. */
function isAsciiWordMark(code: number): boolean {
  return code === 39 || code === 45 || code === 46;
}

/** The distinct words of a text that name something. */
export function listNamingWords(text: string): ReadonlySet<string> {
  return new Set(listWords(text).filter((word) => !HOLLOW.has(word)));
}

/** Long enough, and at least half of the minimum are distinct words that name something. */
export function isSubstantiveText(text: string, rule: SubstanceRule = DEFAULT_SUBSTANCE): boolean {
  const words = listWords(text);
  return words.length >= rule.minimumWords && listNamingWords(text).size * 2 >= rule.minimumWords;
}

export interface HollownessContext {
  /** What the text is about; a text that repeats it, or names nothing of it, says nothing about it. */
  readonly judged?: string;
  /** Texts given beside it: for other peers, or by other seats. */
  readonly others?: readonly string[];
  /** Whether agreement is what was asked for. */
  readonly mayAgree?: boolean;
  readonly rule?: SubstanceRule;
}

/** K8: why a text says nothing, in a few words; null if it says something. */
export function findHollowness(
  text: string,
  { judged = "", others = [], mayAgree = false, rule = DEFAULT_SUBSTANCE }: HollownessContext = {},
): string | null {
  const words = listWords(text);
  if (words.length === 0 || FILLER.test(words.join(" "))) return "it says nothing";
  if (others.some((other) => isSameWording(words, listWords(other))))
    return "the same text stands elsewhere";
  if (!mayAgree && declaresAgreement(text)) return "it declares agreement";
  if (judged !== "" && measureTrigramShare(words, listWords(judged)) >= REPEATED)
    return "it repeats what it is about";
  const namesClaim = CLAIM_OR_QUOTE.test(text);
  const naming = listNamingWords(text);
  if (namesClaim) return naming.size >= NAMING_WITH_CLAIM ? null : "it does not say why";
  if (!isSubstantiveText(text, rule)) return "it is too short to say why";
  return judged !== "" && !sharesNamingWord(naming, listNamingWords(judged))
    ? "it names nothing of what it is about"
    : null;
}

const FILLER =
  /^(?:(?:none|nothing|n a|na|no|yes|ok|okay|same|same here|ditto|see above|as above|agreed|\d|lgtm|looks good|no comment|no change|nothing to add|nothing further|no further comment|no further comments|none that i can see)\s?)+$/;

const REPEATED = 0.8;
const NAMING_WITH_CLAIM = 3;

/** An id such as risk-3 or V2, or words between quote marks. */
const CLAIM_OR_QUOTE =
  /(?<![\w-])(?:[a-z][\w-]*-[cn]?\d+|[A-Z]{1,2}\d+)(?![\w-])|["“«][^"”»]{3,}["”»]/u;

/** Agreement at the start, with no word of contrast after it. */
function declaresAgreement(text: string): boolean {
  const words = listWords(text).join(" ");
  return AGREEMENT.test(words) && !CONTRAST.test(words);
}

const AGREEMENT =
  /^(?:i |we )?(?:(?:fully|completely|entirely|totally|wholly|strongly) )?(?:agree|concur)\b|\bno (?:objections?|concerns?|challenges?|issues?)(?: (?:at all|whatever|whatsoever|here|to raise))*$|^(?:i |we )?(?:have |see |raise )?no (?:objections?|challenge)\b/;

const CONTRAST =
  /\b(?:but|however|yet|though|although|except|unless|nevertheless|still|only|weakest|misses|ignores|overlooks|despite|whereas|while)\b/;

function isSameWording(words: readonly string[], others: readonly string[]): boolean {
  if (words.length < SAME_WORDING_WORDS || others.length < SAME_WORDING_WORDS)
    return words.join(" ") === others.join(" ");
  return (
    measureTrigramShare(words, others) >= SAME_WORDING &&
    measureTrigramShare(others, words) >= SAME_WORDING
  );
}

const SAME_WORDING = 0.9;
const SAME_WORDING_WORDS = 8;

/** Which share of the first text's runs of three words the second has too. */
function measureTrigramShare(words: readonly string[], others: readonly string[]): number {
  const runs = listTrigrams(words);
  if (runs.size === 0) return 0;
  const known = listTrigrams(others);
  return [...runs].filter((run) => known.has(run)).length / runs.size;
}

function listTrigrams(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(" ")));
}

/** By the beginnings of words, so that "migrate" and "migration" are one. */
function sharesNamingWord(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const beginnings = new Set([...right].map((word) => word.slice(0, STEM)));
  return [...left].some((word) => beginnings.has(word.slice(0, STEM)));
}

const STEM = 5;
