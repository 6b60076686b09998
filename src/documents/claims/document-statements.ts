import type { ParsedDocument, TextSpan } from "../document.ts";
import { listSentences } from "../markdown/document-sentences.ts";
/** Documents read once for everything step 1 and the metrics ask of them: claims, needs, dependencies, dates. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { KeyedClaim } from "./claim-keys.ts";
import type { ScheduledDate } from "./schedule.ts";
import { createScopeLookup } from "./scopes.ts";
import { type SentenceReader, createSentenceReader } from "./sentence-statements.ts";
import { isExclusionTitle, listExcludedThings, type StatedNeed } from "./stated-needs.ts";
import {
  collectTitleAliases,
  type StepDependency,
  findLabelledDependencies,
} from "./step-dependencies.ts";

/** Where something is said; the span is that of the whole sentence, item or row. */
export interface StatementLocation extends TextSpan {
  readonly document: ParsedDocument;
  readonly section: number;
  readonly line: number;
  /** Only what is said in one scope is about the same thing: "Phase 1", "Free plan"; mostly "". */
  readonly scope: string;
}

export interface LocatedStatement<Said> {
  readonly said: Said;
  readonly at: StatementLocation;
}

export interface DocumentStatements {
  /** In the order of the text, as everything else. */
  readonly claims: readonly LocatedStatement<KeyedClaim>[];
  readonly needs: readonly LocatedStatement<StatedNeed>[];
  readonly dependencies: readonly LocatedStatement<StepDependency>[];
  readonly dates: readonly LocatedStatement<ScheduledDate>[];
}

const statementsCache = new WeakMap<ParsedDocument, Promise<DocumentStatements>>();

/** The same reading however often it is asked for. */
export function readDocumentStatements(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<DocumentStatements> {
  return readCachedStatements(document, createSentenceReader(), breathe);
}

/** Several at once: a sentence that stands in more than one of them is understood once. */
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
  const needs: LocatedStatement<StatedNeed>[] = [];
  const dependencies: LocatedStatement<StepDependency>[] = [];
  const dates: LocatedStatement<ScheduledDate>[] = [];
  for (const sentence of listSentences(document)) {
    const { start, end, section, line } = sentence;
    const { scope, title, contrary, closed, named } = surroundings(section);
    const at: StatementLocation = { document, section, line, start, end, scope };
    const heard = hear(sentence);
    for (const said of contrary ? [] : heard.claims) {
      claims.push({ said, at: said.local ? { ...at, scope: `${scope}/${section}` } : at });
    }
    const stated = closed ? listExcludedThings(sentence) : heard.needs;
    for (const said of contrary ? [] : stated) needs.push({ said, at });
    const labelled = findLabelledDependencies(sentence, title);
    for (const one of labelled.length > 0 ? labelled : heard.dependencies) {
      const [later, earlier] = [named(one.later), named(one.earlier)];
      if (later !== earlier) dependencies.push({ said: { ...one, later, earlier }, at });
    }
    for (const one of heard.dates) dates.push({ said: { ...one, node: named(one.node) }, at });
    await breathe();
  }
  return { claims, needs, dependencies, dates };
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
  const scopeOf = await createScopeLookup(document, breathe);
  const aliases = collectTitleAliases(document.sections.map(({ title }) => title));
  const named = (node: string): string => aliases.get(node) ?? node;
  const known = new Map<number, SectionSurroundings>();
  return (section) => {
    const title = document.sections[section]?.title ?? "";
    const found = known.get(section) ?? {
      scope: scopeOf(section),
      title,
      contrary: CONTRARY.test(title),
      closed: isExclusionTitle(title),
      named,
    };
    known.set(section, found);
    return found;
  };
}
