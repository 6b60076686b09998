/** K6: `adr.md`: the accepted proposal word for word, and around it what the lead drafted and the record adds. */
import { prependJudgementNotice } from "../../../domain/outcome/judgement.ts";
import type { Outcome } from "../../../domain/outcome/outcome.ts";
import { findParticipantName } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { listDissents } from "../result.ts";
import {
  decideLabel,
  type EndedRoundtable,
  formatDay,
  formatInstant,
  listFinalPositions,
  readRiskAcceptance,
} from "../rules/ended-roundtable.ts";
import { countTable } from "../rules/scoring.ts";
import { findProposal, listReadable, listStatements } from "../rules/table.ts";
import { formatPlainText, formatSection } from "./page-text.ts";

export function writeAdrPage(ended: EndedRoundtable, outcome: Outcome): string {
  const { table, talk } = ended;
  const proposal = findProposal(talk);
  const sections = [
    `# ${escapeMarkdown(proposal?.headline ?? table.brief.question)}`,
    `- **Date:** ${formatDay(ended)}\n- **Status:** ${describeStatus(ended, outcome)}`,
    formatSection("Context", writeContext(ended)),
    formatSection("Options", writeOptions(ended)),
    formatSection("Decision", proposal ? formatPlainText(proposal.answer) : "No proposal."),
    ...formatRejected(ended),
    formatSection("Implementation guidance", writeGuidance(ended)),
    formatSection("Consequences", writeConsequences(ended)),
    formatSection("Participants", writeParticipants(ended)),
    formatSection("Open remarks", writeRemarks(ended)),
    formatSection("Dissents", writeDissents(ended)),
    formatSection("What would change this", writeConditions(ended)),
    formatSection(
      "Debate reference",
      `[debate.md](debate.md), question \`${table.brief.id}\`: every message, version and score in full.`,
    ),
  ];
  return prependJudgementNotice(outcome, `${sections.join("\n\n")}\n`);
}

/** T28: an accepted risk is in the status line, with the sentence, who and when, and what it overrules. */
function describeStatus(ended: EndedRoundtable, { nobodyJudged }: Outcome): string {
  if (nobodyJudged) return "Proposed";
  const { answer, answeredMs } = ended;
  const day = formatInstant(answeredMs ?? 0).slice(0, 10);
  const by = answer ? `${escapeMarkdown(answer.by)} on ${day}` : "";
  const reason = answer ? `“${escapeMarkdown(answer.reason)}”` : "";
  switch (decideLabel(ended)) {
    case "CONSENSUS":
      return "Accepted by consensus";
    case "ACCEPTED_WITH_RESERVATIONS":
      return `Accepted with reservations, confirmed by ${by}: ${reason}`;
    case "ACCEPTED_BY_RISK":
      return `Accepted by majority; risk accepted by ${by}: ${reason}${describeAcceptedRisks(ended)}`;
    case "ESCALATED":
    case "ABORTED":
      return "Not decided";
  }
}

function describeAcceptedRisks(ended: EndedRoundtable): string {
  const accepted = readRiskAcceptance(ended)?.accepted ?? [];
  return accepted
    .map(({ participant, concern }) => {
      const name = findName(ended, participant);
      return `\n- **Accepted risk:** ${escapeMarkdown(name)}: “${escapeMarkdown(concern)}”`;
    })
    .join("");
}

function findName({ table }: EndedRoundtable, seat: string): string {
  return findParticipantName(table.specialists, seat);
}

function writeContext(ended: EndedRoundtable): string {
  const { table, record } = ended;
  // the first gap of each specialist; a record with all of them is not read
  const missing = ended.talk.positions.spoken.flatMap(({ by, reply }) =>
    reply.missing_material
      .slice(0, 1)
      .map((what) => `- ${escapeMarkdown(findName(ended, by))}: ${escapeMarkdown(what)}`),
  );
  return [
    `**Question:** ${escapeMarkdown(table.brief.question)}`,
    ...(record?.draft ? [formatPlainText(record.draft.context)] : ["The lead gave no text."]),
    ...(missing.length === 0
      ? []
      : [`The material does not say, among others:\n\n${missing.join("\n")}`]),
  ].join("\n\n");
}

/** All of them, with who held which at the start and at the end, as far as anyone did. */
function writeOptions(ended: EndedRoundtable): string {
  const { table, talk } = ended;
  const { options } = table.brief;
  if (options.length === 0) return "The question came without options.";
  const chosen = findProposal(talk)?.option ?? null;
  const final = listFinalPositions(ended);
  const lines = options.map(({ id, label, description }) => {
    const first = talk.positions.spoken
      .filter(({ reply }) => reply.position_option === id)
      .map(({ by }) => findName(ended, by));
    const last = final.filter(({ option }) => option === id).map(({ name }) => name);
    const mark = id === chosen ? ", decided" : "";
    const words = (description === "" ? label : `${label}: ${description}`).replace(/[.;]$/, "");
    return `- **${escapeMarkdown(id)}${mark}:** ${escapeMarkdown(words)}. ${describeHolders(first, last)}`;
  });
  const none = chosen === null ? ["", "The decision stands for none of them alone."] : [];
  return [...lines, ...none].join("\n");
}

function describeHolders(first: readonly string[], last: readonly string[]): string {
  const names = (all: readonly string[]): string => all.map(escapeMarkdown).join(", ") || "nobody";
  if (first.length + last.length === 0) return "Held by nobody.";
  if (first.join() === last.join()) return `Held by ${names(first)}, first and last.`;
  return `Held first by ${names(first)}; at the end by ${names(last)}.`;
}

const MOST_REASONS = 3;

/** What was brought against each option that the decision leaves, one reason of each specialist, in their own words. */
function formatRejected(ended: EndedRoundtable): string[] {
  const { table, talk } = ended;
  const chosen = findProposal(talk)?.option ?? null;
  const concerns = listReadable(null, listStatements(table, talk)).filter(
    ({ form }) => form === "concern",
  );
  const parts = table.brief.options
    .filter(({ id }) => chosen !== null && id !== chosen)
    .map(({ id, label }) => {
      const against = Map.groupBy(
        concerns.filter(({ option }) => option === id),
        ({ by }) => by,
      );
      const reasons = [...against.values()]
        .flatMap(([first]) => first ?? [])
        .slice(0, MOST_REASONS)
        .map(({ by, text }) => `- ${escapeMarkdown(findName(ended, by))}: ${escapeMarkdown(text)}`);
      const yielded = (countTable(table, talk).rounds.at(-1)?.scores ?? []).flatMap(
        ({ by, option, concession }) =>
          option === id && concession !== null
            ? [
                `- ${escapeMarkdown(findName(ended, by))} holds it and accepts the decision: ${escapeMarkdown(concession)}`,
              ]
            : [],
      );
      const lines = [...reasons, ...yielded];
      const title = `**${escapeMarkdown(id)}: ${escapeMarkdown(label)}**`;
      return `${title}\n\n${lines.length === 0 ? "No concern named it." : lines.join("\n")}`;
    });
  return parts.length === 0 ? [] : [formatSection("Rejected alternatives", parts.join("\n\n"))];
}

function writeGuidance(ended: EndedRoundtable): string {
  const tasks = ended.record?.draft?.implementation_guidance ?? [];
  if (tasks.length === 0) return "None.";
  return tasks
    .map(
      ({ specialist, task }) =>
        `- **${escapeMarkdown(findName(ended, specialist))}:** ${escapeMarkdown(task)}`,
    )
    .join("\n");
}

function writeConsequences({ record }: EndedRoundtable): string {
  const { positive = [], negative = [], neutral = [] } = record?.draft?.consequences ?? {};
  const listed = (title: string, entries: readonly string[]): string[] =>
    entries.length === 0
      ? []
      : [`**${title}**\n\n${entries.map((one) => `- ${escapeMarkdown(one)}`).join("\n")}`];
  const parts = [
    ...listed("Positive", positive),
    ...listed("Negative", negative),
    ...listed("Neutral", neutral),
  ];
  return parts.length === 0 ? "Not stated." : parts.join("\n\n");
}

function writeParticipants(ended: EndedRoundtable): string {
  const rows = listFinalPositions(ended).map(({ name, score, option, words, stage }) => {
    const held = option === null ? "" : `Option ${option}: `;
    const aside = stage === null ? "" : ` (${stage})`;
    return `| ${escapeMarkdown(name)} | ${score ?? "none"} | ${escapeMarkdown(`${held}${words ?? "nothing said"}`)}${aside} |`;
  });
  const head = ["| Specialist | Satisfaction | Final position |", "| --- | --- | --- |"];
  return [...head, ...rows].join("\n");
}

/** What reviewers still say of the record, and concerns that were left open without blocking it. */
function writeRemarks(ended: EndedRoundtable): string {
  const { table, talk, record } = ended;
  const { ledger, rounds } = countTable(table, talk);
  const dissenting = new Set(listDissents(ended).map(({ by }) => by));
  const remarks = (record?.open_remarks ?? []).map(
    ({ by, text }) => `- ${escapeMarkdown(findName(ended, by))}: ${escapeMarkdown(text)}`,
  );
  const open = ledger
    .filter(({ by, settled }) => settled === null && !dissenting.has(by))
    .map(
      ({ by, text, resolved_by }) =>
        `- ${escapeMarkdown(findName(ended, by))}, still open: ${escapeMarkdown(text)} Would be settled by: ${escapeMarkdown(resolved_by)}`,
    );
  const doubts = (rounds.at(-1)?.scores ?? [])
    .filter(({ stillBest }) => stillBest !== "yes")
    .map(
      ({ by, stillBest, stillBestWhy }) =>
        `- ${escapeMarkdown(findName(ended, by))}, asked whether it is still the best option: ${stillBest}. ${escapeMarkdown(stillBestWhy)}`,
    );
  const all = [...remarks, ...open, ...doubts];
  return all.length === 0 ? "None." : all.join("\n");
}

function writeDissents(ended: EndedRoundtable): string {
  const dissents = listDissents(ended);
  if (dissents.length === 0) return "None.";
  const entries = dissents.map(({ by, words, grounds, stage }) => {
    const aside = stage === null ? "" : ` (${stage})`;
    const lines = grounds.map(({ id, text }) => `- ${escapeMarkdown(text)} (${id})`);
    return [
      `**${escapeMarkdown(findName(ended, by))}**${aside}:`,
      formatBlockQuote(words),
      ...(lines.length === 0 ? [] : [lines.join("\n")]),
    ].join("\n\n");
  });
  return entries.join("\n\n");
}

function writeConditions({ table, talk }: EndedRoundtable): string {
  const lines = table.specialists.flatMap(({ id, name }) => {
    const registered = findSpokenTurn(talk.positions, id)?.reply.would_change_my_mind;
    return registered === undefined
      ? []
      : [`- ${escapeMarkdown(name)}: ${escapeMarkdown(registered)}`];
  });
  return lines.length === 0 ? "Not stated." : lines.join("\n");
}
