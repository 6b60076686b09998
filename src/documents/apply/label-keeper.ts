/** Sees to it that every label a taken passage uses means in the output what it meant where it comes from. */
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import type { DocumentExcerpt } from "../markdown/document-excerpt.ts";
import { collectDefinitions, findLabelUses } from "../markdown/link-labels.ts";
import { listExcerptUnits } from "./taken-blocks.ts";

export interface KeptLabels {
  /** Labels that mean something else in the output, and what they are called instead. */
  readonly names: ReadonlyMap<string, string>;
  /** Definitions that come along. */
  readonly brings: readonly DocumentBlock[];
}

export interface LabelKeeper {
  readonly take: (from: ParsedDocument, excerpt: DocumentExcerpt) => KeptLabels;
}

export function createLabelKeeper(base: ParsedDocument): LabelKeeper {
  /** What each label of the output stands for. */
  const meanings = new Map<string, string>();
  for (const [label, block] of collectDefinitions(base))
    meanings.set(label, normalizeDefinition(base, block));
  const known = new Map<ParsedDocument, ReadonlyMap<string, DocumentBlock>>();

  function take(from: ParsedDocument, excerpt: DocumentExcerpt): KeptLabels {
    const definitions = known.get(from) ?? collectDefinitions(from);
    known.set(from, definitions);
    const names = new Map<string, string>();
    const brings: DocumentBlock[] = [];
    if (from === base || definitions.size === 0) return { names, brings };
    const inside = new Set(listExcerptUnits(from, excerpt).map(({ block }) => block));
    const texts = listExcerptUnits(from, excerpt)
      .filter(({ block }) => block.kind !== "code" && block.kind !== "html")
      .map(({ at }) => readSpanText(from, at));
    const seen = new Set<string>();
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      for (const { label } of findLabelUses(text)) {
        const block = definitions.get(label);
        if (block === undefined || seen.has(label)) continue;
        seen.add(label);
        const meaning = normalizeDefinition(from, block);
        const name = nameFor(label, meaning, from);
        const isThere = meanings.has(name);
        meanings.set(name, meaning);
        if (name !== label) names.set(label, name);
        // the same words under the same label are there already
        if (inside.has(block) || isThere) continue;
        brings.push(block);
        texts.push(readSpanText(from, block));
      }
    }
    return { names, brings };
  }

  /** One that is free, or that means the same already. */
  function nameFor(label: string, meaning: string, { label: letter }: ParsedDocument): string {
    const isTaken = (name: string): boolean => (meanings.get(name) ?? meaning) !== meaning;
    const other = `${label}-${letter.toLowerCase()}`;
    let name = isTaken(label) ? other : label;
    for (let count = 2; isTaken(name); count++) name = `${other}${count}`;
    return name;
  }

  return { take };
}

/** What follows the label, however it is broken into lines. */
function normalizeDefinition(document: ParsedDocument, block: DocumentBlock): string {
  const text = readSpanText(document, block);
  return text
    .slice(text.indexOf("]:") + 2)
    .replace(/\s+/g, " ")
    .trim();
}
