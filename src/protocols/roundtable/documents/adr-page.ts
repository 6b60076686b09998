/** K6: `adr.md`: the lead's text, with status, positions and dissents added by code from the record. */
import { prependJudgementNotice } from "../../../domain/judgement.ts";
import type { Outcome } from "../../../domain/outcome.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { dissentsIn } from "../result.ts";
import {
  dateOf,
  type EndedRoundtable,
  finalPositions,
  isoOf,
  labelOf,
} from "../rules/ended-roundtable.ts";
import { scoreRounds } from "../rules/scoring.ts";

export function adrPage(ended: EndedRoundtable, outcome: Outcome): string {
  const { table, record } = ended;
  const draft = record?.draft ?? null;
  const sections = [
    `# ${escapeMarkdown(draft?.title ?? table.brief.question)}`,
    `- **Date:** ${dateOf(ended)}\n- **Status:** ${statusText(ended, outcome)}`,
    section("Context", draft ? paragraphs(draft.context) : escapeMarkdown(table.brief.question)),
    section("Decision", draft ? paragraphs(draft.decision) : NO_DRAFT),
    section("Implementation guidance", guidanceText(ended)),
    section("Consequences", consequenceText(ended)),
    section("Participants", participantText(ended)),
    section("Dissents", dissentText(ended)),
    section("What would change this", changeText(ended)),
    section("Open remarks", remarkText(ended)),
    section(
      "Debate reference",
      `[debate.md](debate.md), question \`${table.brief.id}\`, every message in full.`,
    ),
  ];
  return prependJudgementNotice(outcome, `${sections.join("\n\n")}\n`);
}

const NO_DRAFT =
  "The lead gave no draft. What was agreed stands below, in the words of those who agreed to it.";

function section(title: string, body: string): string {
  return `## ${title}\n\n${body}`;
}

/** Paragraphs of the lead's text, each line as plain words. */
function paragraphs(words: string): string {
  return words
    .split(/\n{2,}/)
    .map(escapeMarkdown)
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** T28: an accepted risk is in the status line, with the sentence, who and when. */
function statusText(ended: EndedRoundtable, { nobodyJudged }: Outcome): string {
  if (nobodyJudged) return "Proposed";
  const { answer, answeredMs } = ended;
  const by = answer ? `${escapeMarkdown(answer.by)} on ${isoOf(answeredMs ?? 0).slice(0, 10)}` : "";
  const reason = answer ? `“${escapeMarkdown(answer.reason)}”` : "";
  switch (labelOf(ended)) {
    case "CONSENSUS":
      return "Accepted by consensus";
    case "ACCEPTED_WITH_RESERVATIONS":
      return `Accepted with reservations, confirmed by ${by}: ${reason}`;
    case "ACCEPTED_BY_RISK":
      return `Accepted by majority; risk accepted by ${by}: ${reason}`;
    case "ESCALATED":
    case "ABORTED":
      return "Not decided";
  }
}

function guidanceText({ record, table }: EndedRoundtable): string {
  const tasks = record?.draft?.implementation_guidance ?? [];
  if (tasks.length === 0) return "None.";
  const lines = tasks.map(({ specialist, task }) => {
    const name = table.specialists.find(({ id }) => id === specialist)?.name ?? specialist;
    return `- **${escapeMarkdown(name)}:** ${escapeMarkdown(task)}`;
  });
  return lines.join("\n");
}

function consequenceText({ record }: EndedRoundtable): string {
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

function participantText(ended: EndedRoundtable): string {
  const rows = finalPositions(ended).map(({ name, score, option, words, stage }) => {
    const held = option === null ? "" : `Option ${option}: `;
    const aside = stage === null ? "" : ` (${stage})`;
    return `| ${escapeMarkdown(name)} | ${score ?? "none"} | ${escapeMarkdown(`${held}${words ?? "nothing said"}`)}${aside} |`;
  });
  return ["| Specialist | Satisfaction | Final position |", "| --- | --- | --- |", ...rows].join(
    "\n",
  );
}

function dissentText(ended: EndedRoundtable): string {
  const { table, talk } = ended;
  const dissents = dissentsIn(ended, scoreRounds(table, talk));
  if (dissents.length === 0) return "None.";
  const entries = dissents.map(({ by, words, grounds, stage }) => {
    const name = table.specialists.find(({ id }) => id === by)?.name ?? by;
    const aside = stage === null ? "" : ` (${stage})`;
    const lines = grounds.map(({ id, text }) => `- **${id}** ${escapeMarkdown(text)}`);
    return [
      `**${escapeMarkdown(name)}**${aside}:`,
      formatBlockQuote(words),
      ...(lines.length === 0 ? [] : [lines.join("\n")]),
    ].join("\n\n");
  });
  return entries.join("\n\n");
}

function changeText({ table, talk }: EndedRoundtable): string {
  const lines = table.specialists.flatMap(({ id, name }) => {
    const registered = findSpokenTurn(talk.positions, id)?.reply.would_change_my_mind;
    return registered === undefined
      ? []
      : [`- ${escapeMarkdown(name)}: ${escapeMarkdown(registered)}`];
  });
  return lines.length === 0 ? "Not stated." : lines.join("\n");
}

function remarkText({ record }: EndedRoundtable): string {
  const remarks = record?.open_remarks ?? [];
  if (remarks.length === 0) return "None.";
  return remarks
    .map(({ by, text }) => `- ${escapeMarkdown(by)}: ${escapeMarkdown(text)}`)
    .join("\n");
}
