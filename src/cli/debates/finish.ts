/** What is left of a debate that was held from a terminal: files, words, the exit code. */
import { resolve } from "node:path";

import { remarkRows, type Remarks, remarksOn } from "../../app/earlier-decisions.ts";
import {
  type Gate,
  type GateReason,
  judgementReason,
  quorumReason,
  tripped,
  unfinishedReason,
} from "../../app/gate.ts";
import { auditedRecord, judgedHere } from "../../app/project/audited.ts";
import { render } from "../../app/results/formats.ts";
import { type AdrFlags, keepRecord } from "../../app/results/keep-record.ts";
import { writeOwnRecord } from "../../app/results/own-records.ts";
import { writeResults } from "../../app/results/write-results.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { accountsOf } from "../../domain/accounts.ts";
import type { EarlierDecision } from "../../domain/earlier.ts";
import { type Limits, opening } from "../../domain/event.ts";
import { NOBODY_JUDGED } from "../../domain/judgement.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import type { Holding } from "../../engine.ts";
import {
  briefly,
  isMerge,
  mergedText,
  mergeLines,
} from "../../protocols/merge/files/write-merged.ts";
import { commentText, type Verdict } from "../../reports/comment.ts";
import { jsonText } from "../../text/json-text.ts";
import { EXIT, exitOfHolding } from "../exit-codes.ts";
import { summaryLines } from "../render/summary.ts";
import type { Session } from "../session.ts";
import { answerCommand } from "../terminal/answer-command.ts";
import { asksHere } from "../terminal/answer-stop.ts";
import { plain, styleOf } from "../terminal/terminal.ts";

export interface HoldFlags {
  readonly limits?: Partial<Limits>;
  readonly outs?: readonly string[];
  /** Agreed to: what came to the place of a merged document is written over. */
  readonly over?: boolean;
  readonly allowContested?: boolean;
  /** What a decided debate still fails on. */
  readonly gates?: readonly Gate[];
  /** Held for a pipeline: nobody is there to ask. */
  readonly gate?: GateFlags;
  /** A decision record is wanted, in the project's own place and style. */
  readonly adr?: AdrFlags | undefined;
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

export interface GateFlags {
  /** Seats that must have had a live voice; null for any number. */
  readonly quorum: number | null;
  /** Tells and never fails. */
  readonly advisory: boolean;
  /** Where a comment for a pull request is written; null for none. */
  readonly comment: string | null;
}

interface Held {
  readonly holding: Holding;
  readonly debate: string;
  readonly flags: HoldFlags;
}

export async function finish(session: Session, app: Dissent, held: Held): Promise<number> {
  const { holding, flags } = held;
  const record = await app.read(held.debate);
  const shut = await reasonsAgainst(record, held);
  const { gate, allowContested = false } = flags;
  const exit = exitCode(exitOfHolding(holding), { shut, allowContested, gate });
  const verdict = { passed: shut.length === 0, advisory: gate?.advisory === true, reasons: shut };
  const told = { exit, ...(gate && { gate: verdict }) };
  if (gate?.comment) await writeComment(session, record, { path: gate.comment, verdict });
  if (holding.status !== "settled") return finishUnsettled(session, record, { ...held, told });
  const { paths: results, warnings } = await writeResults(session, record, {
    outs: flags.outs ?? [],
    over: flags.over === true,
  });
  const paths = [...results, ...(flags.adr ? await keepRecord(session, record, flags.adr) : [])];
  for (const warning of warnings) session.stderr.write(`dissent: ${plain(warning)}\n`);
  if (exit === EXIT.gate && !gate) {
    const codes = shut.map(({ code }) => code).join(", ");
    const ended = holding.outcome.ending === "decided" ? "decided, but " : "";
    session.stderr.write(`dissent: ${ended}--fail-on tripped: ${codes}\n`);
  }
  const remarks = await remarksOn(app, record.events, flags.reopens?.events);
  if (!session.flags.json) {
    await printResult(session, record, { wrote: paths, outs: flags.outs ?? [], remarks });
    if (gate) printVerdict(session, told);
    return exit;
  }
  const { label, choice, confidence, summary, nobodyJudged } = holding.outcome;
  sayJson(session, {
    event: "done",
    debate: held.debate,
    ...(nobodyJudged && { nobody_judged: NOBODY_JUDGED }),
    outcome: label,
    choice,
    confidence,
    summary,
    wrote: paths,
    ...remarks,
    accounts: accountsOf(record.events),
    ...told,
  });
  return exit;
}

async function writeComment(
  session: Session,
  record: DebateRecord,
  { path, verdict }: { readonly path: string; readonly verdict: Verdict },
): Promise<void> {
  const { brief } = opening(record.events);
  const audit = await auditedRecord(record);
  const text = commentText(transcriptOf(record.events), brief.id, { audit, verdict });
  await writeOwnRecord(session, resolve(session.cwd, path), text);
}

async function reasonsAgainst(
  record: DebateRecord,
  { holding, flags }: Held,
): Promise<readonly GateReason[]> {
  const { gates = [], gate } = flags;
  const unfinished = gate ? unfinishedReason(holding) : null;
  const few = gate ? quorumReason(record.events, gate.quorum) : null;
  const own = [unfinished, few, judgementReason(holding)].filter((reason) => reason !== null);
  if (holding.status !== "settled" || gates.length === 0 || unfinished) return own;
  const audit = await auditedRecord(record);
  return [...own, ...tripped(gates, { events: record.events, outcome: holding.outcome, audit })];
}

interface Told {
  readonly exit: number;
  readonly gate?: {
    readonly passed: boolean;
    readonly advisory: boolean;
    readonly reasons: readonly GateReason[];
  };
}

/** For people who read a pipeline's log: the verdict last, where they look first. */
function printVerdict({ stderr, env }: Session, { gate }: Told): void {
  if (!gate) return;
  const { passed, advisory, reasons } = gate;
  const style = styleOf(stderr, env);
  const word = passed
    ? style.green("Gate passed")
    : advisory
      ? style.bold("Gate would fail (advisory: it does not fail the build)")
      : style.red("Gate failed");
  const lines = reasons.map(({ kind, code, message }) => `  ${kind}  ${code}: ${plain(message)}`);
  stderr.write(`${[word, ...lines].join("\n")}\n`);
}

/** What to do before a debate is resumed. */
const AFTER_PAUSE = {
  interrupted: "",
  limit: "  (with a higher limit)",
  failed: "  (with a key that works: dissent doctor)",
} as const;

function finishUnsettled(
  session: Session,
  record: DebateRecord,
  { holding, debate, told }: Held & { readonly told: Told },
): number {
  const { exit } = told;
  if (holding.status === "settled") return exit;
  const { waiting } = transcriptOf(record.events);
  if (session.flags.json) {
    sayJson(session, {
      event: "done",
      debate,
      outcome: null,
      status: holding.status,
      detail: holding.detail,
      ...(waiting && { waiting }),
      ...told,
    });
    return exit;
  }
  if (waiting && !told.gate && asksHere(session, record.events)) return exit;
  const next =
    holding.status === "waiting"
      ? answerCommand(record)
      : `dissent resume ${debate}${AFTER_PAUSE[holding.reason]}`;
  // why it stopped was told just before
  session.stderr.write(`Nothing is lost. Continue: ${next}\n`);
  printVerdict(session, told);
  return exit;
}

function exitCode(
  code: number,
  {
    shut,
    allowContested,
    gate,
  }: { shut: readonly GateReason[]; allowContested: boolean; gate: GateFlags | undefined },
): number {
  const has = (...codes: readonly GateReason["code"][]): boolean =>
    shut.some((reason) => codes.includes(reason.code));
  const open = allowContested || (gate !== undefined && !has("contested", "waiting"));
  // K20: what nobody judged is not a disagreement that could be allowed
  const own = code === EXIT.contested && open && !has("judgement") ? EXIT.decided : code;
  if (gate?.advisory === true) return EXIT.decided;
  if (has("quorum")) return EXIT.providers;
  return own === EXIT.decided && shut.length > 0 ? EXIT.gate : own;
}

/** A person reads a summary; a pipe gets the whole record, so that `dissent run q.md > record.md` works. */
async function printResult(
  session: Session,
  record: DebateRecord,
  { wrote, outs, remarks }: { wrote: readonly string[]; outs: readonly string[]; remarks: Remarks },
): Promise<void> {
  const merge = isMerge(record);
  const rows = remarkRows(remarks);
  if (session.stdout.isTTY !== true && !(merge && outs.length > 0)) {
    const judged = await judgedHere(session);
    const text = merge ? await mergedText(record, judged) : await render(record, "md", judged);
    session.stdout.write(text);
    for (const [title, words] of rows) session.stderr.write(`${title}: ${words}\n`);
    return;
  }
  const { style, flags, stderr } = session;
  const notices = flags.quiet === true || stderr.isTTY !== true;
  const transcript = transcriptOf(record.events);
  const lines = summaryLines(merge ? briefly(transcript) : transcript, {
    style,
    audit: await auditedRecord(record, await judgedHere(session)),
    wrote: merge ? mergeLines(wrote) : gathered(wrote),
    remarks: rows,
    notices,
  });
  session.stdout.write(`\n${lines.join("\n")}\n`);
}

/** The record by its path, the rest by their number. */
function gathered(paths: readonly string[]): string[] {
  if (paths.length < 4) return [...paths];
  const record = paths.findLast((path) => path.endsWith(".md")) ?? paths[0] ?? "";
  return [record, `and ${paths.length - 1} more files`];
}

export function sayJson({ stdout }: Session, value: object): void {
  stdout.write(`${jsonText(value)}\n`);
}
