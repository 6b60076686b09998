/** Sections out of headings: which holds which, where each begins and ends, and its place in the outline. */
import type { DocumentSection } from "../document.ts";
import type { MarkdownBlock } from "./markdown-block.ts";

interface OpenSection extends Omit<DocumentSection, "children" | "number"> {
  children: number[];
  number: string;
  end: number;
  beyond: number;
  ownEnd: number;
}

/** Section 0 first, then one per heading in order. */
export function buildOutline(
  blocks: readonly MarkdownBlock[],
  titles: readonly string[],
  length: number,
): DocumentSection[] {
  const headings = blocks.flatMap(({ kind, start, depth }, block) =>
    kind === "heading" ? [{ start, depth, block }] : [],
  );
  const sections: OpenSection[] = [{ start: 0, depth: 0, block: 0 }, ...headings].map(
    ({ start, depth, block }, index) => ({
      index,
      depth,
      start,
      title: index === 0 ? "" : (titles[block] ?? ""),
      number: "0",
      parent: null,
      children: [],
      first: block,
      beyond: headings[index]?.block ?? blocks.length,
      ownEnd: headings[index]?.start ?? length,
      end: length,
    }),
  );
  nestSections(sections);
  numberSections(sections);
  return sections;
}

/** A section ends where the next one of its level or above begins. */
function nestSections(sections: OpenSection[]): void {
  const path: OpenSection[] = [];
  for (const section of sections) {
    while (path.length > 0 && (path.at(-1)?.depth ?? 0) >= section.depth) {
      const closed = path.pop();
      if (closed) closed.end = section.start;
    }
    const preamble = sections[0];
    if (section.index === 1 && preamble) preamble.end = section.start;
    const parent = path.at(-1);
    if (parent) {
      parent.children.push(section.index);
      Object.assign(section, { parent: parent.index });
    }
    if (section.index > 0) path.push(section);
  }
}

/** A first heading above all others is the title of the document, and its parts are counted as if it were not there. */
function numberSections(sections: readonly OpenSection[]): void {
  const tops = sections.filter(({ index, parent }) => index > 0 && parent === null);
  const [title, ...others] = tops;
  const hasTitle = title !== undefined && others.length === 0 && title.depth === 1;
  const children = (indices: readonly number[]): OpenSection[] =>
    indices.flatMap((index) => sections[index] ?? []);
  const count = (parts: readonly OpenSection[], prefix: string): void => {
    for (const [place, part] of parts.entries()) {
      part.number = `${prefix}${place + 1}`;
      count(children(part.children), `${part.number}.`);
    }
  };
  count(hasTitle ? children(title.children) : tops, "");
}
