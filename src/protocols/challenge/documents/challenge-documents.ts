/** K6: the two documents of `challenge`, written by code from the answers; nobody's words are edited. */
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import type { Confidence } from "../../../domain/outcome/outcome.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { formatCount } from "../../../text/plain-text.ts";
import type { OpeningPoint } from "../prompts/prompt-input.ts";
import { countRounds } from "../result.ts";
import { listGranted, isConceded } from "../rules/confrontation.ts";
import { findExposure, listParties, listSides, readCoreDisagreement } from "../rules/exposures.ts";
import { listStanding } from "../rules/objections.ts";
import { formatPositionText, readCurrentPosition, readOpening } from "../rules/positions.ts";
import { describeSurvival, judgeOriginal, judgeSurvival } from "../rules/survival.ts";
import { type Debate, findSeatName } from "../rules/table.ts";
import { listVerdicts } from "../rules/verdicts.ts";
import {
  formatTable,
  joinSections,
  shortenPosition,
  writeAuditTrail,
  writeDegradedLine,
  writeHistory,
  writeObjections,
} from "./document-parts.ts";
import { listAcceptedCritiques, takeFirstSentence } from "./table-rows.ts";

export function writeConsensus(debate: Debate, confidence: Confidence): string {
  const { assumptions, weaknesses } = readOpening(debate);
  const text = formatPositionText(readCurrentPosition(debate));
  const first = takeFirstSentence(text);
  const final = isConceded(debate)
    ? escapeMarkdown(describeSurvival(debate, first))
    : shortenPosition(text, first);
  return joinSections([
    "## DEBATE OUTCOME: CONSENSUS",
    writeDegradedLine(debate),
    [
      `**Final position:** ${final}`,
      `**Confidence:** ${confidence}`,
      `**Rounds to consensus:** ${countRounds(debate)}`,
      `**What changed:** ${describeWhatChanged(debate)}`,
    ].join("\n"),
    writeVerdict(debate, describeSurvival(debate, first)),
    isConceded(debate) ? writeConceded(weaknesses) : "",
    writeObjections(debate),
    writeHistory(debate),
    writeUnmoved(debate),
    writeChecklist(
      assumptions.map(({ text: assumption }) => `Still true: ${assumption}`),
      isConceded(debate) ? [] : weaknesses.map(({ text: weakness }) => `Looked at: ${weakness}`),
    ),
    writeAuditTrail(debate),
  ]);
}

/** What the proponent gave away before anyone objected: for a plan that falls, often the heart of it. */
function writeConceded(weaknesses: readonly OpeningPoint[]): string {
  const lines = weaknesses.flatMap(({ id, text, evidence = [] }) => [
    `- ${escapeMarkdown(`${text} (${id})`)}`,
    ...evidence.map(
      (one) => `  - ${escapeMarkdown(formatEvidenceWords(one))} (${describeEvidenceCheck(one)})`,
    ),
  ]);
  return `## Conceded before anyone objected\n\n${lines.join("\n")}`;
}

function describeWhatChanged(debate: Debate): string {
  const rows = listAcceptedCritiques(debate);
  if (rows.length > 0) {
    const lines = rows.map(
      ({ objection, critique, change }) =>
        `- ${escapeMarkdown(`${critique} (${objection}: ${change})`)}`,
    );
    return `\n${[...new Set(lines)].join("\n")}`;
  }
  const granted = isConceded(debate) ? listGranted(debate) : [];
  if (granted.length === 0) return "nothing";
  const lines = granted.map(({ id, text }) => `- Granted: ${escapeMarkdown(`${text} (${id})`)}`);
  return `\n${lines.join("\n")}`;
}

/** H34: the two statements, and what became of the original. */
function writeVerdict(debate: Debate, sentence: string): string {
  const original = judgeOriginal(debate);
  const survived = judgeSurvival(debate);
  const fate = survived === null ? "no new version was asked for" : `survived: ${survived}`;
  return [
    `**${escapeMarkdown(sentence)}**`,
    `Question: ${escapeMarkdown(debate.brief.question)}`,
    `As written, the original is ${original}; ${fate}.`,
  ].join("\n\n");
}

/** Where it is agreed that the position does not hold, those who found that it does. */
function writeUnmoved(debate: Debate): string {
  if (!isConceded(debate)) return "";
  const entries = listVerdicts(debate)
    .filter(({ blocking, turn }) => !blocking && turn !== null)
    .map(({ challenger, turn }) => {
      const words = turn?.reply.tested ?? "No grounds given.";
      return `${escapeMarkdown(challenger.name)} had found that it holds, and was not asked again:\n\n${formatBlockQuote(words)}`;
    });
  return entries.length === 0 ? "" : `## Who found that it holds\n\n${entries.join("\n\n")}`;
}

export function writeTradeoff(debate: Debate, confidence: Confidence): string {
  const left = [
    ...new Set(listStanding(debate).map(({ challenger }) => findSeatName(debate, challenger))),
  ];
  const core = readCoreDisagreement(debate);
  const parties = listParties(debate);
  const tests = parties.flatMap(({ id }) => findExposure(debate, id)?.testable_by ?? []);
  const ground = parties.flatMap(({ id, name }) => {
    const exposure = findExposure(debate, id);
    return exposure ? [`- ${escapeMarkdown(name)}: ${escapeMarkdown(exposure.common_ground)}`] : [];
  });
  const text = formatPositionText(readCurrentPosition(debate));
  const rounds = countRounds(debate);
  return joinSections([
    "## DEBATE OUTCOME: TRADEOFF",
    writeDegradedLine(debate),
    [
      `**Final position:** ${shortenPosition(text, takeFirstSentence(text))} (contested)`,
      `**Confidence:** ${confidence}`,
      `**Rounds:** ${rounds} (no consensus)`,
      `**Core disagreement:** ${escapeMarkdown(core.text)} (${escapeMarkdown(findSeatName(debate, core.by))})`,
      `**Assumptions exposed:**`,
    ].join("\n"),
    writeAssumptions(debate),
    writeVerdict(
      debate,
      `No agreement after ${formatCount(rounds, "round")}. Still objecting: ${left.join(", ")}.`,
    ),
    writeObjections(debate),
    writeHistory(debate),
    "## Recommendation by condition",
    ...writeSides(debate),
    ground.length === 0 ? "" : `## Common ground\n\n${ground.join("\n")}`,
    writeChecklist(tests.map((test) => `Test: ${test}`)),
    writeAuditTrail(debate),
  ]);
}

/** The seed's table where its cells are short; a list of the same where they hold paragraphs. */
function writeAssumptions(debate: Debate): string {
  const rows = listParties(debate).map(({ id, name }) => {
    const exposure = findExposure(debate, id);
    if (!exposure) return [name, "gave no answer", "", "", "", ""];
    const { core_assumption, leads_to, testable_by, why, other_right_if } = exposure;
    return [name, core_assumption, leads_to, testable_by, why, other_right_if];
  });
  if (rows.flat().every((cell) => cell.length <= LONGEST_CELL))
    return formatTable(ASSUMPTION_TITLES, rows);
  return rows
    .map(([name = "", ...cells]) => {
      const lines = cells.flatMap((cell, at) =>
        cell === "" ? [] : [`- ${ASSUMPTION_TITLES[at + 1]}: ${escapeMarkdown(cell)}`],
      );
      return `${escapeMarkdown(name)}\n\n${lines.join("\n")}`;
    })
    .join("\n\n");
}

const LONGEST_CELL = 120;
const ASSUMPTION_TITLES = [
  "Party",
  "Core assumption",
  "Leads to",
  "Testable by",
  "Why",
  "Other side right if",
];

/** Letters in the order of the sides: the proponent's is option A, whose words stand in the history. */
function writeSides(debate: Debate): string[] {
  return listSides(debate).map((side, index) => {
    const isPosition = side.advocate === debate.proponent.id;
    const quotes = side.evidence.map(
      (one) => `- ${escapeMarkdown(formatEvidenceWords(one))} (${describeEvidenceCheck(one)})`,
    );
    const { version } = readCurrentPosition(debate);
    return [
      `### Option ${formatLetter(index)}: ${escapeMarkdown(findSeatName(debate, side.advocate))}`,
      "",
      isPosition
        ? `Position v${version}, as under “Position history”.`
        : formatBlockQuote(side.argument),
      "",
      `- Best if: ${escapeMarkdown(side.best_if ?? "not said")}`,
      `- Risk if wrong: ${escapeMarkdown(side.risk_if_wrong ?? "not said")}`,
      ...(isPosition && quotes.length > 0 ? ["", "Evidence:", "", ...quotes] : []),
    ].join("\n");
  });
}

function formatLetter(index: number): string {
  return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(index) || String(index + 1);
}

function writeChecklist(...lists: readonly (readonly string[])[]): string {
  const lines = lists.flat().map((line) => `- [ ] ${escapeMarkdown(line)}`);
  return lines.length === 0 ? "" : `## Decision checklist\n\n${lines.join("\n")}`;
}
