/** K17: provenance as comments, in the seed's format. No name can end the comment early. */
import { sanitizeLine } from "../../text/markdown.ts";
import type { ParsedDocument } from "../document.ts";

export const SOURCE_COMMENT = "<!-- Source: ";

export const BASE_COMMENT = formatHtmlComment("Source: Base (original)");

export function formatSourceComment(name: string, section: string, change: number): string {
  return formatHtmlComment(
    `Source: ${name}, ${section} — merged per refactor-plan Change #${change}`,
  );
}

/** On one line, without anything that ends a comment: two hyphens are never adjacent. */
export function formatHtmlComment(words: string): string {
  const plain = sanitizeLine(words).replace(/\s+/g, " ").replace(/-{2,}/g, "-").replace(/^-?>/, "");
  return `<!-- ${plain} -->`;
}

/** The number before the title where there is one, else the place in the outline. */
export function formatSectionName({ sections }: ParsedDocument, index: number): string {
  const section = sections[index];
  const [, written = "", mark] = WRITTEN.exec(section?.title ?? "") ?? [];
  // "3 risks" and "2026 in review" are not numbered
  const numbered = mark !== undefined || written.includes(".");
  const number = numbered ? written : (section?.number ?? "0");
  return number === "0" ? "beginning" : `Section ${number}`;
}

const WRITTEN = /^(?:section\s+)?(\d{1,3}(?:\.\d{1,3})*)(?:([.):])(?:\s|$)|\s|$)/i;

/** The sections that structure a document: those under its one title, else those of the top level. */
export function listTopSections({ sections }: ParsedDocument): ReadonlySet<number> {
  const tops = sections.filter(({ index, parent }) => index > 0 && parent === null);
  const [title, ...others] = tops;
  if (title?.depth === 1 && others.length === 0) return new Set(title.children);
  return new Set(tops.map(({ index }) => index));
}
