/** The topics of the variants: sections that answer each other, at most one of each variant. */
import { type DocumentSection, type ParsedDocument, type TextSpan } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { alignSections, findTitleSection, readSectionTitles } from "./align-sections.ts";

/** A section as part of a topic. */
export interface TopicMember {
  readonly document: ParsedDocument;
  readonly section: DocumentSection;
  /** Its own blocks, heading first, up to the next heading: `blocks.slice(first, beyond)`. */
  readonly first: number;
  readonly beyond: number;
}

/** Members in the order of the variants. */
export type VariantTopic = readonly TopicMember[];

/** In the order in which they come up, the first variant first. The text above all headings is a topic too. */
export async function findVariantTopics(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<VariantTopic[]> {
  const found: TopicMember[][] = [];
  const homes = documents.map(() => new Map<number, TopicMember[]>());
  for (const [place, document] of documents.entries()) {
    await readSectionTitles(document, breathe);
    const answers: ReadonlyMap<number, number>[] = [];
    for (const earlier of documents.slice(0, place)) {
      answers.push(alignSections(document, earlier));
      await breathe();
    }
    for (const section of document.sections) {
      const home = answers
        .map((answer, at) => homes[at]?.get(answer.get(section.index) ?? -1))
        .find((topic) => topic !== undefined && topic.at(-1)?.document !== document);
      const topic = home ?? [];
      const { first, beyond } = section;
      topic.push({ document, section, first, beyond });
      if (home === undefined) found.push(topic);
      homes[place]?.set(section.index, topic);
    }
    await breathe();
  }
  return found;
}

/** Whether it has a heading of its own, and is not the whole document. */
export function isTitledTopic([first]: VariantTopic): boolean {
  return (
    first !== undefined &&
    first.section.index > 0 &&
    findTitleSection(first.document)?.index !== first.section.index
  );
}

/** Blocks of the topic's own words, without the heading. */
export function listTopicBlocks({
  document,
  first,
  beyond,
}: TopicMember): ParsedDocument["blocks"] {
  return document.blocks.slice(first + 1, beyond);
}

/** The topic's own words from its heading to the next topic. */
export function findTopicSpan({ document, section, first, beyond }: TopicMember): TextSpan {
  const last = document.blocks[Math.max(first, beyond - 1)];
  return { start: section.start, end: last?.end ?? section.end };
}
