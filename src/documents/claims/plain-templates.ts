/**
 * Sentences in languages whose grammar is not read here: two with the same words contradict each other if one figure
 * or date differs, or if only one of them is negated.
 */
import { CODE_END, CODE_START } from "../markdown/plain-text.ts";
import type { ExclusiveStatement } from "./exclusive-statements.ts";

/** Words that no English sentence has. */
const GERMAN =
  /\b(?:der|das|und|ist|sind|nicht|kein|keine|keinen|wird|werden|wurde|muss|müssen|darf|dürfen|eine|einen|einer|nach|für|über|dauert|braucht)\b/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** True of German, Chinese and Japanese. */
export function isOtherLanguage(text: string): boolean {
  return UNSPACED.test(text) || GERMAN.test(text);
}

/** Said of the past, of an example, or only roughly. */
const UNCERTAIN =
  /\b(?:etwa|ca|circa|ungefähr|rund|war|waren|wurde|wurden|früher|bisher|beispielsweise|vielleicht)\b|zum Beispiel|z\. ?B\.|例如|比如|大约|约\d|左右|曾/i;

const MONTH =
  "(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)";
const VALUES = new RegExp(
  `\\d{1,2}\\. ${MONTH}(?: \\d{4})?|\\d{4}年(?:\\d{1,2}月(?:\\d{1,2}日)?)?|\\d{4}-\\d{2}-\\d{2}|\\d+(?:[.,]\\d+)*`,
  "gu",
);
/** What follows is a name made of a number. */
const LABELLED =
  /(?:Abschnitt|Kapitel|Nummer|Nr\.?|Version|Phase|Schritt|Seite|Tabelle|Abbildung|Anhang|Artikel|Stufe|第|\bv)\s*$/iu;

const NEGATIONS =
  /\b(?:nicht|nie|niemals)\b|(?<=\bk)(?=eine?[mnrs]?\b)|不(?!仅|但|同|断|足)|没有|未(?!来)/giu;
const OPPOSITES: readonly (readonly [RegExp, string])[] = [
  [/\bdeaktiviert\b/gi, "aktiviert"],
  [/\bausgeschaltet\b/gi, "eingeschaltet"],
  [/\bverboten\b/gi, "erlaubt"],
  [/禁用/g, "启用"],
  [/关闭/g, "开启"],
];

const [FEWEST_WORDS, FEWEST_SIGNS, LONGEST] = [3, 6, 200];

export function findPlainTemplates(written: string): ExclusiveStatement[] {
  if (written.length > LONGEST || /[?？:：]$/.test(written) || !isOtherLanguage(written)) return [];
  const text = written
    .replaceAll(CODE_START, "")
    .replaceAll(CODE_END, "")
    .replace(/^\s*\d{1,3}(?:\.\d{1,3})*[.)、]\s*/u, "")
    .replace(/[.!。！]+$/, "");
  if (UNCERTAIN.test(text)) return [];
  const values = [...text.matchAll(VALUES)].filter(
    ({ index }) => !LABELLED.test(text.slice(0, index)),
  );
  const [value, another] = values;
  if (value !== undefined && another === undefined) {
    const key = formatTemplate(
      `${text.slice(0, value.index)}#${text.slice(value.index + value[0].length)}`,
    );
    return key === null ? [] : [createTemplate("figure", key, { value: value[0], about: text })];
  }
  return findPolarity(text);
}

function findPolarity(text: string): ExclusiveStatement[] {
  let [bare, negated] = [text, false];
  for (const [opposite, plain] of OPPOSITES) {
    bare = bare.replace(opposite, () => {
      negated = !negated;
      return plain;
    });
  }
  const flips = [...bare.matchAll(NEGATIONS)].length;
  if (flips > 1) return [];
  const key = formatTemplate(bare.replace(NEGATIONS, "").replace(/\bk(?=eine?[mnrs]?\b)/giu, ""));
  if (key === null) return [];
  const denied = negated !== (flips === 1);
  return [createTemplate("polarity", key, { value: denied ? "denied" : "stated", about: text })];
}

/** Null where too little is said to be the same by more than chance. */
function formatTemplate(text: string): string | null {
  const words = text.toLowerCase().match(/[\p{L}\p{N}#]+/gu) ?? [];
  const signs = words.join("").length;
  const spaced = words.length >= FEWEST_WORDS + 1 && signs >= 2 * FEWEST_SIGNS;
  const unspaced = /\p{scx=Han}/u.test(text) && signs >= FEWEST_SIGNS;
  return spaced || unspaced ? words.join(" ") : null;
}

function createTemplate(
  relation: "figure" | "polarity",
  key: string,
  { value, about }: { readonly value: string; readonly about: string },
): ExclusiveStatement {
  const amount = relation === "figure" ? value.replace(/(?<=\d)[.](?=\d{3}\b)/g, "") : value;
  return { relation, key: `${relation} ${key}`, value: amount, only: false, about, shown: value };
}
