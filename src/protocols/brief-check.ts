/** Reads a brief before anything is asked, without a model: what is missing in it, disagrees, or leads. Notes, never errors. */
import { BODY_SOURCE, type Brief, type Option, formatOptionSource } from "../domain/brief.ts";
import { needsFiles, type ProtocolInput } from "../protocol.ts";
import { listComparableWords, listTitleWords, singularizeWord } from "../text/comparable-words.ts";
import { cutText } from "../text/cut-text.ts";
import { splitSentences } from "../text/sentence.ts";
import {
  type StatedFigure,
  findFigureConflicts,
  findWrongShares,
  listStatedFigures,
} from "../text/stated-figures.ts";
import { type PlacedPassage, findNamedOption, listPlacedPassages } from "./brief-passages.ts";
import { readMarkedPoints } from "./marked-brief.ts";

/** Drafts to be merged differ on purpose, a change is no brief, and a plan has a title in place of a question. */
export function checkBrief(brief: Brief, input: ProtocolInput | undefined): string[] {
  if (needsFiles(input)) return [];
  const passages = listPlacedPassages(brief);
  return [
    ...(input === "plan" ? [] : checkQuestion(brief.question)),
    ...describeLeadingWords(brief),
    ...(brief.options.length < 2
      ? []
      : [...describeBareOptions(brief, passages), ...describeLooseFacts(brief, passages)]),
    ...describeFigureConflicts(passages),
  ];
}

// The question.

const ASKS =
  /^(?:who|whom|whose|what|which|when|where|why|how|whether|is|are|was|were|do|does|did|can|could|shall|should|will|would|may|might|must|has|have|had|choose|decide|pick|select|compare|rank|find|recommend|agree|settle)\b/i;

/** Any script's question mark counts, and so does a request to choose. */
function checkQuestion(question: string): string[] {
  const isAsked = /[?？؟⁇;՞]/.test(question) || ASKS.test(question.trim());
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(question);
  return isAsked || !isLatin
    ? []
    : [`"${shorten(question)}" is a title, not a question. Ask what is to be decided.`];
}

const LEADING: readonly RegExp[] = [
  /^\s*(?:why\s+)?(?:shouldn['’]t|isn['’]t|aren['’]t|don['’]t|doesn['’]t|wouldn['’]t|won['’]t|couldn['’]t|can['’]t|haven['’]t)\s+(?:we|it|this|that|they|you|the)\b/i,
  /\bwhy\s+(?:should|would|do|does|can)(?:n['’]t|\s+(?:we|it|they|you)\s+not)\b/i,
  /,\s*(?:right|no|isn['’]t it|don['’]t we|shouldn['’]t we|won['’]t it)\s*\?\s*$/i,
  /^\s*why\s+(?:is|are)\b[^?]*\b(?:better|best|right|only)\b/i,
  /\b(?:do|don['’]t)\s+(?:you|we)(?:\s+all)?\s+agree\s+that\b/i,
  /\b(?:obviously|clearly|surely|of course|undoubtedly|needless to say|no-brainer|as everyone knows)\b/i,
  /(?<=^\s*(?:should|shall|can|could|do|will)\s+(?:we|it|they|i)\s+)(?:finally|at last)\b/i,
  // "which gives the superior latency" leaves open which one does
  /^(?!\s*(?:which|what|who|whose|where|when)\b).*?\b(?<words>obvious|superior|inferior|terrible|awful|ridiculous|disastrous|foolish|silly|stupid|pointless|useless|wast(?:e|ing)|far better|much better)\b/is,
];
const FAVOURED =
  /\((?:recommended|preferred|our (?:favourite|favorite|choice|preference)|favou?red|the best(?: option)?)\)|\b(?:we|i) (?:strongly )?(?:prefer|favou?r|recommend) (?:this|it)\b|^\W*recommended\b/i;

function describeLeadingWords({ question, options }: Brief): string[] {
  const leading = LEADING.map((pattern) => {
    const found = pattern.exec(question);
    return (found?.groups?.["words"] ?? found?.[0])?.trim();
  }).find(Boolean);
  const favoured = options.flatMap(({ id, label, description }) => {
    const words = FAVOURED.exec(`${label}\n${description}`)?.[0];
    return words === undefined ? [] : [`Option ${id} is marked as the favourite ("${words}").`];
  });
  return [
    ...(leading === undefined
      ? []
      : [`The question suggests its answer ("${leading}"). Ask it so that each option could win.`]),
    ...favoured.map((note) => `${note} Everyone reads that before they judge.`),
  ];
}

// What is said about each option.

function describeBareOptions({ options }: Brief, passages: readonly PlacedPassage[]): string[] {
  const bare = options.filter((option) => !hasFact(option, options, passages));
  if (bare.length === 0) return [];
  if (bare.length === options.length && bare.length > 1) {
    return ["The brief says nothing about its options beyond their names."];
  }
  return bare.map(
    ({ id, label }) => `Option ${id} (${shorten(label)}): the brief says nothing about it.`,
  );
}

function hasFact(
  option: Option,
  options: readonly Option[],
  passages: readonly PlacedPassage[],
): boolean {
  const label = listTitleWords(option.label);
  const own = [...label].filter(
    (word) => !options.some(({ id, label }) => id !== option.id && listTitleWords(label).has(word)),
  );
  const names = new RegExp(
    `\\b(?:option|alternative|variant)s?\\s+${escapePattern(option.id)}\\b`,
    "i",
  );
  return passages.some((passage) => {
    if (passage.opens || passage.head) return false;
    const words = new Set(listComparableWords(passage.words).map(singularizeWord));
    const says = [...words].some((word) => !label.has(word));
    if (passage.option === option.id) return says;
    if (passage.option !== null) return names.test(passage.words) || own.some((w) => words.has(w));
    return (
      says &&
      (names.test(passage.words) ||
        own.some((word) => words.has(word)) ||
        [...label].every((word) => words.has(word)) ||
        findNamedOption(passage.words.split("|")[1] ?? "", options) === option.id ||
        passage.columns.some((column) => findNamedOption(column, options) === option.id))
    );
  });
}

/** Background belongs to all options; a marked point or a section "Option D" must belong to one. */
function describeLooseFacts(brief: Brief, passages: readonly PlacedPassage[]): string[] {
  const { options } = brief;
  const known = new Set(options.map(({ id }) => id.toLowerCase()));
  const strangers = passages.flatMap(({ kind, words, source }) => {
    const id = /^(?:option|alternative|variant)\s+([A-Z]|\d{1,2})(?![\p{L}\d])/iu.exec(words)?.[1];
    const isUnknown = kind === "heading" && source === BODY_SOURCE && id !== undefined;
    if (!isUnknown || known.has(id.toLowerCase())) return [];
    return findNamedOption(words.replace(/^\S+\s+\S+\s*/, ""), options) === null ? [words] : [];
  });
  const labels = options.map(({ label }) => [...listTitleWords(label)]);
  const loose = readMarkedPoints(brief).points.filter(({ option, source, quote }) => {
    if (option !== null || source !== BODY_SOURCE) return false;
    const said = new Set(listComparableWords(quote).map(singularizeWord));
    return !labels.flat().some((word) => said.has(word)) && !/\boption\b/i.test(quote);
  });
  return [
    ...strangers.map((title) => `The brief describes "${shorten(title)}", which is not an option.`),
    ...(loose[0] === undefined
      ? []
      : [
          `${loose.length === 1 ? "A marked point doesn't" : `${loose.length} marked points don't`} ` +
            `say which option they are about ("${shorten(loose[0].quote)}").`,
        ]),
  ];
}

// Figures.

/** The writer's own words are compared with each other and with the documents, option by option. */
function describeFigureConflicts(passages: readonly PlacedPassage[]): string[] {
  const prose = passages.filter(({ kind, opens }) => kind !== "row" && !opens);
  const scopes = Map.groupBy(prose, ({ option }) => option);
  const conflicts = [...scopes.values()].flatMap((scope) => {
    const own = scope.filter(({ source }) => isOwnSource(source)).flatMap(listFigures);
    // documents may have megabytes, and are compared with nothing where the writer states no figure
    return own.length === 0 ? [] : findFigureConflicts(own, scope.flatMap(listFigures));
  });
  const shares = prose
    .filter(({ source }) => isOwnSource(source))
    .flatMap(({ words }) => findWrongShares(words));
  return [
    ...conflicts.map(
      ([a, b]) => `Two figures disagree: "${shorten(a.sentence)}" and "${shorten(b.sentence)}".`,
    ),
    ...shares.map((share) => `A share doesn't fit its own numbers: "${share}".`),
  ];
}

function listFigures({ words }: PlacedPassage): StatedFigure[] {
  return listStatedFigures(words);
}

function isOwnSource(source: string): boolean {
  return source === BODY_SOURCE || source.startsWith(formatOptionSource(""));
}

function shorten(words: string): string {
  return cutText((splitSentences(words)[0] ?? words).replace(/\s+/g, " ").trim(), 90);
}

function escapePattern(words: string): string {
  return words.replace(/[^\w]/g, "\\$&");
}
