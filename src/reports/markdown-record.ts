/** The record of a debate as Markdown: half a page with the decision, then appendices with all that is behind it. */
import type { Audit } from "../audit/audit.ts";
import {
  type Transcript,
  type TranscriptTurn,
  describePause,
} from "../domain/journal/transcript.ts";
import { listOutcomeConditions, type Outcome } from "../domain/outcome/outcome.ts";
import { formatVoteShare } from "../domain/outcome/tally.ts";
import { findParticipantName } from "../domain/participant.ts";
import { describeAbsenceReason } from "../domain/round.ts";
import { cutAtWord } from "../text/cut-text.ts";
import {
  escapeMarkdown,
  formatBlockQuote,
  formatInlineCode,
  formatQuotedText,
} from "../text/markdown.ts";
import { formatCount, formatIsoDay } from "../text/plain-text.ts";
import { formatAuditSection } from "./audit-text.ts";
import { formatConditionSection, formatFurtherConditions } from "./condition-list.ts";
import { formatFindingTable } from "./finding-sections.ts";
import { formatMindChangeEntries } from "./mind-change-list.ts";
import { formatFurtherObjections, formatObjectionSection } from "./objection-list.ts";
import {
  formatClaimSection,
  formatNotesSection,
  formatRecordSection,
  formatWorthSection,
} from "./record-appendix.ts";
import { describeAttestation, describeOutcomeLabel, formatLeadingNotices } from "./summary-text.ts";
import { computeVerdictCard, formatStrengthLine } from "./verdict-card.ts";

/**
 * MR1: half a page that a reader who wants the decision needs: the verdict, why, on which conditions, who dissents, what
 * would change it. Everything behind it follows as appendices, and each quote is printed once.
 */
export function markdownRecord(transcript: Transcript, audit?: Audit): string {
  const { outcome } = transcript;
  const sections = [
    // K4, K20: absences, and that no model judged, come first
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    `# ${escapeMarkdown(transcript.question)}`,
    ...(outcome
      ? [formatVerdictSection(transcript, outcome, audit)]
      : [describeUnfinished(transcript)]),
    formatDecisionSection(transcript),
    formatFindingTable(transcript),
    // what was found wrong says why a plan does not hold
    (outcome?.refuted ? formatObjectionSection(transcript) : "") || formatWhySection(transcript),
    ...(outcome ? formatPositionSections(transcript, outcome) : []),
    formatMindChangeSection(transcript),
    "***",
    outcome ? formatWordingSection(outcome) : "",
    formatRecordOptions(transcript),
    outcome ? formatFurtherConditions(transcript, outcome) : "",
    outcome?.refuted ? formatFurtherObjections(transcript) : "",
    formatMovementSection(transcript),
    formatClaimSection(transcript),
    formatNotesSection(transcript),
    outcome ? formatWorthSection(transcript, outcome) : "",
    outcome && audit ? formatAuditSection(audit, transcript) : "",
    formatRecordSection(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** K19: the outcome, one strength with its reasons, and what to do next. */
function formatVerdictSection(
  transcript: Transcript,
  outcome: Outcome,
  audit: Audit | undefined,
): string {
  const card = audit && computeVerdictCard(transcript, audit);
  const tally = outcome.tallies.at(-1);
  const share = tally ? formatVoteShare(tally.needed) : "1/1";
  // where a text was written and agreed to, the votes before it decided nothing
  const isVoted = share !== "1/1" && outcome.wording === undefined;
  const needed = isVoted ? ` ${share} of the votes cast were needed.` : "";
  const head = `**${escapeMarkdown(describeOutcomeLabel(outcome))}: ${escapeMarkdown(outcome.summary)}**`;
  if (!card) return head;
  return [
    head,
    `Strength ${escapeMarkdown(formatStrengthLine(card))} ${outcome.present} of ${outcome.expected} participants answered.${needed}`,
    `Next: ${escapeMarkdown(card.next)}${card.command === null ? "" : ` ${formatInlineCode(card.command)}`}`,
  ].join("\n\n");
}

/** What those who stand behind the outcome said last, in short; dissenters have their own section. */
function formatWhySection(transcript: Transcript): string {
  const entries = formatWhyEntries(transcript);
  return entries.length === 0 ? "" : ["## Why", "", ...entries].join("\n");
}

export function formatWhyEntries({ steps, outcome }: Transcript): string[] {
  if (!outcome) return [];
  const dissenting = new Set(outcome.dissents.map(({ by }) => by));
  const last = new Map<string, TranscriptTurn>();
  for (const turn of steps.flatMap(({ turns }) => turns)) {
    const { position, words = "" } = turn.said ?? {};
    if (!position || words.trim() === "" || dissenting.has(turn.by)) continue;
    // who said how sure they are spoke about the question, not about the wording of a document
    const before = last.get(turn.by);
    if (before?.said?.confidence == null || turn.said?.confidence != null) last.set(turn.by, turn);
  }
  const behind = [...last.values()].filter(
    ({ said }) => outcome.choice === null || said?.position === outcome.choice,
  );
  return behind.map(
    ({ name, said }) =>
      `- **${escapeMarkdown(name)}**: ${escapeMarkdown(shortenWords(said?.words ?? ""))}`,
  );
}

const MOST_WORDS_CHARACTERS = 280;

/** Whole sentences where that leaves most of it; the journal has the rest. */
function shortenWords(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  if (line.length <= MOST_WORDS_CHARACTERS) return line;
  const cut = line.slice(0, MOST_WORDS_CHARACTERS);
  const sentence = cut.lastIndexOf(". ");
  if (sentence > MOST_WORDS_CHARACTERS / 3) return cut.slice(0, sentence + 1);
  return cutAtWord(line, MOST_WORDS_CHARACTERS);
}

/** T9: what was agreed to, in the words that were agreed to. */
function formatWordingSection(outcome: Outcome): string {
  return outcome.wording === undefined
    ? ""
    : `## ${formatWordingTitle(outcome)}\n\n${formatQuotedText(outcome.wording)}`;
}

export function formatWordingTitle({ ending }: Pick<Outcome, "ending">): string {
  return ending === "decided" ? "The decision in full" : "The last text on the table";
}

function describeUnfinished({ paused, waiting, awaited }: Transcript): string {
  if (waiting) return `**Waiting for a person:** ${escapeMarkdown(waiting.question)}`;
  const seats = awaited.map(({ key }) => key).join(", ");
  if (seats !== "") return `**Waiting for a person to answer ${escapeMarkdown(seats)}.**`;
  return `**Not ended yet${paused === null ? "" : `; paused${describePause(escapeMarkdown(paused))}`}.**`;
}

function formatDecisionSection({ decisions, outcome }: Transcript): string {
  if (decisions.length === 0) return "";
  const entries = decisions.map(({ choice, reason, by, atMs, blind }) => {
    const against =
      outcome?.choice && outcome.choice !== choice ? " This overrides the panel." : "";
    const when = formatIsoDay(atMs);
    return `${escapeMarkdown(by)} chose **${escapeMarkdown(choice)}** on ${when}${blind ? BLIND_DECISION_NOTE : ""}.${against}\n\n${formatBlockQuote(reason)}`;
  });
  return `## Decision\n\n${entries.join("\n\n")}`;
}

/** The page's word; what else the person had read is not known. */
export const BLIND_DECISION_NOTE = ", before the page showed what the panel had said";

function formatRecordOptions({ options, outcome, participants }: Transcript): string {
  if (options.length === 0) return "";
  const final = outcome?.tallies.at(-1)?.distribution ?? {};
  const rows = options.map(({ id, label, description }) => {
    const text =
      description === ""
        ? escapeMarkdown(label)
        : `${escapeMarkdown(label)}: ${escapeMarkdown(description)}`;
    const holders = (final[id] ?? []).map((seat) => findParticipantName(participants, seat));
    return `| ${escapeMarkdown(id)} | ${text} | ${escapeMarkdown(holders.join(", "))} |`;
  });
  return ["## Options", "", "| | Option | Held by |", "| --- | --- | --- |", ...rows].join("\n");
}

/** What a decision depends on comes before who is against it; without a decision the cases come first. */
function formatPositionSections(transcript: Transcript, outcome: Outcome): string[] {
  const conditions = formatConditionSection(transcript, outcome);
  const dissents = formatRecordDissents(transcript, outcome);
  return outcome.ending === "decided" ? [conditions, dissents] : [dissents, conditions];
}

function formatRecordDissents(transcript: Transcript, outcome: Outcome): string {
  const title = outcome.ending === "open" ? "## The cases" : "## Dissents";
  return `${title}\n\n${formatDissentEntries(transcript, outcome) || "None."}`;
}

const MOST_GROUNDS = 6;

/** K6: who supports what, in their own words; empty without a dissent. */
export function formatDissentEntries({ participants }: Transcript, outcome: Outcome): string {
  return outcome.dissents
    .map(({ by, holds, words, grounds, stage, attested, correction = "" }) => {
      const name = findParticipantName(participants, by);
      const asides = [
        ...(stage === null ? [] : [stage]),
        ...(attested === undefined ? [] : [describeAttestation(attested)]),
      ];
      const aside = asides.length === 0 ? "" : ` (${escapeMarkdown(asides.join(", "))})`;
      const beside = correction === "" ? [] : ["", "They add:", "", formatBlockQuote(correction)];
      // their words are among the claims
      const ids = grounds.slice(0, MOST_GROUNDS).map(({ id }) => escapeMarkdown(id));
      const more = grounds.length - ids.length;
      const rest = more > 0 ? ` and ${formatCount(more, "more claim")}` : "";
      const own = listOutcomeConditions(outcome);
      const elsewhere = (outcome.conditions ?? []).filter(
        (one) => one.by === by && !own.includes(one),
      );
      const lines = [
        ...(ids.length === 0 ? [] : [`Based on ${ids.join(", ")}${rest}.`, ""]),
        ...elsewhere.map(({ text }) => `- Only if: ${escapeMarkdown(text)}`),
      ];
      return [
        `**${escapeMarkdown(name)}** holds **${escapeMarkdown(holds)}**${aside}:`,
        "",
        formatBlockQuote(words),
        ...beside,
        "",
        ...lines,
      ]
        .join("\n")
        .trimEnd();
    })
    .join("\n\n");
}

function formatMovementSection(transcript: Transcript): string {
  const table = formatMovementTable(transcript);
  return table === "" ? "" : `## How positions moved\n\n${table}`;
}

/** Who supported what in which step, and what caused each change; steps and seats without a position are left out. */
export function formatMovementTable({ steps, participants, outcome }: Transcript): string {
  const rounds = steps.filter(({ turns }) => turns.some((turn) => formatPosition(turn) !== ""));
  const rows = participants.flatMap(({ id, name }) => {
    const cells = rounds.map(({ turns }) => {
      const turn = turns.find(({ by }) => by === id);
      return turn === undefined ? "" : escapeMarkdown(formatPosition(turn));
    });
    if (cells.every((cell) => cell === "")) return [];
    const change = outcome?.changes.find(({ by }) => by === id);
    const why = change?.standing === "explained" ? change.causes.join(", ") : change?.standing;
    const cause = change === undefined ? "" : `${why ?? ""} ${change.reason}`.trim();
    return [[escapeMarkdown(name), ...cells, escapeMarkdown(cause)]];
  });
  if (rows.length === 0) return "";
  const heads = [
    "",
    ...rounds.map(({ step, blind }) => `${formatStepWords(step)}${blind ? " (blind)" : ""}`),
    "Cause of the change",
  ];
  // where everyone kept their position, nothing caused a change
  const isStill = rows.every((cells) => cells.at(-1) === "");
  return [heads, heads.map(() => "---"), ...rows]
    .map((cells) => `| ${(isStill ? cells.slice(0, -1) : cells).join(" | ")} |`)
    .join("\n");
}

/** "Responses 1" of `responses-1`. */
function formatStepWords(step: string): string {
  const words = escapeMarkdown(step.replaceAll("-", " "));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function formatPosition({ absent, said }: TranscriptTurn): string {
  if (absent) return describeAbsenceReason(absent.reason);
  const { position, confidence = null } = said ?? {};
  return `${position ?? ""}${confidence === null ? "" : ` ${confidence}%`}`.trim();
}

function formatMindChangeSection(transcript: Transcript): string {
  const lines = formatMindChangeEntries(transcript);
  return lines.length === 0 ? "" : ["## What would change this", "", ...lines].join("\n");
}
