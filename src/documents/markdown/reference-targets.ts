import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
/** What references in a document may lead to, apart from its headings. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { normalizeLabel } from "./markdown-block.ts";
import { parseMarkdownBlocks } from "./mdast-blocks.ts";
import { listProsePassages } from "./prose-passages.ts";

export interface ReferenceTargets {
  /** Link labels, and footnotes with a `^` before them. */
  readonly labels: ReadonlySet<string>;
  /** `id` and `name` of HTML. */
  readonly anchors: ReadonlySet<string>;
  /** M1, D2.3: what stands first in a heading, item, cell or paragraph. */
  readonly plans: ReadonlySet<string>;
  /** Offsets at which one of them is introduced. */
  readonly introduced: ReadonlySet<number>;
}

export async function collectReferenceTargets(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<ReferenceTargets> {
  const labels = new Set<string>();
  const anchors = new Set<string>();
  for (const block of document.blocks) {
    await breathe();
    const text = readSpanText(document, block);
    if (block.kind !== "code" && text.includes("]:")) {
      for (const label of listBlockLabels(block, text)) labels.add(label);
    }
    if (block.kind !== "code" && text.includes("<")) {
      for (const [, name = ""] of text.matchAll(/\s(?:id|name)\s*=\s*["']?([^\s"'>]+)/gi)) {
        anchors.add(name.toLowerCase());
      }
    }
  }
  const { plans, introduced } = await collectPlanTargets(document, breathe);
  return { labels, anchors, plans, introduced };
}

/** The parser knows best, but not for blocks that take it too long. */
function listBlockLabels({ kind }: DocumentBlock, text: string): readonly string[] {
  if (kind === "html" || kind === "front-matter") return [];
  if (text.length <= LONGEST) return parseMarkdownBlocks(text).flatMap(({ labels }) => labels);
  return [...text.matchAll(/^[ \t>]{0,12}\[([^\]\n]{1,300})\]:/gm)].map(([, label = ""]) =>
    normalizeLabel(label),
  );
}

const LONGEST = 2_000;

const INTRODUCES =
  /(?:^|\|)[ \t>]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(?:\[[ xX]\][ \t]+)?[*_~[]*(?:(?:[Mm]ilestone|[Dd]eliverable)[ \t]+)?[*_]*([MD]\d+(?:\.\d+)*)(?=[\s*_:.)|\]–—-]|$)/gm;
/** "M1 must ship first" is a sentence about M1, not its introduction. */
const NAMES_IT = /^[*_\]]*(?:\s*(?:[:.)|–—(-]|$)|\s+\p{Lu})/u;

async function collectPlanTargets(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<Pick<ReferenceTargets, "plans" | "introduced">> {
  const plans = new Set<string>();
  const introduced = new Set<number>();
  for (const { words, start, block } of listProsePassages(document)) {
    await breathe();
    if (!/[MD]\d/.test(words)) continue;
    for (const match of words.matchAll(INTRODUCES)) {
      const [whole, name = ""] = match;
      const end = match.index + whole.length;
      if (block.kind !== "heading" && !NAMES_IT.test(words.slice(end, end + 40))) continue;
      plans.add(name);
      introduced.add(start + end - name.length);
    }
  }
  return { plans, introduced };
}
