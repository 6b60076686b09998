/** Labels of footnotes and links: where a text uses them, what they refer to, and how to rename them. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { isNoteBlock } from "./document-excerpt.ts";
import { normalizeLabel } from "./markdown-block.ts";
import { blankNonProse } from "./prose-passages.ts";

export interface LabelUse {
  /** As labels are compared; a footnote's begins with `^`. */
  readonly label: string;
  /** `[label]` or, if it is its own text, the position after it. */
  readonly at: TextSpan;
  /** Puts another label in. */
  readonly rename: (label: string) => string;
}

const BRACKETS = /(?<!\\)\[((?:[^[\]\\]|\\.){1,300})\](?:(\()|\[((?:[^[\]\\]|\\.){0,300})\])?/gs;
const DEFINES = /^[ \t>]*\[((?:[^[\]\\]|\\.){1,300})\]:/;

/** Every use that could be one; whether the label is defined is another question. */
export function findLabelUses(text: string): LabelUse[] {
  if (!text.includes("[")) return [];
  const words = blankNonProse(text);
  const uses: LabelUse[] = [];
  for (const match of words.matchAll(BRACKETS)) {
    const [whole, first = "", link, second] = match;
    if (link !== undefined) continue;
    const start = match.index;
    if (second === undefined || second.trim() === "") {
      uses.push(createOwnNameUse(text, { start, end: start + whole.length }, first));
    } else {
      const at = { start: start + first.length + 2, end: start + whole.length };
      uses.push({ label: normalizeLabel(second), at, rename: (label) => `[${label}]` });
    }
  }
  return uses;
}

/** `[^1]`, `[label]`, `[label][]`, or the part before the colon of a definition. */
function createOwnNameUse(text: string, at: TextSpan, name: string): LabelUse {
  const label = normalizeLabel(name);
  const lineStart =
    Math.max(text.lastIndexOf("\n", at.start - 1), text.lastIndexOf("\r", at.start - 1)) + 1;
  const defines = text[at.end] === ":" && DEFINES.test(text.slice(lineStart, at.end + 1));
  if (defines || label.startsWith("^")) return { label, at, rename: (other) => `[${other}]` };
  // the words stay, the label follows them
  return { label, at, rename: (other) => `[${name}][${other}]` };
}

/** Definitions of the top level; of several with one label the first counts. */
export function collectDefinitions(document: ParsedDocument): ReadonlyMap<string, DocumentBlock> {
  const found = new Map<string, DocumentBlock>();
  for (const block of document.blocks) {
    if (!isNoteBlock(block)) continue;
    const label = findDefinedLabel(readSpanText(document, block));
    if (label !== null && !found.has(label)) found.set(label, block);
  }
  return found;
}

export function findDefinedLabel(definition: string): string | null {
  const label = DEFINES.exec(definition)?.[1];
  return label === undefined ? null : normalizeLabel(label);
}

/** The anchor of a link among labels: no label has a bracket. */
export function formatAnchorKey(anchor: string): string {
  return `](#${anchor})`;
}

/** The text with other labels, and other anchors of links, in the place of some. */
export function renameLabels(words: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return words;
  const text = words.replace(/\]\(#[^()\s]{1,200}\)/g, (link) => names.get(link) ?? link);
  const pieces: string[] = [];
  let from = 0;
  for (const { label, at, rename } of findLabelUses(text)) {
    const name = names.get(label);
    if (name === undefined) continue;
    pieces.push(text.slice(from, at.start), rename(name));
    from = at.end;
  }
  return pieces.join("") + text.slice(from);
}
