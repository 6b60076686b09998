/** F27, F28: when phase 2 may end, by the gate reviewer's verdict and the poll. */
import { reachesShare, TWO_THIRDS } from "../../../domain/outcome/tally.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Escalation } from "../../../protocol.ts";
import type { GateDecision } from "../prompts/prompt-input.ts";
import type { BoardHearing } from "./board-debate.ts";
import { isLeaderNew } from "./positions.ts";

/** Rounds the reviewer has not spoken of yet; after an absence the missed one is among them. */
export function unjudgedRounds({ rounds, gates }: BoardHearing): number[] {
  const judged = new Set(gates.flatMap(({ turn }) => judgementsIn(turn)).map(({ round }) => round));
  return rounds.map((_, index) => index + 1).filter((round) => !judged.has(round));
}

/** Rounds the reviewer found without new information. A round nobody judged is never one of them. */
export function judgedStale({ gates }: BoardHearing): number[] {
  return gates
    .flatMap(({ turn }) => judgementsIn(turn))
    .filter(({ new_information }) => !new_information)
    .map(({ round }) => round);
}

function judgementsIn(turn: BoardHearing["gates"][number]["turn"]) {
  return turn.kind === "spoken" ? turn.reply.rounds : [];
}

/** What the gate amounts to after the last round: its word counts only after two stale rounds running. */
export function gateDecision(hearing: BoardHearing): GateDecision {
  const last = hearing.rounds.length;
  const latest = hearing.gates.at(-1);
  if (latest?.round !== last || latest.turn.kind === "absent") return "CONTINUE";
  const stale = judgedStale(hearing);
  const circular = stale.includes(last) && stale.includes(last - 1);
  return circular && last >= hearing.settings.min_rounds ? latest.turn.reply.decision : "CONTINUE";
}

/**
 * F28: a request counts once the least number of rounds is over, and until a poll has answered it. There is no poll
 * in a round that brought a new leader: it has to be attacked once.
 */
export function isPollDue(hearing: BoardHearing): boolean {
  const { rounds, polls, settings } = hearing;
  if (rounds.length < settings.min_rounds || isLeaderNew(hearing)) return false;
  const answered = polls.at(-1)?.round ?? 0;
  return rounds
    .slice(answered)
    .some(({ spoken }) => spoken.some(({ reply }) => reply.request_synthesis));
}

export interface PollCount {
  readonly yes: number;
  readonly of: number;
  readonly passed: boolean;
}

/** K4: 3·yes ≥ 2·N over the whole roster. Who is absent or lost is not a yes, and does not make the rest weigh more. */
export function pollCount(
  { seats }: Pick<BoardHearing, "seats">,
  { ballots }: BoardHearing["polls"][number],
): PollCount {
  const of = seats.length;
  const yes = ballots.spoken.filter(({ reply }) => reply.vote === "yes").length;
  return { yes, of, passed: reachesShare(TWO_THIRDS, yes, of) };
}

/** F14: these seats are never optional, so a person says whether to go on. */
export function aboutTheLost(lost: readonly Participant[]): Escalation {
  const names = lost.map(({ name }) => name).join(" and ");
  return {
    question: `No answer comes from the ${names} any more, and every board needs both. Go on all the same?`,
    choices: [
      { id: "continue-without", label: `Go on without the ${names}; the outcome will say so` },
      { id: "stop", label: "Stop here, with everything said so far kept" },
    ],
  };
}

/** F27: the reviewer finds the disagreement fundamental. */
export function aboutTheDispute(reason: string): Escalation {
  return {
    question: `The debate repeats itself, and the gate reviewer calls the disagreement fundamental: ${reason}`,
    choices: [
      { id: "continue", label: "Let them go on for another round" },
      { id: "synthesize", label: "Have the synthesis written, with all dissents" },
      { id: "stop", label: "Stop here, undecided" },
    ],
  };
}
