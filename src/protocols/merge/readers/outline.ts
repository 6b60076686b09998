/** The headings of a variant: their order, their gaps, and whether they follow the usual outline of plans. */
import type { VariantRead } from "../prompts/prompt-input.ts";
import { USUAL_ORDER } from "./lexicon.ts";

export interface VariantOutline {
  readonly headings: number;
  /** Titles of the main sections. */
  readonly titles: readonly string[];
  /** Places where a level is left out. */
  readonly gaps: number;
  /** Pairs of main sections in the usual order, and those that are not. */
  readonly ordered: number;
  readonly inverted: number;
  /** Ranks of the usual sections that are there. */
  readonly usual: ReadonlySet<number>;
}

export function outlineOf({ sections }: VariantRead): VariantOutline {
  const titled = sections.filter(({ title }) => title !== "");
  const main = mainSections(titled);
  const ranks = main.flatMap(({ title }) => {
    const rank = rankOf(title);
    return rank === -1 ? [] : [rank];
  });
  const [ordered, inverted] = pairsIn(ranks);
  return {
    headings: titled.length,
    titles: main.map(({ title }) => title),
    gaps: titled.filter(({ depth }, index) => {
      const before = titled[index - 1]?.depth;
      return before !== undefined && depth > before + 1;
    }).length,
    ordered,
    inverted,
    usual: new Set(titled.map(({ title }) => rankOf(title)).filter((rank) => rank !== -1)),
  };
}

type Section = VariantRead["sections"][number];

/** The highest level that has more than one heading: one H1 is the title of the whole. */
function mainSections(titled: readonly Section[]): Section[] {
  for (let depth = 1; depth <= 6; depth++) {
    const level = titled.filter((section) => section.depth === depth);
    if (level.length > 1) return level;
  }
  return [...titled];
}

function rankOf(title: string): number {
  return USUAL_ORDER.findIndex((pattern) => pattern.test(title));
}

// beyond this an order says nothing
const MOST_RANKS = 200;

function pairsIn(all: readonly number[]): [ordered: number, inverted: number] {
  const ranks = all.slice(0, MOST_RANKS);
  let [ordered, inverted] = [0, 0];
  for (const [index, rank] of ranks.entries()) {
    for (const later of ranks.slice(index + 1)) {
      if (later > rank) ordered++;
      else if (later < rank) inverted++;
    }
  }
  return [ordered, inverted];
}
