/** `debate.md`: everything that was said, in full and with its addressees, written by code. */
import { describeAbsenceReason, findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import {
  dateOf,
  type EndedRoundtable,
  finalPositions,
  labelOf,
  unreadyIn,
} from "../rules/ended-roundtable.ts";
import { vetoesIn } from "../rules/escalation.ts";
import { bandOf, meanOf, sumAt } from "../rules/progress.ts";
import { type ScoreRound, scoreRounds } from "../rules/scoring.ts";
import { type DiscussionRound, type TableStatement, statementsIn } from "../rules/table.ts";

export function debatePage(ended: EndedRoundtable): string {
  const { table, talk } = ended;
  const rounds = scoreRounds(table, talk);
  const sections = [
    `# ${escapeMarkdown(table.brief.question)}`,
    headText(ended),
    `## Question\n\n${formatBlockQuote(table.brief.question)}`,
    contextText(ended),
    `## Positions\n\n${initialText(ended, rounds)}\n\n${finalText(ended, rounds)}`,
    discussionText(ended, rounds),
    consensusText(ended, rounds),
    decisionText(ended),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function headText(ended: EndedRoundtable): string {
  const { table, talk } = ended;
  const names = [...table.specialists, table.lead].map(({ name, id }) =>
    table.settings.mandatory.includes(id)
      ? `${escapeMarkdown(name)} (mandatory)`
      : escapeMarkdown(name),
  );
  const vetoes = labelOf(ended) === "CONSENSUS" ? [] : vetoesIn(table, talk);
  return [
    `- **Date:** ${dateOf(ended)}`,
    `- **Status:** ${labelOf(ended)}`,
    `- **Participants:** ${names.join(", ")}`,
    ...vetoes.map(({ name, score }) => {
      const at = score === null ? "gave no score" : `stands at ${score}`;
      return `- **Note:** ${escapeMarkdown(name)} is mandatory and ${at}`;
    }),
  ].join("\n");
}

function contextText({ table }: EndedRoundtable): string {
  const { options, sources } = table.brief;
  const lines = [
    ...options.map(({ id, label, description }) => {
      const words = description === "" ? label : `${label}: ${description}`;
      return `- **${escapeMarkdown(id)}** ${escapeMarkdown(words)}`;
    }),
    ...sources.map(
      ({ id, title, bytes }) =>
        `- Source ${escapeMarkdown(id)}: ${escapeMarkdown(title)}, ${bytes} bytes`,
    ),
  ];
  return `## Context\n\n${lines.length === 0 ? "Nothing but the question was given." : lines.join("\n")}`;
}

/** The first score belongs to the first position: before it nobody was asked for one. */
function initialText({ table, talk }: EndedRoundtable, rounds: readonly ScoreRound[]): string {
  const rows = table.specialists.map(({ id, name }) => {
    const reply = findSpokenTurn(talk.positions, id)?.reply;
    const absence = talk.positions.absent.find(({ by }) => by === id);
    const words = reply
      ? withOption(reply.position_option, reply.position)
      : describeAbsenceReason(absence?.reason ?? "unavailable");
    const first = rounds[0]?.scores.find(({ by }) => by === id);
    return `| ${escapeMarkdown(name)} | ${escapeMarkdown(words)} | ${first?.counted ?? "none"} |`;
  });
  return [
    "### Initial",
    "",
    "| Specialist | Position | Satisfaction after round 1 |",
    RULE,
    ...rows,
  ].join("\n");
}

const RULE = "| --- | --- | --- |";

function finalText(ended: EndedRoundtable, rounds: readonly ScoreRound[]): string {
  if (rounds.length === 0) return "";
  const rows = finalPositions(ended).map(({ name, score, option, words, stage }) => {
    const aside = stage === null ? "" : ` (${stage})`;
    const said = words === null ? "nothing" : withOption(option, words);
    const band = score === null ? "none" : `${score}, ${bandOf(score)}`;
    return `| ${escapeMarkdown(name)} | ${escapeMarkdown(said)}${aside} | ${band} |`;
  });
  return ["### Final", "", "| Specialist | Position | Satisfaction |", RULE, ...rows].join("\n");
}

function withOption(option: string | null, words: string): string {
  return option === null ? words : `Option ${option}: ${words}`;
}

function discussionText({ table, talk }: EndedRoundtable, rounds: readonly ScoreRound[]): string {
  const statements = statementsIn(table, talk);
  const opening = statements.filter(({ round, form }) => round === 0 && form === "concern");
  const parts = talk.exchanges.map((exchange, index) => {
    const upTo = rounds.slice(0, index + 1);
    return [
      `### Round ${exchange.number}`,
      ...statements.filter((one) => belongsTo(one, exchange)).map(statementText),
      ...exchange.discussion.absent.map(
        ({ by, reason }) => `*${escapeMarkdown(by)} ${describeAbsenceReason(reason)}.*`,
      ),
      scoresText(upTo, exchange),
      `Mean ${meanOf(sumAt(table, upTo), table.specialists.length)}.`,
    ].join("\n\n");
  });
  const first =
    opening.length === 0
      ? []
      : [["### First concerns", ...opening.map(statementText)].join("\n\n")];
  return ["## Discussion", ...first, ...parts].join("\n\n");
}

/** A compromise is dated after the round that stalled and read in the next. */
function belongsTo(
  { form, key }: TableStatement,
  { number, compromise }: DiscussionRound,
): boolean {
  if (form !== "message") return false;
  return key.startsWith(`discussion-${number}/`) || key === compromise?.key;
}

function statementText({
  id,
  by,
  to,
  kind,
  text,
  resolved_by,
  answers,
  acknowledges,
  evidence,
}: TableStatement): string {
  const addressed = to === "all" ? "all" : to.map(escapeMarkdown).join(", ");
  const answering = answers.length === 0 ? "" : `, answers ${answers.join(", ")}`;
  const thanks = acknowledges.length === 0 ? "" : `, acknowledges ${acknowledges.join(", ")}`;
  const lines = [
    `**${id}** ${kind} from ${escapeMarkdown(by)} to ${addressed}${answering}${thanks}`,
    formatBlockQuote(text),
    ...(resolved_by === null ? [] : [`Settled by: ${escapeMarkdown(resolved_by)}`]),
    ...evidence.map(({ source, quote, verified }) => {
      const mark = verified ? "" : " **(not found in that source)**";
      return `- ${escapeMarkdown(source)}: “${escapeMarkdown(quote)}”${mark}`;
    }),
  ];
  return lines.join("\n\n");
}

function scoresText(rounds: readonly ScoreRound[], { scores }: DiscussionRound): string {
  const rows = (rounds.at(-1)?.scores ?? []).map(
    ({ by, counted, stated, accepts, position, concerns }) => {
      const undone = counted === stated ? "" : ` (said ${stated}, without a valid cause)`;
      const left = concerns.map(({ id, text }) => `${id} ${escapeMarkdown(text)}`).join("; ");
      return `| ${escapeMarkdown(by)} | ${counted}${undone} | ${accepts ? "yes" : "no"} | ${escapeMarkdown(position)} | ${left} |`;
    },
  );
  const missing = scores.absent.map(
    ({ by, reason }) => `| ${escapeMarkdown(by)} | none | | ${describeAbsenceReason(reason)} | |`,
  );
  return [
    "| To the lead | Satisfaction | Would accept | Position | Remaining concerns |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...missing,
  ].join("\n");
}

function consensusText(ended: EndedRoundtable, rounds: readonly ScoreRound[]): string {
  const { table, halt, escalation, answer } = ended;
  const unready = unreadyIn(rounds, table).map(escapeMarkdown).join(", ");
  if (halt === null) return "## Consensus\n\nNone: nobody took a position.";
  if (halt === "consensus") {
    return `## Consensus\n\nReached in round ${rounds.length}: everyone is at ${table.settings.target} or more.`;
  }
  const asked = escalation
    ? `\n\nPut to a person:\n\n${formatBlockQuote(escalation.question)}`
    : "";
  const said = answer
    ? `\n\n${escapeMarkdown(answer.by)} chose **${escapeMarkdown(answer.choice)}**:\n\n${formatBlockQuote(answer.reason)}`
    : "";
  return `## Consensus\n\nNot reached (${halt}). Not satisfied: ${unready}.${asked}${said}`;
}

function decisionText(ended: EndedRoundtable): string {
  const label = labelOf(ended);
  if (label === "ABORTED" || label === "ESCALATED") return `## Decision\n\nNone yet (${label}).`;
  return `## Decision\n\nRecorded in [adr.md](adr.md): ${label}.`;
}
