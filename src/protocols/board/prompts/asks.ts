/** Prompts of phases 1 and 2 for every seat: the blind statement, and the response to the others. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { BoardResponse, type BoardStatement, statements } from "../replies.ts";
import { claimsBefore, type BoardHearing, heldBy, voiceOf } from "../rules/board-debate.ts";
import { earlierTurn, surroundingsOf } from "../rules/changes.ts";
import { responseProblems, statementProblems } from "../rules/reply-checks.ts";
import { peersShown, recordShown, viewFor } from "./anonymizer.ts";
import { briefSegment } from "./discussion-text.ts";
import { personaText } from "./personas.ts";
import {
  type BoardVoice,
  PROPOSAL,
  type BoardRespondInput,
  type BoardStateInput,
} from "./prompt-input.ts";

/** F1, F2: a function of the brief and the seat alone. */
export function stateAlone(
  { brief }: BoardHearing,
  seat: Participant,
  fence: Fence,
): Ask<BoardStatement> {
  const input: BoardStateInput = { kind: "board.state", brief, seat };
  return {
    prompt: [briefSegment(brief, fence), { shared: false, text: statementTask(seat) }],
    reply: statements[formOf(seat)],
    promptInput: input,
    check: (reply) => statementProblems(brief, seat, reply),
    claims: ({ claims }) => claims,
    says: (reply) => says(reply, reply.would_change_my_mind),
  };
}

function formOf({ role }: Participant): keyof typeof statements {
  return role === "contrarian" || role === "moonshot" ? role : "director";
}

/** F5-F9: an answer to everything said up to the round before, in parallel with the others. */
export function answerTheOthers(
  hearing: BoardHearing,
  seat: Participant,
  fence: Fence,
): Ask<BoardResponse> {
  const { brief } = hearing;
  const round = hearing.rounds.length + 1;
  const own = voiceOf(hearing, seat);
  const earlier = earlierTurn(hearing, seat.id, round);
  if (!own || !earlier) throw new TypeError(`${seat.id} made no statement.`);
  const view = viewFor(hearing, `responses-${round}`, { reader: seat.id, sealed: false });
  const peers = peersShown(hearing, view, seat.id);
  const { segments, reveals, order } = recordShown(hearing, fence, view);
  const seen = view.anonymize(own);
  const input: BoardRespondInput = { kind: "board.respond", brief, seat, round, own: seen, peers };
  const claims = claimsBefore(hearing, round);
  const surroundings = surroundingsOf(hearing, seat.id, round);
  const { nameOf } = view;
  const task = view.hidden
    ? anonymousTask({ seat, round, own: withoutRepeats(own, view), peers })
    : responseTask({ seat, round, own, peers });
  const ask: Ask<BoardResponse> = {
    prompt: [...segments, { shared: false, text: task }],
    reply: BoardResponse,
    promptInput: input,
    reveals,
    check: (reply, quoted) =>
      responseProblems(reply, { brief, seat, claims, earlier, surroundings, quoted, nameOf }),
    claims: claimsOf,
    says: (reply) => says(reply, null),
  };
  return view.bind(ask, { own: [personaText(seat)], order });
}

function claimsOf({ agreements, disagreements, missed_risks }: BoardResponse): ClaimDraft[] {
  return [
    ...disagreements.map(({ point, counter_reason, evidence }) => ({
      text: counter_reason,
      about: point,
      side: "attacks" as const,
      evidence,
    })),
    ...agreements.map(({ point, reason }) => ({
      text: reason,
      about: point,
      side: "supports" as const,
      evidence: [],
    })),
    ...missed_risks.map((risk) => ({
      text: risk,
      about: PROPOSAL,
      side: "attacks" as const,
      evidence: [],
    })),
  ];
}

function says(reply: BoardStatement | BoardResponse, wouldChange: string | null): ReplySummary {
  const position = reply.option ?? reply.verdict;
  const because = "changed_because" in reply ? (reply.changed_because?.claims ?? []) : [];
  return {
    position,
    confidence: reply.confidence,
    words: reply.position,
    wouldChange,
    ...(because.length > 0 && { because }),
    ...("assumptions" in reply && { assumes: reply.assumptions }),
  };
}

function statementTask(seat: Participant): string {
  return text`
    ${personaText(seat)}

    This is phase 1. You cannot see the other statements, and nobody can see yours until all are in.
    State your position with its reasoning: what you hold, and because of what.
    Where the brief has options, name the one you hold in option; where it has none, give your verdict.
    In claims, give the reasons that carry it, each in one sentence, about one option or about the proposal,
    with the words that prove it. Name what you assume, what could go wrong, and what would change your mind.
    ${FORM[formOf(seat)]}
    Reply with one JSON object.
  `;
}

const FORM: Readonly<Record<keyof typeof statements, string>> = {
  director: "Keep to your own subject; the other seats cover theirs.",
  contrarian:
    "Oppose what the brief proposes. Name its two or three largest assumptions, and give a real alternative.",
  moonshot:
    "Give two versions: in moonshot the ambitious one, in stepping_stone the first pragmatic step towards it.",
};

const OPPOSE =
  "Oppose the strongest agreement at the table, even if everyone shares it. That is your seat; a formal dissent is " +
  "for where you are truly not convinced.\n";

const OPPOSE_BLIND =
  "Oppose the strongest position above, however well it is argued. That is your seat; a formal dissent is " +
  "for where you are truly not convinced.\n";

interface Task {
  readonly seat: Participant;
  readonly round: number;
  readonly own: BoardVoice;
  readonly peers: readonly BoardVoice[];
}

function responseTask({ seat, round, own, peers }: Task): string {
  const others = peers.map(
    ({ seat: peer, claims }) => `- ${peer.id}, the ${peer.name} (${idsOf(claims, "no claims")})`,
  );
  return text`
    ${personaText(seat)}

    This is phase 2, round ${round}. Above, you are ${seat.id} and hold ${heldBy(own)}.
    Answer the others. Each agreement and each disagreement names one participant and one of its claims by id:
    ${others.join("\n")}
    Agree where you do, and say why; "sounds good" is not accepted. Disagree where you do, with the counter-reason.
    Challenge at least one position. Raise the risks that everyone has missed so far. Do not repeat what was said.
    ${seat.role === "contrarian" ? OPPOSE : ""}${dissentRule(own)}
    ${CHANGE_RULE}
  `;
}

/**
 * R2, R4: by label, and without saying how many support what. A seat knows its own label: it answers only the others.
 */
function anonymousTask({ seat, round, own, peers }: Task): string {
  const others = peers.map(
    ({ seat: peer, claims }) => `- ${peer.id} (${idsOf(claims, "no claims")})`,
  );
  return text`
    ${personaText(seat)}

    This is phase 2, round ${round}. Above, you are ${own.seat.id} and hold ${heldBy(own)}; of its claims, yours are ${idsOf(own.claims, "none")}.
    Answer the others. Each agreement and each disagreement names one voice by label and one of its claims by id:
    ${others.join("\n")}
    Agree where you do, and say why; "sounds good" is not accepted. Disagree where you do, with the counter-reason.
    Challenge at least one position. Raise the risks that nobody has named so far. Do not repeat what was said.
    ${seat.role === "contrarian" ? OPPOSE_BLIND : ""}${dissentRule(own)}
    ${CHANGE_RULE}
  `;
}

/** Of what several of one voice have said, only the first is shown, whoever says it. */
function withoutRepeats(own: BoardVoice, view: ReaderView): BoardVoice {
  return view.anonymize({ ...own, claims: own.claims.filter(({ id }) => !view.leftOut(id)) });
}

function idsOf(claims: readonly { readonly id: string }[], none: string): string {
  return claims.length === 0 ? none : claims.map(({ id }) => id).join(", ");
}

function dissentRule({ dissent }: BoardVoice): string {
  return dissent
    ? "You dissented formally when you last spoke. Keep the dissent unless something has answered it."
    : "If you are not convinced of where this is heading, dissent formally; the words go into the outcome as they are.";
}

const CHANGE_RULE = text`
  If you hold something else than before, or withdraw a dissent, changed_because names the ids of the claims that
  convinced you, which must be new since you last spoke, and says exactly what in them did. Otherwise it is null.
  Set request_synthesis when nothing useful is left to be said.
  Reply with one JSON object.
`;
