/** K3, K4: who was missing when, and whose replies had to be requested again. */
import type { RecordedAbsence } from "../../../domain/outcome/outcome.ts";
import type { Turn } from "../../../domain/round.ts";
import type { BoardHearing } from "./board-debate.ts";
import type { Drafted } from "./closing/synthesis.ts";

export function absencesIn(hearing: BoardHearing, drafted: Drafted | null): RecordedAbsence[] {
  return turnsIn(hearing, drafted).flatMap((turn) => {
    if (turn.kind !== "absent") return [];
    const { by, key, reason, detail } = turn;
    return [{ by, step: key.split("/", 1)[0] ?? key, reason, detail }];
  });
}

export function repairsIn(hearing: BoardHearing, drafted: Drafted | null): number {
  return turnsIn(hearing, drafted).filter(({ repaired }) => repaired).length;
}

/** Every turn of the debate: statements, then round by round with its gate and poll, then phase 3. */
function turnsIn(hearing: BoardHearing, drafted: Drafted | null): Turn<unknown>[] {
  const { statements, rounds, gates, polls } = hearing;
  const exchanged = rounds.flatMap((responses, index) => {
    const round = index + 1;
    return [
      ...listAllTurns(responses),
      ...gates.filter((gate) => gate.round === round).map(({ turn }) => turn),
      ...polls
        .filter((poll) => poll.round === round)
        .flatMap(({ ballots }) => listAllTurns(ballots)),
    ];
  });
  return [...listAllTurns(statements), ...exchanged, ...(drafted ? closingTurns(drafted) : [])];
}

function closingTurns({ tries, reviews, correction, rechecks }: Drafted): Turn<unknown>[] {
  return [
    ...tries,
    ...(reviews ? listAllTurns(reviews) : []),
    ...(correction ? [correction] : []),
    ...(rechecks ? listAllTurns(rechecks) : []),
  ];
}

function listAllTurns<Reply>(round: {
  spoken: readonly Turn<Reply>[];
  absent: readonly Turn<Reply>[];
}): Turn<Reply>[] {
  return [...round.spoken, ...round.absent];
}
