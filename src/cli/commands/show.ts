/** Shows the outcome, the prompts or the whole transcript of a debate. */
import { collectOutcomeRemarks, formatRemarkRows } from "../../app/earlier-decisions.ts";
import { examineRecord, loadStrengthCalibration } from "../../app/project/audit-record.ts";
import { loadPersonKeys } from "../../app/project/event-signing.ts";
import { readDebateRecord, useProjectDebates } from "../../app/project/project-debates.ts";
import type { DebateReader } from "../../debates/debate-reader.ts";
import { describeEvidenceCheck, formatEvidenceWords } from "../../domain/evidence/evidence.ts";
import type { Event } from "../../domain/journal/event.ts";
import { describeAnchor, describeSignatures } from "../../domain/journal/proof.ts";
import type { DebateRecord } from "../../domain/journal/record.ts";
import { sealRecord } from "../../domain/journal/sealed-steps.ts";
import type { Transcript } from "../../domain/journal/transcript.ts";
import { loadProtocol } from "../../protocols/load-protocol.ts";
import { getStepTitles } from "../../protocols/step-titles.ts";
import { formatConditionOwner, listMindChangeConditions } from "../../reports/mind-change-list.ts";
import { computeVerdictCard } from "../../reports/verdict-card.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { formatStepTitle } from "../../timeline/step-titles.ts";
import type { CliContext } from "../cli-context.ts";
import type { CommandHandler } from "../program/program.ts";
import { formatFindingTable } from "../render/format-findings.ts";
import { formatOptionsForTerminal } from "../render/format-options.ts";
import { formatEndingLines } from "../render/format-status.ts";
import {
  formatDetailLines,
  formatSummaryLines,
  formatWarningLines,
} from "../render/format-summary.ts";
import { createTerminalNarrator } from "../render/narrator.ts";
import { type TerminalStyle, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { findJournalProof } from "../verify/find-proof.ts";

export const runShowCommand: CommandHandler = async (cli, [reference = "last"], flags) => {
  if (flags["follow"] === true) {
    return (await import("./watch.ts")).runWatchCommand(cli, [reference], flags);
  }
  if (flags["audit"] === true) {
    return (await import("./audit.ts")).runAuditCommand(cli, [reference], flags);
  }
  return useProjectDebates(cli, async (debates) => {
    const record = sealRecord(await readDebateRecord(cli, reference, debates));
    return showRecord(cli, record, { debates, isClaimsWanted: flags["claims"] === true });
  });
};

interface ShowOptions {
  readonly debates: DebateReader | undefined;
  readonly isClaimsWanted: boolean;
}

async function showRecord(
  cli: CliContext,
  record: DebateRecord,
  { debates, isClaimsWanted }: ShowOptions,
): Promise<number> {
  const { events } = record;
  const remarks = await collectOutcomeRemarks(debates, events);
  if (cli.flags.json) {
    const { contradicts } = remarks;
    const { transcript, audit } = await examineRecord(record);
    const verdict = computeVerdictCard(transcript, audit);
    cli.stdout.write(`${stringifyForTerminal({ ...transcript, verdict, contradicts })}\n`);
    return 0;
  }
  const { transcript, audit } = await examineRecord(
    record,
    await loadStrengthCalibration(cli, debates),
  );
  const { style } = cli;
  const titles = getStepTitles(transcript.protocol);
  const narrator = createTerminalNarrator({
    style,
    formatTitle: (step) => formatStepTitle(step, titles),
  });
  const lines = [
    ...formatWarningLines(transcript, style),
    style.bold(sanitizeForTerminal(transcript.question)),
    ...formatOptionsForTerminal(transcript.options, style),
    style.dim(
      sanitizeForTerminal(
        `${transcript.protocol}   ${transcript.id}   ${new Date(transcript.openedMs).toISOString()}`,
      ),
    ),
    ...events.flatMap((event) => narrator.tell(event)),
    ...(isClaimsWanted ? formatClaimLines(transcript, style) : []),
    "",
    ...formatMindLines(transcript, style),
    ...(await formatRemainingEndings(events, transcript)),
    ...formatDetailLines(transcript, style),
    ...formatFindingTable(transcript, style),
    "",
    ...formatSummaryLines(transcript, { style, audit, remarks: formatRemarkRows(remarks) }),
    ...(transcript.outcome
      ? (await describeProofLevels(cli, record)).map((line) => style.dim(sanitizeForTerminal(line)))
      : []),
  ];
  cli.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** What can still come of a debate; its rules are loaded only where something can. */
async function formatRemainingEndings(
  events: readonly Event[],
  { outcome, protocol: id }: Transcript,
): Promise<string[]> {
  if (outcome !== null) return [];
  const protocol = await loadProtocol(id);
  return formatEndingLines(events, protocol ? [protocol] : []);
}

/** Whether it is consistent takes a replay, which is what verify is for. */
async function describeProofLevels(cli: CliContext, record: DebateRecord): Promise<string[]> {
  const { events, signatures = [] } = record;
  // keys are needed for signatures alone
  const { allowedSigners, timestampAuthorities } =
    signatures.length > 0 ? await loadPersonKeys(cli) : NO_KEYS;
  const { env, cwd } = cli;
  const found = await findJournalProof(
    { debate: record.id, events, signatures },
    { env, cwd, allowedSigners, timestampAuthorities },
  );
  const words = found.fault
    ? `${found.fault.where}: ${found.fault.what}`
    : `${describeSignatures(found.proof)}, ${describeAnchor(found.proof)}`;
  // a command on a line of its own can be copied
  return [`${words}; check that it is consistent:`, `dissent verify ${record.id}`];
}

const NO_KEYS = { allowedSigners: null, timestampAuthorities: null };

function formatClaimLines({ steps }: Transcript, style: TerminalStyle): string[] {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  if (claims.length === 0) return [];
  return [
    "",
    style.bold("Claims"),
    ...claims.flatMap(({ id, about, side, text, detail, evidence }) => [
      `${style.bold(sanitizeForTerminal(id))} ${sanitizeForTerminal(side)} ${sanitizeForTerminal(about)}: ${sanitizeForTerminal(text)}`,
      ...(detail === undefined ? [] : [`   ${sanitizeForTerminal(detail)}`]),
      ...evidence.map((one) => {
        const words = `   ${sanitizeForTerminal(formatEvidenceWords(one, [style.sign.open, style.sign.close]))}`;
        if (one.verified) return style.dim(words);
        const result = describeEvidenceCheck(one);
        return `${words} ${one.kind === "knowledge" ? style.dim(`(${result})`) : style.red(result)}`;
      }),
    ]),
  ];
}

function formatMindLines(transcript: Transcript, style: TerminalStyle): string[] {
  const lines = listMindChangeConditions(transcript).map(
    (mind) =>
      `  ${sanitizeForTerminal(formatConditionOwner(mind))}: ${sanitizeForTerminal(mind.words)}`,
  );
  return lines.length === 0 ? [] : [style.bold("What would change their minds"), ...lines, ""];
}
