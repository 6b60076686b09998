/** The points at which phase 2 may end: a lost seat, the gate, the poll. */
import type { Floor } from "../../../protocol.ts";
import { pollTheTable, reviewTheRounds } from "../prompts/gate-asks.ts";
import {
  listActiveSeats,
  type BoardHearing,
  isUnaffordable,
  newlyLost,
  type Ruling,
  type Way,
} from "./board-debate.ts";
import { aboutTheDispute, aboutTheLost, gateDecision, pollCount } from "./gate.ts";

export function decideWay(hearing: BoardHearing, way: Way): BoardHearing {
  return hearing.way === null ? { ...hearing, way } : hearing;
}

/** F14: two voices are the least that can debate, and without contrarian or moonshot a person is asked. */
export async function takeAttendance(floor: Floor, hearing: BoardHearing): Promise<BoardHearing> {
  if (listActiveSeats(hearing).length < 2) return decideWay(hearing, "silence");
  if (isOutOfMeans(hearing)) return decideWay(hearing, "limit");
  const lost = newlyLost(hearing);
  if (lost.length === 0) return hearing;
  const round = hearing.rounds.length;
  const escalation = aboutTheLost(lost);
  const answer = await floor.escalate(`lost-${round}`, escalation);
  const seats = lost.map(({ id }) => id);
  const { question } = escalation;
  const ruled = withRuling(hearing, { ...answer, round, about: "lost", question, seats });
  return answer.choice === "stop" ? decideWay(ruled, "stopped") : ruled;
}

/** K12: a round in which nobody could be asked any more; another would be the same. */
function isOutOfMeans({ rounds }: BoardHearing): boolean {
  const { spoken = [], absent = [] } = rounds.at(-1) ?? {};
  return spoken.length === 0 && absent.length > 0 && absent.every(isUnaffordable);
}

/** F27: the reviewer's absence never halts anything. */
export async function passTheGate(floor: Floor, hearing: BoardHearing): Promise<BoardHearing> {
  const round = hearing.rounds.length;
  const reviewer = hearing.gate;
  if (!reviewer) return hearing;
  const ask = reviewTheRounds(hearing, reviewer, floor.fence);
  const turn = await floor.ask(`gate-${round}`, reviewer, ask);
  const reviewed = { ...hearing, gates: [...hearing.gates, { round, turn }] };
  switch (gateDecision(reviewed)) {
    case "CONTINUE":
      return reviewed;
    case "HALT":
      return decideWay(reviewed, "gate");
    case "ESCALATE": {
      const escalation = aboutTheDispute(turn.kind === "spoken" ? turn.reply.reason : "");
      const answer = await floor.escalate(`dispute-${round}`, escalation);
      const { question } = escalation;
      const ruled = withRuling(reviewed, { ...answer, round, about: "gate", question, seats: [] });
      if (answer.choice === "stop") return decideWay(ruled, "stopped");
      return answer.choice === "synthesize" ? decideWay(ruled, "person") : ruled;
    }
  }
}

/** F28: everyone still at the table is asked; two thirds of the whole roster move on. */
export async function holdPoll(floor: Floor, hearing: BoardHearing): Promise<BoardHearing> {
  const round = hearing.rounds.length;
  const ballots = await floor.round(`poll-${round}`, listActiveSeats(hearing), (seat) =>
    pollTheTable(hearing, seat, floor.fence),
  );
  const poll = { round, ballots };
  const polled = { ...hearing, polls: [...hearing.polls, poll] };
  return pollCount(hearing, poll).passed ? decideWay(polled, "poll") : polled;
}

function withRuling(hearing: BoardHearing, ruling: Ruling): BoardHearing {
  return { ...hearing, rulings: [...hearing.rulings, ruling] };
}
