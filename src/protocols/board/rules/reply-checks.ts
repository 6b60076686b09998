/** Problems of a reply that its schema cannot detect. */
import { type Brief, findOption } from "../../../domain/brief.ts";
import type { ChangeContext } from "../../../domain/change-cause.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Problem } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { type BoardVoice, PROPOSAL } from "../prompts/prompt-input.ts";
import type {
  GateReview,
  BoardResponse,
  BoardReview,
  BoardStatement,
  Synthesis,
} from "../replies.ts";
import { heldBy } from "./board-debate.ts";
import { causeFaults, type EarlierBoardTurn } from "./changes.ts";

function invalid(problem: string): Problem {
  return { text: problem, duty: false };
}

function duty(problem: string): Problem {
  return { text: problem, duty: true };
}

type Holding = Pick<BoardVoice, "option" | "verdict">;

function holdingProblems(brief: Brief, { option, verdict }: Holding): Problem[] {
  const known = brief.options.map(({ id }) => id).join(", ");
  if (option !== null && !findOption(brief, option)) {
    const hint = known === "" ? "there are no options, leave it null" : `choose one of ${known}`;
    return [invalid(`there is no option "${option}", ${hint}`)];
  }
  return brief.options.length === 0 && verdict === null
    ? [invalid("there are no options to choose from, so a verdict is needed")]
    : [];
}

/** F1-F4, F15, F18. */
export function statementProblems(
  brief: Brief,
  seat: Participant,
  reply: BoardStatement,
): Problem[] {
  const abouts = reply.claims
    .filter(({ about }) => about !== PROPOSAL && !findOption(brief, about))
    .map(({ about }) =>
      invalid(`a claim is about "${about}", which is no option and not "${PROPOSAL}"`),
    );
  const hollow = isSubstantiveText(reply.reasoning)
    ? []
    : [invalid("the reasoning gives no reason: say what you hold and because of what")];
  const opposes =
    seat.role === "contrarian" && reply.option === null && reply.verdict === "approve"
      ? [invalid("the contrarian opposes what the brief proposes, and this approves it")]
      : [];
  return [...holdingProblems(brief, reply), ...abouts, ...hollow, ...opposes];
}

export interface Around {
  readonly brief: Brief;
  readonly seat: Participant;
  /** Claims of the others that were shown. */
  readonly claims: readonly Claim[];
  readonly earlier: EarlierBoardTurn;
  readonly surroundings: ChangeContext;
  readonly quoted: (evidence: { source: string; quote: string }) => boolean;
  /** As the speaker knows the others. */
  readonly nameOf: (seat: string) => string;
}

/** F6, F9, F15, F18-F23. */
export function responseProblems(reply: BoardResponse, around: Around): Problem[] {
  return [
    ...holdingProblems(around.brief, reply),
    ...addressProblems(reply, around),
    ...stampProblems(reply),
    ...opposition(reply, around.seat),
    ...movementProblems(reply, around),
  ];
}

/** An agreement or disagreement is with someone else and on something it said. */
function addressProblems(
  { agreements, disagreements }: BoardResponse,
  { claims, seat, nameOf }: Around,
): Problem[] {
  return [...agreements, ...disagreements].flatMap(({ with: peer, point }) => {
    if (peer === seat.id) return [invalid("you cannot answer yourself")];
    const own = claims.filter(({ by }) => by === peer).map(({ id }) => id);
    if (own.length === 0)
      return [invalid(`"${nameOf(peer)}" is nobody who has claimed anything here`)];
    return own.includes(point)
      ? []
      : [invalid(`"${point}" is no claim of ${nameOf(peer)}; its claims are ${own.join(", ")}`)];
  });
}

/** F23, K8: an answer without one reason is a rubber stamp; single hollow reasons are asked for once. */
function stampProblems({
  agreements,
  disagreements,
  missed_risks,
  formal_dissent,
}: BoardResponse): Problem[] {
  const reasons = [
    ...agreements.map((one) => ({ to: `the agreement on ${one.point}`, words: one.reason })),
    ...disagreements.map((one) => ({
      to: `the disagreement on ${one.point}`,
      words: one.counter_reason,
    })),
    ...missed_risks.map((words) => ({ to: `the risk "${words}"`, words })),
  ];
  if (!reasons.some(({ words }) => isSubstantiveText(words))) {
    return [
      invalid("this is a rubber stamp: no agreement, disagreement or risk in it gives a reason"),
    ];
  }
  const dissent =
    formal_dissent && !isSubstantiveText(formal_dissent.text)
      ? [duty("the formal dissent gives no reason")]
      : [];
  const hollow = reasons
    .filter(({ words }) => !isSubstantiveText(words))
    .map(({ to }) => duty(`${to} gives no reason that names anything`));
  return [...hollow, ...dissent];
}

function opposition(reply: BoardResponse, seat: Participant): Problem[] {
  return seat.role === "contrarian" && !challenges(reply)
    ? [duty("the contrarian opposes something in every round, and nothing is opposed here")]
    : [];
}

/** F9: whether an answer challenges anyone with a reason. */
export function challenges({ disagreements }: BoardResponse): boolean {
  return disagreements.some(({ counter_reason }) => isSubstantiveText(counter_reason));
}

/** K5, F22: a change of position and a withdrawn dissent have a cause. */
function movementProblems(
  reply: BoardResponse,
  { earlier, surroundings, quoted }: Around,
): Problem[] {
  const before = earlier.turn.reply;
  const moved = heldBy(before) !== heldBy(reply);
  const withdrawn =
    "formal_dissent" in before && before.formal_dissent !== null && reply.formal_dissent === null;
  if (!moved && !withdrawn) return [];
  const what = moved
    ? `you held ${heldBy(before)} and hold ${heldBy(reply)} now`
    : "you dissented formally and no longer do";
  if (reply.changed_because === null) return [duty(`${what}, and changed_because names no cause`)];
  return causeFaults(reply.changed_because, surroundings, quoted).map((fault) =>
    duty(`${what}, and the cause does not hold: ${fault}`),
  );
}

/** F27: exactly the rounds in question are judged, and only two stale ones running end a debate. */
export function gateProblems(
  { rounds, decision }: GateReview,
  unjudged: readonly number[],
  isStale: boolean,
): Problem[] {
  const counts = unjudged.flatMap((round) => {
    const count = rounds.filter((one) => one.round === round).length;
    return count === 1 ? [] : [invalid(`round ${round} is judged ${count} times, once is needed`)];
  });
  const strangers = rounds
    .filter(({ round }) => !unjudged.includes(round))
    .map(({ round }) => invalid(`round ${round} is not to be judged now`));
  const early =
    decision !== "CONTINUE" && !isStale
      ? [duty(`${decision} needs two rounds running without new information`)]
      : [];
  return [...counts, ...strangers, ...early];
}

/** F10, F11. */
export function synthesisProblems(
  brief: Brief,
  { seats, nameOf }: { seats: readonly Participant[]; nameOf: (seat: string) => string },
  { chosen, rejected, risk_register }: Synthesis,
): Problem[] {
  const known = new Set(seats.map(({ id }) => id));
  const names = seats.map(({ id }) => nameOf(id)).join(", ");
  const raised = risk_register
    .filter(({ raised_by }) => !known.has(raised_by))
    .map(({ raised_by }) =>
      invalid(`a risk is raised by "${raised_by}", who does not sit here (${names})`),
    );
  const unreasoned = [
    { what: "the chosen approach", words: `${chosen.approach} ${chosen.reasoning}` },
    ...rejected.map((one) => ({
      what: `the rejected alternative "${one.alternative}"`,
      words: `${one.alternative} ${one.reasoning}`,
    })),
  ]
    .filter(({ words }) => !isSubstantiveText(words))
    .map(({ what }) => invalid(`${what} comes without a reason`));
  const option =
    chosen.option === null || findOption(brief, chosen.option)
      ? []
      : [invalid(`there is no option "${chosen.option}"`)];
  return [...option, ...unreasoned, ...raised];
}

/** F12: an objection says what is wrong. */
export function reviewProblems({ accurate, misrepresented }: BoardReview): Problem[] {
  if (accurate && misrepresented !== null)
    return [invalid("it is accurate, or something is misrepresented; not both")];
  if (!accurate && (misrepresented === null || !isSubstantiveText(misrepresented)))
    return [invalid("it is not accurate, and what is misrepresented is not said")];
  return [];
}
