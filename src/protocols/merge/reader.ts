/**
 * The built-in reader of `merge`: it quotes the drafts and judges nothing. On every point it says that it cannot tell,
 * so the base stays as it is but for what only one side changed.
 */
import { type PromptInput, ModelError } from "../../model.ts";
import type { MergeFindings } from "./prompts/finding-input.ts";
import type {
  AdvocateRebuttal,
  AdvocateStatement,
  Appraisal,
  CloseMatter,
  EvaluateMatter,
  FinalArgument,
  MergeEvaluation,
  MergeRebutInput,
  MergeStateInput,
  PointRead,
  ReEvaluateMatter,
  VariantRead,
  Winner,
} from "./prompts/prompt-input.ts";
import { variantSource } from "./prompts/prompt-input.ts";

export const mergeReaders: Readonly<Record<string, (promptInput: PromptInput) => unknown>> = {
  "merge.write": () => {
    throw new ModelError(
      "unavailable",
      "The built-in readers compare documents and cannot write one.",
    );
  },
  "merge.find": (): MergeFindings => ({ findings: [], corrections: [] }),
  "merge.state": (matter) => state(matter as MergeStateInput),
  "merge.rebut": (matter) => rebut(matter as MergeRebutInput),
  "merge.close": (matter) => close(matter as CloseMatter),
  "merge.evaluate": (matter) => evaluate(matter as EvaluateMatter),
  "merge.re-evaluate": (matter) => evaluateAgain(matter as ReEvaluateMatter),
};

function state({ variants, points, own, voted }: MergeStateInput): AdvocateStatement {
  const mine = variants.find(({ variant }) => variant === own);
  const others = variants.filter(({ variant }) => variant !== own);
  return {
    summary: `The built-in reader speaks for Variant ${mine?.label ?? own}. It compares words and does not judge them.`,
    strengths: [
      {
        text: `Variant ${mine?.label ?? own} can be quoted on what it is about.`,
        evidence: mine ? [{ source: variantSource(own), quote: readFirstWords(mine) }] : [],
      },
    ],
    steelmen: others.map((other) => ({
      variant: other.variant,
      text: `Variant ${other.label} is best heard in its own words, because a reader that judges nothing cannot argue for it: “${readFirstWords(other)}”.`,
    })),
    weaknesses: [],
    concessions: [],
    winners: points.filter(({ id }) => voted.includes(id)).map(abstain),
  };
}

function rebut({ criticisms }: MergeRebutInput): AdvocateRebuttal {
  return {
    responses: criticisms.map(({ id }) => ({
      criticism: id,
      answer: "partly",
      text: `The built-in reader can neither refute ${id} nor confirm it: that takes judgement.`,
      evidence: [],
    })),
    assessments: [],
    concessions: [],
    changes: [],
  };
}

function close({ points, unresolved }: CloseMatter): FinalArgument {
  return {
    argument: "The built-in reader has nothing to add: what is open takes judgement.",
    concessions: [],
    winners: points
      .filter(({ id }) => unresolved.includes(id))
      .map((point) => ({ ...abstain(point), causes: [], evidence: [] })),
  };
}

/** The 25 questions take judgement. The same answer for every draft favours none of them. */
function evaluate({ variants, criteria }: EvaluateMatter): MergeEvaluation {
  const appraisals = variants.flatMap(({ variant }) =>
    criteria.map(({ id }): Appraisal => ({
      variant,
      criterion: id,
      claim: "Not judged: the built-in reader compares words only.",
      quote: null,
      verdict: "NOT MET",
    })),
  );
  return { appraisals };
}

function evaluateAgain({ disputes }: ReEvaluateMatter): MergeEvaluation {
  return {
    appraisals: disputes.map(({ variant, criterion }) => ({
      variant,
      criterion,
      claim: "Not judged: the built-in reader compares words only.",
      quote: null,
      verdict: "NOT MET",
    })),
  };
}

/** More words, or newer ones, are not better words. */
function abstain({ id }: PointRead): Winner {
  return {
    point: id,
    variant: 0,
    instead: "cannot-tell",
    pieces: null,
    section: null,
    because: "Words alone do not tell which is better, so the base keeps its own.",
  };
}

const LONGEST_QUOTE = 160;

/** The first words of a draft's text, as they stand there. */
function readFirstWords({ blocks, text }: VariantRead): string {
  const block = blocks.find(({ kind }) => kind === "paragraph") ?? blocks[0];
  const line = text
    .slice(block?.start ?? 0, block?.end ?? text.length)
    .trim()
    .split("\n", 1)[0];
  const words = (line ?? "").trim();
  if (words.length <= LONGEST_QUOTE) return words;
  const cut = words.slice(0, LONGEST_QUOTE);
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST_QUOTE / 2)).trimEnd();
}
