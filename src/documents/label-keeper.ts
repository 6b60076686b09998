/** Sees to it that every label a taken passage uses means in the output what it meant where it comes from. */
import { type Block, type Document, textOf } from "./document.ts";
import type { Excerpt } from "./excerpt.ts";
import { definitionsOf, labelUses } from "./labels.ts";
import { unitsOf } from "./taken-blocks.ts";

export interface Kept {
  /** Labels that mean something else in the output, and what they are called instead. */
  readonly names: ReadonlyMap<string, string>;
  /** Definitions that come along. */
  readonly brings: readonly Block[];
}

export interface LabelKeeper {
  readonly take: (from: Document, excerpt: Excerpt) => Kept;
}

export function labelKeeper(base: Document): LabelKeeper {
  /** What each label of the output stands for. */
  const meanings = new Map<string, string>();
  for (const [label, block] of definitionsOf(base)) meanings.set(label, meaningOf(base, block));
  const known = new Map<Document, ReadonlyMap<string, Block>>();

  function take(from: Document, excerpt: Excerpt): Kept {
    const definitions = known.get(from) ?? definitionsOf(from);
    known.set(from, definitions);
    const names = new Map<string, string>();
    const brings: Block[] = [];
    if (from === base || definitions.size === 0) return { names, brings };
    const inside = new Set(unitsOf(from, excerpt).map(({ block }) => block));
    const texts = unitsOf(from, excerpt)
      .filter(({ block }) => block.kind !== "code" && block.kind !== "html")
      .map(({ at }) => textOf(from, at));
    const seen = new Set<string>();
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      for (const { label } of labelUses(text)) {
        const block = definitions.get(label);
        if (block === undefined || seen.has(label)) continue;
        seen.add(label);
        const meaning = meaningOf(from, block);
        const name = nameFor(label, meaning, from);
        const isThere = meanings.has(name);
        meanings.set(name, meaning);
        if (name !== label) names.set(label, name);
        // the same words under the same label are there already
        if (inside.has(block) || isThere) continue;
        brings.push(block);
        texts.push(textOf(from, block));
      }
    }
    return { names, brings };
  }

  /** One that is free, or that means the same already. */
  function nameFor(label: string, meaning: string, { label: letter }: Document): string {
    const isTaken = (name: string): boolean => (meanings.get(name) ?? meaning) !== meaning;
    const other = `${label}-${letter.toLowerCase()}`;
    let name = isTaken(label) ? other : label;
    for (let count = 2; isTaken(name); count++) name = `${other}${count}`;
    return name;
  }

  return { take };
}

/** What follows the label, however it is broken into lines. */
function meaningOf(document: Document, block: Block): string {
  const text = textOf(document, block);
  return text
    .slice(text.indexOf("]:") + 2)
    .replace(/\s+/g, " ")
    .trim();
}
