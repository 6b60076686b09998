/** `debate.md`: everything that was said, in full and with its addressees, written by code. */
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import { describeAbsenceReason, findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { EVERYONE } from "../prompts/prompt-input.ts";
import {
  decideLabel,
  type EndedRoundtable,
  formatDay,
  listFinalPositions,
  listUnready,
} from "../rules/ended-roundtable.ts";
import { listVetoes } from "../rules/escalation.ts";
import { findBand, roundMean, sumScores } from "../rules/progress.ts";
import { countTable, type ScoreRound } from "../rules/scoring.ts";
import {
  type DiscussionRound,
  LEAD_ONLY,
  listProposals,
  listStatements,
  type TableStatement,
} from "../rules/table.ts";
import { writeLedger } from "./ledger-page.ts";
import { formatFolded, formatPlainText } from "./page-text.ts";

export function writeDebatePage(ended: EndedRoundtable): string {
  const { table } = ended;
  const sections = [
    `# ${escapeMarkdown(table.brief.question)}`,
    writeHead(ended),
    `## Question\n\n${formatBlockQuote(table.brief.question)}`,
    writeContext(ended),
    `## Positions\n\n${writeInitial(ended)}\n\n${writeFinal(ended)}`,
    writeDiscussion(ended),
    writeLedger(ended),
    writeConsensus(ended),
    writeDecision(ended),
  ];
  return `${sections.filter((section) => section.trim() !== "").join("\n\n")}\n`;
}

function writeHead(ended: EndedRoundtable): string {
  const { table, talk } = ended;
  const names = [...table.specialists, table.lead].map(({ name, id }) =>
    table.settings.mandatory.includes(id)
      ? `${escapeMarkdown(name)} (mandatory)`
      : escapeMarkdown(name),
  );
  const label = decideLabel(ended);
  const vetoes = label === "CONSENSUS" || label === "ABORTED" ? [] : listVetoes(table, talk);
  return [
    `- **Date:** ${formatDay(ended)}`,
    `- **Status:** ${label}`,
    `- **Participants:** ${names.join(", ")}`,
    ...vetoes.map(({ name, score }) => {
      const at = score === null ? "gave no score" : `stands at ${score}`;
      return `- **Note:** ${escapeMarkdown(name)} is mandatory and ${at}`;
    }),
  ].join("\n");
}

function writeContext({ table }: EndedRoundtable): string {
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

const RULE = "| --- | --- | --- |";

/** The first score belongs to the first position: before it nobody was asked for one. */
function writeInitial({ table, talk }: EndedRoundtable): string {
  const { rounds } = countTable(table, talk);
  const rows = table.specialists.map(({ id, name }) => {
    const reply = findSpokenTurn(talk.positions, id)?.reply;
    const absence = talk.positions.absent.find(({ by }) => by === id);
    const words = reply
      ? withOption(reply.position_option, reply.position)
      : describeAbsenceReason(absence?.reason ?? "unavailable");
    const first = rounds[0]?.scores.find(({ by }) => by === id);
    return `| ${escapeMarkdown(name)} | ${escapeMarkdown(words)} | ${first?.counted ?? "none"} |`;
  });
  const reasons = talk.positions.spoken.map(({ by, reply }) =>
    formatFolded(`${escapeMarkdown(by)}: reasoning`, reply.reasoning),
  );
  const head = "| Specialist | Position | Satisfaction after round 1 |";
  return ["### Initial", [head, RULE, ...rows].join("\n"), ...reasons].join("\n\n");
}

function writeFinal(ended: EndedRoundtable): string {
  if (ended.talk.exchanges.length === 0) return "";
  const rows = listFinalPositions(ended).map(({ name, score, option, words, stage }) => {
    const aside = stage === null ? "" : ` (${stage})`;
    const said = words === null ? "nothing" : withOption(option, words);
    const band = score === null ? "none" : `${score}, ${findBand(score)}`;
    return `| ${escapeMarkdown(name)} | ${escapeMarkdown(said)}${aside} | ${band} |`;
  });
  return ["### Final", "", "| Specialist | Position | Satisfaction |", RULE, ...rows].join("\n");
}

function withOption(option: string | null, words: string): string {
  return option === null ? words : `Option ${option}: ${words}`;
}

function writeDiscussion({ table, talk }: EndedRoundtable): string {
  const statements = listStatements(table, talk);
  const { rounds } = countTable(table, talk);
  const parts = talk.exchanges.map((exchange, index) => {
    const upTo = rounds.slice(0, index + 1);
    const said = statements.filter(
      ({ round, form, to }) => round === exchange.number && form !== "proposal" && to !== LEAD_ONLY,
    );
    return [
      `### Round ${exchange.number}`,
      writeProposal({ talk }, exchange),
      ...said.map(writeStatement),
      ...exchange.discussion.spoken
        .filter(({ reply }) => reply.messages.length + reply.concerns.length === 0)
        .map(({ by }) => `*${escapeMarkdown(by)} passes.*`),
      ...exchange.discussion.absent.map(
        ({ by, reason }) => `*${escapeMarkdown(by)} ${describeAbsenceReason(reason)}.*`,
      ),
      writeScores(upTo, exchange),
      `Mean ${roundMean(sumScores(table, upTo), table.specialists.length)}.`,
    ].join("\n\n");
  });
  return ["## Discussion", ...parts].join("\n\n");
}

/** T0: the version that this round was about, and if the lead was silent, that it stayed. */
function writeProposal(
  { talk }: Pick<EndedRoundtable, "talk">,
  { number, proposal }: DiscussionRound,
): string {
  const versions = listProposals(talk).filter(({ round }) => round <= number);
  const current = versions.at(-1);
  if (proposal.kind === "absent") {
    const stays = current
      ? `version ${current.version} stays on the table`
      : "nothing is on the table";
    return `*The lead ${describeAbsenceReason(proposal.reason)}; ${stays}.*`;
  }
  if (!current) return "";
  const { id, version, option, headline, answer, changes, not_satisfied } = current;
  const stands = option === null ? "" : `, option ${escapeMarkdown(option)}`;
  const list = changes.map(
    ({ what, because }) => `- ${escapeMarkdown(what)} (${because.map(escapeMarkdown).join(", ")})`,
  );
  return [
    `**Version ${version} of the proposal** (${id}${stands}): ${escapeMarkdown(headline)}`,
    formatPlainText(answer),
    ...(list.length === 0
      ? []
      : [`${version === 1 ? "Where it comes from" : "What changed"}:\n\n${list.join("\n")}`]),
    `Not satisfied: ${escapeMarkdown(not_satisfied)}`,
    ...("core_disagreement" in proposal.reply
      ? [`Core disagreement: ${escapeMarkdown(proposal.reply.core_disagreement)}`]
      : []),
  ].join("\n\n");
}

function writeStatement(statement: TableStatement): string {
  const { id, by, to, kind, text, detail, resolved_by, answers, evidence } = statement;
  const addressed = to === EVERYONE ? "" : ` to ${escapeMarkdown(to)} alone`;
  const answering = answers.length === 0 ? "" : `, answers ${answers.join(", ")}`;
  const lines = evidence.map((one) => {
    const mark = one.verified ? "" : ` **(${describeEvidenceCheck(one)})**`;
    return `- ${escapeMarkdown(formatEvidenceWords(one))}${mark}`;
  });
  return [
    `**${id}** ${kind.replace("_", "-")} from ${escapeMarkdown(by)}${addressed}${answering}`,
    formatBlockQuote(text),
    ...(detail === null ? [] : [formatFolded("in full", detail)]),
    ...(resolved_by === null ? [] : [`Settled by: ${escapeMarkdown(resolved_by)}`]),
    ...(lines.length === 0 ? [] : [lines.join("\n")]),
  ].join("\n\n");
}

function writeScores(rounds: readonly ScoreRound[], { scores }: DiscussionRound): string {
  const rows = (rounds.at(-1)?.scores ?? []).map((score) => {
    const { by, counted, stated, reverted, accepts, position, stillBest } = score;
    const why = reverted ? "without a valid cause" : "does not count as the target";
    const undone = counted === stated && !reverted ? "" : ` (said ${stated}, ${why})`;
    return `| ${escapeMarkdown(by)} | ${counted}${undone} | ${accepts ? "yes" : "no"} | ${escapeMarkdown(position)} | ${stillBest} |`;
  });
  const missing = scores.absent.map(
    ({ by, reason }) => `| ${escapeMarkdown(by)} | none | | ${describeAbsenceReason(reason)} | |`,
  );
  return [
    "| To the lead | Satisfaction | Would accept | Position | Still the best option |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...missing,
  ].join("\n");
}

function writeConsensus(ended: EndedRoundtable): string {
  const { table, talk, halt, escalation, answer } = ended;
  const { rounds } = countTable(table, talk);
  const unready = listUnready(rounds, table).map(escapeMarkdown).join(", ");
  if (halt === null) return "## Consensus\n\nNone: nobody took a position.";
  if (halt === "consensus") {
    const version = listProposals(talk).length;
    return `## Consensus\n\nReached in round ${rounds.length}: everyone is at ${table.settings.target} or more with version ${version}.`;
  }
  const asked = escalation
    ? `\n\nPut to a person:\n\n${formatBlockQuote(escalation.question)}`
    : "";
  const said = answer
    ? `\n\n${escapeMarkdown(answer.by)} chose **${escapeMarkdown(answer.choice)}**:\n\n${formatBlockQuote(answer.reason)}`
    : "";
  return `## Consensus\n\nNot reached (${halt}). Not satisfied: ${unready}.${asked}${said}`;
}

function writeDecision(ended: EndedRoundtable): string {
  const label = decideLabel(ended);
  if (label === "ABORTED" || label === "ESCALATED") return `## Decision\n\nNone yet (${label}).`;
  return `## Decision\n\nRecorded in [adr.md](adr.md): ${label}.`;
}
