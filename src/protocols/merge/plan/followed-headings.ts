/** A34: a section whose content all gives way to that of another draft's section takes its heading, too. */
import {
  type DocumentBlock,
  type DocumentSection,
  type ParsedDocument,
  type TextSpan,
  containsSpan,
} from "../../../documents/document.ts";
import type { Based } from "../rules/table.ts";
import { foldTitle } from "../rules/vote-choice.ts";
import { getVariantDocument } from "./change-reasons.ts";
import { listDescendants } from "./document-places.ts";
import { createReplacement, type DraftChange } from "./draft-change.ts";
import type { Fate } from "./point-fates.ts";

/** Sections without others below them keep theirs: one passage does not say what a heading is about. */
export function followHeadings(
  based: Based,
  into: ParsedDocument,
  fates: readonly Fate[],
): readonly Fate[] {
  const replacing = fates.flatMap(({ drafts }) => drafts.filter(isReplacement));
  const added = new Map<DraftChange, DraftChange>();
  for (const section of into.sections) {
    if (section.title === "" || section.children.length === 0) continue;
    const drafts = replacing.filter(({ target: { at } }) => containsSpan(section, at));
    const [first, second] = drafts;
    if (first === undefined || second === undefined) continue;
    if (drafts.some(({ from }) => from !== first.from)) continue;
    const winner = getVariantDocument(based, first.from);
    const other = findSourceSection(winner, drafts);
    if (other === null || foldTitle(other.title) === foldTitle(section.title)) continue;
    if (!isAllReplaced(into, section, drafts) || isLinkedTo(into, section)) continue;
    const [mine, theirs] = [into.blocks[section.first], winner.blocks[other.first]];
    if (mine === undefined || theirs === undefined) continue;
    added.set(
      first,
      createReplacement(first.point, winner, {
        source: { start: theirs.start, end: theirs.end },
        sourceSection: other.index,
        at: { start: mine.start, end: mine.end },
        targetSection: section.index,
      }),
    );
  }
  if (added.size === 0) return fates;
  return fates.map((fate) => ({
    ...fate,
    drafts: fate.drafts.flatMap((draft) => {
      const heading = added.get(draft);
      return heading === undefined ? [draft] : [heading, draft];
    }),
  }));
}

type SpanReplacement = DraftChange & {
  readonly source: TextSpan;
  readonly target: { readonly kind: "span"; readonly at: TextSpan };
};

function isReplacement(draft: DraftChange): draft is SpanReplacement {
  const { point, source, target } = draft;
  return point.settled === undefined && source !== null && target.kind === "span";
}

/** The smallest section that all of the words come from. */
function findSourceSection(
  winner: ParsedDocument,
  drafts: readonly SpanReplacement[],
): DocumentSection | null {
  const around = winner.sections.filter(
    (section) =>
      section.title !== "" && drafts.every(({ source }) => containsSpan(section, source)),
  );
  return around.reduce<DocumentSection | null>(
    (deepest, one) => (deepest === null || one.depth > deepest.depth ? one : deepest),
    null,
  );
}

function isAllReplaced(
  into: ParsedDocument,
  section: DocumentSection,
  drafts: readonly SpanReplacement[],
): boolean {
  const own = new Set([section, ...listDescendants(into, section)].map(({ index }) => index));
  const isGone = (span: TextSpan): boolean =>
    drafts.some(({ target }) => containsSpan(target.at, span));
  const isBlockGone = (block: DocumentBlock): boolean => {
    const parts = block.parts.slice(block.kind === "table" ? 1 : 0);
    return isGone(block) || (parts.length > 0 && parts.every(isGone));
  };
  return into.blocks
    .filter((block) => own.has(block.section) && !LAYOUT.has(block.kind))
    .every(isBlockGone);
}

const LAYOUT: ReadonlySet<DocumentBlock["kind"]> = new Set(["heading", "rule", "html"]);

/** A link of the base would lead nowhere. */
function isLinkedTo({ text }: ParsedDocument, { title }: DocumentSection): boolean {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
  return text.toLowerCase().includes(`(#${name})`);
}
