/** K6: the two documents of `challenge`, written by code from the answers; nobody's words are edited. */
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { coreDisagreement, exposureOf, partiesOf, sidesOf } from "../rules/exposures.ts";
import { absenceLines } from "../rules/notes.ts";
import { standing } from "../rules/objections.ts";
import { currentPosition } from "../rules/positions.ts";
import { type Debate, nameOf, openingOf } from "../rules/table.ts";
import { minorObjections } from "../rules/verdicts.ts";
import {
  acceptedSection,
  auditSection,
  capabilityLine,
  evolutionSection,
  openSection,
  rejectedSection,
  table,
} from "./document-parts.ts";

export function consensusDocument(debate: Debate): string {
  const minor = minorObjections(debate);
  const remarks = debate.remarks?.kind === "spoken" ? debate.remarks.reply.remarks : [];
  const remarkLines = minor.flatMap(({ challenger, turn }) => {
    const id = turn.claims[0]?.id ?? "";
    const remark = remarks.find(({ objection }) => objection === id);
    return [
      `- **${id}** ${escapeMarkdown(challenger.name)}: ${escapeMarkdown(turn.reply.critique)}`,
      ...(remark ? [`  - Proponent: ${escapeMarkdown(remark.remark)}`] : []),
    ];
  });
  return joined([
    `# Consensus: ${escapeMarkdown(debate.brief.question)}`,
    summary(debate, `No objection stands after ${spelled(Math.max(1, debate.exchanges.length))}.`),
    positionSection(debate, "Final position"),
    evolutionSection(debate),
    acceptedSection(debate),
    rejectedSection(debate),
    remarkLines.length === 0
      ? ""
      : `## Minor objections, not withdrawn\n\n${remarkLines.join("\n")}`,
    checklist(
      openingOf(debate).assumptions.map((assumption) => `Still true: ${assumption}`),
      openingOf(debate).weaknesses.map((weakness) => `Looked at: ${weakness}`),
    ),
    auditSection(debate),
  ]);
}

export function tradeoffDocument(debate: Debate): string {
  const left = standing(debate).map(({ challenger }) => nameOf(debate, challenger));
  const core = coreDisagreement(debate);
  const parties = partiesOf(debate);
  const tests = parties.flatMap(({ id }) => exposureOf(debate, id)?.testable_by ?? []);
  const ground = parties.flatMap(({ id, name }) => {
    const exposure = exposureOf(debate, id);
    return exposure ? [`- ${escapeMarkdown(name)}: ${escapeMarkdown(exposure.common_ground)}`] : [];
  });
  return joined([
    `# Tradeoff: ${escapeMarkdown(debate.brief.question)}`,
    summary(
      debate,
      `No agreement after ${spelled(debate.exchanges.length)}. Still objecting: ${left.join(", ")}.`,
    ),
    `**Core disagreement**, in the words of ${escapeMarkdown(nameOf(debate, core.by))}:\n\n${formatBlockQuote(core.text)}`,
    positionSection(debate, "Final position, contested"),
    evolutionSection(debate),
    ...optionSections(debate),
    assumptionSection(debate),
    openSection(debate),
    acceptedSection(debate),
    rejectedSection(debate),
    ground.length === 0 ? "" : `## Common ground\n\n${ground.join("\n")}`,
    recommendation(debate),
    checklist(tests.map((test) => `Test: ${test}`)),
    auditSection(debate),
  ]);
}

function spelled(rounds: number): string {
  return `${rounds} round${rounds === 1 ? "" : "s"}`;
}

function joined(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function summary(debate: Debate, sentence: string): string {
  const missing = absenceLines(debate);
  const degraded =
    missing.length === 0 ? "" : `**Degraded:** ${missing.map(escapeMarkdown).join("; ")}.\n\n`;
  return `${degraded}## Summary\n\n${escapeMarkdown(sentence)} ${capabilityLine(debate)}`;
}

function positionSection(debate: Debate, title: string): string {
  const { position, version } = currentPosition(debate);
  const users = version === 1 && debate.settings.opening === "user";
  const whose = users ? ", in the user's own words" : "";
  return `## ${title} (v${version}${whose})\n\n${formatBlockQuote(position)}`;
}

/** Letters in the order of the sides: the proponent's is option A. */
function optionSections(debate: Debate): string[] {
  return sidesOf(debate).map((side, index) => {
    const quotes = side.evidence.map(({ source, quote, verified }) => {
      const mark = verified ? "" : " (NOT FOUND in the source)";
      return `- ${escapeMarkdown(source)}: “${escapeMarkdown(quote)}”${mark}`;
    });
    return [
      `## Option ${letter(index)}: ${escapeMarkdown(nameOf(debate, side.advocate))}`,
      "",
      formatBlockQuote(side.argument),
      "",
      `- Best if: ${escapeMarkdown(side.best_if ?? "not said")}`,
      `- Risk if wrong: ${escapeMarkdown(side.risk_if_wrong ?? "not said")}`,
      ...(quotes.length === 0 ? [] : ["", "Evidence:", "", ...quotes]),
    ].join("\n");
  });
}

function letter(index: number): string {
  return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(index) || String(index + 1);
}

function assumptionSection(debate: Debate): string {
  const rows = partiesOf(debate).map(({ id, name }) => {
    const exposure = exposureOf(debate, id);
    if (!exposure) return [name, "gave no answer", "", "", "", ""];
    const { core_assumption, leads_to, testable_by, why, other_right_if } = exposure;
    return [name, core_assumption, leads_to, testable_by, why, other_right_if];
  });
  const titles = [
    "Party",
    "Core assumption",
    "Leads to",
    "Testable by",
    "Why",
    "Other side right if",
  ];
  return `## Exposed assumptions\n\n${table(titles, rows)}`;
}

function recommendation(debate: Debate): string {
  const lines = sidesOf(debate).flatMap(({ advocate, best_if }, index) =>
    best_if === null
      ? []
      : [
          `- Choose option ${letter(index)} (${escapeMarkdown(nameOf(debate, advocate))}) if: ${escapeMarkdown(best_if)}`,
        ],
  );
  return lines.length === 0 ? "" : `## Recommendation by condition\n\n${lines.join("\n")}`;
}

function checklist(...lists: readonly (readonly string[])[]): string {
  const lines = lists.flat().map((line) => `- [ ] ${escapeMarkdown(line)}`);
  return lines.length === 0 ? "" : `## Decision checklist\n\n${lines.join("\n")}`;
}
