/** The two documents of a board: the synthesis, and the memo with everything that was said. */
import type { Outcome } from "../../domain/outcome.ts";
import { type Spoken, turnOf } from "../../domain/round.ts";
import { asMarkdown, asQuote } from "../../text/markdown.ts";
import { CALLS_NOTE, countCalls } from "./calls.ts";
import { assignedOpposition, formalDissents, unmetChallenges } from "./dissents.ts";
import { type Hearing, heldBy, nameOf } from "./hearing.ts";
import type { Response, Statement, Synthesis } from "./replies.ts";
import { disputedIn, type Drafted, finalDraft } from "./synthesis.ts";

/** F11-F13: null where nobody wrote one. */
export function synthesisPage(hearing: Hearing, drafted: Drafted, outcome: Outcome): string | null {
  const synthesis = finalDraft(drafted);
  if (!synthesis) return null;
  const { chosen, rejected, risk_register } = synthesis.reply;
  const option = chosen.option === null ? "" : ` (option ${asMarkdown(chosen.option)})`;
  return page([
    `# Synthesis: ${asMarkdown(hearing.brief.question)}`,
    `Written by the ${asMarkdown(nameOf(hearing, synthesis.by))}. Confidence ${outcome.confidence}${statedConfidence(synthesis.reply, outcome)}.`,
    `## Chosen approach${option}`,
    asMarkdown(chosen.approach),
    asMarkdown(chosen.reasoning),
    "## Rejected alternatives",
    ...rejected.map(
      ({ alternative, reasoning }) => `- **${asMarkdown(alternative)}** ${asMarkdown(reasoning)}`,
    ),
    "## Dissents",
    ...dissentSections(hearing),
    "## Risk register",
    riskTable(hearing, risk_register),
    "## Disputed representation",
    ...orNone(
      disputedIn(drafted).map(
        ({ by, text }) =>
          `**${asMarkdown(nameOf(hearing, by))}**, in its own words:\n\n${asQuote(text)}`,
      ),
    ),
    "## Duties not met",
    ...orNone(
      unmetChallenges(hearing).map(
        (by) => `- ${asMarkdown(nameOf(hearing, by))} challenged no position in phase 2.`,
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
function dissentSections(hearing: Hearing): string[] {
  const formal = formalDissents(hearing).map(({ seat, text, against, status, round, assigned }) => {
    const aside = [
      status === "standing" ? "stands" : "conceded later",
      ...(assigned ? ["its role is to oppose"] : []),
      `round ${round}`,
    ].join(", ");
    return `**${asMarkdown(seat.name)}**, against ${asMarkdown(against)} (${aside}):\n\n${asQuote(text)}`;
  });
  const assigned = assignedOpposition(hearing).map(
    ({ by, text }) =>
      `**${asMarkdown(nameOf(hearing, by))}**, opposition as assigned, not counted as dissent:\n\n${asQuote(text)}`,
  );
  return [...orNone(formal), ...assigned];
}

function riskTable(hearing: Hearing, risks: Synthesis["risk_register"]): string {
  const rows = risks.map(
    ({ risk, likelihood, impact, mitigation, raised_by }) =>
      `| ${asMarkdown(risk)} | ${likelihood} | ${impact} | ${asMarkdown(mitigation)} | ${asMarkdown(nameOf(hearing, raised_by))} |`,
  );
  return [
    "| Risk | Likelihood | Impact | Mitigation | Raised by |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function callLine(hearing: Hearing, drafted: Drafted): string {
  const { phase_1, phase_2, phase_3, overhead } = countCalls(hearing, drafted);
  return `Phase 1: ${phase_1}, phase 2: ${phase_2}, phase 3: ${phase_3}; beside them ${overhead.gates} gate reviews and ${overhead.polls} poll answers. ${CALLS_NOTE}`;
}

/** Everything that was said, in order, also where no synthesis came of it. */
export function memo(hearing: Hearing): string {
  return page([
    `# Board memo: ${asMarkdown(hearing.brief.question)}`,
    "## Phase 1: statements",
    ...hearing.seats.flatMap(({ id }) => statementSection(hearing, id)),
    ...hearing.rounds.flatMap((round, index) => [
      `## Phase 2: round ${index + 1}`,
      ...hearing.seats.flatMap(({ id, name }) => {
        const turn = turnOf(round, id);
        if (turn) return [`### ${asMarkdown(name)}`, ...responseLines(hearing, turn)];
        return round.absent.some(({ by }) => by === id)
          ? [`### ${asMarkdown(name)}`, "Absent."]
          : [];
      }),
      ...gateLines(hearing, index + 1),
    ]),
  ]);
}

function statementSection(hearing: Hearing, id: string): string[] {
  const title = `### ${asMarkdown(nameOf(hearing, id))}`;
  const turn = turnOf(hearing.statements, id);
  return turn ? [title, ...statementLines(turn)] : [title, "Absent."];
}

function statementLines({ reply, claims }: Spoken<Statement>): string[] {
  const versions =
    "moonshot" in reply
      ? [
          `**Moonshot:** ${asMarkdown(reply.moonshot)}`,
          `**Stepping stone:** ${asMarkdown(reply.stepping_stone)}`,
        ]
      : "alternative" in reply
        ? [`**Instead (assigned opposition):** ${asMarkdown(reply.alternative)}`]
        : [];
  return [
    `Holds **${asMarkdown(heldBy(reply))}**, ${reply.confidence}%: ${asMarkdown(reply.position)}`,
    asMarkdown(reply.reasoning),
    ...versions,
    [
      ...claims.map(
        ({ id, about, side, text }) =>
          `- **${id}** ${side} ${asMarkdown(about)}: ${asMarkdown(text)}`,
      ),
      ...reply.assumptions.map((words) => `- Assumes: ${asMarkdown(words)}`),
      ...reply.risks.map((words) => `- Risk: ${asMarkdown(words)}`),
    ].join("\n"),
  ];
}

function responseLines(hearing: Hearing, { reply }: Spoken<Response>): string[] {
  const name = (id: string): string => asMarkdown(nameOf(hearing, id));
  const lines = [
    ...reply.agreements.map(
      (one) =>
        `- Agrees with ${name(one.with)} on ${asMarkdown(one.point)}: ${asMarkdown(one.reason)}`,
    ),
    ...reply.disagreements.map(
      (one) =>
        `- Disagrees with ${name(one.with)} on ${asMarkdown(one.point)}: ${asMarkdown(one.counter_reason)}`,
    ),
    ...reply.missed_risks.map((risk) => `- Missed risk: ${asMarkdown(risk)}`),
    ...(reply.changed_because
      ? [`- Moved because: ${asMarkdown(reply.changed_because.explanation)}`]
      : []),
    ...(reply.request_synthesis ? ["- Asks to move on to the synthesis."] : []),
  ];
  const dissent = reply.formal_dissent
    ? [
        `Formally dissents from ${asMarkdown(reply.formal_dissent.against)}:\n\n${asQuote(reply.formal_dissent.text)}`,
      ]
    : [];
  return [
    `Holds **${asMarkdown(heldBy(reply))}**, ${reply.confidence}%: ${asMarkdown(reply.position)}`,
    lines.join("\n"),
    ...dissent,
  ];
}

function gateLines({ gates, polls, ...hearing }: Hearing, round: number): string[] {
  const gate = gates
    .filter((one) => one.round === round)
    .map(({ turn }) =>
      turn.kind === "absent"
        ? "Gate review: the reviewer was absent."
        : `Gate review: ${turn.reply.decision}. ${asMarkdown(turn.reply.reason)}`,
    );
  const poll = polls
    .filter((one) => one.round === round)
    .map(({ ballots }) => {
      const votes = ballots.spoken.map(
        ({ by, reply }) => `${asMarkdown(nameOf(hearing, by))} ${reply.vote}`,
      );
      const absent = ballots.absent.map(({ by }) => `${asMarkdown(nameOf(hearing, by))} absent`);
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
