/** A12: what must come before what, according to a document: the edges of a graph that must have no cycle. */
import { listComparableWords } from "../../text/comparable-words.ts";
import { stemWord } from "../../text/word-stem.ts";
import type { DocumentSentence } from "../markdown/document-sentences.ts";
import { CUE_BITS } from "./cue-words.ts";
import type { DayRange } from "./date-ranges.ts";
import { tokenizeSentence } from "./sentence-tokens.ts";
import type { SentenceUtterance } from "./sentence-utterance.ts";

/** `later` cannot begin before `earlier` is done. Names are normal forms, `…As` are the words used. */
export interface StepDependency {
  readonly later: string;
  readonly earlier: string;
  readonly laterAs: string;
  readonly earlierAs: string;
}

/** What a sentence says by itself. */
export function findDependencies({ text: written, cues }: SentenceUtterance): StepDependency[] {
  if ((cues & CUE_BITS.order) === 0 || written.endsWith("?")) return [];
  const text = written.replace(/[.!]+$/, "");
  const bracketed = BRACKETED.exec(text)?.groups;
  if (bracketed !== undefined)
    return createDependency(bracketed["later"] ?? "", bracketed["earlier"] ?? "");
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined)
      return createDependency(groups["later"] ?? "", groups["earlier"] ?? "");
  }
  return [];
}

/** "Depends on: Phase 1" is about the item that leads to it, or about what the section describes. */
export function findLabelledDependencies(
  { text, lead, place }: DocumentSentence,
  title: string,
): StepDependency[] {
  if (place === "row" || !text.includes(":")) return [];
  const groups = LABELLED.exec(text.replace(/[.!]+$/, ""))?.groups;
  if (groups === undefined) return [];
  return createDependency(lead === "" ? title : lead.replace(/:$/, ""), groups["earlier"] ?? "");
}

const LABELLED =
  /^(?:depends on|dependenc(?:y|ies)|prerequisites?|blocked by|predecessors?|must follow|starts after)\s*:\s*(?<earlier>.+)$/i;

const BRACKETED =
  /^(?<later>.+?)\s*\((?:depends on|after|requires|needs|blocked by|dependenc(?:y|ies)):?\s+(?<earlier>[^()]+)\)/i;

const DONE =
  "(?:finished|completed?|done|in place|ready|delivered|merged|live|approved|signed off)";
const MAY = "(?:can|may|must|will|should|shall|has to|have to|needs? to)";
const BEGIN =
  "(?:start|begin|run|happen|come|be done|be started|be built|be deployed|ship|launch|go live|proceed|take place)s?";

const PATTERNS: readonly RegExp[] = [
  `^(?<later>.+?) (?:cannot|can't|can not|must not|may not|does not|will not|won't|shall not) ${BEGIN} (?:until|before|unless) (?<earlier>.+)$`,
  "^(?<later>.+?) (?:is|are) blocked by (?<earlier>.+)$",
  "^(?<earlier>.+?) (?:blocks|precedes|is a prerequisite (?:for|of)|are prerequisites (?:for|of)) (?<later>.+)$",
  "^(?<later>.+?) (?:depends|depend|is dependent|are dependent) on (?<earlier>.+)$",
  `^(?<later>.+?) (?:requires|needs) (?<earlier>.+?) (?:to be |to have been )?(?:${DONE}|first)\\b.*$`,
  `^(?<earlier>.+?) ${MAY} (?:be )?(?:${DONE}|${BEGIN}) before (?<later>.+)$`,
  `^(?<earlier>.+?) (?:is|are) (?:${DONE}) before (?<later>.+)$`,
  "^(?<earlier>.+?) (?:comes?|happens?|runs?|starts?|ends?|finishes|finish) before (?<later>.+)$",
  `^(?<later>.+?) (?:${MAY} )?(?:only )?(?:${BEGIN}|begins|is done|is built|is deployed) (?:only )?(?:after|once) (?<earlier>.+)$`,
  "^(?<earlier>[^,]{3,60}? (?:is|are|be|must be|has to be) \\w+(?:ed|en|one|ept|ilt|ent)) before (?<later>[^,]+)$",
  "^(?<later>[^,]{3,60}? (?:is|are|be|must be|has to be) \\w+(?:ed|en|one|ept|ilt|ent)) (?:only )?after (?<earlier>[^,]+)$",
  "^(?<later>.+?) follows (?<earlier>.+)$",
  `^(?:after|once) (?<earlier>[^,]+), (?<later>.+?) (?:${MAY} )?(?:${BEGIN}|begins)\\b.*$`,
].map((pattern) => new RegExp(pattern, "i"));

const COLUMN = /^(?:depends on|dependenc|prerequisite|blocked by|predecessor|must follow|after$)/i;

/** A row that names in one column what its first cell waits for. */
export function findColumnDependencies({ cells, head }: DocumentSentence): StepDependency[] {
  const column = head.findIndex((cell, index) => index > 0 && COLUMN.test(cell));
  return column === -1 ? [] : createDependency(cells[0] ?? "", cells[column] ?? "");
}

function createDependency(later: string, earlier: string): StepDependency[] {
  const before = normalizeStepName(later);
  if (before === undefined) return [];
  return earlier.split(/,|;| and | & /).flatMap((written) => {
    const node = normalizeStepName(written);
    if (node === undefined || node === before) return [];
    return [{ later: before, earlier: node, laterAs: later.trim(), earlierAs: written.trim() }];
  });
}

const NUMBERED =
  /^(?:the )?(?:(phase|step|stage|milestone|task|sprint|epic|story|release|deliverable|workstream|work package|wave|iteration|week|part)s? )?([a-z]{0,5}-?\d+(?:\.\d+)*)\b/i;

/** What is said of a thing when it is done. */
const ENDING =
  /\s+(?:(?:is|are|be|must be|has been|have been|was)\s+)?(?:finished|completed?|done|in place|ready|delivered|merged|live|approved|signed off|deployed|built|launched|shipped|started|starts?|begins?|can start|ends?|finishes|first)\s*$/i;

/** "Phase 2" and "the phase 2 work" are one node; so are "The API" and "api". Undefined for what names nothing. */
export function normalizeStepName(written: string): string | undefined {
  const text = written.trim();
  const numbered = NUMBERED.exec(text);
  if (numbered?.[2] !== undefined) {
    const label = /^\d/.test(numbered[2]) ? (numbered[1] ?? "") : "";
    // a bare figure is a count, not a name
    return label === "" && /^\d/.test(numbered[2])
      ? undefined
      : `${label} ${numbered[2]}`.trim().toLowerCase();
  }
  const words = listComparableWords(
    text.replace(ENDING, "").replace(/\(.*$/, "").replace(ARTICLE, ""),
  );
  if (words.length === 0 || words.length > 5 || POINTING.has(words[0] ?? "")) return undefined;
  return words
    .filter((word) => !AUXILIARY.test(word))
    .map(stemWord)
    .join(" ");
}

const AUXILIARY = /^(?:is|are|be|been|has|have|must|will|shall)$/;
const ARTICLE = /^(?:(?:the|a|an|all)\s+)?(?:completion of\s+)?(?:(?:the|a|an|all)\s+)?(?=\S)/i;
const POINTING = new Set(
  "he it its none n that these they this those we what which you".split(" "),
);

/** "Phase 2: Migration" is also called "Migration". */
export function collectTitleAliases(titles: readonly string[]): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const title of titles) {
    const [, number = "", name = ""] = /^(.*?\d[\d.]*)\s*[:–—-]\s+(.+)$/.exec(title) ?? [];
    const [node, alias] = [normalizeStepName(number), normalizeStepName(name)];
    if (node !== undefined && alias !== undefined && !aliases.has(alias)) aliases.set(alias, node);
  }
  return aliases;
}

// When things begin and end, as a document says it: a thing cannot begin before what it waits for
// has ended.

export interface ScheduledDate {
  /** The thing, in its normal form. */
  readonly node: string;
  readonly edge: "begins" | "ends";
  readonly days: DayRange;
  /** The date as written. */
  readonly date: string;
}

const BEGINS =
  /^(?<thing>.+?) (?:(?:must|will|shall|should) )?(?:starts?|begins?|launch(?:es)?|goes live|kicks off)\b(?<rest>.*)$/i;
const ENDS =
  /^(?<thing>.+?) (?:(?:must|will|shall|should) )?(?:ends?|finish(?:es)?|completes?|(?:is|be|are) (?:finished|completed?|done|due|delivered))\b(?<rest>.*)$/i;
const EDGES = [
  ["begins", BEGINS],
  ["ends", ENDS],
] as const;
/** "Phase 1: 2026-03-01 to 2026-05-01". */
const LASTS = /^(?<thing>[^:]{1,60}):(?<rest>.*)$/;

/** What a sentence says by itself. */
export function findScheduledDates({ text, tokens }: SentenceUtterance): ScheduledDate[] {
  if (!tokens.some(({ kind }) => kind === "date")) return [];
  for (const [edge, pattern] of EDGES) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    return createScheduledDates(groups["thing"] ?? "", edge, groups["rest"] ?? "").slice(0, 1);
  }
  const groups = LASTS.exec(text)?.groups;
  const [first, last, more] =
    groups === undefined
      ? []
      : createScheduledDates(groups["thing"] ?? "", "begins", groups["rest"] ?? "");
  const both = first !== undefined && last !== undefined && more === undefined;
  return both ? [first, { ...last, edge: "ends" }] : [];
}

/** A row with a column for when its first cell begins or ends. */
export function findColumnDates({ cells, head }: DocumentSentence): ScheduledDate[] {
  return cells
    .slice(1)
    .flatMap((cell, at) => readColumnDate(cells[0] ?? "", head[at + 1] ?? "", cell));
}

function readColumnDate(thing: string, head: string, cell: string): ScheduledDate[] {
  if (/^(?:start|begin|from)/i.test(head))
    return createScheduledDates(thing, "begins", cell).slice(0, 1);
  return /^(?:end|finish|due|until|deadline|to$)/i.test(head)
    ? createScheduledDates(thing, "ends", cell).slice(0, 1)
    : [];
}

function createScheduledDates(
  thing: string,
  edge: ScheduledDate["edge"],
  words: string,
): ScheduledDate[] {
  const node = normalizeStepName(thing);
  if (node === undefined) return [];
  return tokenizeSentence(words).flatMap((token) =>
    token.kind === "date" && token.days.dimension === "date"
      ? [{ node, edge, days: token.days, date: token.text }]
      : [],
  );
}
