/** `debate.md`: everything that was said, in full and with its addressees, written by code. */
import { spell, turnOf } from "../../domain/round.ts";
import { asMarkdown, asQuote } from "../../text/markdown.ts";
import { dateOf, type Ended, finalPositions, labelOf, unreadyIn } from "./ended.ts";
import { vetoesIn } from "./escalation.ts";
import { bandOf, meanOf, sumAt } from "./progress.ts";
import { type ScoreRound, scoreRounds } from "./scoring.ts";
import { type Exchange, type Statement, statementsIn } from "./table.ts";

export function debatePage(ended: Ended): string {
  const { table, talk } = ended;
  const rounds = scoreRounds(table, talk);
  const sections = [
    `# ${asMarkdown(table.brief.question)}`,
    headText(ended),
    `## Question\n\n${asQuote(table.brief.question)}`,
    contextText(ended),
    `## Positions\n\n${initialText(ended, rounds)}\n\n${finalText(ended, rounds)}`,
    discussionText(ended, rounds),
    consensusText(ended, rounds),
    decisionText(ended),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function headText(ended: Ended): string {
  const { table, talk } = ended;
  const names = [...table.specialists, table.lead].map(({ name, id }) =>
    table.settings.mandatory.includes(id) ? `${asMarkdown(name)} (mandatory)` : asMarkdown(name),
  );
  const vetoes = labelOf(ended) === "CONSENSUS" ? [] : vetoesIn(table, talk);
  return [
    `- **Date:** ${dateOf(ended)}`,
    `- **Status:** ${labelOf(ended)}`,
    `- **Participants:** ${names.join(", ")}`,
    ...vetoes.map(({ name, score }) => {
      const at = score === null ? "gave no score" : `stands at ${score}`;
      return `- **Note:** ${asMarkdown(name)} is mandatory and ${at}`;
    }),
  ].join("\n");
}

function contextText({ table }: Ended): string {
  const { options, sources } = table.brief;
  const lines = [
    ...options.map(({ id, label, description }) => {
      const words = description === "" ? label : `${label}: ${description}`;
      return `- **${asMarkdown(id)}** ${asMarkdown(words)}`;
    }),
    ...sources.map(
      ({ id, title, bytes }) => `- Source ${asMarkdown(id)}: ${asMarkdown(title)}, ${bytes} bytes`,
    ),
  ];
  return `## Context\n\n${lines.length === 0 ? "Nothing but the question was given." : lines.join("\n")}`;
}

/** The first score belongs to the first position: before it nobody was asked for one. */
function initialText({ table, talk }: Ended, rounds: readonly ScoreRound[]): string {
  const rows = table.specialists.map(({ id, name }) => {
    const reply = turnOf(talk.positions, id)?.reply;
    const absence = talk.positions.absent.find(({ by }) => by === id);
    const words = reply
      ? withOption(reply.position_option, reply.position)
      : spell(absence?.reason ?? "unavailable");
    const first = rounds[0]?.scores.find(({ by }) => by === id);
    return `| ${asMarkdown(name)} | ${asMarkdown(words)} | ${first?.counted ?? "none"} |`;
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

function finalText(ended: Ended, rounds: readonly ScoreRound[]): string {
  if (rounds.length === 0) return "";
  const rows = finalPositions(ended).map(({ name, score, option, words, stage }) => {
    const aside = stage === null ? "" : ` (${stage})`;
    const said = words === null ? "nothing" : withOption(option, words);
    const band = score === null ? "none" : `${score}, ${bandOf(score)}`;
    return `| ${asMarkdown(name)} | ${asMarkdown(said)}${aside} | ${band} |`;
  });
  return ["### Final", "", "| Specialist | Position | Satisfaction |", RULE, ...rows].join("\n");
}

function withOption(option: string | null, words: string): string {
  return option === null ? words : `Option ${option}: ${words}`;
}

function discussionText({ table, talk }: Ended, rounds: readonly ScoreRound[]): string {
  const statements = statementsIn(table, talk);
  const opening = statements.filter(({ round, form }) => round === 0 && form === "concern");
  const parts = talk.exchanges.map((exchange, index) => {
    const upTo = rounds.slice(0, index + 1);
    return [
      `### Round ${exchange.number}`,
      ...statements.filter((one) => belongsTo(one, exchange)).map(statementText),
      ...exchange.discussion.absent.map(
        ({ by, reason }) => `*${asMarkdown(by)} ${spell(reason)}.*`,
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
function belongsTo({ form, key }: Statement, { number, compromise }: Exchange): boolean {
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
}: Statement): string {
  const addressed = to === "all" ? "all" : to.map(asMarkdown).join(", ");
  const answering = answers.length === 0 ? "" : `, answers ${answers.join(", ")}`;
  const thanks = acknowledges.length === 0 ? "" : `, acknowledges ${acknowledges.join(", ")}`;
  const lines = [
    `**${id}** ${kind} from ${asMarkdown(by)} to ${addressed}${answering}${thanks}`,
    asQuote(text),
    ...(resolved_by === null ? [] : [`Settled by: ${asMarkdown(resolved_by)}`]),
    ...evidence.map(({ source, quote, verified }) => {
      const mark = verified ? "" : " **(not found in that source)**";
      return `- ${asMarkdown(source)}: “${asMarkdown(quote)}”${mark}`;
    }),
  ];
  return lines.join("\n\n");
}

function scoresText(rounds: readonly ScoreRound[], { scores }: Exchange): string {
  const rows = (rounds.at(-1)?.scores ?? []).map(
    ({ by, counted, stated, accepts, position, concerns }) => {
      const undone = counted === stated ? "" : ` (said ${stated}, without a valid cause)`;
      const left = concerns.map(({ id, text }) => `${id} ${asMarkdown(text)}`).join("; ");
      return `| ${asMarkdown(by)} | ${counted}${undone} | ${accepts ? "yes" : "no"} | ${asMarkdown(position)} | ${left} |`;
    },
  );
  const missing = scores.absent.map(
    ({ by, reason }) => `| ${asMarkdown(by)} | none | | ${spell(reason)} | |`,
  );
  return [
    "| To the lead | Satisfaction | Would accept | Position | Remaining concerns |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...missing,
  ].join("\n");
}

function consensusText(ended: Ended, rounds: readonly ScoreRound[]): string {
  const { table, halt, escalation, answer } = ended;
  const unready = unreadyIn(rounds, table).map(asMarkdown).join(", ");
  if (halt === null) return "## Consensus\n\nNone: nobody took a position.";
  if (halt === "consensus") {
    return `## Consensus\n\nReached in round ${rounds.length}: everyone is at ${table.settings.target} or more.`;
  }
  const asked = escalation ? `\n\nPut to a person:\n\n${asQuote(escalation.question)}` : "";
  const said = answer
    ? `\n\n${asMarkdown(answer.by)} chose **${asMarkdown(answer.choice)}**:\n\n${asQuote(answer.reason)}`
    : "";
  return `## Consensus\n\nNot reached (${halt}). Not satisfied: ${unready}.${asked}${said}`;
}

function decisionText(ended: Ended): string {
  const label = labelOf(ended);
  if (label === "ABORTED" || label === "ESCALATED") return `## Decision\n\nNone yet (${label}).`;
  return `## Decision\n\nRecorded in [adr.md](adr.md): ${label}.`;
}
