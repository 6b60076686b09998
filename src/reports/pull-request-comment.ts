/** The outcome of a debate as a pull request comment: short, safe, and found again by its marker. */
import type { Audit } from "../audit/audit.ts";
import { splitPriceNotices } from "../domain/journal/price-notices.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import { findParticipantName } from "../domain/participant.ts";
import { formatInlineCode, escapeMarkdown, formatBlockQuote } from "../text/markdown.ts";
import { formatConditionEntries, formatConditionTitle } from "./condition-list.ts";
import { formatFindingDetails, formatFindingTable, listFindings } from "./finding-sections.ts";
import { formatMovementTable, formatWordingTitle } from "./markdown-record.ts";
import { formatMindChangeEntries } from "./mind-change-list.ts";
import { formatObjectionEntries, listObjectionsThatStand } from "./objection-list.ts";
import { formatLeadingNotices, describeOutcomeLabel } from "./summary-text.ts";
import { computeVerdictCard, formatStrengthLine } from "./verdict-card.ts";

/** Why a gate is shut, or that it is not. */
export interface GateVerdict {
  readonly passed: boolean;
  readonly advisory: boolean;
  readonly reasons: readonly {
    readonly kind: string;
    readonly code: string;
    readonly message: string;
  }[];
}

export interface PullRequestCommentOptions {
  readonly audit: Audit;
  readonly verdict: GateVerdict | null;
}

// a code host takes 65,536 characters
const MOST_CHARACTERS = 60_000;
const MOST_DETAILS = 40_000;

/** The first line of a comment, by which it is found and written anew. */
export function formatCommentMark(brief: string): string {
  return `<!-- dissent:${brief.replace(/[^\w.-]/g, "-")} -->`;
}

export function formatPullRequestComment(
  transcript: Transcript,
  brief: string,
  setting: PullRequestCommentOptions,
): string {
  const { outcome, question } = transcript;
  const { audit, verdict } = setting;
  const card = computeVerdictCard(transcript, audit);
  const notes = [...splitPriceNotices(transcript.notices).others, ...(outcome?.notes ?? [])];
  const parts = [
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    `### ${outcome ? escapeMarkdown(describeOutcomeLabel(outcome)) : "Not ended"}: ${escapeMarkdown(question)}`,
    outcome ? escapeMarkdown(outcome.summary) : "",
    card
      ? `Strength ${escapeMarkdown(formatStrengthLine(card))} **Next:** ${escapeMarkdown(card.next)}`
      : "",
    verdict ? formatGateVerdict(verdict) : "",
    formatCommentObjections(transcript),
    ...formatCase(transcript, audit),
    formatFoldedDetails(
      "What would change their minds",
      formatMindChangeEntries(transcript).join("\n"),
    ),
    formatFoldedDetails("Notes", notes.map((note) => `- ${escapeMarkdown(note)}`).join("\n")),
    formatDecideInstruction(transcript),
    `Debate ${formatInlineCode(transcript.id)}, chain head ${formatInlineCode(transcript.head.slice(0, 16))}.`,
  ];
  const body = parts.filter((part) => part !== "").join("\n\n");
  const cut =
    body.length > MOST_CHARACTERS
      ? `${body.slice(0, MOST_CHARACTERS)}\n\nCut here; the record has the rest.`
      : body;
  return `${formatCommentMark(brief)}\n${escapeMentions(cut)}\n`;
}

/** Findings are the case of a review; else what participants hold, and what they did not answer. */
function formatCase(transcript: Transcript, audit: Audit): string[] {
  const { outcome } = transcript;
  if (listFindings(transcript) !== null)
    return [formatFindingTable(transcript), formatFindingDetails(transcript, MOST_DETAILS)];
  return [
    outcome?.wording === undefined
      ? ""
      : formatFoldedDetails(formatWordingTitle(outcome), formatBlockQuote(outcome.wording)),
    outcome
      ? formatFoldedDetails(
          formatConditionTitle(outcome),
          formatConditionEntries(transcript, outcome),
        )
      : "",
    outcome ? formatCommentDissents(transcript, outcome) : "",
    formatOpenObjections(audit),
    formatFoldedDetails("How positions moved", formatMovementTable(transcript)),
  ];
}

function formatGateVerdict({ passed, advisory, reasons }: GateVerdict): string {
  if (passed) return "**Gate passed.**";
  const word = advisory
    ? "Gate would fail; it is advisory and does not fail the build."
    : "Gate failed.";
  const lines = reasons.map(
    ({ kind, code, message }) =>
      `- ${escapeMarkdown(kind)}, ${formatInlineCode(code)}: ${escapeMarkdown(message)}`,
  );
  return [`**${word}**`, "", ...lines].join("\n");
}

/** K6: in their own words. */
function formatCommentDissents(
  { participants }: Transcript,
  { dissents, ending }: Outcome,
): string {
  const entries = dissents.map(({ by, holds, words }) => {
    const name = findParticipantName(participants, by);
    return `**${escapeMarkdown(name)}** holds **${escapeMarkdown(holds)}**:\n\n${formatBlockQuote(words)}`;
  });
  if (entries.length === 0) return "";
  return [`#### ${ending === "open" ? "The cases" : "Dissents"}`, ...entries].join("\n\n");
}

function formatCommentObjections(transcript: Transcript): string {
  const objections = listObjectionsThatStand(transcript.outcome);
  return formatFoldedDetails(
    `Objections that stand (${objections.length})`,
    formatObjectionEntries(transcript, objections),
  );
}

function formatOpenObjections({ unanswered, ledger }: Audit): string {
  const open = ledger.entries.filter(({ claim }) => unanswered.includes(claim.id));
  if (open.length === 0) return "";
  const lines = open.map(
    ({ claim }) => `- **${escapeMarkdown(claim.id)}** ${escapeMarkdown(claim.text)}`,
  );
  return ["#### Quoted attacks without an answer", "", ...lines].join("\n");
}

function formatFoldedDetails(title: string, text: string): string {
  if (text === "") return "";
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

function formatDecideInstruction({ outcome, options, decisions }: Transcript): string {
  const last = decisions.at(-1);
  if (last)
    return `**${escapeMarkdown(last.by)}** decided **${escapeMarkdown(last.choice)}**:\n\n${formatBlockQuote(last.reason)}`;
  if (outcome === null || outcome.ending === "decided") return "";
  const [first] = options.length > 0 ? options : (outcome.choices ?? []);
  return `A person must decide. Comment ${formatInlineCode(`/dissent decide ${first?.id ?? "A"} because …`)} to put it on record.`;
}

/** A model's words must not mention users: a sign between @ and the name breaks the mention. */
function escapeMentions(text: string): string {
  return text.replace(/@(?=[\w-])/g, "@\u200b").replace(/(?<![\w&])#(?=\d)/g, "#\u200b");
}

/** `/dissent decide C because …`, the first such line of a comment; undefined without one. */
export function parseDecisionCommand(
  comment: string,
): { readonly choice: string; readonly reason: string } | undefined {
  const found =
    /^[ \t]*\/dissent[ \t]+decide[ \t]+(\S{1,80})[ \t]+because[ \t]+(\S[^\r\n]{0,3999})/m.exec(
      comment,
    );
  if (!found?.[1] || !found[2]) return undefined;
  return { choice: found[1], reason: found[2].trim() };
}
