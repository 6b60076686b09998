/** The prompts that end phase 2 and make up phase 3: gate, poll, synthesis, review, correction. */
import type {
  GateMatter,
  PollMatter,
  ReviewMatter,
  RoundFigures,
  SynthesizeMatter,
} from "../../domain/boardroom.ts";
import type { Said } from "../../domain/event.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Ask } from "../../protocol.ts";
import { FENCE_RULE, text } from "../../text.ts";
import { documentText } from "./document.ts";
import { judgedStale, unjudgedRounds } from "./gate.ts";
import { type Hearing, voiceOf, voices } from "./hearing.ts";
import { type RoundSummary, summaryOf } from "./novelty.ts";
import { personaText } from "./personas.ts";
import { gateProblems, reviewProblems, synthesisProblems } from "./problems.ts";
import { claimLine, cut, type Fence, recordOf } from "./record-text.ts";
import { Ballot, GateReview, Review, Synthesis } from "./replies.ts";

/** F27: the gate reviewer sees summaries of the rounds, never the rounds themselves. */
export function reviewTheRounds(
  hearing: Hearing,
  seat: Participant,
  fence: Fence,
): Ask<GateReview> {
  const unjudged = unjudgedRounds(hearing);
  const stale = judgedStale(hearing);
  const summaries = hearing.rounds.map((_, index) => summaryOf(hearing, index + 1));
  const rounds = summaries.map(({ figures }) => figures);
  const matter: GateMatter = { kind: "board.gate", rounds, unjudged, stale };
  return {
    prompt: [
      { shared: true, text: `${GATE_RULES}\n${FENCE_RULE}` },
      ...summaries.map((summary) => ({ shared: true, text: summaryText(summary, fence) })),
      { shared: false, text: gateTask(seat, unjudged, stale) },
    ],
    reply: GateReview,
    matter,
    reveals: hearing.rounds.flatMap(({ spoken }) => spoken.map(({ key }) => key)),
    check: (reply) => {
      const judged = reply.rounds.filter((one) => !one.new_information).map(({ round }) => round);
      const last = hearing.rounds.length;
      const quiet = new Set([...stale, ...judged]);
      return gateProblems(reply, unjudged, quiet.has(last) && quiet.has(last - 1));
    },
    says: ({ decision, reason }) => spoken(`${decision}: ${reason}`),
  };
}

const GATE_RULES = text`
  A board is in its rounds of response, and you hold the gate. You are shown summaries of the rounds with figures
  counted by code, not the rounds. You judge one thing: whether a round brought new information, or the
  arguments repeat. The figures are a help; the judgement is yours.
`;

function summaryText({ figures, ...points }: RoundSummary, fence: Fence): string {
  const list = (title: string, lines: readonly string[]): string =>
    `${title}: ${lines.length === 0 ? "none" : `\n${lines.map((line) => `- ${line}`).join("\n")}`}`;
  const words = [
    list(
      "New points",
      points.new_points.map((claim) => cut(claimLine(claim), 240)),
    ),
    list(
      "Repeated points",
      points.repeated_points.map((claim) => cut(claimLine(claim), 120)),
    ),
    list("Open disagreements", points.open_disagreements),
  ];
  return [
    `Round ${figures.round}: ${figureLine(figures)}`,
    fence(`summary of round ${figures.round}`, words.join("\n")),
  ].join("\n");
}

export function figureLine(figures: RoundFigures): string {
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
export function pollTheTable(hearing: Hearing, seat: Participant, fence: Fence): Ask<Ballot> {
  const round = hearing.rounds.length;
  const { segments, reveals } = recordOf(hearing, fence);
  const own = ownVoice(hearing, seat);
  const { figures } = summaryOf(hearing, round);
  const matter: PollMatter = { kind: "board.poll", seat, round, own, figures };
  return {
    prompt: [...segments, { shared: false, text: pollTask(seat, round) }],
    reply: Ballot,
    matter,
    reveals,
    says: ({ vote, reason }) => spoken(`${vote}: ${reason}`),
  };
}

function pollTask(seat: Participant, round: number): string {
  return text`
    ${personaText(seat)}

    Round ${round} is over, and someone asks to move on to the synthesis. Everyone is polled; two thirds of yes move on.
    Vote yes if you have nothing more to bring that could change the outcome. Your dissent survives either way.
    Reply with one JSON object.
  `;
}

interface Objection {
  readonly by: string;
  readonly text: string;
}

/** F10, F11; with objections it is the correction, of which there is one at most (F13). */
export function writeSynthesis(
  hearing: Hearing,
  seat: Participant,
  {
    fence,
    draft,
    objections = [],
  }: { fence: Fence; draft?: DraftTurn; objections?: readonly Objection[] },
): Ask<Synthesis> {
  const { brief, seats } = hearing;
  const { segments, reveals } = recordOf(hearing, fence);
  const matter: SynthesizeMatter = {
    kind: "board.synthesize",
    brief,
    seat,
    voices: voices(hearing),
    alternatives: alternativesIn(hearing),
    objections,
  };
  const correction = draft
    ? [{ shared: false, text: objectionText(draft, objections, fence) }]
    : [];
  return {
    prompt: [
      ...segments,
      ...correction,
      { shared: false, text: draft ? correctionTask(seat) : synthesisTask(hearing, seat) },
    ],
    reply: Synthesis,
    matter,
    reveals: [...reveals, ...(draft ? [draft.key, ...draft.reviews] : [])],
    check: (reply) => synthesisProblems(brief, seats, reply),
    says: ({ chosen }) => spoken(chosen.approach),
  };
}

/** The first version, with the keys of the turns it and its reviews came from. */
export interface DraftTurn {
  readonly key: string;
  readonly reviews: readonly string[];
  readonly document: string;
}

function alternativesIn({ statements }: Hearing): { by: string; text: string }[] {
  return statements.spoken.flatMap(({ by, reply }) => {
    if ("alternative" in reply) return [{ by, text: reply.alternative }];
    if ("moonshot" in reply) return [{ by, text: reply.moonshot }];
    return [];
  });
}

function synthesisTask({ seats }: Hearing, seat: Participant): string {
  return text`
    You are the ${seat.name} and write the synthesis of this debate. It is the record of all, not your own case.
    State the chosen approach with its reasoning, and every alternative that was seriously put forward and is
    rejected, with the reasoning, in terms its supporters would recognise. In the risk register, give each risk
    that was raised its likelihood, impact and mitigation, and the id of who raised it (${seats.map(({ id }) => id).join(", ")}).
    State your confidence. Formal dissents are added word for word by others' hands; do not restate or answer them.
    Reply with one JSON object.
  `;
}

function objectionText(draft: DraftTurn, objections: readonly Objection[], fence: Fence): string {
  return [
    "This is the synthesis as it was reviewed.",
    fence("synthesis", draft.document),
    "These participants say that it misrepresents them.",
    ...objections.map(({ by, text: words }) => fence(`objection of ${by}`, words)),
  ].join("\n\n");
}

function correctionTask(seat: Participant): string {
  return text`
    You are the ${seat.name} and wrote it. Correct what is misrepresented and leave the rest as it is.
    There is one correction; whoever still objects will be quoted beside it.
    Reply with the whole corrected synthesis as one JSON object.
  `;
}

/** F12: whether the document says what its reader said. */
export function reviewSynthesis(
  hearing: Hearing,
  seat: Participant,
  {
    fence,
    written,
    corrected,
  }: { fence: Fence; written: { key: string; synthesis: Synthesis }; corrected: boolean },
): Ask<Review> {
  const document = documentText(hearing, written.synthesis);
  const own = ownVoice(hearing, seat);
  const { segments, reveals } = recordOf(hearing, fence);
  const matter: ReviewMatter = { kind: "board.review", seat, own, document };
  return {
    prompt: [
      ...segments,
      {
        shared: true,
        text: `The synthesis${corrected ? ", corrected" : ""}\n${fence("synthesis", document)}`,
      },
      { shared: false, text: reviewTask(seat, corrected) },
    ],
    reply: Review,
    matter,
    reveals: [...reveals, written.key],
    check: reviewProblems,
    says: ({ accurate, misrepresented }) =>
      spoken(accurate ? "accurate" : `misrepresented: ${misrepresented ?? ""}`),
  };
}

function reviewTask(seat: Participant, corrected: boolean): string {
  return text`
    You are the ${seat.name}, ${seat.id} above. Review the synthesis for accuracy, not for whether you like it.
    ${corrected ? "You objected to the first version; this is the correction." : "Does it say of you what you said, and is your dissent, if you made one, given its due?"}
    If something is misrepresented, say what you really hold, in words that can stand beside it.
    Reply with one JSON object.
  `;
}

function ownVoice(hearing: Hearing, seat: Participant) {
  const own = voiceOf(hearing, seat);
  if (!own) throw new TypeError(`${seat.id} made no statement.`);
  return own;
}

function spoken(words: string): Said {
  return { position: null, confidence: null, words, wouldChange: null };
}
