/** The topics of the variants: matching sections, at most one of each variant. */
import {
  type ParsedDocument,
  type DocumentSection,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { alignSections, readSectionTitles, listTopicSections } from "./align-sections.ts";
import { normalizeLine } from "./line-overlap.ts";

/** A section as part of a topic. */
export interface TopicMember {
  readonly document: ParsedDocument;
  readonly section: DocumentSection;
  /** Blocks of the topic itself, heading first, up to the next topic: `blocks.slice(first, beyond)`. */
  readonly first: number;
  readonly beyond: number;
}

/** Members in the order of the variants. */
export type VariantTopic = readonly TopicMember[];

/** In the order in which they come up, the first variant first. Titles decide (A8), then the lines below them. */
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
    for (const member of listTopicMembers(document)) {
      const home = answers
        .map((answer, at) => homes[at]?.get(answer.get(member.section.index) ?? -1))
        .find((topic) => topic !== undefined && topic.at(-1)?.document !== document);
      const topic = home ?? [];
      topic.push(member);
      if (home === undefined) found.push(topic);
      homes[place]?.set(member.section.index, topic);
    }
    await breathe();
  }
  return joinRenamedTopics(found, breathe);
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

function listTopicMembers(document: ParsedDocument): TopicMember[] {
  const topics = listTopicSections(document);
  const isTopic = new Set(topics.map(({ index }) => index));
  return topics.map((section) => {
    let next = section.index + 1;
    const { sections } = document;
    while (next < sections.length && !isTopic.has(next)) {
      if ((sections[next]?.depth ?? 0) <= section.depth) break;
      next++;
    }
    const beyond = sections[next]?.first ?? document.blocks.length;
    return { document, section, first: section.first, beyond };
  });
}

/** Too short or too common to show where a text was moved to. */
const SHORTEST_LINE = 16;
const MOST_HOLDERS = 12;

/** A topic of one variant was renamed if most of its lines are in a topic that only one other variant has. */
async function joinRenamedTopics(
  topics: readonly TopicMember[][],
  breathe: YieldToEventLoop,
): Promise<TopicMember[][]> {
  const lone = topics.filter((members) => members.length === 1);
  const holders = new Map<string, TopicMember[][]>();
  const lines = new Map<TopicMember[], string[]>();
  for (const topic of lone) {
    const own = topic.flatMap(listTopicLines);
    lines.set(topic, own);
    for (const line of own) {
      const holding = holders.get(line);
      if (holding === undefined) holders.set(line, [topic]);
      else if (holding.length < MOST_HOLDERS && holding.at(-1) !== topic) holding.push(topic);
    }
    await breathe();
  }
  const gone = new Set<TopicMember[]>();
  for (const topic of lone) {
    const own = lines.get(topic) ?? [];
    const shared = new Map<TopicMember[], number>();
    for (const line of own) {
      for (const other of holders.get(line) ?? []) {
        if (!gone.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1);
      }
    }
    for (const [other, count] of shared) {
      const larger = Math.max(own.length, lines.get(other)?.length ?? 0);
      if (gone.has(topic) || gone.has(other) || count * 2 < larger) continue;
      if (isLaterTopic(other, topic)) {
        topic.push(...other);
        gone.add(other);
      }
    }
    await breathe();
  }
  return topics.filter((topic) => !gone.has(topic));
}

function isLaterTopic(other: readonly TopicMember[], topic: readonly TopicMember[]): boolean {
  const variants = new Set(topic.map(({ document }) => document));
  const last = topic.at(-1)?.document.variant ?? 0;
  return other.every(({ document }) => !variants.has(document) && document.variant > last);
}

/** Distinct lines of a topic's own words that are long enough to tell something. */
function listTopicLines(member: TopicMember): string[] {
  const lines = new Set<string>();
  for (const block of listTopicBlocks(member)) {
    for (const line of readSpanText(member.document, block).split("\n")) {
      const plain = normalizeLine(line);
      if (plain.length >= SHORTEST_LINE) lines.add(plain);
    }
  }
  return [...lines];
}
