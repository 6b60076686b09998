/** F17, F27, F28: prompts that may end phase 2. Each gets the rounds' summaries and its question, no more. */
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import { reportDuty } from "../../../exchange/reply-problems.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import { Ballot, GateReview } from "../replies.ts";
import type { BoardHearing } from "../rules/board-debate.ts";
import { standingDissents } from "../rules/closing/dissents.ts";
import { judgedStale, unjudgedRounds } from "../rules/gate.ts";
import { findRoundSummary } from "../rules/novelty.ts";
import { findEmptyReason } from "../rules/reasons.ts";
import { gateProblems } from "../rules/reply-checks.ts";
import { ownVoice, summarizePlainWords, viewFor } from "./anonymizer.ts";
import type { BoardVoice, GateMatter, PollMatter } from "./prompt-input.ts";
import { objectionsTo, roundToJudge, roundToVoteOn } from "./round-summary.ts";

/** F27: the gate reviewer sees summaries of the rounds, never the rounds themselves. */
export function reviewTheRounds(
  hearing: BoardHearing,
  seat: Participant,
  fence: Fence,
): Ask<GateReview> {
  const unjudged = unjudgedRounds(hearing);
  const stale = judgedStale(hearing);
  const last = hearing.rounds.length;
  const view = viewFor(hearing, `gate-${last}`, { reader: seat.id, sealed: false });
  const rounds = hearing.rounds.map((_, index) => findRoundSummary(hearing, index + 1).figures);
  const input: GateMatter = { kind: "board.gate", rounds, unjudged, stale };
  const ask: Ask<GateReview> = {
    prompt: [
      questionSegment(hearing, fence),
      ...hearing.rounds.map((_, index) => ({
        shared: true,
        text: roundToJudge(hearing, index + 1, {
          fence,
          view,
          judged: !unjudged.includes(index + 1),
        }),
      })),
      { shared: false, text: gateTask(seat, unjudged, stale) },
    ],
    reply: GateReview,
    blank: () => createBlankWithRows(GateReview, { rounds: unjudged.map((round) => ({ round })) }),
    promptInput: input,
    reveals: hearing.rounds.flatMap((round) => round.spoken.map(({ key }) => key)),
    check: (reply) => {
      const judged = reply.rounds.filter((one) => !one.new_information).map(({ round }) => round);
      const quiet = new Set([...stale, ...judged]);
      return gateProblems(reply, unjudged, quiet.has(last) && quiet.has(last - 1));
    },
    says: ({ decision, reason }) => summarizePlainWords(`${decision}: ${reason}`),
  };
  return view.bind(ask, { own: [], order: [] });
}

function questionSegment({ brief }: BoardHearing, fence: Fence): PromptSegment {
  const options = brief.options.map(({ id, label }) => `${id}: ${label}`).join("\n");
  const all = options === "" ? brief.question : `${brief.question}\n${options}`;
  return {
    shared: true,
    text: text`
      A board debates one question in rounds of response. You are shown summaries of the rounds, not the rounds.
      ${FENCE_RULE}

      ${fence("question", all)}
    `,
  };
}

function gateTask(
  seat: Participant,
  unjudged: readonly number[],
  stale: readonly number[],
): string {
  const before =
    stale.length === 0 ? "" : `You found no new information in round ${stale.join(", ")}.\n`;
  const which =
    unjudged.length === 1
      ? `round ${unjudged.join("")}`
      : `each of the rounds ${unjudged.join(" and ")}`;
  return text`
    You are the ${seat.name}. You hold no position and speak for no role.
    Say of ${which} whether it brought new information: an argument, a fact, a risk or a change
    that was not there before. The same point in other words is not new; code counts words and targets and may miss that.
    Arguments and risks are listed, conditions only by their first words; agreements and next steps are counted, not listed.
    ${before}Decide CONTINUE unless the last two rounds both brought nothing new. Then decide HALT, and the synthesis is written
    with all dissents, or ESCALATE if the disagreement is fundamental and a person has to settle it.
    In outside_brief, name points that are about something the question does not ask; mostly there are none.
  `;
}

/** F28: a structured yes or no of everyone at the table. */
export function pollTheTable(hearing: BoardHearing, seat: Participant, fence: Fence): Ask<Ballot> {
  const round = hearing.rounds.length;
  const view = viewFor(hearing, `poll-${round}`, { reader: seat.id, sealed: false });
  const voice = ownVoice(hearing, seat);
  const own = view.anonymize(voice);
  const against = objectionsTo(new Set(voice.claims.map(({ id }) => id)), hearing, {
    round,
    fence,
    view,
  });
  const { figures } = findRoundSummary(hearing, round);
  const input: PollMatter = { kind: "board.poll", seat, round, own, figures };
  const ask: Ask<Ballot> = {
    prompt: [
      questionSegment(hearing, fence),
      { shared: true, text: roundToVoteOn(hearing, round, { fence, view }) },
      ...(against === "" ? [] : [{ shared: false, text: against }]),
      { shared: false, text: pollTask({ seat, round, own, view }) },
    ],
    reply: Ballot,
    promptInput: input,
    reveals: listVoteReveals(hearing),
    check: ({ reason }) => {
      const empty = findEmptyReason(reason);
      return empty === null ? [] : [reportDuty(`the reason says nothing: ${empty}`)];
    },
    says: ({ vote, reason }) => summarizePlainWords(`${vote}: ${reason}`),
  };
  return view.bind(ask, { own: [], order: [] });
}

/** Turns of the round that is over, and those in which a dissent that stands was made. */
function listVoteReveals(hearing: BoardHearing): string[] {
  const { rounds } = hearing;
  const dissents = standingDissents(hearing).flatMap(({ seat, round }) => {
    const made = rounds[round - 1];
    return (made && findSpokenTurn(made, seat.id)?.key) ?? [];
  });
  return [...new Set([...(rounds.at(-1)?.spoken.map(({ key }) => key) ?? []), ...dissents])];
}

interface PollTask {
  readonly seat: Participant;
  readonly round: number;
  readonly own: BoardVoice;
  readonly view: ReaderView;
}

function pollTask({ seat, round, own, view }: PollTask): string {
  const dissents =
    own.dissents.length === 0
      ? "You have no formal dissent."
      : `Your formal dissents stand either way: ${own.dissents.map(({ id }) => id).join(", ")}.`;
  return text`
    You sit on the board as the ${seat.name}${view.hidden ? "" : ` (${seat.id})`} and choose ${own.choice}. ${dissents}
    Round ${round} is over, and someone asks to move on to the synthesis. All seats are asked; it takes two thirds of them.
    Vote yes if nothing more you could say would change the outcome, no if something would, and say what or why.
  `;
}
