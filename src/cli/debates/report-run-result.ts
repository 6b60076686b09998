/** Reports the result of a debate that ran in a terminal: files, text, exit code. */
import { resolve } from "node:path";

import { formatAnswerCommand } from "../../app/commands/open-question.ts";
import {
  type OutcomeRemarks,
  collectOutcomeRemarks,
  formatRemarkRows,
} from "../../app/earlier-decisions.ts";
import {
  type GateReason,
  type OutcomeGate,
  findJudgementReason,
  findQuorumReason,
  findRefutedReason,
  findTrippedGates,
  findUnfinishedReason,
} from "../../app/outcome-gates.ts";
import { examineRecord, loadStrengthCalibration } from "../../app/project/audit-record.ts";
import { type AdrOptions, writeDecisionRecord } from "../../app/results/write-decision-record.ts";
import { writeResults } from "../../app/results/write-results.ts";
import { writeTrackedFile } from "../../app/results/written-files.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { computeAccounts } from "../../domain/journal/accounts.ts";
import { type Limits, readOpening } from "../../domain/journal/event.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { NOBODY_JUDGED } from "../../domain/outcome/judgement.ts";
import type { EarlierDecision } from "../../domain/similar-decisions.ts";
import type { RunResult } from "../../engine.ts";
import { findOwnDocument } from "../../protocols/documents.ts";
import { type GateVerdict, formatPullRequestComment } from "../../reports/pull-request-comment.ts";
import { computeVerdictCard } from "../../reports/verdict-card.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT, computeRunExit } from "../exit-codes.ts";
import { formatFindingsAbove, formatSummaryLines } from "../render/format-summary.ts";
import { canAnswerInTerminal } from "../terminal/answer-escalation.ts";
import { createTerminalStyle, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { wrapTerminalLines } from "../terminal/wrap-lines.ts";

export interface TerminalRunOptions {
  readonly limits?: Partial<Limits>;
  readonly outs?: readonly string[];
  /** Confirmed: a file that is in the place of a merged document is overwritten. */
  readonly over?: boolean;
  readonly allowContested?: boolean;
  /** What a decided debate still fails on. */
  readonly gates?: readonly OutcomeGate[];
  /** Run in a pipeline: there is no person to ask. */
  readonly gate?: GateOptions;
  /** A decision record is wanted, in the project's own place and style. */
  readonly adr?: AdrOptions | undefined;
  /** The files its settings come from, for those who read lines of JSON. */
  readonly settingsFiles?: readonly string[];
  /** Earlier decisions on a like question, for those who read lines of JSON. */
  readonly similar?: readonly EarlierDecision[];
  /** The debate that this one reopens. */
  readonly reopens?: DebateRecord;
  /** The person may write the configured display; a flag has won already. */
  readonly display?: "auto" | "live" | "plain" | "none";
  /** It is shown on a page too. */
  readonly open?: boolean;
}

export interface GateOptions {
  /** Seats that must have had a live voice; null for any number. */
  readonly quorum: number | null;
  /** Tells and never fails. */
  readonly advisory: boolean;
  /** Where a comment for a pull request is written; null for none. */
  readonly comment: string | null;
}

interface FinishedRun {
  readonly holding: RunResult;
  readonly debate: string;
  readonly flags: TerminalRunOptions;
}

export async function reportRunResult(
  cli: CliContext,
  app: Dissent,
  held: FinishedRun,
): Promise<number> {
  const { holding: result, flags } = held;
  const record = await app.read(held.debate);
  const shut = await collectGateReasons(record, held);
  const { gate, allowContested = false } = flags;
  const exit = computeGateExit(computeRunExit(result), { shut, allowContested, gate });
  const verdict = { passed: shut.length === 0, advisory: gate?.advisory === true, reasons: shut };
  const told = { exit, ...(gate && { gate: verdict }) };
  if (gate?.comment) await writePullRequestComment(cli, record, { path: gate.comment, verdict });
  if (result.status !== "settled") return reportUnsettledRun(cli, record, { ...held, told });
  // from the app that is open, for all that is written and shown below
  await loadStrengthCalibration(cli, app);
  const { paths: results, warnings } = await writeResults(cli, record, {
    outs: flags.outs ?? [],
    over: flags.over === true,
  });
  const paths = [
    ...results,
    ...(flags.adr ? await writeDecisionRecord(cli, record, flags.adr) : []),
  ];
  for (const warning of warnings) cli.stderr.write(`dissent: ${sanitizeForTerminal(warning)}\n`);
  if (exit === EXIT.gate && shut.length > 0 && !gate) {
    const codes = shut.map(({ code }) => code).join(", ");
    const ended = result.outcome.ending === "decided" ? "decided, but " : "";
    cli.stderr.write(`dissent: ${ended}--fail-on tripped: ${codes}\n`);
  }
  const remarks = await collectOutcomeRemarks(app, record.events, flags.reopens?.events);
  if (!cli.flags.json) {
    await printRunResult(cli, record, { wrote: paths, outs: flags.outs ?? [], remarks });
    if (gate) printGateVerdict(cli, told);
    return exit;
  }
  const { label, choice, summary, nobodyJudged } = result.outcome;
  const examined = await examineRecord(record);
  printJsonLine(cli, {
    event: "done",
    debate: held.debate,
    ...(nobodyJudged && { nobody_judged: NOBODY_JUDGED }),
    outcome: label,
    choice,
    summary,
    verdict: computeVerdictCard(examined.transcript, examined.audit),
    wrote: paths,
    ...remarks,
    accounts: computeAccounts(record.events),
    ...told,
  });
  return exit;
}

async function writePullRequestComment(
  cli: CliContext,
  record: DebateRecord,
  { path, verdict }: { readonly path: string; readonly verdict: GateVerdict },
): Promise<void> {
  const { brief } = readOpening(record.events);
  const { transcript, audit } = await examineRecord(record);
  const text = formatPullRequestComment(transcript, brief.id, { audit, verdict });
  await writeTrackedFile(cli, resolve(cli.cwd, path), text);
}

async function collectGateReasons(
  record: DebateRecord,
  { holding: result, flags }: FinishedRun,
): Promise<readonly GateReason[]> {
  const { gates = [], gate } = flags;
  const unfinished = gate ? findUnfinishedReason(result) : null;
  const few = gate ? findQuorumReason(record.events, gate.quorum) : null;
  const refuted = gate ? findRefutedReason(result) : null;
  const own = [unfinished, few, findJudgementReason(result), refuted].filter(
    (reason) => reason !== null,
  );
  if (result.status !== "settled" || gates.length === 0 || unfinished) return own;
  const { audit } = await examineRecord(record);
  return [
    ...own,
    ...findTrippedGates(gates, { events: record.events, outcome: result.outcome, audit }),
  ];
}

interface RunReport {
  readonly exit: number;
  readonly gate?: {
    readonly passed: boolean;
    readonly advisory: boolean;
    readonly reasons: readonly GateReason[];
  };
}

/** For people who read a pipeline's log: the verdict last, where they look first. */
function printGateVerdict({ stderr, env }: CliContext, { gate }: RunReport): void {
  if (!gate) return;
  const { passed, advisory, reasons } = gate;
  const style = createTerminalStyle(stderr, env);
  const word = passed
    ? style.green("Gate passed")
    : advisory
      ? style.bold("Gate would fail (advisory: it does not fail the build)")
      : style.red("Gate failed");
  const lines = reasons.map(
    ({ kind, code, message }) => `  ${kind}  ${code}: ${sanitizeForTerminal(message)}`,
  );
  stderr.write(`${[word, ...lines].join("\n")}\n`);
}

/** What to do before a debate is resumed. */
const RESUME_HINTS = {
  interrupted: "",
  limit: "  (with a higher limit)",
  failed: "  (with a key that works: dissent doctor)",
} as const;

function reportUnsettledRun(
  cli: CliContext,
  record: DebateRecord,
  { holding: result, debate, told }: FinishedRun & { readonly told: RunReport },
): number {
  const { exit } = told;
  if (result.status === "settled") return exit;
  const { waiting } = buildTranscript(record.events);
  if (cli.flags.json) {
    printJsonLine(cli, {
      event: "done",
      debate,
      outcome: null,
      status: result.status,
      detail: result.detail,
      ...(waiting && { waiting }),
      ...told,
    });
    return exit;
  }
  if (waiting && !told.gate && canAnswerInTerminal(cli, record.events)) return exit;
  const next =
    result.status === "waiting"
      ? formatAnswerCommand(record)
      : `dissent resume ${debate}${RESUME_HINTS[result.reason]}`;
  // the reason was printed just before
  cli.stderr.write(`Nothing is lost. Continue: ${next}\n`);
  printGateVerdict(cli, told);
  return exit;
}

function computeGateExit(
  code: number,
  {
    shut,
    allowContested,
    gate,
  }: { shut: readonly GateReason[]; allowContested: boolean; gate: GateOptions | undefined },
): number {
  const has = (...codes: readonly GateReason["code"][]): boolean =>
    shut.some((reason) => codes.includes(reason.code));
  const open = allowContested || (gate !== undefined && !has("contested", "waiting"));
  // K20: an outcome that no model judged is not a disagreement that could be allowed
  const own = code === EXIT.contested && open && !has("judgement") ? EXIT.decided : code;
  if (gate?.advisory === true) return EXIT.decided;
  if (has("quorum")) return EXIT.providers;
  return own === EXIT.decided && shut.length > 0 ? EXIT.gate : own;
}

/** The same summary on a terminal and in a pipe; a pipe gets the document of a debate that writes one, so that `> plan.md` works. */
async function printRunResult(
  cli: CliContext,
  record: DebateRecord,
  {
    wrote,
    outs,
    remarks,
  }: { wrote: readonly string[]; outs: readonly string[]; remarks: OutcomeRemarks },
): Promise<void> {
  const own = findOwnDocument(record);
  const rows = formatRemarkRows(remarks);
  const judged = await loadStrengthCalibration(cli);
  if (cli.stdout.isTTY !== true) {
    // whole in a log; the summary cuts them to its lines
    for (const [title, words] of rows) cli.stderr.write(`${title}: ${words}\n`);
    if (own && outs.length === 0) return void cli.stdout.write(await own.render(record, judged));
  }
  const { transcript, audit } = await examineRecord(record, judged);
  const shown = own?.shortenOutcome(transcript) ?? transcript;
  const lines = formatSummaryLines(shown, {
    style: cli.style,
    audit,
    whole: transcript,
    wrote: own?.formatPaths(wrote) ?? summarizeWrittenPaths(wrote),
    remarks: rows,
    ...(own && { notes: shown.outcome?.notes ?? [] }),
  });
  const above = formatFindingsAbove(transcript, { style: cli.style, summary: lines });
  // progress on the same screen ends with an empty line; a pipe begins with the verdict
  const gap = cli.stdout.isTTY === true ? "\n" : "";
  const ending = [...above, ...wrapSummary(lines, cli)];
  cli.stdout.write(`${gap}${ending.join("\n")}\n`);
}

/** A terminal wraps by itself, at its own width. */
function wrapSummary(lines: readonly string[], { stdout }: CliContext): readonly string[] {
  return stdout.isTTY === true ? lines : wrapTerminalLines(lines, SUMMARY_COLUMNS);
}

const SUMMARY_COLUMNS = 80;

/** The record by its path, the rest by their number. */
function summarizeWrittenPaths(paths: readonly string[]): string[] {
  if (paths.length < 3) return [...paths];
  const record = paths.findLast((path) => path.endsWith(".md")) ?? paths[0] ?? "";
  return [record, `and ${paths.length - 1} more files beside it`];
}

export function printJsonLine({ stdout }: CliContext, value: object): void {
  stdout.write(`${stringifyForTerminal(value)}\n`);
}
