/** A31: the quantitative half of step 3: five metrics of each variant, counted by code and equal on every run. */
import { findVagueWord } from "../claims/cue-words.ts";
import { forgetDocumentStatements, readDocumentStatements } from "../claims/document-statements.ts";
import { isNumberedLabel } from "../claims/lexemes.ts";
import { LICENCE_BOILERPLATE } from "../claims/sentence-statements.ts";
import { type SentenceToken, tokenizeSentence } from "../claims/sentence-tokens.ts";
import { findContradictionsWithin } from "../contradictions/find-contradictions.ts";
import { cutQuote } from "../contradictions/found-contradiction.ts";
import { type ParsedDocument, readSpanText } from "../document.ts";
import {
  type ExactFraction,
  addFractions,
  createFraction,
  multiplyFractions,
} from "../exact-fraction.ts";
import { findReferences } from "../markdown/document-references.ts";
import { type DocumentSentence, listSentences } from "../markdown/document-sentences.ts";
import { findRequirementIds } from "../markdown/requirement-ids.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { measureRequirementCoverage } from "./requirement-coverage.ts";
import { type CountedItem, type VariantMetric, createMetric } from "./variant-metric.ts";

export interface VariantMetrics {
  readonly variant: number;
  /** Requirement coverage. */
  readonly rc: VariantMetric;
  /** Internal consistency. */
  readonly ic: VariantMetric;
  /** Specificity. */
  readonly sr: VariantMetric;
  /** Dependency completeness. */
  readonly dc: VariantMetric;
  /** Section coverage. */
  readonly sc: VariantMetric;
  readonly quant: ExactFraction;
}

export type MetricName = "rc" | "ic" | "sr" | "dc" | "sc";

/** Hundredths; together one. */
export const METRIC_WEIGHTS: Readonly<Record<MetricName, number>> = {
  rc: 30,
  ic: 25,
  sr: 15,
  dc: 15,
  sc: 15,
};

/** In the order of the documents. `source` is what the variants were to cover; without one they are each other's. */
export async function computeVariantMetrics(
  documents: readonly ParsedDocument[],
  source: ParsedDocument | null,
  breathe: YieldToEventLoop,
): Promise<VariantMetrics[]> {
  const rc = await measureRequirementCoverage(documents, source, breathe);
  const sc = measureSectionCoverage(documents);
  const found: VariantMetrics[] = [];
  for (const [index, document] of documents.entries()) {
    const [covered, sections] = [rc[index], sc[index]];
    if (covered === undefined || sections === undefined) continue;
    const five = {
      rc: covered,
      ic: await measureConsistency(document, breathe),
      sr: await measureSpecificity(document, breathe),
      dc: await measureDependencyCompleteness(document, breathe),
      sc: sections,
    };
    found.push({ variant: document.variant, ...five, quant: computeQuantScore(five) });
    // the last that needs them; a long draft has tens of megabytes of them
    forgetDocumentStatements(document);
  }
  return found;
}

/** 0.30 RC + 0.25 IC + 0.15 SR + 0.15 DC + 0.15 SC, exactly (K2). */
export function computeQuantScore(
  five: Readonly<Record<MetricName, { readonly value: ExactFraction }>>,
): ExactFraction {
  const terms = (Object.keys(METRIC_WEIGHTS) as MetricName[]).map((name) =>
    multiplyFractions(createFraction(METRIC_WEIGHTS[name], 100), five[name].value),
  );
  return addFractions(terms);
}

/** IC: what code takes for contradictions inside a variant is shown, never deducted: a false alarm would move the base. */
async function measureConsistency(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<VariantMetric> {
  const { claims } = await readDocumentStatements(document, breathe);
  const found = await findContradictionsWithin(document, breathe);
  return createMetric({
    num: claims.length,
    den: claims.length,
    basis:
      "claims that could be wrong; what code takes for a contradiction is listed and costs nothing",
    items: found.map(({ summary, sides }) => ({
      text: summary,
      line: sides[0]?.line ?? null,
      counted: true,
      why: sides.map(({ line, quote }) => `line ${line}: ${quote}`).join(" / "),
    })),
    empty: { value: 1, note: "The document makes no claim that could be wrong" },
  });
}

/** DC: internal references that lead somewhere, of all there are. Links to other documents do not count. */
async function measureDependencyCompleteness(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<VariantMetric> {
  const references = await findReferences(document, breathe);
  return createMetric({
    num: references.filter(({ resolved }) => resolved).length,
    den: references.length,
    basis: "internal references that lead somewhere, of all",
    items: references
      .map(({ text, line, resolved }) => ({
        text,
        line,
        counted: resolved,
        why: resolved ? "leads to a part of the document" : "leads nowhere",
      }))
      .toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 1, note: "There are no internal references" },
  });
}

// SC: sections of the second level, of the most that any variant has. It rewards padding; that is known (004.7 g).

function measureSectionCoverage(documents: readonly ParsedDocument[]): VariantMetric[] {
  const chapters = documents.map(({ sections }) => sections.filter(({ depth }) => depth === 2));
  const most = Math.max(0, ...chapters.map((own) => own.length));
  return documents.map((document, at) =>
    createMetric({
      num: chapters[at]?.length ?? 0,
      den: most,
      basis: "sections of the second level, of the most in any variant",
      items: (chapters[at] ?? []).map(({ title, first }) => ({
        text: title,
        line: document.blocks[first]?.line ?? null,
        counted: true,
        why: "a section of the second level",
      })),
      empty: { value: 1, note: "No variant has sections of the second level" },
    }),
  );
}

// SR: concrete sentences, of those that are concrete or vague. A sentence that is both counts once
// on each side.

/** Headings, code, front matter and comments are not sentences; licences and questions are left out here. */
async function measureSpecificity(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<VariantMetric> {
  const items: CountedItem[] = [];
  for (const sentence of listSentences(document)) {
    await breathe();
    if (sentence.text.endsWith("?") || LICENCE_BOILERPLATE.test(sentence.text)) continue;
    const text = sentence.place === "row" ? sentence.cells.join(" | ") : sentence.text;
    const shown = { text: cutQuote(document, sentence), line: sentence.line };
    const concrete = findConcreteWord(sentence, text);
    const vague = findVagueWord(text, readSpanText(document, sentence));
    if (concrete !== undefined)
      items.push({ ...shown, counted: true, why: `concrete: ${concrete}` });
    if (vague !== undefined) items.push({ ...shown, counted: false, why: `vague: ${vague}` });
  }
  return createMetric({
    num: items.filter(({ counted }) => counted).length,
    den: items.length,
    basis: "concrete sentences, of those that are concrete or vague",
    // what speaks against it is worth more space than what speaks for it
    items: items.toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 0, note: "No sentence is concrete or vague" },
  });
}

/** What makes a sentence concrete: a figure, date or threshold, a requirement's number, a name. */
function findConcreteWord({ place }: DocumentSentence, text: string): string | undefined {
  const [id] = findRequirementIds(text);
  if (id !== undefined) return id;
  const parts = place === "row" ? text.split(" | ") : [text];
  for (const part of parts) {
    const tokens = tokenizeSentence(part);
    for (const [at, token] of tokens.entries()) {
      if (isConcreteToken(token, at, tokens)) return token.text;
    }
  }
  return undefined;
}

/** A name is code, or a word with a capital that no sentence begins with, or with a capital or figure inside. */
function isConcreteToken(
  token: SentenceToken,
  at: number,
  tokens: readonly SentenceToken[],
): boolean {
  const before = tokens[at - 1];
  if (token.kind === "date" || token.kind === "code") return true;
  // "Section 2" is a place and no figure
  if (token.kind === "amount") return before?.kind !== "word" || !isNumberedLabel(before.text);
  if (token.kind !== "word" || isNumberedLabel(token.text) || token.raw.includes("'")) return false;
  if (/^\p{L}+.*(?:\p{Lu}|\d)/u.test(token.raw)) return true;
  const opens = before === undefined || (before.kind === "mark" && !/^[,(]$/.test(before.text));
  return !opens && /^\p{Lu}\p{Ll}/u.test(token.raw);
}
