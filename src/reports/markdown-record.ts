/** The record of a debate as Markdown: failures first, then the outcome, the dissents, and how it came about. */
import type { Audit } from "../audit/audit.ts";
import { describeEvidenceCheck, formatEvidenceWords } from "../domain/evidence.ts";
import { formatUnpricedLine, splitPriceNotices } from "../domain/journal/price-notices.ts";
import { type Transcript, describePause } from "../domain/journal/transcript.ts";
import type { Outcome } from "../domain/outcome.ts";
import { describeAbsenceReason } from "../domain/round.ts";
import { formatVoteShare } from "../domain/tally.ts";
import { escapeMarkdown, formatBlockQuote, formatInlineCode } from "../text/markdown.ts";
import { formatIsoDay } from "../text/plain-text.ts";
import { formatAuditSection, formatStrengthLine } from "./audit-text.ts";
import {
  describeAttestation,
  describeDebateWorth,
  describeOutcomeLabel,
  formatCostLine,
  formatLeadingNotices,
  listCallNotes,
  listSeatCosts,
} from "./summary-text.ts";

export function markdownRecord(transcript: Transcript, audit?: Audit): string {
  const { outcome } = transcript;
  const sections = [
    // K4, K20: what failed and that nobody judged is said first
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    `# ${escapeMarkdown(transcript.question)}`,
    ...(outcome
      ? [formatOutcomeSection(outcome, audit), formatConditionSection(transcript, outcome)]
      : [describeUnfinished(transcript)]),
    ...splitPriceNotices(transcript.notices).others.map((notice) => `> ${escapeMarkdown(notice)}`),
    formatDecisionSection(transcript),
    formatRecordOptions(transcript),
    outcome ? formatRecordDissents(transcript, outcome) : "",
    formatMovementSection(transcript),
    formatClaimSection(transcript),
    formatMindChangeSection(transcript),
    outcome ? formatNotesSection(outcome) : "",
    outcome ? formatWorthSection(transcript, outcome) : "",
    outcome && audit ? formatAuditSection(audit, transcript) : "",
    formatRecordSection(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function formatOutcomeSection(outcome: Outcome, audit: Audit | undefined): string {
  const tally = outcome.tallies.at(-1);
  const needed = tally ? ` ${formatVoteShare(tally.needed)} of the votes cast were needed.` : "";
  return [
    `**${escapeMarkdown(describeOutcomeLabel(outcome))}: ${escapeMarkdown(outcome.summary)}**`,
    "",
    // K19: one strength, and no other word for how far to trust it
    `${audit ? `Strength ${escapeMarkdown(formatStrengthLine(audit))} ` : ""}${outcome.present} of ${outcome.expected} voices counted.${needed}`,
  ].join("\n");
}

function formatConditionSection(transcript: Transcript, outcome: Outcome): string {
  const entries = formatConditionEntries(transcript, outcome);
  return entries === "" ? "" : `## Only if\n\n${entries}`;
}

/** By speaker, with what a dissenter holds instead; empty where nobody set a condition. */
export function formatConditionEntries(
  { participants }: Transcript,
  { conditions = [], dissents }: Outcome,
): string {
  return [...Map.groupBy(conditions, ({ by }) => by)]
    .map(([by, own]) => {
      const name = participants.find(({ id }) => id === by)?.name ?? by;
      const held = dissents.find((dissent) => dissent.by === by)?.holds;
      const aside = held === undefined ? "" : `, for ${escapeMarkdown(held)}`;
      const lines = own.map(({ text }) => `- ${escapeMarkdown(text)}`);
      return [`**${escapeMarkdown(name)}**${aside}:`, "", ...lines].join("\n");
    })
    .join("\n\n");
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

function formatRecordOptions({ options, outcome }: Transcript): string {
  if (options.length === 0) return "";
  const final = outcome?.tallies.at(-1)?.distribution ?? {};
  const rows = options.map(({ id, label, description }) => {
    const text =
      description === ""
        ? escapeMarkdown(label)
        : `${escapeMarkdown(label)}: ${escapeMarkdown(description)}`;
    return `| ${escapeMarkdown(id)} | ${text} | ${escapeMarkdown((final[id] ?? []).join(", "))} |`;
  });
  return ["## Options", "", "| | Option | Held by |", "| --- | --- | --- |", ...rows].join("\n");
}

function formatRecordDissents(transcript: Transcript, outcome: Outcome): string {
  const title = outcome.ending === "open" ? "## The cases" : "## Dissents";
  return `${title}\n\n${formatDissentEntries(transcript, outcome) || "None."}`;
}

/** K6: who supports what, in their own words; empty if nobody dissents. */
export function formatDissentEntries({ participants }: Transcript, { dissents }: Outcome): string {
  return dissents
    .map(({ by, holds, words, grounds, stage, attested, correction = "" }) => {
      const name = participants.find(({ id }) => id === by)?.name ?? by;
      const asides = [...(stage === null ? [] : [stage]), describeAttestation(attested)];
      const aside = ` (${escapeMarkdown(asides.join(", "))})`;
      const beside =
        correction === "" ? [] : ["", "It says beside this:", "", formatBlockQuote(correction)];
      const lines = grounds.map(
        ({ id, text }) => `- **${escapeMarkdown(id)}** ${escapeMarkdown(text)}`,
      );
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

/** Who supported what in which step, and what caused each change. */
export function formatMovementTable({ steps, participants, outcome }: Transcript): string {
  const rounds = steps.filter(({ turns }) => turns.length > 0);
  if (rounds.length === 0) return "";
  const rows = participants.map(({ id, name }) => {
    const cells = rounds.map(({ turns }) => {
      const turn = turns.find(({ by }) => by === id);
      if (!turn) return "";
      if (turn.absent) return describeAbsenceReason(turn.absent.reason);
      const { position, confidence } = turn.said ?? { position: "", confidence: null };
      return escapeMarkdown(`${position ?? ""}${confidence === null ? "" : ` ${confidence}%`}`);
    });
    const change = outcome?.changes.find(({ by }) => by === id);
    const cause = change
      ? `${change.standing === "explained" ? escapeMarkdown(change.causes.join(", ")) : change.standing} ${escapeMarkdown(change.reason)}`
      : "";
    return `| ${escapeMarkdown(name)} | ${cells.join(" | ")} | ${cause.trim()} |`;
  });
  const heads = rounds.map(({ step, blind }) =>
    escapeMarkdown(`${step}${blind ? " (blind)" : ""}`),
  );
  return [
    `| | ${heads.join(" | ")} | Cause of the change |`,
    `| --- | ${heads.map(() => "---").join(" | ")} | --- |`,
    ...rows,
  ].join("\n");
}

function formatClaimSection({ steps }: Transcript): string {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  if (claims.length === 0) return "";
  const entries = claims.flatMap(({ id, about, side, text, detail, evidence }) => [
    `- **${escapeMarkdown(id)}** ${side} ${escapeMarkdown(about)}: ${escapeMarkdown(text)}`,
    ...(detail === undefined ? [] : ["", escapeMarkdown(detail).replace(/^(?=.)/gm, "  "), ""]),
    ...evidence.map((one) => {
      const words = escapeMarkdown(formatEvidenceWords(one));
      return `  - ${words}${one.verified ? "" : ` **(${describeEvidenceCheck(one)})**`}`;
    }),
  ]);
  return ["## Claims", "", ...entries].join("\n");
}

function formatMindChangeSection(transcript: Transcript): string {
  const lines = formatMindChangeEntries(transcript);
  return lines.length === 0 ? "" : ["## What would change this", "", ...lines].join("\n");
}

export function formatMindChangeEntries(transcript: Transcript): string[] {
  return listMindChangeConditions(transcript).map(
    (mind) => `- ${escapeMarkdown(formatConditionOwner(mind))}: ${escapeMarkdown(mind.words)}`,
  );
}

function formatNotesSection({ notes }: Outcome): string {
  if (notes.length === 0) return "";
  return ["## Notes", "", ...notes.map((note) => `- ${escapeMarkdown(note)}`)].join("\n");
}

function formatWorthSection(transcript: Transcript, outcome: Outcome): string {
  const line = describeDebateWorth(transcript, outcome);
  return line === null ? "" : `## What the debate was worth\n\n${escapeMarkdown(line)}`;
}

function formatRecordSection(transcript: Transcript): string {
  const { id, protocol, participants, accounts, head, forkedFrom, openedMs, openedBy } = transcript;
  const unpriced = formatUnpricedLine(splitPriceNotices(transcript.notices).unpriced);
  const seats = participants.map(
    ({ name, stance, model }) => `${name} (${stance ?? "no stance"}) by ${model}`,
  );
  const lines = [
    `- Debate ${formatInlineCode(id)}, protocol ${escapeMarkdown(protocol)}, opened ${new Date(openedMs).toISOString()} by ${escapeMarkdown(openedBy)}`,
    ...(forkedFrom === null ? [] : [`- Forked from ${formatInlineCode(forkedFrom)}`]),
    `- Seats: ${escapeMarkdown(seats.join("; "))}`,
    `- ${[`${accounts.calls} calls`, `${accounts.repairs} repairs`, `${accounts.absences} absences`, ...listCallNotes(accounts), formatCostLine(accounts)].join(", ")}`,
    ...(unpriced === "" ? [] : [`- ${escapeMarkdown(unpriced)}`]),
    `- Chain head ${formatInlineCode(head)}; ${formatInlineCode(`dissent verify ${id}`)} says whether it is consistent, who signed it and where it is anchored`,
  ];
  return ["## Record", "", ...lines, ...formatCostTable(transcript)].join("\n");
}

/** K12, K14: what each seat took, where answers cost anything. */
function formatCostTable(transcript: Transcript): string[] {
  const rows = listSeatCosts(transcript).map(({ name, model, account }) => {
    const { calls, inputTokens, cachedTokens, outputTokens, retries } = account;
    const input = cachedTokens > 0 ? `${inputTokens} (${cachedTokens} cached)` : `${inputTokens}`;
    const tries = retries > 0 ? `${calls} (${retries} repeated)` : `${calls}`;
    return `| ${escapeMarkdown(name)} | ${escapeMarkdown(model)} | ${tries} | ${input} | ${outputTokens} | ${formatCostLine(account)} |`;
  });
  if (rows.length === 0) return [];
  return [
    "",
    "| Seat | Model | Calls | Input tokens | Output tokens | Cost |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

// What participants said would change their minds, and their position then if it has changed since.

interface MindChangeCondition {
  readonly name: string;
  /** The position then; null if it is unchanged. */
  readonly heldThen: string | null;
  readonly words: string;
}

export function listMindChangeConditions({ steps }: Transcript): MindChangeCondition[] {
  const turns = steps.flatMap((step) => step.turns);
  const holds = new Map<string, string>();
  for (const { by, said } of turns) if (said?.position) holds.set(by, said.position);
  return turns.flatMap(({ by, name, said }, place) => {
    if (!said?.wouldChange) return [];
    const then = said.position || null;
    const isReplaced = turns
      .slice(place + 1)
      .some((later) => later.by === by && later.said?.wouldChange && later.said.position === then);
    if (isReplaced && then !== null) return [];
    const heldThen = then === holds.get(by) ? null : then;
    return [{ name, heldThen, words: said.wouldChange }];
  });
}

/** "Value, while it held B" */
export function formatConditionOwner({ name, heldThen }: MindChangeCondition): string {
  return heldThen === null ? name : `${name}, while it held ${heldThen}`;
}
