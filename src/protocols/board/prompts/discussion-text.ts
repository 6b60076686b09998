/**
 * The discussion as the seats are shown it. A reader gets in full what is new since they last spoke, their own last
 * words among it, and the headlines of everything older; whoever writes the synthesis gets all of it uncut. What
 * is older keeps its bytes from round to round, for prompt caches.
 */
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import {
  EVIDENCE_RULE,
  renderBriefSources,
  renderBriefOptions,
} from "../../../exchange/brief-prompt.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import type { BoardHearing, BoardTurn } from "../rules/board-debate.ts";
import { listTurnPoints, splitHeadline } from "../rules/points.ts";
import type { BoardPoint, BoardPointKind } from "./prompt-input.ts";

/** The question, the material, and who sits at the table: the same for every seat and step. */
export function briefSegment(
  { brief, seats, gate }: Pick<BoardHearing, "brief" | "seats" | "gate">,
  fence: Fence,
): PromptSegment {
  const choice =
    brief.options.length === 0
      ? "The brief offers no options. The question is whether to adopt, reject or defer what it proposes."
      : `Options: ${brief.options.map(({ id }) => id).join(", ")}\n${renderBriefOptions(brief, fence)}`;
  const table = seats.map(({ id, name, stance }) => `- ${id}, ${name}: ${stance ?? "own view"}`);
  const reviewer = gate
    ? `\nThe ${gate.name} holds no position and only judges whether the debate still brings anything new.`
    : "";
  return shared(text`
    A board decides one question in three phases: sealed statements, rounds of response, and a synthesis that keeps
    every dissent in its author's words.
    ${FENCE_RULE}

    Question
    ${fence("question", brief.question)}

    ${choice}

    ${renderBriefSources(brief, fence)}

    ${EVIDENCE_RULE}

    At the table:
    ${table.join("\n")}${reviewer}
  `);
}

export interface BoardRecordView {
  readonly segments: readonly PromptSegment[];
  /** Keys of the turns whose words it shows. */
  readonly reveals: readonly string[];
  /** Who is shown one after the other, list by list. */
  readonly order: readonly (readonly string[])[];
}

/** `since` is the round in which the reader last spoke, 0 for the statement: earlier ones are shown as headlines. */
export function recordOf(
  hearing: BoardHearing,
  { fence, view, since }: { fence: Fence; view: ReaderView; since: number },
): BoardRecordView {
  const by = ({ by: speaker }: { by: string }): string => speaker;
  const said = view.anonymize(view.inOrder(hearing.statements.spoken, by));
  const answered = hearing.rounds.map(({ spoken }) => view.anonymize(view.inOrder(spoken, by)));
  const fenced = view.fencing(fence);
  const segments = [
    briefSegment(hearing, fence),
    shared(statementsText(said, { fence: fenced, view, full: since === 0 })),
    ...answered.map((spoken, at) =>
      shared(roundText(spoken, { round: at + 1, fence: fenced, view, full: at + 1 >= since })),
    ),
  ];
  const order = [
    said.map((turn) => `statement of ${turn.by}`),
    ...answered.map((spoken, at) => spoken.map((turn) => `${turn.by} in round ${at + 1}`)),
  ];
  return { segments, reveals: revealsOf(hearing), order };
}

export function revealsOf({ statements, rounds }: BoardHearing): string[] {
  return [statements, ...rounds].flatMap(({ spoken }) => spoken.map(({ key }) => key));
}

function shared(words: string): PromptSegment {
  return { shared: true, text: words };
}

interface Showing {
  readonly fence: Fence;
  readonly view: ReaderView;
  readonly full: boolean;
}

function statementsText(
  spoken: readonly Spoken<BoardStatement>[],
  { fence, view, full }: Showing,
): string {
  const all = spoken.map((turn) =>
    fence(`statement of ${turn.by}`, full ? turnText(turn, view) : headlineText(turn, view)),
  );
  return [
    full
      ? "Phase 1 is closed. These are the statements, written without sight of each other."
      : "Phase 1, the headlines of the statements",
    ...all,
  ].join("\n\n");
}

function roundText(
  spoken: readonly Spoken<BoardResponse>[],
  { round, fence, view, full }: Showing & { round: number },
): string {
  const all = spoken.map((turn) =>
    fence(`${turn.by} in round ${round}`, full ? turnText(turn, view) : headlineText(turn, view)),
  );
  const nobody = all.length === 0 ? ": nobody answered." : full ? "" : ", the headlines";
  return [`Round ${round}${nobody}`, ...all].join("\n\n");
}

/** A statement or a response, uncut. */
export function turnText(turn: BoardTurn, view: ReaderView): string {
  const { reply } = turn;
  return [
    `Holds ${reply.choice}, confidence ${reply.confidence} of 100: ${reply.position}`,
    ...("reasoning" in reply ? [reply.reasoning] : []),
    ...("options" in reply
      ? reply.options.map(({ option, verdict, why }) => `Option ${option}: ${verdict}. ${why}`)
      : reply.conditions.map((condition) => `Condition: ${condition}`)),
    ...(reply.next_step === null ? [] : [`Next step: ${reply.next_step}`]),
    ...pointsOf(turn).map((point) => pointText(point, view)),
    ...("would_change_my_mind" in reply
      ? [`Would change their mind: ${reply.would_change_my_mind}`]
      : laterWords(reply)),
  ].join("\n");
}

/** Kinds follow from the reply alone, so they are the same for a reply that was made anonymous. */
function pointsOf(turn: BoardTurn): BoardPoint[] {
  return listTurnPoints(turn);
}

function laterWords(reply: BoardResponse): string[] {
  const { withdrawn_dissents, changed_because, request_synthesis } = reply;
  return [
    ...withdrawn_dissents.map(
      ({ claim, because, reason }) =>
        `Withdraws the dissent ${claim} because of ${because.join(", ")}: ${reason}`,
    ),
    ...(changed_because
      ? [`Changed because of ${changed_because.claims.join(", ")}: ${changed_because.explanation}`]
      : []),
    ...(request_synthesis ? ["Asks to move on to the synthesis."] : []),
  ];
}

function headlineText(turn: BoardTurn, view: ReaderView): string {
  const { choice, position } = turn.reply;
  return [
    `Holds ${choice}: ${splitHeadline(position).text}`,
    ...pointsOf(turn).map((point) => pointHeadline(point, view)),
  ].join("\n");
}

export function pointHeadline(point: BoardPoint, view: ReaderView): string {
  return `${point.id} ${describePoint(point, view)}: ${point.text}`;
}

/** With its detail and its evidence. */
export function pointText(point: BoardPoint, view: ReaderView): string {
  const more = point.detail === undefined ? [] : [`   ${point.detail.replaceAll("\n", "\n   ")}`];
  const evidence = point.evidence.map(
    (one) => `   ${formatEvidenceWords(one, ['"', '"'])} (${describeEvidenceCheck(one)})`,
  );
  return [pointHeadline(point, view), ...more, ...evidence].join("\n");
}

/** What a point is; the name of a role is left out where names are hidden (R2). */
function describePoint({ kind, about, side }: BoardPoint, { hidden }: ReaderView): string {
  switch (kind) {
    case "reason":
      return `${side} ${about}`;
    case "risk":
      return `risk of ${about}`;
    case "agreement":
      return `agrees with ${about}`;
    case "disagreement":
      return `disagrees with ${about}`;
    case "dissent":
      return `formally dissents from ${about}`;
    default:
      return (hidden ? VEILED[kind] : undefined) ?? kind;
  }
}

const VEILED: Partial<Record<BoardPointKind, string>> = {
  alternative: "instead",
  moonshot: "going further",
  "stepping stone": "first step",
  doubt: "questions",
};

/** A seat's own words from the first to the last, uncut. */
export function ownTurnsText(
  { statements, rounds }: BoardHearing,
  seat: string,
  view: ReaderView,
): string {
  const stated = findSpokenTurn(statements, seat);
  const parts = [
    ...(stated ? [`In phase 1\n${turnText(view.anonymize(stated), view)}`] : []),
    ...rounds.flatMap((round, at) => {
      const turn = findSpokenTurn(round, seat);
      return turn ? [`In round ${at + 1}\n${turnText(view.anonymize(turn), view)}`] : [];
    }),
  ];
  return parts.join("\n\n");
}
