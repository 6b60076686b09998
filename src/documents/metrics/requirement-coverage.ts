/**
 * RC: how much of the source's requirements a variant covers; without a source, of what all variants cover (004.7 e).
 */
import { isFunctionWord, listComparableWords } from "../../text/comparable-words.ts";
import { listTopicSections } from "../align/align-sections.ts";
import { findVariantTopics, isTitledTopic } from "../align/variant-topics.ts";
import { cutQuote } from "../contradictions/found-contradiction.ts";
import { type DocumentSection, type ParsedDocument, readSpanText } from "../document.ts";
import { listSentences } from "../markdown/document-sentences.ts";
import { findRequirementIds } from "../markdown/requirement-ids.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type CountedItem, type VariantMetric, createMetric } from "./variant-metric.ts";

/** One per document. Requirements by number or by three words in a row; else topics by title. */
export async function measureRequirementCoverage(
  documents: readonly ParsedDocument[],
  source: ParsedDocument | null,
  breathe: YieldToEventLoop,
): Promise<VariantMetric[]> {
  const required = await collectRequirements(source === null ? documents : [source], breathe);
  if (required.length > 0) {
    const basis =
      source === null ? "requirements of all variants together" : "requirements of the source";
    return measureByRequirement(documents, { required, basis, breathe });
  }
  return source === null
    ? measureByCommonTopics(documents, breathe)
    : measureBySourceTopics(source, documents, breathe);
}

interface NumberedRequirement {
  readonly id: string;
  /** A requirement with its number, and the first position of it. */
  readonly text: string;
  readonly phrases: readonly string[];
}

async function collectRequirements(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<NumberedRequirement[]> {
  const found = new Map<string, NumberedRequirement>();
  for (const document of documents) {
    for (const sentence of listSentences(document)) {
      await breathe();
      const text = readSpanText(document, sentence);
      const ids = findRequirementIds(text);
      const [id] = ids;
      if (id === undefined || ids.length > 1) {
        // a sentence with several numbers refers to them and describes none
        for (const other of ids) {
          if (!found.has(other)) found.set(other, { id: other, text: other, phrases: [] });
        }
      } else if ((found.get(id)?.phrases.length ?? 0) === 0) {
        const described = text.replace(id, " ");
        found.set(id, { id, text: cutQuote(document, sentence), phrases: listPhrases(described) });
      }
    }
    // numbers that occur only in headings
    for (const { title } of document.sections) {
      for (const id of findRequirementIds(title)) {
        if (found.has(id)) continue;
        found.set(id, { id, text: title, phrases: listPhrases(title.replace(id, " ")) });
      }
    }
  }
  return [...found.values()];
}

interface WantedRequirements {
  readonly required: readonly NumberedRequirement[];
  readonly basis: string;
  readonly breathe: YieldToEventLoop;
}

async function measureByRequirement(
  documents: readonly ParsedDocument[],
  { required, basis, breathe }: WantedRequirements,
): Promise<VariantMetric[]> {
  const wanted = new Set(required.flatMap(({ phrases }) => phrases));
  const metrics: VariantMetric[] = [];
  for (const document of documents) {
    const ids = new Set(findRequirementIds(document.text));
    const phrases = await findDocumentPhrases(document, wanted, breathe);
    metrics.push(
      createCoverageMetric(
        basis,
        required.map(({ id, text, phrases: own }): CountedItem => {
          const phrase = own.find((run) => phrases.has(run));
          const found = ids.has(id) ? `found as ${id}` : phrase && `found by the words "${phrase}"`;
          return { text, line: null, counted: found !== undefined, why: found ?? "not found" };
        }),
      ),
    );
  }
  return metrics;
}

async function findDocumentPhrases(
  document: ParsedDocument,
  wanted: ReadonlySet<string>,
  breathe: YieldToEventLoop,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  for (const { text, cells } of listSentences(document)) {
    for (const part of [text, ...cells])
      for (const run of findWantedPhrases(part, wanted)) found.add(run);
    await breathe();
  }
  for (const { title } of document.sections) {
    for (const run of findWantedPhrases(title, wanted)) found.add(run);
  }
  return found;
}

/** The source has no numbered requirements: its topics are what is to be covered. */
async function measureBySourceTopics(
  source: ParsedDocument,
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<VariantMetric[]> {
  const metrics: VariantMetric[] = [];
  for (const document of documents) {
    const topics = await findVariantTopics([source, document], breathe);
    const answers = new Map(topics.map(([first, second]) => [first?.section, second?.section]));
    const items = listTopicSections(source).map((section) =>
      createTopicItem(section, answers.get(section)),
    );
    metrics.push(
      createCoverageMetric("topics of the source, which has no numbered requirements", items),
    );
  }
  return metrics;
}

async function measureByCommonTopics(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<VariantMetric[]> {
  const topics = (await findVariantTopics(documents, breathe)).filter(isTitledTopic);
  return documents.map((document) => {
    const items = topics.flatMap((topic) => {
      const [first] = topic;
      const own = topic.find((member) => member.document === document);
      return first === undefined ? [] : [createTopicItem(first.section, own?.section)];
    });
    return createCoverageMetric("topics of all variants together, as there is no source", items);
  });
}

function createTopicItem(
  { title }: DocumentSection,
  answer: DocumentSection | undefined,
): CountedItem {
  const why = answer === undefined ? "not found" : `covered by "${answer.title}"`;
  return { text: title, line: null, counted: answer !== undefined, why };
}

function createCoverageMetric(basis: string, items: readonly CountedItem[]): VariantMetric {
  return createMetric({
    num: items.filter(({ counted }) => counted).length,
    den: items.length,
    basis,
    items: items.toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 1, note: "There are no requirements and no topics to cover" },
  });
}

// Runs of three words, by which a requirement is recognised in other words around it.

/** Words that are in every requirement and distinguish none. */
const COMMON_REQUIREMENT_WORDS = new Set(
  (
    "able all allow allows any application can could each every may must need needs not only provide provides shall " +
    "should support supports system use used user users using when will"
  ).split(" "),
);

/** Every run of three words with two or more content words. */
function listPhrases(text: string): string[] {
  const words = listComparableWords(text);
  const runs: string[] = [];
  for (let at = 0; at + 2 < words.length; at++) {
    const run = words.slice(at, at + 3);
    if (
      run.filter((word) => !isFunctionWord(word) && !COMMON_REQUIREMENT_WORDS.has(word)).length >= 2
    ) {
      runs.push(run.join(" "));
    }
  }
  return runs;
}

/** Which of the wanted runs occur in a text; the text is read once for all of them. */
function findWantedPhrases(text: string, wanted: ReadonlySet<string>): string[] {
  const words = listComparableWords(text);
  const found: string[] = [];
  for (let at = 0; at + 2 < words.length; at++) {
    const run = `${words[at]} ${words[at + 1]} ${words[at + 2]}`;
    if (wanted.has(run)) found.push(run);
  }
  return found;
}
