/** The documents of a board: the decision record, the synthesis with its reviews, and the memo with everything that was said. */
import type { Outcome } from "../../../domain/outcome/outcome.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import {
  type BoardHearing,
  type BoardTurn,
  heldBy,
  findBoardName,
  pointsBefore,
} from "../rules/board-debate.ts";
import { unmetChallenges } from "../rules/closing/dissents.ts";
import { findSupport } from "../rules/closing/support.ts";
import { type Drafted, finalDraft } from "../rules/closing/synthesis.ts";
import { listTurnPoints, readTerm } from "../rules/points.ts";
import {
  contextSection,
  type DecidedBoard,
  decidersSection,
  decisionSection,
  disputesSection,
  dissentsSection,
  formatNames,
  reasonsSection,
  referredSection,
  rejectedSection,
  risksSection,
} from "./decision-sections.ts";
import { formatBulletLines } from "./written-text.ts";

/** Null where nobody wrote a synthesis. */
export function gatherDecision(
  hearing: BoardHearing,
  drafted: Drafted | null,
  outcome: Outcome,
): DecidedBoard | null {
  const written = drafted && finalDraft(drafted);
  const support = findSupport(hearing, drafted);
  if (!drafted || !written || !support) return null;
  return { outcome, hearing, drafted, synthesis: written.reply, author: written.by, support };
}

/** Context, decision, reasons, dissents, what was rejected, risks, and who decided. Nothing about how it was run. */
export function decisionRecord(decided: DecidedBoard): string {
  const { hearing, support } = decided;
  const disputes = disputesSection(decided);
  return joinPageLines([
    `# ${escapeMarkdown(hearing.brief.question)}`,
    ...(support.minority === null ? [] : [`**${escapeMarkdown(support.minority)}**`]),
    "## Context",
    ...contextSection(decided),
    "## Decision",
    ...decisionSection(decided),
    "## Why",
    ...reasonsSection(decided),
    "## Dissents",
    ...dissentsSection(decided),
    "## Rejected alternatives",
    ...rejectedSection(decided),
    "## Risks",
    ...risksSection(decided),
    ...(disputes.length === 0 ? [] : ["## What reviewers say of this text", ...disputes]),
    "## Who decided",
    ...decidersSection(decided),
    ...referredSection(decided),
  ]);
}

/** F11-F13: the seed's output document, with its five parts under its names. */
export function synthesisPage(decided: DecidedBoard): string {
  const { hearing, support, author, outcome } = decided;
  const disputes = disputesSection(decided);
  const unmet = unmetChallenges(hearing);
  return joinPageLines([
    ...(support.minority === null ? [] : [`**${escapeMarkdown(support.minority)}**`]),
    `# Synthesis: ${escapeMarkdown(hearing.brief.question)}`,
    `Written by the ${formatNames(hearing, [author])}.`,
    "## Chosen approach",
    ...decisionSection(decided),
    ...reasonsSection(decided),
    "## Rejected alternatives",
    ...rejectedSection(decided),
    "## Dissents",
    ...dissentsSection(decided),
    "## Risk register",
    ...risksSection(decided),
    "## Confidence",
    `${outcome.confidence}${support.limits.length === 0 ? "." : `: ${escapeMarkdown(support.limits.join("; "))}.`}`,
    ...(disputes.length === 0 ? [] : ["## Disputed representation", ...disputes]),
    ...(unmet.length === 0
      ? []
      : [
          "## Duties not met",
          formatBulletLines(
            unmet.map((by) => `${formatNames(hearing, [by])} challenged no position in phase 2.`),
          ),
        ]),
    ...referredSection(decided),
  ]);
}

/** Everything that was said, in order, also where no synthesis came of it. */
export function formatMemo(hearing: BoardHearing): string {
  return joinPageLines([
    `# Board memo: ${escapeMarkdown(hearing.brief.question)}`,
    "## Phase 1: statements",
    ...hearing.seats.flatMap(({ id }) => statementSection(hearing, id)),
    ...hearing.rounds.flatMap((round, index) => [
      `## Phase 2: round ${index + 1}`,
      ...hearing.seats.flatMap(({ id, name }) => {
        const turn = findSpokenTurn(round, id);
        if (turn) return [`### ${escapeMarkdown(name)}`, ...responseLines(hearing, turn)];
        return round.absent.some(({ by }) => by === id)
          ? [`### ${escapeMarkdown(name)}`, "Absent."]
          : [];
      }),
      ...gateLines(hearing, index + 1),
    ]),
  ]);
}

function statementSection(hearing: BoardHearing, id: string): string[] {
  const title = `### ${escapeMarkdown(findBoardName(hearing, id))}`;
  const turn = findSpokenTurn(hearing.statements, id);
  return turn ? [title, ...statementLines(hearing, turn)] : [title, "Absent."];
}

function statementLines(hearing: BoardHearing, turn: Spoken<BoardStatement>): string[] {
  const { reply } = turn;
  return [
    holdLine(hearing, turn),
    ...reply.reasoning.split(/\n\s*\n/).map(escapeMarkdown),
    formatBulletLines(
      reply.options.map(
        ({ option, verdict, why }) =>
          `Option ${escapeMarkdown(option)}: ${verdict}. ${escapeMarkdown(why)}`,
      ),
    ),
    pointList(turn),
    `Would change their mind: ${escapeMarkdown(reply.would_change_my_mind)}`,
  ];
}

function holdLine(hearing: BoardHearing, { by, reply }: BoardTurn): string {
  const { next_step, otherwise, confidence, position } = reply;
  const known = pointsBefore(hearing);
  const step =
    next_step === null ? "" : ` Next step: ${escapeMarkdown(readTerm(known, next_step, by))}`;
  const not = otherwise === null ? "" : ` Otherwise: ${escapeMarkdown(otherwise)}.`;
  return `Chooses **${escapeMarkdown(heldBy(hearing.brief, reply))}**, ${confidence}%: ${escapeMarkdown(position)}${not}${step}`;
}

/** Headlines; the full argument below the line it belongs to. */
function pointList(turn: Spoken<BoardStatement | BoardResponse>): string {
  return listTurnPoints(turn)
    .map(({ id, kind, about, side, text, detail }) => {
      const what =
        kind === "reason" ? `${side} ${about}` : (MEMO_LABELS[kind] ?? `${kind}, ${about}`);
      const more = detail === undefined ? "" : `\n\n  ${escapeMarkdown(detail)}\n`;
      return `- **${escapeMarkdown(id)}** (${escapeMarkdown(what)}) ${escapeMarkdown(text)}${more}`;
    })
    .join("\n");
}

const MEMO_LABELS: Readonly<Record<string, string>> = {
  assumption: "assumes",
  condition: "condition",
  "next step": "next step",
  doubt: "doubts",
  alternative: "alternative, assigned opposition",
  moonshot: "moonshot",
  "stepping stone": "stepping stone",
};

function responseLines(hearing: BoardHearing, turn: Spoken<BoardResponse>): string[] {
  const { reply } = turn;
  const lines = [
    ...reply.withdrawn_dissents.map(
      ({ claim, reason }) => `Withdraws ${escapeMarkdown(claim)}: ${escapeMarkdown(reason)}`,
    ),
    ...(reply.changed_because
      ? [`Changed because: ${escapeMarkdown(reply.changed_because.explanation)}`]
      : []),
    ...(reply.request_synthesis ? ["Asks to move on to the synthesis."] : []),
  ];
  const dissents = reply.formal_dissents.map(
    ({ about, text }) =>
      `Formally dissents from ${escapeMarkdown(about)}:\n\n${formatBlockQuote(text)}`,
  );
  return [holdLine(hearing, turn), pointList(turn), formatBulletLines(lines), ...dissents];
}

function gateLines({ gates, polls, ...hearing }: BoardHearing, round: number): string[] {
  const gate = gates
    .filter((one) => one.round === round)
    .map(({ turn }) =>
      turn.kind === "absent"
        ? "Gate review: the reviewer was absent."
        : `Gate review: ${turn.reply.decision}. ${escapeMarkdown(turn.reply.reason)}`,
    );
  const poll = polls
    .filter((one) => one.round === round)
    .map(({ ballots }) => {
      const votes = ballots.spoken.map(
        ({ by, reply }) => `${escapeMarkdown(findBoardName(hearing, by))} ${reply.vote}`,
      );
      const absent = ballots.absent.map(
        ({ by }) => `${escapeMarkdown(findBoardName(hearing, by))} absent`,
      );
      return `Poll: ${[...votes, ...absent].join(", ")}.`;
    });
  return [...gate, ...poll];
}

function joinPageLines(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
