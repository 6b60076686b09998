/** Changes of position from round to round, and what they follow: truth, the majority, or another's words (R2, R6). */
import type { ConfidenceInterval } from "../../audit/statistics/statistics.ts";
import type { CellTurn } from "../cells/read-cell.ts";
import { drawClusteredInterval } from "../statistics/paired-comparison.ts";
import { countShare, type CountedShare } from "./rates.ts";

/** The positions of one debate; `truth` is null where it is not known. */
export interface TalkRecord {
  readonly item: string;
  readonly truth: string | null;
  readonly turns: readonly Pick<CellTurn, "seat" | "round" | "position">[];
}

export interface FlipMetrics {
  readonly rightToWrong: CountedShare;
  readonly wrongToRight: CountedShare;
  readonly wrongToOther: CountedShare;
  /** 95 % over whole items: turns of one item are not independent. */
  readonly rightToWrongInterval: ConfidenceInterval;
  readonly wrongToRightInterval: ConfidenceInterval;
  /** Right answers won less right answers lost, per seat and round. */
  readonly netCorrection: number | null;
  /** P(changes | was wrong) - P(changes | was right). */
  readonly selectivity: number | null;
  /** Individual accuracy below which such a debate helps: a / (a + b). */
  readonly breakEven: number | null;
}

interface SeatStep {
  readonly before: string;
  readonly after: string;
  readonly truth: string;
}

/** Each seat's position, round by round; a round without one is skipped. */
function listSeatSteps({ turns, truth }: TalkRecord): SeatStep[] {
  if (truth === null) return [];
  return [...Map.groupBy(turns, ({ seat }) => seat).values()].flatMap((own) => {
    const held = own
      .toSorted((a, b) => a.round - b.round)
      .flatMap(({ position }) => position ?? []);
    return held.slice(1).map((after, index) => ({ before: held[index] ?? after, after, truth }));
  });
}

export function computeFlipMetrics(
  talks: readonly TalkRecord[],
  seed: string | number,
): FlipMetrics {
  const perItem = talks.map(listSeatSteps);
  const steps = perItem.flat();
  const wasRight = steps.filter(({ before, truth }) => before === truth);
  const wasWrong = steps.filter(({ before, truth }) => before !== truth);
  const lost = wasRight.filter(({ after, truth }) => after !== truth).length;
  const won = wasWrong.filter(({ after, truth }) => after === truth).length;
  const other = wasWrong.filter(
    ({ before, after, truth }) => after !== truth && after !== before,
  ).length;
  const rightToWrong = countShare(lost, wasRight.length);
  const wrongToRight = countShare(won, wasWrong.length);
  const a = wrongToRight.share;
  const b = rightToWrong.share;
  const spread = (
    isBase: (step: SeatStep) => boolean,
    isHit: (step: SeatStep) => boolean,
  ): ConfidenceInterval =>
    drawClusteredInterval(
      perItem.map((own) => own.filter(isBase).map((step) => Number(isHit(step)))),
      { seed },
    );
  return {
    rightToWrong,
    wrongToRight,
    wrongToOther: countShare(other, wasWrong.length),
    rightToWrongInterval: spread(
      ({ before, truth }) => before === truth,
      ({ after, truth }) => after !== truth,
    ),
    wrongToRightInterval: spread(
      ({ before, truth }) => before !== truth,
      ({ after, truth }) => after === truth,
    ),
    netCorrection: steps.length === 0 ? null : (won - lost) / steps.length,
    selectivity:
      wasWrong.length === 0 || wasRight.length === 0
        ? null
        : (won + other) / wasWrong.length - lost / wasRight.length,
    breakEven: a === null || b === null || a + b === 0 ? null : a / (a + b),
  };
}

export interface ConformityMetrics {
  /** Pairs of seats that disagreed before a round. */
  readonly disagreements: number;
  readonly conformity: CountedShare;
  readonly obstinacy: CountedShare;
  /** Conformity less obstinacy. */
  readonly delta: number | null;
  /** Changes that went to what most held before, of all changes. */
  readonly modalAdoption: CountedShare;
  /** Of items where seats disagreed and one was right at first, those that ended wrong. */
  readonly truthLost: CountedShare;
}

/** R2: where two seats disagreed, did one take the other's position or keep its own? */
export function computeConformity(talks: readonly TalkRecord[]): ConformityMetrics {
  let disagreements = 0;
  let conformed = 0;
  let kept = 0;
  let changes = 0;
  let modal = 0;
  let contested = 0;
  let lost = 0;
  for (const { turns, truth } of talks) {
    const rounds = [...Map.groupBy(turns, ({ round }) => round)]
      .sort(([a], [b]) => a - b)
      .map(
        ([, row]) =>
          new Map(
            row.flatMap(({ seat, position }) =>
              position === null ? [] : [[seat, position] as const],
            ),
          ),
      );
    for (const [index, after] of rounds.entries()) {
      const before = rounds[index - 1];
      if (!before) continue;
      const leader = findLeader([...before.values()]);
      for (const [seat, held] of after) {
        const own = before.get(seat);
        if (own === undefined) continue;
        if (held !== own) {
          changes += 1;
          if (held === leader) modal += 1;
        }
        for (const [other, position] of before) {
          if (other === seat || position === own) continue;
          disagreements += 1;
          if (held === position) conformed += 1;
          if (held === own) kept += 1;
        }
      }
    }
    const first = [...(rounds[0]?.values() ?? [])];
    if (truth === null || rounds.length < 2 || new Set(first).size < 2 || !first.includes(truth))
      continue;
    contested += 1;
    if (findLeader([...(rounds.at(-1)?.values() ?? [])]) !== truth) lost += 1;
  }
  return {
    disagreements,
    conformity: countShare(conformed, disagreements),
    obstinacy: countShare(kept, disagreements),
    delta: disagreements === 0 ? null : (conformed - kept) / disagreements,
    modalAdoption: countShare(modal, changes),
    truthLost: countShare(lost, contested),
  };
}

/** Null for a tie. */
export function findLeader(positions: readonly string[]): string | null {
  const counts = [...Map.groupBy(positions, (one) => one)].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const [first, second] = counts;
  return first && first[1].length > (second?.[1].length ?? 0) ? first[0] : null;
}
