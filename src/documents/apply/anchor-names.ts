/** A38: a taken link to a section of its draft leads to the base's section that answers it, where that one stays. */
import { alignSections } from "../align/align-sections.ts";
import type { DocumentBlock, ParsedDocument } from "../document.ts";
import { formatAnchorKey } from "../markdown/link-labels.ts";
import { collectHeadingNames } from "../markdown/reference-targets.ts";

const ANCHOR = /\]\(#([^()\s]{1,200})\)/g;

/** Anchors of the base by those of the taken words; `taken` are the blocks that come along anyway. */
export function findAnchorNames(
  [base, from]: readonly [ParsedDocument, ParsedDocument],
  texts: readonly string[],
  taken: ReadonlySet<DocumentBlock>,
): ReadonlyMap<string, string> {
  const used = new Set(
    texts.flatMap((text) => [...text.matchAll(ANCHOR)].map(([, anchor = ""]) => anchor)),
  );
  const names = new Map<string, string>();
  if (used.size === 0) return names;
  const own = listAnchors(base);
  const known = new Set(own.values());
  if ([...used].every((anchor) => known.has(anchor))) return names;
  const answers = alignSections(from, base);
  for (const [section, anchor] of listAnchors(from)) {
    const heading = from.blocks[from.sections[section]?.first ?? -1];
    const isComing = heading !== undefined && taken.has(heading);
    if (!used.has(anchor) || known.has(anchor) || isComing) continue;
    const answer = answers.get(section);
    const name = answer === undefined ? undefined : own.get(answer);
    if (name !== undefined) names.set(formatAnchorKey(anchor), formatAnchorKey(name));
  }
  return names;
}

/** By section. */
function listAnchors(document: ParsedDocument): ReadonlyMap<number, string> {
  const found = anchorsCache.get(document);
  if (found !== undefined) return found;
  const anchors = [...collectHeadingNames(document).slugs];
  const headings = document.sections.filter(({ index }) => index > 0);
  const listed = new Map(
    headings.flatMap(({ index }, at) => {
      const anchor = anchors[at];
      return anchor === undefined ? [] : [[index, anchor] as const];
    }),
  );
  anchorsCache.set(document, listed);
  return listed;
}

const anchorsCache = new WeakMap<ParsedDocument, ReadonlyMap<number, string>>();
