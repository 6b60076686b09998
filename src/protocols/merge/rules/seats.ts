/** The seats of a merge: an advocate per variant, an analyst, an evaluator, and authors if variants are written. */
import { formatVariantLabel } from "../../../documents/document.ts";
import type { Brief, Source } from "../../../domain/brief.ts";
import type { Seat } from "../../../domain/participant.ts";
import { type MergeSettings, MOST_VARIANTS } from "../settings.ts";

export const ADVOCATE = "advocate";
export const AUTHOR = "author";
export const ANALYST = "analyst";
export const EVALUATOR = "evaluator";

/** A table for two drafts, shown where no brief is at hand. */
export const SEATS: readonly Seat[] = seatAdvocates(2, []);

export function seatsFor(brief: Brief, settings: MergeSettings): readonly Seat[] {
  const { generate, agents } = settings;
  const written = generate === null ? [] : agents.map(({ model }) => model);
  const variants = generate === null ? variantSources(brief).length : agents.length;
  return seatAdvocates(Math.min(variants, MOST_VARIANTS), written);
}

/** The given drafts in the order of input. */
export function variantSources({ sources }: Brief): Source[] {
  const numbered = sources.flatMap((source) => {
    const number = /^variant-([1-9]\d*)$/.exec(source.id)?.[1];
    return number === undefined ? [] : [{ source, number: Number(number) }];
  });
  return numbered.toSorted((a, b) => a.number - b.number).map(({ source }) => source);
}

/** What the variants were written from, or are measured against. */
export function originalSource({ sources }: Brief): Source | undefined {
  return sources.find(({ id }) => id === "source");
}

/** A0b: the text that all variants are versions of. */
export function ancestorSource({ sources }: Brief): Source | undefined {
  return sources.find(({ id }) => id === "ancestor");
}

/** Ambiguity t: an author argues for its own variant; scores come from another session, and another model if there is one. */
function seatAdvocates(variants: number, models: readonly string[]): Seat[] {
  const numbers = Array.from({ length: variants }, (_, index) => index + 1);
  const seat = (role: string, number: number): Seat => {
    const model = models[number - 1];
    const name = `${role === AUTHOR ? "Author" : "Advocate"} ${formatVariantLabel(number)}`;
    return {
      id: `${role}-${number}`,
      name,
      role,
      stance: null,
      ...(model !== undefined && { model }),
    };
  };
  const [first] = models;
  const other = models.find((model) => model !== first) ?? first;
  return [
    ...numbers.map((number) => seat(ADVOCATE, number)),
    ...(models.length > 0 ? numbers.map((number) => seat(AUTHOR, number)) : []),
    createOffice(ANALYST, "Analyst", first),
    createOffice(EVALUATOR, "Evaluator", other),
  ];
}

function createOffice(id: string, name: string, model: string | undefined): Seat {
  return { id, name, role: id, stance: null, ...(model !== undefined && { model }) };
}
