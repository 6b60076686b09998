/**
 * F27: measures how much of a round was new. Code counts; the gate reviewer judges whether that is new information.
 * Words alone do not tell: two seats say the same in other words. So a point also repeats if the same seat has attacked
 * or supported the same point before and brings no new evidence for it.
 */
import type { Claim } from "../../../domain/claim.ts";
import { foldText } from "../../../domain/evidence.ts";
import { countSharedRuns, listWordTriples } from "../../../text/novelty.ts";
import { listNamingWords } from "../../../text/substance.ts";
import type { BoardPoint, RoundFigures } from "../prompts/prompt-input.ts";
import { type BoardHearing, pointsBefore } from "./board-debate.ts";
import { changesIn } from "./changes.ts";
import { formalDissents } from "./dissents.ts";
import { listTurnPoints, readPointWords } from "./points.ts";

export interface RoundSummary {
  readonly figures: RoundFigures;
  readonly new_points: readonly BoardPoint[];
  readonly repeated_points: readonly BoardPoint[];
}

export function summaryOf(hearing: BoardHearing, round: number): RoundSummary {
  const spoken = hearing.rounds[round - 1]?.spoken ?? [];
  const before = pointsBefore(hearing, round);
  const points = spoken.flatMap(listTurnPoints);
  const quoted = new Set(before.flatMap(listCheckedEvidence));
  const isNew = createNoveltyCheck(before, quoted);
  const fresh = points.filter((point, place) => isNew(point, points.slice(0, place)));
  const dissents = formalDissents(hearing);
  const moved = {
    new_evidence: new Set(
      points.flatMap(listCheckedEvidence).filter((evidence) => !quoted.has(evidence)),
    ).size,
    new_risks: fresh.filter(({ kind }) => kind === "risk").length,
    changes: changesIn(hearing).filter((change) => change.round === round).length,
    dissents_filed: dissents.filter((one) => one.round === round).length,
    dissents_withdrawn: dissents.filter(({ withdrawal }) => withdrawal?.round === round).length,
  };
  const isStill = Object.values(moved).every((count) => count === 0);
  return {
    figures: {
      round,
      voices: spoken.length,
      points: points.length,
      new_points: fresh.length,
      ...moved,
      stale: isStill && 4 * fresh.length <= points.length,
    },
    new_points: fresh,
    repeated_points: points.filter((point) => !fresh.includes(point)),
  };
}

function listCheckedEvidence({ evidence }: Claim): string[] {
  return evidence
    .filter(({ verified }) => verified)
    .map(({ source, quote }) => `${source}: ${foldText(quote)}`);
}

function createNoveltyCheck(
  before: readonly BoardPoint[],
  quoted: ReadonlySet<string>,
): (point: BoardPoint, beside: readonly BoardPoint[]) => boolean {
  return (point, beside) => {
    const brings = listCheckedEvidence(point).some((evidence) => !quoted.has(evidence));
    const isOwnRepeat = before.some(
      ({ by, about, side }) => by === point.by && about === point.about && side === point.side,
    );
    if (isOwnRepeat && isAnswer(point) && !brings) return false;
    return ![...before, ...beside].some((earlier) => saysTheSame(point, earlier));
  };
}

function isAnswer({ kind }: BoardPoint): boolean {
  return kind === "agreement" || kind === "disagreement";
}

/** Half of its runs of three words, or most of the words that name something, stand in the other. */
export function saysTheSame(
  point: Pick<BoardPoint, "text" | "detail">,
  earlier: Pick<BoardPoint, "text" | "detail">,
): boolean {
  const [own, other] = [readPointWords(point), readPointWords(earlier)];
  const runs = listWordTriples(own);
  if (2 * countSharedRuns(runs, listWordTriples(other)) >= runs.size) return true;
  const [names, known] = [listStems(own), listStems(other)];
  const shared = [...names].filter((word) => known.has(word)).length;
  return names.size >= FEWEST_NAMES && 3 * shared >= 2 * names.size;
}

/** Fewer names than this occur together by chance. */
const FEWEST_NAMES = 5;

function listStems(words: string): ReadonlySet<string> {
  return new Set([...listNamingWords(words)].map((word) => word.slice(0, 5)));
}

/** F27: the reviewer halted although code counted something new in one of the last two rounds. */
export function isHaltAgainstFigures(hearing: BoardHearing): boolean {
  const last = hearing.rounds.length;
  return (
    hearing.way === "gate" &&
    [last - 1, last].some((round) => !summaryOf(hearing, round).figures.stale)
  );
}
