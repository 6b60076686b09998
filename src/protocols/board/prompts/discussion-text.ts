/**
 * The discussion so far, as every seat is shown it: the brief, the statements, the rounds. The last two rounds are
 * complete; code cuts earlier ones to a line per seat, so that a tenth round can still be read. Each part only grows
 * at its end, for prompt caches.
 */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Spoken } from "../../../domain/round.ts";
import {
  renderBriefSources,
  renderBriefOptions,
  QUOTE_RULE,
} from "../../../exchange/brief-prompt.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import { type BoardHearing, heldBy } from "../rules/board-debate.ts";

export function briefSegment(brief: Brief, fence: Fence): PromptSegment {
  return { shared: true, text: briefText(brief, fence) };
}

export interface BoardRecordView {
  readonly segments: readonly PromptSegment[];
  /** Keys of the turns whose words it shows. */
  readonly reveals: readonly string[];
  /** Who is shown one after the other, list by list. */
  readonly order: readonly (readonly string[])[];
}

/** Everything said so far. */
export function recordOf(hearing: BoardHearing, fence: Fence, view: ReaderView): BoardRecordView {
  const { rounds, statements } = hearing;
  const full = Math.max(0, rounds.length - IN_FULL);
  const by = ({ by: speaker }: { by: string }): string => speaker;
  const said = view.anonymize(view.inOrder(statements.spoken, by));
  const answered = rounds.map(({ spoken }) => view.anonymize(view.inOrder(spoken, by)));
  const fenced = view.fencing(fence);
  const segments = [
    briefSegment(hearing.brief, fence),
    shared(statementsText(said, fenced, view)),
    ...answered
      .slice(0, full)
      .map((spoken, at) => shared(roundText(spoken, at + 1, inBrief(fenced)))),
    ...answered
      .slice(full)
      .map((spoken, at) => shared(roundText(spoken, full + at + 1, inFull(fenced)))),
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

/** Rounds that are shown word for word. */
const IN_FULL = 2;

function shared(words: string): PromptSegment {
  return { shared: true, text: words };
}

function briefText(brief: Brief, fence: Fence): string {
  const options = renderBriefOptions(brief, fence);
  const choice =
    brief.options.length === 0
      ? "The brief offers no options: give your verdict on what it proposes, and leave option null."
      : `Options: ${brief.options.map(({ id }) => id).join(", ")}\n${options}`;
  return text`
    A board debates one brief in three phases: sealed statements, rounds of response, and a synthesis that keeps
    every dissent in the words of whoever dissents.
    ${FENCE_RULE}

    Question (${brief.id})
    ${fence("question", brief.question)}

    ${choice}

    ${renderBriefSources(brief, fence)}

    ${QUOTE_RULE}
  `;
}

function statementsText(
  spoken: readonly Spoken<BoardStatement>[],
  fence: Fence,
  view: ReaderView,
): string {
  const all = spoken.map((turn) => fence(`statement of ${turn.by}`, statementText(turn, view)));
  return [
    "Phase 1 is closed. These are the statements of all, written without sight of each other.",
    ...all,
  ].join("\n\n");
}

function statementText({ reply, claims }: Spoken<BoardStatement>, view: ReaderView): string {
  return [
    `Holds ${heldBy(reply)}, confidence ${reply.confidence} of 100.`,
    reply.position,
    reply.reasoning,
    ...claims.map(claimLine),
    ...furtherWords(reply, view),
    ...reply.assumptions.map((assumption) => `Assumes: ${assumption}`),
    ...reply.risks.map((risk) => `Risk: ${risk}`),
    `Would change its mind: ${reply.would_change_my_mind}`,
  ].join("\n");
}

/** What only one role is asked for; the name of the role is left out where names are hidden (R2). */
export function furtherWords(reply: BoardStatement, { hidden }: ReaderView): string[] {
  if ("alternative" in reply) return [`Instead: ${reply.alternative}`];
  if (!("moonshot" in reply)) return [];
  return [
    `${hidden ? "Going further" : "Moonshot"}: ${reply.moonshot}`,
    `${hidden ? "First step" : "Stepping stone"}: ${reply.stepping_stone}`,
  ];
}

function roundText(
  spoken: readonly Spoken<BoardResponse>[],
  round: number,
  shown: (turn: Spoken<BoardResponse>, round: number) => string,
): string {
  const all = spoken.map((turn) => shown(turn, round));
  return [`Round ${round}${all.length === 0 ? ": nobody answered." : ""}`, ...all].join("\n\n");
}

function inFull(fence: Fence): (turn: Spoken<BoardResponse>, round: number) => string {
  return ({ by, reply, claims }, round) => {
    const dissent = reply.formal_dissent;
    const words = [
      `Holds ${heldBy(reply)}, confidence ${reply.confidence} of 100.`,
      reply.position,
      ...claims.map(claimLine),
      ...(dissent ? [`Formally dissents from ${dissent.against}: ${dissent.text}`] : []),
      ...(reply.changed_because ? [`Moved because: ${reply.changed_because.explanation}`] : []),
      ...(reply.request_synthesis ? ["Asks to move on to the synthesis."] : []),
    ];
    return fence(`${by} in round ${round}`, words.join("\n"));
  };
}

function inBrief(fence: Fence): (turn: Spoken<BoardResponse>, round: number) => string {
  return ({ by, reply, claims }, round) => {
    const made = claims.map(
      ({ id, about, side, text: words }) => `${id} ${side} ${about}: ${cut(words, 90)}`,
    );
    const dissent = reply.formal_dissent ? " Formally dissents." : "";
    const line = `Holds ${heldBy(reply)}: ${cut(reply.position, 160)}${dissent}`;
    return fence(`${by} in round ${round}, shortened`, [line, ...made].join("\n"));
  };
}

export function claimLine({ id, side, about, text: words, evidence }: Claim): string {
  const quotes = evidence.map(({ source, quote, verified }) => {
    const mark = verified ? "" : " (does not occur there)";
    return `\n   ${source}: "${quote}"${mark}`;
  });
  return `${id} ${side} ${about}: ${words}${quotes.join("")}`;
}

/** Cut at a word. */
export function cut(words: string, longest: number): string {
  if (words.length <= longest) return words;
  const start = words.slice(0, longest);
  return `${start.slice(0, Math.max(start.lastIndexOf(" "), longest / 2)).trimEnd()}…`;
}
