/** One item of an evaluation, whatever file it came from: a question with a known answer, a text with known defects, or a decision. */

export interface EvalOption {
  readonly id: string;
  readonly text: string;
}

/** How an answer in words is checked; the first that fits is enough. */
export type AnswerCheck =
  | { readonly kind: "numeric"; readonly value: number; readonly tolerance: number }
  | { readonly kind: "equals" | "contains" | "matches"; readonly words: string };

/** A defect that was planted. It counts as found where a finding has a word of every group. */
export interface PlantedFlaw {
  readonly id: string;
  readonly kind: string;
  /** What is wrong, for whoever reads the report. */
  readonly gold: string;
  readonly signs: readonly (readonly string[])[];
}

export interface EvalItem {
  readonly id: string;
  /** `open`: a decision without a known answer, where only the process is measured. */
  readonly kind: "choice" | "text" | "review" | "open";
  readonly question: string;
  readonly options: readonly EvalOption[];
  /** Id of the right option. */
  readonly answer: string | null;
  readonly accepts: readonly AnswerCheck[];
  readonly flaws: readonly PlantedFlaw[];
  readonly context: string;
  readonly sources: readonly { readonly title: string; readonly text: string }[];
  readonly cluster: string | null;
  readonly split: string | null;
  readonly weight: number;
}

const NUMBER = /-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/g;

/** Whether words are the answer. A number is the last one said, as people end with it. */
export function acceptsAnswer(checks: readonly AnswerCheck[], given: string): boolean {
  const words = normalizeWords(given);
  return checks.some((check) => {
    switch (check.kind) {
      case "numeric": {
        const said = given.match(NUMBER)?.at(-1);
        return (
          said !== undefined &&
          Math.abs(Number(said.replaceAll(",", "")) - check.value) <= check.tolerance
        );
      }
      case "equals":
        return words === normalizeWords(check.words);
      case "contains":
        return words.includes(normalizeWords(check.words));
      case "matches":
        return compilePattern(check.words)?.test(given) ?? false;
    }
  });
}

/** Undefined where the pattern is none, or so long that it could run for ever. */
export function compilePattern(words: string): RegExp | undefined {
  if (words.length > 200) return undefined;
  try {
    return new RegExp(words, "iu");
  } catch {
    return undefined;
  }
}

export function normalizeWords(words: string): string {
  return words
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/gu, " ")
    .replace(/^[\s"'.]+|[\s"'.!]+$/gu, "");
}

/** Whether one finding names a planted flaw: a word of every group, as a word begins or as a figure stands. */
export function namesFlaw({ signs }: Pick<PlantedFlaw, "signs">, finding: string): boolean {
  const words = normalizeWords(finding);
  return signs.every((group) => group.some((sign) => hasSign(words, normalizeWords(sign))));
}

function hasSign(words: string, sign: string): boolean {
  for (let at = words.indexOf(sign); at !== -1; at = words.indexOf(sign, at + 1)) {
    const before = words[at - 1] ?? " ";
    const isFigure = /\d$/.test(sign) && /^(?:\d|[.,]\d)/.test(words.slice(at + sign.length));
    const isLater =
      /[\p{L}\p{N}]/u.test(before) ||
      (/^\d/.test(sign) && /[.,]/.test(before) && /\d/.test(words[at - 2] ?? " "));
    if (!isLater && !isFigure) return true;
  }
  return false;
}
