/** Prompts of phases 1 and 2 for every seat: the blind statement, and the response to the others. */
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import { createBlankWithRows } from "../../../exchange/blank-reply.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { BoardResponse, type BoardStatement, statements } from "../replies.ts";
import {
  claimsBefore,
  type BoardHearing,
  findLastRound,
  heldBy,
  pointsBefore,
} from "../rules/board-debate.ts";
import { listClaimTexts } from "../rules/changes.ts";
import { hasChallenged } from "../rules/closing/dissents.ts";
import { draftResponse, draftStatement, draftTerms, listClaimDrafts } from "../rules/points.ts";
import { responseProblems, statementProblems } from "../rules/reply-checks.ts";
import { ownVoice, peersShown, recordShown, viewFor } from "./anonymizer.ts";
import { briefSegment } from "./discussion-text.ts";
import { personaText } from "./personas.ts";
import type { BoardVoice, BoardRespondInput, BoardStateInput } from "./prompt-input.ts";

/** F1, F2: a function of the brief and the table alone. */
export function stateAlone(
  hearing: BoardHearing,
  seat: Participant,
  fence: Fence,
): Ask<BoardStatement> {
  const { brief } = hearing;
  const input: BoardStateInput = { kind: "board.state", brief, seat };
  const hasOptions = brief.options.length > 0;
  const reply = statements[chooseForm(seat)];
  return {
    prompt: [
      briefSegment(hearing, fence),
      { shared: false, text: statementTask(seat, hasOptions) },
    ],
    reply,
    blank: () =>
      createBlankWithRows(reply, { options: brief.options.map(({ id }) => ({ option: id })) }),
    promptInput: input,
    check: (reply) => statementProblems(brief, seat, reply),
    claims: (reply) =>
      listClaimDrafts([
        ...draftStatement(reply, seat.id),
        // conditions have an id among the points of a statement
        ...draftTerms({ ...reply, conditions: [] }, { seat: seat.id, known: [] }),
      ]),
    says: (reply) => summarizeTurn(hearing, reply, reply.would_change_my_mind),
  };
}

function chooseForm({ role }: Participant): keyof typeof statements {
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
  const own = ownVoice(hearing, seat);
  const view = viewFor(hearing, `responses-${round}`, { reader: seat.id, sealed: false });
  const peers = peersShown(hearing, view, seat.id);
  const since = findLastRound(hearing, seat.id) ?? 0;
  const { segments, reveals, order } = recordShown(hearing, { fence, view, since });
  const challenged = hasChallenged(hearing, seat.id);
  const seen = view.anonymize(own);
  const input: BoardRespondInput = {
    kind: "board.respond",
    brief,
    seat,
    round,
    own: seen,
    peers,
    challenged,
  };
  const shown = claimsBefore(hearing, round);
  const task = responseTask({ seat, round, own: withoutRepeats(own, view), challenged, view });
  const ask: Ask<BoardResponse> = {
    prompt: [...segments, { shared: false, text: task }],
    reply: BoardResponse,
    promptInput: input,
    reveals,
    ...(!view.hidden && { texts: listClaimTexts(shown) }),
    check: (reply, quoted) => responseProblems(reply, { hearing, seat, round, quoted }),
    claims: (reply) => {
      const known = pointsBefore(hearing, round);
      return listClaimDrafts([
        ...draftResponse(reply),
        ...draftTerms(reply, { seat: seat.id, known }),
      ]);
    },
    says: (reply) => summarizeTurn(hearing, reply, null),
  };
  return view.bind(ask, { own: [personaText(seat)], order });
}

function summarizeTurn(
  { brief }: BoardHearing,
  reply: BoardStatement | BoardResponse,
  wouldChange: string | null,
): ReplySummary {
  const because = "changed_because" in reply ? (reply.changed_because?.claims ?? []) : [];
  return {
    position: heldBy(brief, reply),
    confidence: reply.confidence,
    words: reply.position,
    wouldChange,
    ...(because.length > 0 && { because }),
    ...("assumptions" in reply && { assumes: reply.assumptions }),
  };
}

function statementTask(seat: Participant, hasOptions: boolean): string {
  const choice = hasOptions
    ? text`
      In options, say of each option whether it is fine, fine if something is done, or not, for what your seat asks
      about. In choice, name the option you would choose all things considered; "none" if it is none of them or you
      cannot tell. The two may differ.
    `
    : "In choice, say adopt, reject or defer.";
  return text`
    ${personaText(seat)}

    This is phase 1. Nobody sees another statement until all are in.
    Give your position as a headline of at most 20 words, then the reasoning. A position may be conditional or mixed, such
    as "C after a pilot that passes this gate, else A": choose what you would have in the end, list each condition on its
    own in at most 20 words, say in otherwise what you would choose if they are not met, and name the next step.
    ${choice}
    In claims, give the reasons that carry your position, one headline each, with evidence where there is any. Name what
    you assume, what could go wrong, and what would change your mind. Where the material says nothing about your
    subject, say so instead of guessing.
    ${FORM[chooseForm(seat)](hasOptions)}
  `;
}

const FORM: Readonly<Record<keyof typeof statements, (hasOptions: boolean) => string>> = {
  director: () => "The other seats cover their own subjects; you need not.",
  contrarian: (hasOptions) =>
    (hasOptions
      ? "Argue against the option you expect the others to choose. "
      : "Argue against what the brief proposes; you cannot adopt it. ") +
    "In doubts, name the two or three largest assumptions of the brief that may be wrong. In alternative, give a " +
    "real plan: another option, a mix, something smaller, or not doing it. Your opposition is shown as assigned.",
  moonshot: () =>
    "Give two versions that differ in substance: in moonshot the ambitious one, in stepping_stone the first pragmatic " +
    "step towards it.",
};

interface Task {
  readonly seat: Participant;
  readonly round: number;
  readonly own: BoardVoice;
  readonly challenged: boolean;
  readonly view: ReaderView;
}

function responseTask({ seat, round, own, challenged, view }: Task): string {
  const self = view.hidden
    ? `Above, you are ${own.seat.id} and choose ${own.choice}; of its points, yours are ${listIds(own)}.`
    : `Above, you are ${seat.id} and choose ${own.choice}; your own last words are among what is shown in full.`;
  return text`
    ${personaText(seat)}

    This is phase 2, round ${round}. ${self}
    Answer what the others said. Agreements and disagreements each name one point by its id and say why in your own
    words, with a headline of your own; approval without a reason, a copy of the point, or "because of their seat" counts
    for nothing. Conditions and next steps have ids too, and can be agreed and disagreed with.${view.hidden ? "" : QUOTING}
    ${challengeRule(seat, { challenged, round, view })}
    Raise risks that nobody has raised. ${round === 1 ? "An answer that gives no reason for anything is sent back. " : "If you have nothing new, leave the lists empty. "}Restate your position and choice as they are now.
    In conditions and next_step, name by its id what you keep, or what somebody else asked for and you share; write out
    only what is new. Code counts who shares which. What you leave out you no longer ask for.
    ${dissentRule(own)}
    ${round === 1 ? CHANGE_RULE : CHANGE_RULE_LATER}
    Set request_synthesis when nothing useful is left to be said.
  `;
}

/** Of what several of one voice have said, only the first is shown, whoever says it. */
function withoutRepeats(own: BoardVoice, view: ReaderView): BoardVoice {
  return view.anonymize({ ...own, claims: own.claims.filter(({ id }) => !view.leftOut(id)) });
}

function listIds({ claims }: BoardVoice): string {
  return claims.length === 0 ? "none" : claims.map(({ id }) => id).join(", ");
}

function challengeRule(
  { role }: Participant,
  { challenged, round, view }: { challenged: boolean; round: number; view: ReaderView },
): string {
  if (role === "contrarian")
    return text`
      Oppose the strongest ${view.oneVoice ? "position above" : "agreement at the table"}, even if nobody else does: name one of its points in disagreements. That
      is your seat; a formal dissent is for where you are truly not convinced.
    `;
  if (challenged) return "Disagree where you do.";
  return round === 1
    ? "Each seat challenges at least one point in this phase: disagree where a reason is weakest."
    : "You have not challenged anyone yet, and each seat does so at least once: disagree where a reason is weakest.";
}

function dissentRule({ dissents }: BoardVoice): string {
  if (dissents.length === 0)
    return text`
      If you cannot go along with where this is heading, file a formal dissent; it goes into the outcome as you write it
      and stands until you withdraw it.
    `;
  const own = dissents.map(({ id, about, text: words }) => `- ${id}, from ${about}: ${words}`);
  return text`
    Your formal dissents, which stand until you withdraw them:
    ${own.join("\n")}
    Do not repeat them. To withdraw one, name it in withdrawn_dissents with the ids of the others' points, made since,
    that answered it. Silence withdraws nothing.
  `;
}

const QUOTING = " You may quote a\npoint with its id as the source.";

const CHANGE_RULE = text`
  If you choose something else than before, changed_because names the ids of the others' points that speak against what
  you left or for what you chose, or meet what you said would change your mind, and says what in them convinced you.
  Otherwise it is null.
`;

const CHANGE_RULE_LATER = text`
  If you choose something else than before, changed_because names the ids of the others' points that speak against what
  you left or for what you chose, or meet what you said would change your mind, and says what in them convinced you;
  they must be new since you last spoke. Otherwise it is null.
`;
