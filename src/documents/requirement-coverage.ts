/** RC: what the source asks for and a variant covers; without a source, what the variants cover together (004.7 e). */
import { topicsOf } from "./align-sections.ts";
import type { Breath } from "./breath.ts";
import { type Document, type Section, textOf } from "./document.ts";
import { quoteOf } from "./finding.ts";
import { type CountedItem, metric, type Metric } from "./metric.ts";
import { phrasesIn, phrasesOf } from "./phrases.ts";
import { requirementIdsIn } from "./requirement-ids.ts";
import { sentencesOf } from "./sentences.ts";
import { topicsAmong } from "./topics.ts";

/** One per document. Requirements by number or by three words in a row; else topics by title. */
export async function requirementCoverageOf(
  documents: readonly Document[],
  source: Document | null,
  breathe: Breath,
): Promise<Metric[]> {
  const required = await requirementsOf(source === null ? documents : [source], breathe);
  if (required.length > 0) {
    const basis =
      source === null ? "requirements of all variants together" : "requirements of the source";
    return byRequirement(documents, { required, basis, breathe });
  }
  return source === null
    ? byCommonTopics(documents, breathe)
    : byTopicsOf(source, documents, breathe);
}

interface Requirement {
  readonly id: string;
  /** What it asks for, with its number; the first place it stands at. */
  readonly text: string;
  readonly phrases: readonly string[];
}

async function requirementsOf(
  documents: readonly Document[],
  breathe: Breath,
): Promise<Requirement[]> {
  const found = new Map<string, Requirement>();
  for (const document of documents) {
    for (const sentence of sentencesOf(document)) {
      await breathe();
      const text = textOf(document, sentence);
      const ids = requirementIdsIn(text);
      const [id] = ids;
      if (id === undefined || ids.length > 1) {
        // a sentence with several numbers refers to them and describes none
        for (const other of ids) {
          if (!found.has(other)) found.set(other, { id: other, text: other, phrases: [] });
        }
      } else if ((found.get(id)?.phrases.length ?? 0) === 0) {
        const described = text.replace(id, " ");
        found.set(id, { id, text: quoteOf(document, sentence), phrases: phrasesOf(described) });
      }
    }
    // numbers that stand in headings only
    for (const { title } of document.sections) {
      for (const id of requirementIdsIn(title)) {
        if (found.has(id)) continue;
        found.set(id, { id, text: title, phrases: phrasesOf(title.replace(id, " ")) });
      }
    }
  }
  return [...found.values()];
}

interface Wanted {
  readonly required: readonly Requirement[];
  readonly basis: string;
  readonly breathe: Breath;
}

async function byRequirement(
  documents: readonly Document[],
  { required, basis, breathe }: Wanted,
): Promise<Metric[]> {
  const wanted = new Set(required.flatMap(({ phrases }) => phrases));
  const metrics: Metric[] = [];
  for (const document of documents) {
    const ids = new Set(requirementIdsIn(document.text));
    const phrases = await phrasesOfDocument(document, wanted, breathe);
    metrics.push(
      coverage(
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

async function phrasesOfDocument(
  document: Document,
  wanted: ReadonlySet<string>,
  breathe: Breath,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  for (const { text, cells } of sentencesOf(document)) {
    for (const part of [text, ...cells]) for (const run of phrasesIn(part, wanted)) found.add(run);
    await breathe();
  }
  for (const { title } of document.sections) {
    for (const run of phrasesIn(title, wanted)) found.add(run);
  }
  return found;
}

/** The source has no numbered requirements: its topics are what is to be covered. */
async function byTopicsOf(
  source: Document,
  documents: readonly Document[],
  breathe: Breath,
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const document of documents) {
    const topics = await topicsAmong([source, document], breathe);
    const answers = new Map(topics.map(([first, second]) => [first?.section, second?.section]));
    const items = topicsOf(source).map((section) => topicItem(section, answers.get(section)));
    metrics.push(coverage("topics of the source, which has no numbered requirements", items));
  }
  return metrics;
}

async function byCommonTopics(documents: readonly Document[], breathe: Breath): Promise<Metric[]> {
  const topics = await topicsAmong(documents, breathe);
  return documents.map((document) => {
    const items = topics.flatMap((topic) => {
      const [first] = topic;
      const own = topic.find((member) => member.document === document);
      return first === undefined ? [] : [topicItem(first.section, own?.section)];
    });
    return coverage("topics of all variants together, as there is no source", items);
  });
}

function topicItem({ title }: Section, answer: Section | undefined): CountedItem {
  const why = answer === undefined ? "not found" : `covered by "${answer.title}"`;
  return { text: title, line: null, counted: answer !== undefined, why };
}

function coverage(basis: string, items: readonly CountedItem[]): Metric {
  return metric({
    num: items.filter(({ counted }) => counted).length,
    den: items.length,
    basis,
    items: items.toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 1, note: "There are no requirements and no topics to cover" },
  });
}
