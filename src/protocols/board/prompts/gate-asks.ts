/** Prompts that may end phase 2: the gate, which sees only summaries, and the poll. */
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import { Ballot, GateReview } from "../replies.ts";
import { type BoardHearing, nameOf } from "../rules/board-debate.ts";
import { judgedStale, unjudgedRounds } from "../rules/gate.ts";
import { type RoundSummary, summaryOf } from "../rules/novelty.ts";
import { gateProblems } from "../rules/reply-checks.ts";
import { ownVoice, recordShown, spoken, viewFor } from "./anonymizer.ts";
import { claimLine, cut } from "./discussion-text.ts";
import { personaText } from "./personas.ts";
import type { GateMatter, PollMatter, RoundFigures } from "./prompt-input.ts";

/** F27: the gate reviewer sees summaries of the rounds, never the rounds themselves. */
export function reviewTheRounds(
  hearing: BoardHearing,
  seat: Participant,
  fence: Fence,
): Ask<GateReview> {
  const unjudged = unjudgedRounds(hearing);
  const stale = judgedStale(hearing);
  const summaries = hearing.rounds.map((_, index) => summaryOf(hearing, index + 1));
  const rounds = summaries.map(({ figures }) => figures);
  const step = `gate-${hearing.rounds.length}`;
  const view = viewFor(hearing, step, { reader: seat.id, sealed: false });
  const name = (id: string): string => (view.hidden ? view.nameOf(id) : nameOf(hearing, id));
  const input: GateMatter = { kind: "board.gate", rounds, unjudged, stale };
  const ask: Ask<GateReview> = {
    prompt: [
      { shared: true, text: `${GATE_RULES}\n${FENCE_RULE}` },
      ...summaries.map((summary) => ({
        shared: true,
        text: summaryText(summary, { fence: view.fencing(fence), view, name }),
      })),
      { shared: false, text: gateTask(seat, unjudged, stale) },
    ],
    reply: GateReview,
    promptInput: input,
    reveals: hearing.rounds.flatMap(({ spoken }) => spoken.map(({ key }) => key)),
    check: (reply) => {
      const judged = reply.rounds.filter((one) => !one.new_information).map(({ round }) => round);
      const last = hearing.rounds.length;
      const quiet = new Set([...stale, ...judged]);
      return gateProblems(reply, unjudged, quiet.has(last) && quiet.has(last - 1));
    },
    says: ({ decision, reason }) => spoken(`${decision}: ${reason}`),
  };
  return view.bind(ask, { own: [], order: [] });
}

const GATE_RULES = text`
  A board is in its rounds of response, and you hold the gate. You are shown summaries of the rounds with figures
  counted by code, not the rounds. You judge one thing: whether a round brought new information, or the
  arguments repeat. The figures are a help; the judgement is yours.
`;

interface Telling {
  readonly fence: Fence;
  readonly view: ReaderView;
  readonly name: (seat: string) => string;
}

function summaryText(summary: RoundSummary, { fence, view, name }: Telling): string {
  const { figures } = summary;
  const list = (title: string, lines: readonly string[]): string =>
    `${title}: ${lines.length === 0 ? "none" : `\n${lines.map((line) => `- ${line}`).join("\n")}`}`;
  const fresh = shownOnce(summary.new_points, view);
  const repeated = shownOnce(summary.repeated_points, view);
  const lines = (claims: readonly Claim[], longest: number): string[] =>
    view.anonymize(claims).map((claim) => cut(claimLine(claim), longest));
  const disputes = inOrder(summary.open_disagreements, view).map(
    (one) => `${name(one.by)} disagrees with ${name(one.with)} on ${view.idOf(one.point)}`,
  );
  const words = [
    list("New points", lines(fresh, 240)),
    list("Repeated points", lines(repeated, 120)),
    list("Open disagreements", view.oneVoice ? [...new Set(disputes)] : disputes),
  ];
  const told = view.oneVoice
    ? quietLine({ ...figures, new_claims: fresh.length, claims: fresh.length + repeated.length })
    : figureLine(figures);
  return [
    `Round ${figures.round}: ${told}`,
    fence(`summary of round ${figures.round}`, words.join("\n")),
  ].join("\n");
}

/** Under the ids shown: of those that say the same, the first represents all. */
function shownOnce(claims: readonly Claim[], view: ReaderView): Claim[] {
  const first = new Map<string, Claim>();
  for (const claim of inOrder(claims, view)) {
    const id = view.idOf(claim.id);
    if (!first.has(id)) first.set(id, claim);
  }
  return [...first.values()];
}

function inOrder<T extends { readonly by: string }>(
  said: readonly T[],
  view: ReaderView,
): readonly T[] {
  return view.inOrder(said, ({ by }) => by);
}

/** R4: what was said is counted, and nobody who said it. */
function quietLine({ claims, new_claims, new_quotes, newly_answered }: RoundFigures): string {
  return (
    `new claims ${new_claims}, repeated claims ${claims - new_claims}, new quotes ${new_quotes}, ` +
    `claims answered for the first time ${newly_answered}.`
  );
}

function figureLine(figures: RoundFigures): string {
  const { voices: heard, claims, new_claims, new_quotes, newly_answered } = figures;
  const { changes, formal_dissents } = figures;
  return (
    `${heard} voices, ${new_claims} of ${claims} claims new, ${new_quotes} new quotes, ` +
    `${newly_answered} claims answered for the first time, ${changes} changes of position, ` +
    `${formal_dissents} formal dissents.`
  );
}

function gateTask(
  seat: Participant,
  unjudged: readonly number[],
  stale: readonly number[],
): string {
  const before =
    stale.length === 0
      ? "You have found no round without new information so far."
      : `Rounds you found without new information: ${stale.join(", ")}.`;
  return text`
    You hold the gate as the ${seat.name}. Put your own position aside.
    In rounds, say for ${unjudged.length === 1 ? "round" : "each of the rounds"} ${unjudged.join(" and ")} whether it brought new information.
    ${before}
    Decide CONTINUE, unless the last two rounds both brought nothing new. Then decide HALT, and the synthesis is
    written with all dissents, or ESCALATE, if the disagreement is fundamental and a person has to settle it.
    Reply with one JSON object.
  `;
}

/** F28: a structured yes or no of everyone at the table. */
export function pollTheTable(hearing: BoardHearing, seat: Participant, fence: Fence): Ask<Ballot> {
  const round = hearing.rounds.length;
  const view = viewFor(hearing, `poll-${round}`, { reader: seat.id, sealed: false });
  const { segments, reveals, order } = recordShown(hearing, fence, view);
  const own = view.anonymize(ownVoice(hearing, seat));
  const { figures } = summaryOf(hearing, round);
  const input: PollMatter = { kind: "board.poll", seat, round, own, figures };
  const ask: Ask<Ballot> = {
    prompt: [...segments, { shared: false, text: pollTask(seat, round, view) }],
    reply: Ballot,
    promptInput: input,
    reveals,
    says: ({ vote, reason }) => spoken(`${vote}: ${reason}`),
  };
  return view.bind(ask, { own: [personaText(seat)], order });
}

function pollTask(seat: Participant, round: number, { hidden }: ReaderView): string {
  return text`
    ${personaText(seat)}

    Round ${round} is over, and someone asks to move on to the synthesis. ${hidden ? "All seats are" : "Everyone is"} polled; two thirds of yes move on.
    Vote yes if you have nothing more to bring that could change the outcome. Your dissent survives either way.
    Reply with one JSON object.
  `;
}
