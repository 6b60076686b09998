/** H12-H19: turns challenges into verdicts, with the seed's fields. This is the only place that decides what blocks. */
import { computeOnce } from "../../../domain/compute-once.ts";
import { STRENGTHS, type Strength, type Verdict } from "../../../domain/outcome/objection.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type AbsenceReason, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import type { ChallengeReply } from "../replies.ts";
import { findAgreementGaps, readGrounds } from "./agreement.ts";
import { readOpening } from "./positions.ts";
import type { Debate } from "./table.ts";

/** One line of the verdict table. */
export interface VerdictRow {
  readonly challenger: Participant;
  /** Null when nothing readable was said. */
  readonly verdict: Verdict | null;
  readonly strength: Strength | null;
  readonly blocking: boolean;
  readonly pressed: boolean;
  /** Of an agreement: whether it says something. */
  readonly substantive: boolean | null;
  readonly downgraded: boolean;
  /** Verdict and strength contradict each other; it confronts, and is said. */
  readonly incoherent: boolean;
  readonly absent: AbsenceReason | null;
  /** The words that count: the pressed ones where there are any. */
  readonly turn: Spoken<ChallengeReply> | null;
}

export function findStrongest({ objections }: Pick<ChallengeReply, "objections">): Strength | null {
  return STRENGTHS.find((one) => objections.some(({ strength }) => strength === one)) ?? null;
}

export interface ReadVerdict {
  readonly verdict: Verdict;
  readonly strength: Strength;
  readonly blocking: boolean;
  readonly incoherent: boolean;
}

/** Agreement goes with nothing above minor; a refusal blocks whatever its objections are called. */
export function readVerdict(reply: Pick<ChallengeReply, "verdict" | "objections">): ReadVerdict {
  const strongest = findStrongest(reply);
  const isMinor = strongest === null || strongest === "minor";
  const bare = reply.objections.length === 0 && reply.verdict !== "agree";
  return {
    verdict: reply.verdict === "agree" && !isMinor ? "partial" : reply.verdict,
    strength: strongest ?? "minor",
    blocking: reply.verdict === "disagree" || !isMinor || bare,
    incoherent:
      reply.verdict === "agree" ? !isMinor : reply.verdict === "disagree" && strongest === "minor",
  };
}

/** H17: those who agreed at once without saying anything; each is pressed one time. */
export function listThinAgreements(debate: Debate): Participant[] {
  return debate.challengers.filter((challenger) => {
    const turn = debate.challenges && findSpokenTurn(debate.challenges, challenger.id);
    return turn !== undefined && turn !== null && isThin(debate, turn);
  });
}

function isThin(debate: Debate, turn: Spoken<ChallengeReply>): boolean {
  const { skeptical_of_early_agreement: skeptical } = debate.settings;
  // an agreement with a strong objection confronts anyway, there is nothing to press it for
  if (!skeptical || turn.reply.verdict !== "agree" || readVerdict(turn.reply).blocking)
    return false;
  return listAgreementGaps(debate, turn).length > 0;
}

/** The grounds of the others are theirs in the same round, and what they said when pressed. */
export function listAgreementGaps(debate: Debate, turn: Spoken<ChallengeReply>): readonly string[] {
  const { minimum_agreement_words: minimumWords } = debate.settings;
  const isPressed = debate.press?.spoken.includes(turn) === true;
  const round = [
    ...(debate.challenges?.spoken ?? []),
    ...(isPressed ? (debate.press?.spoken ?? []) : []),
  ];
  const others = round
    .filter(({ by, reply }) => by !== turn.by && reply.verdict === "agree")
    .map(({ reply }) => readGrounds(reply));
  return findAgreementGaps(turn.reply, readOpening(debate), { minimumWords, others });
}

export const listVerdicts = computeOnce((debate: Debate): readonly VerdictRow[] =>
  debate.challengers.map((challenger) => readChallengerVerdict(debate, challenger)),
);

function readChallengerVerdict(debate: Debate, challenger: Participant): VerdictRow {
  const { challenges, press } = debate;
  const first = challenges ? findSpokenTurn(challenges, challenger.id) : undefined;
  if (!first) return createUnheardRow(debate, challenger);
  const turn = (press && findSpokenTurn(press, challenger.id)) ?? first;
  const read = readVerdict(turn.reply);
  // K4: whoever was pressed and fell silent has not made its agreement any better
  const downgraded = isThin(debate, turn);
  return {
    challenger,
    verdict: downgraded ? "partial" : read.verdict,
    strength: downgraded ? "moderate" : read.strength,
    blocking: downgraded || read.blocking,
    pressed: isThin(debate, first),
    substantive: read.verdict === "agree" ? listAgreementGaps(debate, turn).length === 0 : null,
    downgraded,
    incoherent: read.incoherent,
    absent: null,
    turn,
  };
}

/**
 * H36: what could not be read is not an agreement, so it blocks, also where a mended reply never came; H35: who said
 * nothing at all does not.
 */
function createUnheardRow({ challenges }: Debate, challenger: Participant): VerdictRow {
  const absence = challenges?.absent.find(({ by }) => by === challenger.id);
  const reason = absence?.reason ?? null;
  return {
    challenger,
    verdict: null,
    strength: null,
    blocking: reason === "unreadable" || absence?.repaired === true,
    pressed: false,
    substantive: null,
    downgraded: false,
    incoherent: false,
    absent: reason,
    turn: null,
  };
}
