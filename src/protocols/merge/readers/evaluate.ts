/** The built-in evaluator: 25 criteria for every variant by rule, each with a quote that shows it. */
import { findContradictionsWithin } from "../../../documents/contradictions/find-contradictions.ts";
import type { ParsedDocument } from "../../../documents/document.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import type {
  Appraisal,
  EvaluateMatter,
  MergeEvaluation,
  ReEvaluateMatter,
  VariantRead,
} from "../prompts/prompt-input.ts";
import { type CriterionFinding, RULES, type CriterionContext } from "./criteria.ts";
import { REQUIREMENT } from "./lexicon.ts";
import { outlineOf } from "./outline.ts";
import { cut, type VariantReading, readingsOf } from "./reading.ts";

export async function evaluate({
  variants,
  criteria,
  brief,
}: EvaluateMatter): Promise<MergeEvaluation> {
  const wanted = variants.flatMap(({ variant }) =>
    criteria.map(({ id }) => ({ variant, criterion: id })),
  );
  return appraised(variants, wanted, sourceText(brief));
}

/** The rules have not changed, so neither has the verdict; only what was disputed is given again. */
export async function reEvaluate({
  variants,
  disputes,
  brief,
}: ReEvaluateMatter): Promise<MergeEvaluation> {
  return appraised(variants, disputes, sourceText(brief));
}

function sourceText({ sources }: EvaluateMatter["brief"]): string {
  return sources.find(({ id }) => id === "source")?.text ?? "";
}

type Wanted = { readonly variant: number; readonly criterion: string };

async function appraised(
  variants: readonly VariantRead[],
  wanted: readonly Wanted[],
  source: string,
): Promise<MergeEvaluation> {
  const readings = await readingsOf(variants);
  const breathe = createEventLoopYielder();
  const required = requirementsIn(source, readings);
  const seen = new Map<number, CriterionContext>();
  for (const reading of readings) {
    const { variant } = reading;
    const contradictions = await contradictionsIn(variant);
    seen.set(variant.variant, {
      reading,
      readings,
      outline: outlineOf(variant),
      contradictions,
      required,
    });
  }
  const appraisals: Appraisal[] = [];
  for (const { variant, criterion } of wanted) {
    const finding = RULES[criterion]?.(seenOf(seen, variant)) ?? UNKNOWN;
    appraisals.push(appraisal({ variant, criterion }, finding));
    await breathe();
  }
  return { appraisals };
}

/** Counted once for a variant, as its sentences are. */
const counted = new WeakMap<object, Promise<number>>();

function contradictionsIn(variant: VariantRead): Promise<number> {
  const known =
    counted.get(variant.blocks) ??
    findContradictionsWithin(variant as ParsedDocument, createEventLoopYielder()).then(
      (found) => found.length,
    );
  counted.set(variant.blocks, known);
  return known;
}

/** The source's requirements by id; without a source, those that any variant names. */
function requirementsIn(source: string, readings: readonly VariantReading[]): ReadonlySet<string> {
  const own = source.match(REQUIREMENT) ?? [];
  if (own.length > 0) return new Set(own);
  return new Set(readings.flatMap(({ variant }) => variant.text.match(REQUIREMENT) ?? []));
}

function seenOf(seen: ReadonlyMap<number, CriterionContext>, variant: number): CriterionContext {
  const found = seen.get(variant);
  if (!found) throw new TypeError(`There is no variant ${variant} to judge.`);
  return found;
}

const UNKNOWN: CriterionFinding = { met: false, quote: null, claim: "There is no rule for it" };

/** Words that cannot be quoted prove nothing, so a rule that found none is not met. */
function appraisal(place: Wanted, { met, quote, claim }: CriterionFinding): Appraisal {
  const shown = quote === null ? "" : cut(quote).trim();
  const proven = met && /[\p{L}\p{N}]{3}/u.test(shown);
  return {
    ...place,
    claim: `${proven ? "Met" : "Not met"}: ${claim}.`,
    quote: shown === "" ? null : shown,
    verdict: proven ? "MET" : "NOT MET",
  };
}
