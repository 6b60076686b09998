/** Problems of a statement or a response that its schema cannot detect. */
import { type Brief, findOption } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Evidence } from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import { reportDuty, reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Problem } from "../../../protocol.ts";
import { PROPOSAL, VERDICTS } from "../prompts/prompt-input.ts";
import type { BoardResponse, BoardStatement, GateReview } from "../replies.ts";
import { type BoardHearing, claimsBefore, heldBy, readChoice } from "./board-debate.ts";
import { causeFaults, describeMove, earlierTurn } from "./changes.ts";
import {
  findWithdrawalFaults,
  hasChallenged,
  judgedWords,
  standingDissents,
} from "./closing/dissents.ts";
import { readPointWords } from "./points.ts";
import { findEmptyReason, isSameVersion } from "./reasons.ts";

export function choiceProblems(brief: Brief, choice: string): Problem[] {
  if (readChoice(brief, choice) !== null) return [];
  const known = brief.options.map(({ id }) => id);
  const hint =
    known.length === 0
      ? `there are no options, so say ${VERDICTS.join(", ")}`
      : `choose one of ${known.join(", ")}, or none`;
  return [reportInvalid(`"${choice}" cannot be chosen: ${hint}`)];
}

/** F1-F4, F15, F16, F18. */
export function statementProblems(
  brief: Brief,
  seat: Participant,
  reply: BoardStatement,
): Problem[] {
  const abouts = [...reply.claims, ...reply.risks]
    .filter(({ about }) => about !== PROPOSAL && !findOption(brief, about))
    .map(({ about }) => reportInvalid(`"${about}" is neither an option nor "${PROPOSAL}"`));
  const unjudged = brief.options
    .filter(({ id }) => !reply.options.some(({ option }) => readChoice(brief, option) === id))
    .map(({ id }) => reportDuty(`options says nothing about option ${id}`));
  const empty = findEmptyReason(reply.reasoning);
  const hollow = empty === null ? [] : [reportInvalid(`the reasoning gives no reason: ${empty}`)];
  return [
    ...choiceProblems(brief, reply.choice),
    ...otherwiseProblems(brief, reply),
    ...abouts,
    ...unjudged,
    ...hollow,
    ...versionProblems(reply),
    ...(seat.role === "contrarian" && heldBy(brief, reply) === "adopt"
      ? [reportInvalid("the Contrarian argues against what the brief proposes, and this adopts it")]
      : []),
  ];
}

/** F16: the Moonshot's two versions are two. */
function versionProblems(reply: BoardStatement): Problem[] {
  if (!("moonshot" in reply)) return [];
  const empty = [reply.moonshot, reply.stepping_stone].some(
    (words) => findEmptyReason(words) !== null,
  );
  if (empty) return [reportInvalid("moonshot and stepping_stone each need a version in words")];
  return isSameVersion(reply.moonshot, reply.stepping_stone)
    ? [reportInvalid("moonshot and stepping_stone say the same; give two different versions")]
    : [];
}

export interface ResponseContext {
  readonly hearing: BoardHearing;
  readonly seat: Participant;
  readonly round: number;
  readonly quoted: (evidence: Evidence) => boolean;
}

/** F6, F9, F15, F18-F23. */
export function responseProblems(reply: BoardResponse, around: ResponseContext): Problem[] {
  return [
    ...choiceProblems(around.hearing.brief, reply.choice),
    ...otherwiseProblems(around.hearing.brief, reply),
    ...addressProblems(reply, around),
    ...reasonProblems(reply, around),
    ...challengeProblems(reply, around),
    ...movementProblems(reply, around),
    ...dissentProblems(reply, around),
  ];
}

/** What is chosen if the conditions are not met is a choice too. */
/** A sentence that names no option is kept as it is (K21); one word that is none is a slip. */
function otherwiseProblems(brief: Brief, { otherwise }: { otherwise: string | null }): Problem[] {
  if (otherwise === null || /\s/.test(otherwise.trim())) return [];
  return choiceProblems(brief, otherwise).map(({ text }) => reportDuty(`in otherwise, ${text}`));
}

/** An agreement or disagreement is about something that someone else said. */
function addressProblems(
  { agreements, disagreements, missed_risks, formal_dissents }: BoardResponse,
  { hearing, seat, round }: ResponseContext,
): Problem[] {
  const claims = new Map(claimsBefore(hearing, round).map((claim) => [claim.id, claim]));
  const points = [...agreements, ...disagreements].flatMap(({ point }) => {
    const by = claims.get(point)?.by;
    if (by === undefined) return [reportInvalid(`there is no point "${point}"`)];
    return by === seat.id ? [reportInvalid(`${point} is your own point; answer the others`)] : [];
  });
  const abouts = [...missed_risks, ...formal_dissents]
    .filter(({ about }) => !isSubject(hearing.brief, claims, about))
    .map(({ about }) =>
      reportInvalid(`"${about}" is neither an option, a point nor "${PROPOSAL}"`),
    );
  return [...points, ...abouts];
}

function isSubject(brief: Brief, claims: ReadonlyMap<string, Claim>, about: string): boolean {
  return about === PROPOSAL || claims.has(about) || findOption(brief, about) !== undefined;
}

/** F23, K8: an answer without one reason is a rubber stamp; single empty reasons are asked for once. */
function reasonProblems(reply: BoardResponse, { hearing, round }: ResponseContext): Problem[] {
  const before = claimsBefore(hearing, round);
  const claims = new Map(before.map((claim) => [claim.id, claim]));
  const given = [
    ...reply.agreements.map(({ point, reason }) => ({
      to: `the agreement on ${point}`,
      words: reason,
      context: { judged: judgedWords(claims.get(point)), mayAgree: true },
    })),
    ...reply.disagreements.map(({ point, counter_reason }) => ({
      to: `the disagreement on ${point}`,
      words: counter_reason,
      context: { judged: judgedWords(claims.get(point)), mayAgree: false },
    })),
    ...reply.missed_risks.map(({ text }) => ({
      to: `the risk "${text}"`,
      words: text,
      context: {},
    })),
    // a dissent may say once more what was argued before
    ...reply.formal_dissents.map(({ text }) => ({
      to: "the formal dissent",
      words: text,
      context: { mayAgree: false, others: [] },
    })),
  ];
  const judged = given.map(({ to, words, context }, place) => {
    const beside = given.filter((_, at) => at !== place).map((one) => one.words);
    const others = [...beside, ...listAlike(before, words)];
    return { to, why: findEmptyReason(words, { others, ...context }) };
  });
  if (judged.length === 0 && round > 1) return [];
  if (!judged.some(({ why }) => why === null))
    return [
      reportInvalid(
        "this is a rubber stamp: no agreement, disagreement or risk in it gives a reason",
      ),
    ];
  return judged.flatMap(({ to, why }) =>
    why === null ? [] : [reportDuty(`${to} gives no reason of your own: ${why}`)],
  );
}

/** Earlier points that are long enough, and short enough, to be the same words. */
function listAlike(before: readonly Claim[], words: string): string[] {
  const size = words.length;
  return before.map(readPointWords).filter(({ length }) => Math.abs(length - size) * 5 <= size);
}

/** F9, F15: everyone challenges somebody once; the Contrarian in every round. */
function challengeProblems(
  reply: BoardResponse,
  { hearing, seat, round }: ResponseContext,
): Problem[] {
  if (reply.disagreements.length > 0) return [];
  if (seat.role === "contrarian")
    return [
      reportDuty("the Contrarian opposes something in every round, and nothing is opposed here"),
    ];
  return round > 1 && !hasChallenged(hearing, seat.id)
    ? [reportDuty("you have not challenged anyone yet, and everyone does so at least once")]
    : [];
}

/** K5, F22: a change of position has a cause. */
function movementProblems(
  reply: BoardResponse,
  { hearing, seat, round, quoted }: ResponseContext,
): Problem[] {
  const before = earlierTurn(hearing, seat.id, round)?.turn.reply;
  if (!before) return [];
  const [left, taken] = [heldBy(hearing.brief, before), heldBy(hearing.brief, reply)];
  if (left === taken) return [];
  const what = `you chose ${left} and choose ${taken} now`;
  if (reply.changed_because === null)
    return [reportDuty(`${what}, and changed_because names no cause`)];
  const around = describeMove(hearing, { seat: seat.id, round, left, taken });
  return causeFaults(reply.changed_because, around, quoted).map((fault) =>
    reportDuty(`${what}, and the cause does not hold: ${fault}`),
  );
}

/** F21: only one's own standing dissent can be withdrawn, and only with a cause. */
function dissentProblems(
  { withdrawn_dissents }: BoardResponse,
  { hearing, seat, round }: ResponseContext,
): Problem[] {
  const own = standingDissents(hearing).filter((one) => one.seat.id === seat.id);
  return withdrawn_dissents.flatMap((withdrawal) => {
    const dissent = own.find(({ id }) => id === withdrawal.claim);
    if (!dissent)
      return [reportInvalid(`${withdrawal.claim} is not a dissent of yours that stands`)];
    return findWithdrawalFaults(withdrawal, dissent, { hearing, round }).map((fault) =>
      reportDuty(`your dissent ${dissent.id} stays, because the withdrawal has no cause: ${fault}`),
    );
  });
}

/** F27: exactly the rounds in question are judged, and only two stale ones running end a debate. */
export function gateProblems(
  { rounds, decision }: GateReview,
  unjudged: readonly number[],
  isStale: boolean,
): Problem[] {
  const counts = unjudged.flatMap((round) => {
    const count = rounds.filter((one) => one.round === round).length;
    return count === 1
      ? []
      : [reportInvalid(`round ${round} is judged ${count} times, once is needed`)];
  });
  const strangers = rounds
    .filter(({ round }) => !unjudged.includes(round))
    .map(({ round }) => reportInvalid(`round ${round} is not to be judged now`));
  const early =
    decision !== "CONTINUE" && !isStale
      ? [reportDuty(`${decision} needs two rounds running without new information`)]
      : [];
  return [...counts, ...strangers, ...early];
}
