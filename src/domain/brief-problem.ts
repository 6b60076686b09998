/** What a brief says about its problem: its first paragraphs, in its author's words. */
import { BODY_SOURCE, type Brief } from "./brief.ts";

const MOST_CHARACTERS = 900;

/** Empty where the brief has no body. */
export function readBriefProblem({ sources }: Pick<Brief, "sources">): string {
  return takeFirstParagraphs(sources.find(({ id }) => id === BODY_SOURCE)?.text ?? "");
}

/** What comes under later headings speaks of something narrower, such as one option. */
export const NEAR_SECTIONS = 2;

/** Headings, tables and code are left out: what remains reads as prose. */
export function takeFirstParagraphs(body: string, among: number = NEAR_SECTIONS): string {
  const sections = body.replace(/^---\n[^]*?\n---\n/, "").split(/^#{1,6} .*$/m);
  const paragraphs = (sections.slice(0, among).find((one) => one.trim() !== "") ?? "")
    .replace(/```[^]*?```/g, "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "" && !/^(?:#|\||<!--)/.test(paragraph))
    .map((paragraph) => paragraph.replace(/\s+/g, " "));
  const taken: string[] = [];
  let length = 0;
  for (const paragraph of paragraphs) {
    if (taken.length > 0 && length + paragraph.length > MOST_CHARACTERS) break;
    taken.push(cutParagraph(paragraph));
    length += paragraph.length;
  }
  return taken.join("\n\n");
}

function cutParagraph(paragraph: string): string {
  if (paragraph.length <= MOST_CHARACTERS) return paragraph;
  const cut = paragraph.slice(0, MOST_CHARACTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}
