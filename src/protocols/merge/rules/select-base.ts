/** A31, A33, a, b, u, K2: the score of each variant and the choice among the best. Scores are compared unrounded. */
import {
  compareFractions,
  type ExactFraction,
  createFraction,
  subtractFractions,
  addFractions,
  multiplyFractions,
} from "../../../documents/exact-fraction.ts";
import { CRITERIA } from "./criteria.ts";

/** What the choice of a base looks at. */
export interface Candidate {
  readonly variant: number;
  readonly quant: ExactFraction;
  /** Criteria met, of 25; null where nobody judged. */
  readonly met: number | null;
  /** Of those, the ones of correctness. */
  readonly correctness: number | null;
  /** Points of the debate that it won. */
  readonly won: number;
  /** A person prefers it where scores are close. */
  readonly preferred?: boolean;
  /** When it was last changed, in ms; null or absent where nobody says. */
  readonly changedAt?: number | null;
  /** Distinct lines. The draft that says most needs the fewest additions. */
  readonly lines?: number;
}

export type TiebreakLevel =
  | "score"
  | "preference"
  | "points"
  | "correctness"
  | "recency"
  | "length"
  | "order";

interface Selection {
  readonly variant: number;
  /** What decided: the score alone, or the step of the tiebreak that did. */
  readonly level: TiebreakLevel;
  /** Variants within 0.05 of the best score, it included. */
  readonly contenders: readonly number[];
  /** Of those, the ones within 0.05 of the best share of points won. */
  readonly level2: readonly number[];
}

/** What became the base, and who said so. */
export interface BaseChoice {
  readonly variant: number;
  /** Null where the variants are substantially identical and nothing was scored. */
  readonly selection: Selection | null;
  readonly candidates: readonly Candidate[];
  /** A person's choice takes precedence over the score's. */
  readonly byPerson: boolean;
}

const HALF = createFraction(1, 2);
const CLOSE = createFraction(1, 20);

/** 0.5·quant + 0.5·qual; the metrics alone where nobody judged. */
export function computeCandidateScore({
  quant,
  met,
}: Pick<Candidate, "quant" | "met">): ExactFraction {
  if (met === null) return quant;
  return multiplyFractions(HALF, addFractions([quant, createFraction(met, CRITERIA.length)]));
}

/** The candidates come in input order; `decided` is the number of points that have a winner. */
export function selectBase(candidates: readonly Candidate[], decided: number): Selection {
  const ranked = candidates.toSorted((a, b) =>
    compareFractions(computeCandidateScore(b), computeCandidateScore(a)),
  );
  const [best] = ranked;
  if (!best) throw new TypeError("A base is chosen among variants.");
  const close = candidates.filter(
    (one) =>
      compareFractions(
        subtractFractions(computeCandidateScore(best), computeCandidateScore(one)),
        CLOSE,
      ) < 0,
  );
  const contenders = close.map(({ variant }) => variant);
  if (close.length === 1) {
    return { variant: best.variant, level: "score", contenders, level2: contenders };
  }
  const preferred = close.find((one) => one.preferred === true);
  if (preferred) {
    return { variant: preferred.variant, level: "preference", contenders, level2: contenders };
  }
  const most = Math.max(...close.map(({ won }) => won));
  // a difference of shares below 1/20, without dividing
  const even = close.filter(({ won }) => (most - won) * 20 < decided || won === most);
  const level2 = even.map(({ variant }) => variant);
  const [first, second] = even;
  if (first && !second) return { variant: first.variant, level: "points", contenders, level2 };
  const steps: readonly (readonly [TiebreakLevel, (one: Candidate) => number])[] = [
    ["correctness", ({ correctness }) => correctness ?? 0],
    ["recency", ({ changedAt }) => changedAt ?? 0],
    ["length", ({ lines }) => lines ?? 0],
  ];
  let left: readonly Candidate[] = even;
  for (const [level, measure] of steps) {
    // a date that one of them lacks tells nothing
    if (level === "recency" && left.some(({ changedAt }) => (changedAt ?? null) === null)) continue;
    const best = Math.max(...left.map(measure));
    left = left.filter((one) => measure(one) === best);
    const [only, other] = left;
    if (only && !other) return { variant: only.variant, level, contenders, level2 };
  }
  return { variant: (left[0] ?? best).variant, level: "order", contenders, level2 };
}
