/** Documents read once for everything step 1 and the metrics ask of them: claims, needs, dependencies, dates. */
import type { Breath } from "./breath.ts";
import type { KeyedClaim } from "./claim-keys.ts";
import { aliasesIn, type Dependency, labelledDependencies } from "./dependencies.ts";
import type { Document, Span } from "./document.ts";
import { isRuledOutBy, listedThings, type Need } from "./needs.ts";
import { type Hearing, hearing } from "./said.ts";
import type { Scheduled } from "./schedule.ts";
import { scopesOf } from "./scopes.ts";
import { sentencesOf } from "./sentences.ts";

/** Where something is said; the span is that of the whole sentence, item or row. */
export interface Place extends Span {
  readonly document: Document;
  readonly section: number;
  readonly line: number;
  /** Only what is said in one scope is about the same thing: "Phase 1", "Free plan"; mostly "". */
  readonly scope: string;
}

export interface Stated<Said> {
  readonly said: Said;
  readonly at: Place;
}

export interface Reading {
  /** In the order of the text, as everything else. */
  readonly claims: readonly Stated<KeyedClaim>[];
  readonly needs: readonly Stated<Need>[];
  readonly dependencies: readonly Stated<Dependency>[];
  readonly dates: readonly Stated<Scheduled>[];
}

const readings = new WeakMap<Document, Promise<Reading>>();

/** The same reading however often it is asked for. */
export function readingOf(document: Document, breathe: Breath): Promise<Reading> {
  return remembered(document, hearing(), breathe);
}

/** Several at once: a sentence that stands in more than one of them is understood once. */
export async function readingsOf(
  documents: readonly Document[],
  breathe: Breath,
): Promise<Reading[]> {
  const hear = hearing();
  const found: Reading[] = [];
  for (const document of documents) found.push(await remembered(document, hear, breathe));
  return found;
}

function remembered(document: Document, hear: Hearing, breathe: Breath): Promise<Reading> {
  const known = readings.get(document);
  if (known !== undefined) return known;
  const reading = read(document, hear, breathe);
  readings.set(document, reading);
  return reading;
}

async function read(document: Document, hear: Hearing, breathe: Breath): Promise<Reading> {
  const surroundings = await surroundingsIn(document, breathe);
  const claims: Stated<KeyedClaim>[] = [];
  const needs: Stated<Need>[] = [];
  const dependencies: Stated<Dependency>[] = [];
  const dates: Stated<Scheduled>[] = [];
  for (const sentence of sentencesOf(document)) {
    const { start, end, section, line } = sentence;
    const { scope, title, contrary, closed, named } = surroundings(section);
    const at: Place = { document, section, line, start, end, scope };
    const heard = hear(sentence);
    for (const said of contrary ? [] : heard.claims) {
      claims.push({ said, at: said.local ? { ...at, scope: `${scope}/${section}` } : at });
    }
    const stated = closed ? listedThings(sentence) : heard.needs;
    for (const said of contrary ? [] : stated) needs.push({ said, at });
    const labelled = labelledDependencies(sentence, title);
    for (const one of labelled.length > 0 ? labelled : heard.dependencies) {
      const [later, earlier] = [named(one.later), named(one.earlier)];
      if (later !== earlier) dependencies.push({ said: { ...one, later, earlier }, at });
    }
    for (const one of heard.dates) dates.push({ said: { ...one, node: named(one.node) }, at });
    await breathe();
  }
  return { claims, needs, dependencies, dates };
}

interface Surroundings {
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
async function surroundingsIn(
  document: Document,
  breathe: Breath,
): Promise<(section: number) => Surroundings> {
  const scopeOf = await scopesOf(document, breathe);
  const aliases = aliasesIn(document.sections.map(({ title }) => title));
  const named = (node: string): string => aliases.get(node) ?? node;
  const known = new Map<number, Surroundings>();
  return (section) => {
    const title = document.sections[section]?.title ?? "";
    const found = known.get(section) ?? {
      scope: scopeOf(section),
      title,
      contrary: CONTRARY.test(title),
      closed: isRuledOutBy(title),
      named,
    };
    known.set(section, found);
    return found;
  };
}
