/** H12-H19: turns challenges into verdicts. This is the only place that decides what blocks. */
import type { Strength, Verdict } from "../../../domain/objection.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type AbsenceReason, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import type { ChallengeReply } from "../replies.ts";
import { lackingIn } from "./agreement.ts";
import { remembered } from "./memoize.ts";
import { type Debate, openingOf } from "./table.ts";

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

export function blocks({ verdict, objection_strength: strength }: ChallengeReply): boolean {
  return (
    verdict === "disagree" ||
    strength === "strong" ||
    (verdict === "partial" && strength === "moderate")
  );
}

export function isIncoherent({ verdict, objection_strength: strength }: ChallengeReply): boolean {
  return (
    (verdict === "agree" && strength === "strong") ||
    (verdict === "disagree" && strength === "minor")
  );
}

/** H17: those who agreed at once without saying anything; each is pressed one time. */
export function thinAgreements(debate: Debate): Participant[] {
  return debate.challengers.filter((challenger) => {
    const turn = debate.challenges && findSpokenTurn(debate.challenges, challenger.id);
    return turn !== undefined && turn !== null && isThin(debate, turn.reply);
  });
}

function isThin(debate: Debate, reply: ChallengeReply): boolean {
  const { skeptical_of_early_agreement: skeptical } = debate.settings;
  // an agreement with a strong objection confronts anyway, there is nothing to press it for
  if (!skeptical || reply.verdict !== "agree" || blocks(reply)) return false;
  return lackingOf(debate, reply).length > 0;
}

export function lackingOf(debate: Debate, reply: ChallengeReply): readonly string[] {
  const { minimum_agreement_words: minimum, opening } = debate.settings;
  // a reply has one opening before it, but a fork may weigh it by other settings
  const rule = `${minimum} ${opening}`;
  const known = lacking.get(reply)?.get(rule);
  if (known) return known;
  const found = lackingIn(reply, openingOf(debate), minimum);
  lacking.set(reply, new Map(lacking.get(reply)).set(rule, found));
  return found;
}

const lacking = new WeakMap<ChallengeReply, ReadonlyMap<string, readonly string[]>>();

export const judged = remembered((debate: Debate): readonly VerdictRow[] =>
  debate.challengers.map((challenger) => verdictOf(debate, challenger)),
);

function verdictOf(debate: Debate, challenger: Participant): VerdictRow {
  const { challenges, press } = debate;
  const first = challenges ? findSpokenTurn(challenges, challenger.id) : undefined;
  if (!first) return unheard(debate, challenger);
  const turn = (press && findSpokenTurn(press, challenger.id)) ?? first;
  const { reply } = turn;
  // K4: whoever was pressed and fell silent has not made its agreement any better
  const downgraded = isThin(debate, reply);
  return {
    challenger,
    verdict: downgraded ? "partial" : reply.verdict,
    strength: downgraded ? "moderate" : reply.objection_strength,
    blocking: downgraded || blocks(reply),
    pressed: isThin(debate, first.reply),
    substantive: reply.verdict === "agree" ? lackingOf(debate, reply).length === 0 : null,
    downgraded,
    incoherent: isIncoherent(reply),
    absent: null,
    turn,
  };
}

/**
 * H36: what could not be read is no agreement, so it blocks, also where a mended reply never came; H35: who said
 * nothing at all does not.
 */
function unheard({ challenges }: Debate, challenger: Participant): VerdictRow {
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

/** H13: remarks that block nothing and still deserve a word. */
export function minorObjections(debate: Debate): (VerdictRow & { turn: Spoken<ChallengeReply> })[] {
  return judged(debate).flatMap((one) => {
    const { turn, blocking, verdict, strength } = one;
    if (!turn || blocking) return [];
    return verdict === "agree" && strength === "minor" ? [] : [{ ...one, turn }];
  });
}
