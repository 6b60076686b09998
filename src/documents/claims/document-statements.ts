/** Reads a document once for everything that step 1 and the metrics need: claims, needs, dependencies, dates. */
import { listComparableWords, listTitleWords } from "../../text/comparable-words.ts";
import {
  type DocumentSection,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { listSentences } from "../markdown/document-sentences.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { KeyedClaim } from "./claim-keys.ts";
import type { ExclusiveStatement } from "./exclusive-statements.ts";
import { type SentenceReader, createSentenceReader } from "./sentence-statements.ts";
import { type StatedNeed, isExclusionTitle, listExcludedThings } from "./stated-needs.ts";
import {
  type ScheduledDate,
  type StepDependency,
  collectTitleAliases,
  findLabelledDependencies,
} from "./step-dependencies.ts";

/** Where something is said; the span is that of the whole sentence, item or row. */
export interface StatementLocation extends TextSpan {
  readonly document: ParsedDocument;
  readonly section: number;
  readonly line: number;
  /** Only what is said in one scope is about the same thing: "Phase 1", "Free plan"; mostly "". */
  readonly scope: string;
  /** In a cell that says something about its row. */
  readonly inCell?: boolean;
  /** What the item is listed under; empty outside of such lists. */
  readonly under: string;
  /** The numbered list that it is a step of. */
  readonly steps?: number;
}

export interface LocatedStatement<Said> {
  readonly said: Said;
  readonly at: StatementLocation;
}

export interface DocumentStatements {
  /** In the order of the text, as everything else. */
  readonly claims: readonly LocatedStatement<KeyedClaim>[];
  /** Sentences that only a denial makes a claim of. */
  readonly plain: readonly LocatedStatement<KeyedClaim>[];
  readonly needs: readonly LocatedStatement<StatedNeed>[];
  readonly dependencies: readonly LocatedStatement<StepDependency>[];
  readonly dates: readonly LocatedStatement<ScheduledDate>[];
  readonly exclusives: readonly LocatedStatement<ExclusiveStatement>[];
}

const statementsCache = new WeakMap<ParsedDocument, Promise<DocumentStatements>>();

/** The same reading however often it is asked for. */
export function readDocumentStatements(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<DocumentStatements> {
  return readCachedStatements(document, createSentenceReader(), breathe);
}

/** They are read again if anyone asks. */
export function forgetDocumentStatements(document: ParsedDocument): void {
  statementsCache.delete(document);
}

/** Several at once: a sentence that occurs in more than one of them is read once. */
export async function readAllStatements(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<DocumentStatements[]> {
  const hear = createSentenceReader();
  const found: DocumentStatements[] = [];
  for (const document of documents) found.push(await readCachedStatements(document, hear, breathe));
  return found;
}

function readCachedStatements(
  document: ParsedDocument,
  hear: SentenceReader,
  breathe: YieldToEventLoop,
): Promise<DocumentStatements> {
  const known = statementsCache.get(document);
  if (known !== undefined) return known;
  const reading = collectStatements(document, hear, breathe);
  statementsCache.set(document, reading);
  return reading;
}

async function collectStatements(
  document: ParsedDocument,
  hear: SentenceReader,
  breathe: YieldToEventLoop,
): Promise<DocumentStatements> {
  const surroundings = await describeSurroundings(document, breathe);
  const claims: LocatedStatement<KeyedClaim>[] = [];
  const plain: LocatedStatement<KeyedClaim>[] = [];
  const needs: LocatedStatement<StatedNeed>[] = [];
  const dependencies: LocatedStatement<StepDependency>[] = [];
  const dates: LocatedStatement<ScheduledDate>[] = [];
  const exclusives: LocatedStatement<ExclusiveStatement>[] = [];
  for (const sentence of listSentences(document)) {
    const { start, end, section, line, under } = sentence;
    const steps = sentence.numbered ? { steps: sentence.block } : {};
    const { scope, title, contrary, closed, named } = surroundings(section);
    const at: StatementLocation = { document, section, line, start, end, scope, under, ...steps };
    const heard = hear(sentence);
    for (const said of contrary ? [] : heard.claims) {
      const spoken = said.inCell === true ? { ...at, inCell: true } : at;
      const placed = said.local ? { ...spoken, scope: `${scope}/${section}` } : spoken;
      (said.plain === true ? plain : claims).push({ said, at: placed });
    }
    const stated = closed ? listExcludedThings(sentence) : heard.needs;
    for (const said of contrary ? [] : stated) needs.push({ said, at });
    const labelled = findLabelledDependencies(sentence, title);
    for (const one of labelled.length > 0 ? labelled : heard.dependencies) {
      const [later, earlier] = [named(one.later), named(one.earlier)];
      if (later !== earlier) dependencies.push({ said: { ...one, later, earlier }, at });
    }
    for (const said of contrary || closed ? [] : heard.exclusives) exclusives.push({ said, at });
    for (const one of heard.dates) dates.push({ said: { ...one, node: named(one.node) }, at });
    await breathe();
  }
  return { claims, plain, needs, dependencies, dates, exclusives };
}

interface SectionSurroundings {
  readonly scope: string;
  readonly title: string;
  /** Things are said here that are not so, or not yet. */
  readonly contrary: boolean;
  /** What is listed here is ruled out. */
  readonly closed: boolean;
  /** A thing by its number where it has one: "Migration" is "Phase 2". */
  readonly named: (node: string) => string;
}

const CONTRARY =
  /\b(?:don'?ts?|do not|never|avoid|anti-?patterns?|wrong|incorrect|bad|before|alternatives? (?:considered|rejected)|rejected|known issues|open questions|change ?log|history|migrat\w+)\b/i;

/** By section; worked out where something is said in it. */
async function describeSurroundings(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<(section: number) => SectionSurroundings> {
  const findScope = await createScopeLookup(document, breathe);
  const aliases = collectTitleAliases(document.sections.map(({ title }) => title));
  const named = (node: string): string => aliases.get(node) ?? node;
  const known = new Map<number, SectionSurroundings>();
  return (section) => {
    const title = document.sections[section]?.title ?? "";
    const found = known.get(section) ?? {
      scope: findScope(section),
      title,
      contrary: CONTRARY.test(title),
      closed: isExclusionTitle(title),
      named,
    };
    known.set(section, found);
    return found;
  };
}

// Sections that describe one of several like things: what is said in one of them is not about the
// others.

/** Nouns whose sections are alternatives: "Free plan" and "Pro plan", "Phase 1" and "Phase 2". */
const ALTERNATIVES = new Set(
  (
    "alternative appendix approach browser case channel configuration day edition environment epic example flow " +
    "iteration level market method milestone mode month option package persona phase plan platform preset profile " +
    "project provider quarter region release role round scenario sprint stage step strategy team tier track variant " +
    "version wave week workstream year"
  ).split(" "),
);

const NAMED_ALTERNATIVES = new Set(
  "after alpha backend basic before beta client deprecation desktop dev development enterprise free frontend ga linux macos mobile nightly premium preview pro production qa server stable staging test windows".split(
    " ",
  ),
);

/** The scope of a section by its index: its own title and those above that name one of several; mostly "". */
async function createScopeLookup(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<(section: number) => string> {
  const scopes: string[] = [];
  const nouns = await countSiblingNouns(document.sections, breathe);
  for (const section of document.sections) {
    await breathe();
    const above = section.parent === null ? "" : (scopes[section.parent] ?? "");
    const own = findSectionScope(document, section, nouns);
    scopes[section.index] = own === "" ? above : `${above}/${own}`;
  }
  return (section) => scopes[section] ?? "";
}

/** How many sections under one parent are named by the same noun. */
async function countSiblingNouns(
  sections: readonly DocumentSection[],
  breathe: YieldToEventLoop,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const section of sections) {
    await breathe();
    const noun = findTitleNoun(section);
    if (noun !== undefined) {
      const key = `${section.parent}/${noun}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function findTitleNoun({ title }: DocumentSection): string | undefined {
  return [...listTitleWords(title)].find((word) => ALTERNATIVES.has(word));
}

function findSectionScope(
  document: ParsedDocument,
  section: DocumentSection,
  nouns: ReadonlyMap<string, number>,
): string {
  const { title, depth, parent } = section;
  // the title of the document is not an alternative
  if (depth < 2 || title === "") return "";
  // "Phase 1: Foundations" and "Phase 1: Setup" are the same phase
  const [, label = "", number = ""] =
    /\b(\p{L}+)\s+(\d+(?:\.\d+)*|[A-Z]|[IVX]+)\b/u.exec(title) ?? [];
  if (ALTERNATIVES.has(label.toLowerCase())) return `${label.toLowerCase()} ${number}`;
  const words = [...listTitleWords(title)];
  const noun = findTitleNoun(section);
  const several = noun !== undefined && (nouns.get(`${parent}/${noun}`) ?? 0) > 1;
  if (several && words.length > 1) return words.join(" ");
  if (words.length <= 2 && words.some((word) => NAMED_ALTERNATIVES.has(word)))
    return words.join(" ");
  const heading = document.blocks[section.first];
  const named = heading !== undefined && readSpanText(document, heading).includes("`");
  return named || isVersionTitle(title) || isCodeTitle(title)
    ? listComparableWords(title).join(" ")
    : "";
}

function isVersionTitle(title: string): boolean {
  return /^\[?v?\d+\.\d+|\b\d{4}-\d{2}(?:-\d{2})?\b|^unreleased\b/i.test(title);
}

/** A name out of a program: `open(path)`, options.timeout, --flag, camelCase, <Tag>. */
function isCodeTitle(title: string): boolean {
  return /\w\(|\w\.\w|^--?\w|\p{Ll}\p{Lu}|\w_\w|[<>{}=@$]|^\S+\/\S+$/u.test(title);
}
