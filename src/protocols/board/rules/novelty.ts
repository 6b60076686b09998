/** F27: measures how much of a round was new. Code counts; the gate reviewer judges whether that is new information. */
import type { BoardPoint, RoundFigures } from "../prompts/prompt-input.ts";
import { type BoardHearing, pointsBefore } from "./board-debate.ts";
import { changesIn } from "./changes.ts";
import { formalDissents } from "./closing/dissents.ts";
import { createPointIndex, listCheckedEvidence } from "./point-index.ts";
import { listTurnPoints } from "./points.ts";
import { rememberPerHearing } from "./remember.ts";

export interface RoundSummary {
  readonly figures: RoundFigures;
  readonly new_points: readonly BoardPoint[];
  readonly repeated_points: readonly BoardPoint[];
}

export function findRoundSummary(hearing: BoardHearing, round: number): RoundSummary {
  const known = summaries(hearing);
  const found = known.get(round) ?? summarizeRound(hearing, round);
  known.set(round, found);
  return found;
}

const summaries = rememberPerHearing(() => new Map<number, RoundSummary>());

function summarizeRound(hearing: BoardHearing, round: number): RoundSummary {
  const spoken = hearing.rounds[round - 1]?.spoken ?? [];
  const before = pointsBefore(hearing, round);
  const points = spoken.flatMap(listTurnPoints);
  const quoted = new Set(before.flatMap(listCheckedEvidence));
  const index = createPointIndex();
  for (const point of before) index.add(point);
  const fresh = points.filter((point) => {
    const isNew = index.isNew(point);
    index.add(point);
    return isNew;
  });
  const dissents = formalDissents(hearing);
  const moved = {
    new_evidence: new Set(points.flatMap(listCheckedEvidence).filter((one) => !quoted.has(one)))
      .size,
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

/** F27: the reviewer halted although code counted something new in one of the last two rounds. */
export function isHaltAgainstFigures(hearing: BoardHearing): boolean {
  const last = hearing.rounds.length;
  return (
    hearing.way === "gate" &&
    [last - 1, last].some((round) => !findRoundSummary(hearing, round).figures.stale)
  );
}
