/** Which options a passage is about. Letters, names and distinctive words count; an option's position never does. */
import type { Option } from "../../domain/brief.ts";
import type { BriefPassage } from "./passages.ts";
import { isCommon, stemsOf, wordsOf } from "./words.ts";

/** What an option can be recognised by. */
export interface Signature {
  readonly id: string;
  /** The label up to its first comma or colon, when no other option shares it. */
  readonly name: string;
  readonly nameStems: readonly string[];
  readonly labelStems: ReadonlySet<string>;
  /** Stems in this option's label and in no other label. */
  readonly ownLabel: ReadonlySet<string>;
  /** Stems in this option's text and in no other option's. */
  readonly ownText: ReadonlySet<string>;
}

export function signaturesOf(options: readonly Option[]): Signature[] {
  const names = options.map(({ label }) => shortName(label));
  const labels = options.map(({ label }) => tellingStems(label));
  const texts = options.map(({ label, description }) => tellingStems(`${label}\n${description}`));
  return options.map((option, index) => {
    const name = names[index] ?? option.label;
    const unique = names.filter((other) => other.toLowerCase() === name.toLowerCase()).length === 1;
    const known = unique && name !== "" ? name : option.label.trim() || `option ${option.id}`;
    return {
      id: option.id,
      name: known,
      nameStems: stemsOf(known),
      labelStems: labels[index] ?? new Set(),
      ownLabel: onlyIn(labels, index),
      ownText: onlyIn(texts, index),
    };
  });
}

function shortName(label: string): string {
  const short = label.split(/[,:;(]|\s[–—-]\s/, 1)[0]?.trim() ?? "";
  return short.length >= 3 ? short : label.trim();
}

function tellingStems(text: string): Set<string> {
  return new Set(stemsOf(text).filter((stem) => !isCommon(stem)));
}

function onlyIn(sets: readonly ReadonlySet<string>[], index: number): Set<string> {
  const own = sets[index] ?? new Set<string>();
  return new Set(
    [...own].filter((stem) => sets.every((other, at) => at === index || !other.has(stem))),
  );
}

/** Assigns every passage its options; none makes it a fact about the whole situation. */
export function attribute(
  passages: readonly BriefPassage[],
  signatures: readonly Signature[],
): Map<BriefPassage, readonly string[]> {
  const known = new Map<BriefPassage, readonly string[]>();
  const under = new Map<string, readonly string[]>();
  const namedAbove = (words: string): readonly string[] => {
    const seen = under.get(words) ?? mentioned(words, signatures, WEAK);
    under.set(words, seen);
    return seen;
  };
  for (const passage of passages)
    known.set(passage, optionsOf(passage, { signatures, known, namedAbove }));
  return known;
}

interface Around {
  readonly signatures: readonly Signature[];
  readonly known: ReadonlyMap<BriefPassage, readonly string[]>;
  readonly namedAbove: (words: string) => readonly string[];
}

function optionsOf(
  passage: BriefPassage,
  { signatures, known, namedAbove }: Around,
): readonly string[] {
  const own = signatures.find(({ id }) => passage.source === `option-${id}`);
  if (own) return [own.id];
  const called =
    passage.form === "cell" ? [] : mentioned(subjectOf(passage.said), signatures, STRONG);
  if (called.length > 0) return called;
  for (const words of passage.under) {
    const above = namedAbove(words);
    if (above.length === 1) return above;
  }
  const hinted =
    passage.form === "cell" ? [] : mentioned(subjectOf(passage.said), signatures, WEAK);
  if (hinted.length > 0) return hinted;
  const { follows } = passage;
  const topic = topicOf(passage, { signatures, known });
  if (topic !== undefined) return [topic];
  if (!follows || !POINTS_BACK.test(passage.said)) return [];
  // "it" is the option only if the sentence before was plainly about it
  const sure = mentioned(subjectOf(follows.said), signatures, STRONG).length > 0;
  return sure || POINTS_BACK.test(follows.said) ? (known.get(follows) ?? []) : [];
}

/** A paragraph that opens with an option's name goes on about it until another is named. */
function topicOf(
  { follows }: BriefPassage,
  { signatures, known }: Pick<Around, "signatures" | "known">,
): string | undefined {
  let first = follows;
  while (first?.follows) first = first.follows;
  if (!first || !follows) return undefined;
  const opening = first.said.split(/\s+/).slice(0, OPENING_WORDS).join(" ");
  const [topic, another] = mentioned(opening, signatures, STRONG);
  const [last, second] = known.get(follows) ?? [];
  return another === undefined && second === undefined && topic === last ? topic : undefined;
}

// a subject, with its article and an adjective or two
const OPENING_WORDS = 6;

const POINTS_BACK = /^(?:it|its|this|that|they|these|there|then|both)\b/i;

/** In "X takes longer than Y" the statement is about X. */
function subjectOf(said: string): string {
  const than = said.search(/\bthan\b/i);
  return than > 0 ? said.slice(0, than) : said;
}

type Sureness = typeof STRONG | typeof WEAK;
const STRONG = "strong";
const WEAK = "weak";

function mentioned(said: string, signatures: readonly Signature[], sureness: Sureness): string[] {
  const stems = stemsOf(said);
  const present = new Set(stems);
  const line = ` ${stems.join(" ")} `;
  return signatures
    .filter((signature) => {
      if (callsById(said, signature.id)) return true;
      if (line.includes(` ${signature.nameStems.join(" ")} `)) return true;
      if (sureness === STRONG) return false;
      const count = (own: ReadonlySet<string>): number =>
        [...own].filter((stem) => present.has(stem)).length;
      return count(signature.ownLabel) > 0 || count(signature.ownText) > 1;
    })
    .map(({ id }) => id);
}

/** A verb after a letter tells "A needs a queue" from "A queue needs". */
const VERBS = new Set(
  (
    "is was has had needs takes costs would will can could does gives adds requires means keeps lets makes brings " +
    "saves avoids risks loses breaks depends works runs offers wins fails and or alone covers fits ships"
  ).split(" "),
);

/** Inside a sentence these too cannot follow an article: "with B we wait", "A if it must be". */
const CONNECTING = new Set(
  (
    "than over because if when while with in for to at on by as but instead first only too also not we they you it " +
    "there everyone nobody because unless until"
  ).split(" "),
);

/** "Series A", "plan B" and "vitamin C" are no options. */
const OTHER_LETTERS = new Set([
  "series",
  "plan",
  "vitamin",
  "class",
  "grade",
  "type",
  "tier",
  "appendix",
]);

function callsById(said: string, id: string): boolean {
  if (!said.includes(id)) return false;
  const words = wordsOf(said);
  return words.some(({ text, start, end }, index) => {
    if (said.slice(start, end) !== id) return text === id.toLowerCase() && follows(words, index);
    if (follows(words, index)) return true;
    if (!/^[A-Z]$/.test(id) || id === "I" || OTHER_LETTERS.has(words[index - 1]?.text ?? ""))
      return false;
    const next = words[index + 1];
    const gap = said.slice(end, next?.start ?? said.length);
    if (next === undefined || /[:)\].,–—/-]/.test(gap) || VERBS.has(next.text)) return true;
    return index > 0 && CONNECTING.has(next.text);
  });
}

/** The words by which a sentence calls an option at its beginning, such as "Option B" or "B"; else none. */
export function callAtStart(said: string, id: string): string {
  const [first, second, third] = wordsOf(said);
  if (!first || !second) return "";
  const called = (end: number): string => said.slice(first.start, end);
  if (first.text === "option" && said.slice(second.start, second.end) === id && third) {
    return called(second.end);
  }
  const bare = called(first.end) === id && id !== "I" && VERBS.has(second.text);
  return bare && said.slice(first.end, second.start) === " " ? called(first.end) : "";
}

function follows(words: readonly { readonly text: string }[], index: number): boolean {
  const before = words[index - 1]?.text;
  return before === "option" || before === "options";
}
