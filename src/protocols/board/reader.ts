/**
 * The built-in reader of a board: it repeats what the brief itself marks as for or against something, says what is
 * missing, and keeps to it. It judges nothing, never changes its choice, and its outcome decides nothing (K20).
 */
import type { Brief } from "../../domain/brief.ts";
import type { PromptInput } from "../../model.ts";
import { type MarkedPoint, readMarkedPoints } from "../marked-brief.ts";
import {
  type BoardPoint,
  type BoardRespondInput,
  type BoardStateInput,
  type GateMatter,
  NO_OPTION,
  PROPOSAL,
  type SynthesizeMatter,
} from "./prompts/prompt-input.ts";
import type {
  Ballot,
  BoardResponse,
  BoardReview,
  BoardStatement,
  GateReview,
  Synthesis,
} from "./replies.ts";

export const boardReaders = {
  "board.state": (input: PromptInput) => state(input as BoardStateInput),
  "board.respond": (input: PromptInput) => respond(input as BoardRespondInput),
  "board.gate": (input: PromptInput) => judgeRounds(input as GateMatter),
  "board.poll": () => BALLOT,
  "board.synthesize": (input: PromptInput) => synthesize(input as SynthesizeMatter),
  "board.review": () => REVIEW,
};

const UNJUDGED =
  "No model judged this: a built-in reader only repeats what the brief marks for or against something.";

function state({ brief, seat }: BoardStateInput): BoardStatement {
  const { points, missing } = readMarkedPoints(brief);
  const choice = chooseByMarks(brief, points, seat.role);
  const against = points.filter(({ side }) => side === "against");
  const statement = {
    position: describePosition(choice, points.length, seat.role),
    choice,
    confidence: 0,
    conditions: [],
    otherwise: null,
    next_step: "Have a model or a person judge the question.",
    reasoning: [UNJUDGED, ...missing].join(" "),
    options: brief.options.map(({ id }) => judgeOption(id, points)),
    claims: listClaims(points),
    assumptions: ["The brief marks everything that matters for or against an option."],
    risks:
      against.length === 0
        ? [{ text: "The brief marks no risk, so none was weighed here.", about: PROPOSAL }]
        : against
            .slice(0, MOST_POINTS)
            .map((point) => ({ text: shortenWords(point.quote), about: findSubject(point) })),
    would_change_my_mind: "The judgement of a model or a person who knows the subject.",
  };
  if (seat.role === "contrarian") {
    return {
      ...statement,
      doubts: [
        "The brief marks everything that matters.",
        "What the brief marks has been checked by someone.",
      ],
      alternative: "Do not decide by these marks; ask a model or a person first.",
    };
  }
  if (seat.role !== "moonshot") return statement;
  return {
    ...statement,
    moonshot: "Seat language models or people who can aim higher than this brief does.",
    stepping_stone: "Mark in the brief what speaks for and against each option, with figures.",
  };
}

const MOST_POINTS = 4;
const LONGEST = 160;

function shortenWords(words: string): string {
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST).trimEnd()} …`;
}

function findSubject({ option }: MarkedPoint): string {
  return option ?? PROPOSAL;
}

/** More marks for it than against it, and more of them than any other has; the Contrarian takes the next best. */
function chooseByMarks(brief: Brief, points: readonly MarkedPoint[], role: string): string {
  if (brief.options.length === 0) return role === "contrarian" ? "reject" : "defer";
  const score = (id: string): number =>
    points
      .filter(({ option }) => option === id)
      .reduce((sum, { side }) => sum + (side === "for" ? 1 : -1), 0);
  const ranked = brief.options
    .map(({ id }) => ({ id, score: score(id) }))
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = ranked;
  if (!first || !second || first.score === second.score) return NO_OPTION;
  return role === "contrarian" ? second.id : first.id;
}

function describePosition(choice: string, marks: number, role: string): string {
  if (marks === 0)
    return "The brief marks nothing for or against anything, so nothing can be chosen here.";
  if (choice === NO_OPTION || choice === "defer" || choice === "reject")
    return "What the brief marks does not tell what to choose.";
  return role === "contrarian"
    ? `The seat opposes what the brief marks most for, so it speaks for ${choice}.`
    : `The brief marks more for ${choice} than for the others.`;
}

function judgeOption(
  option: string,
  points: readonly MarkedPoint[],
): BoardStatement["options"][number] {
  const own = points.filter((point) => point.option === option);
  const against = own.find(({ side }) => side === "against");
  return against
    ? { option, verdict: "fine if", why: `This is answered: ${shortenWords(against.quote)}` }
    : { option, verdict: "fine if", why: "Someone judges it: the brief marks nothing against it." };
}

function listClaims(points: readonly MarkedPoint[]): BoardStatement["claims"] {
  if (points.length === 0)
    return [
      {
        text: "The brief marks nothing for or against anything.",
        detail: null,
        about: PROPOSAL,
        side: "attacks",
        evidence: [],
      },
    ];
  return points.slice(0, MOST_POINTS).map((point) => ({
    text: shortenWords(point.quote),
    detail: null,
    about: findSubject(point),
    side: point.side === "for" ? "supports" : "attacks",
    evidence: [{ kind: "quote", source: point.source, quote: point.quote }],
  }));
}

/** One challenge, as everyone owes one; then nothing new. The Contrarian owes one every round. */
function respond({ seat, round, own, peers, challenged }: BoardRespondInput): BoardResponse {
  const opposes = seat.role === "contrarian" || !challenged;
  const points = peers.flatMap(({ claims }) => claims);
  const target = opposes ? points[(round - 1) % Math.max(points.length, 1)] : undefined;
  return {
    agreements: [],
    disagreements: target ? [doubt(target, seat.id, round)] : [],
    missed_risks: [],
    position: own.position,
    choice: own.choice,
    confidence: own.confidence,
    conditions: [...own.conditions],
    otherwise: null,
    next_step: own.next_step,
    formal_dissents: [],
    withdrawn_dissents: [],
    changed_because: null,
    request_synthesis: true,
  };
}

function doubt(
  { id, evidence }: BoardPoint,
  seat: string,
  round: number,
): BoardResponse["disagreements"][number] {
  const quoted = evidence.some(({ verified }) => verified);
  const lack = quoted
    ? "is a passage of the brief, and nobody has checked whether the passage is right"
    : "names no passage of the brief, so it can be neither confirmed nor refuted";
  return {
    point: id,
    counter_reason: `Round ${round}, ${seat} reader: ${id} ${lack}.`,
    headline: "",
    evidence: [],
  };
}

/** Counting words is no judgement, so this reader halts nothing. */
function judgeRounds({ rounds, unjudged }: GateMatter): GateReview {
  return {
    rounds: unjudged.map((round) => ({
      round,
      new_information: rounds.find((one) => one.round === round)?.stale === false,
    })),
    outside_brief: [],
    decision: "CONTINUE",
    reason: "A built-in reader only counts words and halts nothing.",
  };
}

const BALLOT: Ballot = {
  vote: "yes",
  reason: "A built-in reader has repeated what the brief marks and has no more.",
};

function synthesize(input: SynthesizeMatter): Synthesis {
  const { dissents, risks, alternatives } = input;
  const chosen = input.verdict ?? findMostHeld(input);
  return {
    verdict: chosen,
    approach: "Have a model or a person judge the question before anything is done.",
    reasoning: UNJUDGED,
    conditions: ["A model or a person has judged it."],
    next_step: "Seat a model or a person.",
    rejected: alternatives
      .filter(({ id }) => id !== chosen)
      .map(({ id }) => ({
        point: id,
        reasoning: "Nobody weighed it: the marks of the brief name it less often or not at all.",
      })),
    risk_register: risks.map(({ id }) => ({
      claims: [id],
      likelihood: "medium",
      impact: "medium",
      mitigation: "None was worked out; nobody weighed this risk.",
    })),
    answers: dissents.map(({ id }) => ({
      claim: id,
      reason: "It was not answered, because nobody judged the question.",
    })),
    stand: "go along",
    stand_reason: "The text says that nobody judged the question, which is right.",
  };
}

function findMostHeld({ voices, brief }: SynthesizeMatter): string {
  const counts = new Map<string, number>();
  for (const { choice } of voices) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? (brief.options.length === 0 ? "defer" : NO_OPTION);
}

const REVIEW: BoardReview = {
  accurate: "yes",
  misrepresented: null,
  stand: "go along",
  stand_reason: "The text repeats the marks of the brief and claims no judgement of its own.",
};
