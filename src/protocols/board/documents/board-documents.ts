/** The two documents of a board: the synthesis, and the memo with everything that was said. */
import type { Outcome } from "../../../domain/outcome.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import type { BoardResponse, BoardStatement, Synthesis } from "../replies.ts";
import { type BoardHearing, heldBy, nameOf } from "../rules/board-debate.ts";
import { CALLS_NOTE, countCalls } from "../rules/calls.ts";
import { assignedOpposition, formalDissents, unmetChallenges } from "../rules/dissents.ts";
import { disputedIn, type Drafted, finalDraft } from "../rules/synthesis.ts";

/** F11-F13: null where nobody wrote one. */
export function synthesisPage(
  hearing: BoardHearing,
  drafted: Drafted,
  outcome: Outcome,
): string | null {
  const synthesis = finalDraft(drafted);
  if (!synthesis) return null;
  const { chosen, rejected, risk_register } = synthesis.reply;
  const option = chosen.option === null ? "" : ` (option ${escapeMarkdown(chosen.option)})`;
  return page([
    `# Synthesis: ${escapeMarkdown(hearing.brief.question)}`,
    `Written by the ${escapeMarkdown(nameOf(hearing, synthesis.by))}. Confidence ${outcome.confidence}${statedConfidence(synthesis.reply, outcome)}.`,
    `## Chosen approach${option}`,
    escapeMarkdown(chosen.approach),
    escapeMarkdown(chosen.reasoning),
    "## Rejected alternatives",
    ...rejected.map(
      ({ alternative, reasoning }) =>
        `- **${escapeMarkdown(alternative)}** ${escapeMarkdown(reasoning)}`,
    ),
    "## Dissents",
    ...dissentSections(hearing),
    "## Risk register",
    riskTable(hearing, risk_register),
    "## Disputed representation",
    ...orNone(
      disputedIn(drafted).map(
        ({ by, text }) =>
          `**${escapeMarkdown(nameOf(hearing, by))}**, in its own words:\n\n${formatBlockQuote(text)}`,
      ),
    ),
    "## Duties not met",
    ...orNone(
      unmetChallenges(hearing).map(
        (by) => `- ${escapeMarkdown(nameOf(hearing, by))} challenged no position in phase 2.`,
      ),
    ),
    "## Calls",
    callLine(hearing, drafted),
  ]);
}

function statedConfidence({ confidence }: Synthesis, outcome: Outcome): string {
  return confidence === outcome.confidence ? "" : ` (the synthesizer stated ${confidence})`;
}

/** K6: copied, attributed, never edited. */
function dissentSections(hearing: BoardHearing): string[] {
  const formal = formalDissents(hearing).map(({ seat, text, against, status, round, assigned }) => {
    const aside = [
      status === "standing" ? "stands" : "conceded later",
      ...(assigned ? ["its role is to oppose"] : []),
      `round ${round}`,
    ].join(", ");
    return `**${escapeMarkdown(seat.name)}**, against ${escapeMarkdown(against)} (${aside}):\n\n${formatBlockQuote(text)}`;
  });
  const assigned = assignedOpposition(hearing).map(
    ({ by, text }) =>
      `**${escapeMarkdown(nameOf(hearing, by))}**, opposition as assigned, not counted as dissent:\n\n${formatBlockQuote(text)}`,
  );
  return [...orNone(formal), ...assigned];
}

function riskTable(hearing: BoardHearing, risks: Synthesis["risk_register"]): string {
  const rows = risks.map(
    ({ risk, likelihood, impact, mitigation, raised_by }) =>
      `| ${escapeMarkdown(risk)} | ${likelihood} | ${impact} | ${escapeMarkdown(mitigation)} | ${escapeMarkdown(nameOf(hearing, raised_by))} |`,
  );
  return [
    "| Risk | Likelihood | Impact | Mitigation | Raised by |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function callLine(hearing: BoardHearing, drafted: Drafted): string {
  const { phase_1, phase_2, phase_3, overhead } = countCalls(hearing, drafted);
  return `Phase 1: ${phase_1}, phase 2: ${phase_2}, phase 3: ${phase_3}; beside them ${overhead.gates} gate reviews and ${overhead.polls} poll answers. ${CALLS_NOTE}`;
}

/** Everything that was said, in order, also where no synthesis came of it. */
export function memo(hearing: BoardHearing): string {
  return page([
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
  const title = `### ${escapeMarkdown(nameOf(hearing, id))}`;
  const turn = findSpokenTurn(hearing.statements, id);
  return turn ? [title, ...statementLines(turn)] : [title, "Absent."];
}

function statementLines({ reply, claims }: Spoken<BoardStatement>): string[] {
  const versions =
    "moonshot" in reply
      ? [
          `**Moonshot:** ${escapeMarkdown(reply.moonshot)}`,
          `**Stepping stone:** ${escapeMarkdown(reply.stepping_stone)}`,
        ]
      : "alternative" in reply
        ? [`**Instead (assigned opposition):** ${escapeMarkdown(reply.alternative)}`]
        : [];
  return [
    `Holds **${escapeMarkdown(heldBy(reply))}**, ${reply.confidence}%: ${escapeMarkdown(reply.position)}`,
    escapeMarkdown(reply.reasoning),
    ...versions,
    [
      ...claims.map(
        ({ id, about, side, text }) =>
          `- **${id}** ${side} ${escapeMarkdown(about)}: ${escapeMarkdown(text)}`,
      ),
      ...reply.assumptions.map((words) => `- Assumes: ${escapeMarkdown(words)}`),
      ...reply.risks.map((words) => `- Risk: ${escapeMarkdown(words)}`),
    ].join("\n"),
  ];
}

function responseLines(hearing: BoardHearing, { reply }: Spoken<BoardResponse>): string[] {
  const name = (id: string): string => escapeMarkdown(nameOf(hearing, id));
  const lines = [
    ...reply.agreements.map(
      (one) =>
        `- Agrees with ${name(one.with)} on ${escapeMarkdown(one.point)}: ${escapeMarkdown(one.reason)}`,
    ),
    ...reply.disagreements.map(
      (one) =>
        `- Disagrees with ${name(one.with)} on ${escapeMarkdown(one.point)}: ${escapeMarkdown(one.counter_reason)}`,
    ),
    ...reply.missed_risks.map((risk) => `- Missed risk: ${escapeMarkdown(risk)}`),
    ...(reply.changed_because
      ? [`- Moved because: ${escapeMarkdown(reply.changed_because.explanation)}`]
      : []),
    ...(reply.request_synthesis ? ["- Asks to move on to the synthesis."] : []),
  ];
  const dissent = reply.formal_dissent
    ? [
        `Formally dissents from ${escapeMarkdown(reply.formal_dissent.against)}:\n\n${formatBlockQuote(reply.formal_dissent.text)}`,
      ]
    : [];
  return [
    `Holds **${escapeMarkdown(heldBy(reply))}**, ${reply.confidence}%: ${escapeMarkdown(reply.position)}`,
    lines.join("\n"),
    ...dissent,
  ];
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
        ({ by, reply }) => `${escapeMarkdown(nameOf(hearing, by))} ${reply.vote}`,
      );
      const absent = ballots.absent.map(
        ({ by }) => `${escapeMarkdown(nameOf(hearing, by))} absent`,
      );
      return `Poll: ${[...votes, ...absent].join(", ")}.`;
    });
  return [...gate, ...poll];
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ["None."] : lines;
}

function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
