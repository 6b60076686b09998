/** Holds a debate from a terminal: progress, Ctrl-C, what it left behind, the exit code. */
import { systemClock } from "../clock.ts";
import { auditedRecord, judgedHere } from "../desk/audited.ts";
import { redactorFor } from "../desk/desk.ts";
import { remarkRows, type Remarks, remarksOn } from "../desk/earlier-decisions.ts";
import { jsonText, render } from "../desk/formats.ts";
import { type AdrFlags, keepRecord } from "../desk/keep-record.ts";
import { briefly, isMerge, mergedText, mergeLines } from "../desk/merge/write-merged.ts";
import { writeResults } from "../desk/write-results.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { accountsOf } from "../domain/accounts.ts";
import type { EarlierDecision } from "../domain/earlier.ts";
import { type Event, type Limits, opening } from "../domain/event.ts";
import { awaitedIn, transcriptOf } from "../domain/transcript.ts";
import type { Holding } from "../engine.ts";
import { answerSeats } from "./answer-seats.ts";
import { answerStop, asksHere } from "./answer-stop.ts";
import { EXIT, exitOfHolding } from "./exit-codes.ts";
import { type Gate, tripped } from "./gate.ts";
import { type Display, liveDisplay, plainDisplay, silentDisplay } from "./render/live.ts";
import { plainNarrator, terminalNarrator } from "./render/narrator.ts";
import { endingLines, standingLine } from "./render/standing.ts";
import { summaryLines } from "./render/summary.ts";
import type { Session } from "./session.ts";
import { plain, styleOf } from "./terminal.ts";

export interface HoldFlags {
  readonly limits?: Partial<Limits>;
  readonly outs?: readonly string[];
  readonly allowContested?: boolean;
  readonly gates?: readonly Gate[];
  /** A decision record is wanted, in the project's own place and style. */
  readonly adr?: AdrFlags | undefined;
  /** Earlier decisions on a like question, for those who read lines of JSON. */
  readonly similar?: readonly EarlierDecision[];
  /** The debate that this one reopens. */
  readonly reopens?: DebateRecord;
  /** The person may write the configured display; a flag has won already. */
  readonly display?: "auto" | "live" | "plain" | "none";
}

/** Holds a debate; where a seat waits for the person at this terminal, asks and goes on. */
export async function holdInTerminal(
  session: Session,
  app: Dissent,
  request: HoldFlags & { debate: string },
): Promise<number> {
  for (;;) {
    const exit = await holdOnce(session, app, request);
    const open = exit === EXIT.contested || (exit === EXIT.decided && request.allowContested);
    if (!open) return exit;
    const answered =
      (await answerSeats(session, app, request.debate)) ||
      (await answerStop(session, app, request.debate));
    if (!answered) return exit;
  }
}

async function holdOnce(
  session: Session,
  app: Dissent,
  { debate, ...flags }: HoldFlags & { debate: string },
): Promise<number> {
  const record = await app.read(debate);
  const events: Event[] = [...record.events];
  const display = displayFor(session, app, { events, how: flags.display ?? "auto" });
  const steering = listenToCtrlC(display);
  // nothing is told of a debate that another process turns out to hold
  const launch = once(() => {
    const { similar } = flags;
    if (session.flags.json)
      sayJson(session, { event: "launch", debate, pid: process.pid, ...(similar && { similar }) });
    for (const event of record.events) display.event(event);
  });
  try {
    const holding = await app.hold({
      debate,
      ...(flags.limits && { limits: flags.limits }),
      steering,
      onEvent(event) {
        launch();
        events.push(event);
        display.event(event);
        if (session.flags.json)
          sayJson(session, { event: event.fact.type, sequence: event.sequence, ...event.fact });
      },
      onLive: (event) => display.live(event),
    });
    launch();
    display.stop();
    return await finish(session, app, { holding, debate, flags });
  } finally {
    display.stop();
    steering.stop();
  }
}

function once(act: () => void): () => void {
  let acted = false;
  return () => {
    if (!acted) act();
    acted = true;
  };
}

async function finish(
  session: Session,
  app: Dissent,
  { holding, debate, flags }: { holding: Holding; debate: string; flags: HoldFlags },
): Promise<number> {
  const record = await app.read(debate);
  const code = exitOfHolding(holding);
  const shut = holding.status === "settled" ? tripped(flags.gates ?? [], holding.outcome) : [];
  const exit = exitCode(code, { shut, allowContested: flags.allowContested === true });
  if (holding.status === "settled") {
    const { paths: results, warnings } = await writeResults(session, record, flags.outs ?? []);
    const paths = [...results, ...(flags.adr ? await keepRecord(session, record, flags.adr) : [])];
    for (const warning of warnings) session.stderr.write(`dissent: ${plain(warning)}\n`);
    if (exit === EXIT.gate)
      session.stderr.write(`dissent: decided, but --fail-on tripped: ${shut.join(", ")}\n`);
    const remarks = await remarksOn(app, record.events, flags.reopens?.events);
    if (session.flags.json) {
      const { label, choice, confidence, summary } = holding.outcome;
      sayJson(session, {
        event: "done",
        debate,
        outcome: label,
        choice,
        confidence,
        summary,
        wrote: paths,
        ...remarks,
        accounts: accountsOf(record.events),
        exit,
      });
      return exit;
    }
    await printResult(session, record, { wrote: paths, outs: flags.outs ?? [], remarks });
    return exit;
  }
  const { waiting } = transcriptOf(record.events);
  if (session.flags.json) {
    sayJson(session, {
      event: "done",
      debate,
      outcome: null,
      status: holding.status,
      detail: holding.detail,
      ...(waiting && { waiting }),
      exit,
    });
    return exit;
  }
  if (waiting && asksHere(session, record.events)) return exit;
  const style = styleOf(session.stderr, session.env);
  const next =
    holding.status === "waiting"
      ? answerCommand(record)
      : `dissent resume ${debate}${holding.reason === "limit" ? "  (with a higher limit)" : ""}`;
  session.stderr.write(
    `${style.bold(holding.status === "waiting" ? "Waiting" : "Paused")}     nothing lost   ${next}\n`,
  );
  return exit;
}

/** How the person whom a debate waits for answers it. */
export function answerCommand({ id, events }: DebateRecord): string {
  const [seat] = awaitedIn(events);
  if (seat) return `dissent answer ${id} --seat ${seat.by}`;
  const { choices = [], many } = transcriptOf(events).waiting ?? {};
  const shown = choices.slice(0, MOST_SHOWN).map((choice) => choice.id);
  const more = choices.length > MOST_SHOWN ? "|..." : "";
  return `dissent decide ${id} ${shown.join("|")}${more}${many ? "[,...]" : ""} -m "why"`;
}

// a person looks the rest up; a line of a hundred ids helps nobody
const MOST_SHOWN = 6;

function exitCode(
  code: number,
  { shut, allowContested }: { shut: readonly Gate[]; allowContested: boolean },
): number {
  if (code === EXIT.contested && allowContested) return EXIT.decided;
  return code === EXIT.decided && shut.length > 0 ? EXIT.gate : code;
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

function sayJson({ stdout }: Session, value: object): void {
  stdout.write(`${jsonText(value)}\n`);
}

function displayFor(
  session: Session,
  app: Dissent,
  { events, how }: { events: readonly Event[]; how: NonNullable<HoldFlags["display"]> },
): Display {
  const { stderr, env, flags } = session;
  const style = styleOf(stderr, env);
  if (flags.quiet || how === "none") return silentDisplay;
  const live =
    how === "live" ||
    (how === "auto" && stderr.isTTY === true && env["TERM"] !== "dumb" && !env["CI"]);
  if (!live) return plainDisplay(stderr, plainNarrator({ style }));
  const { protocol, participants } = opening(events);
  const titles = app.protocols.find(({ id }) => id === protocol)?.titles ?? {};
  const narrator = terminalNarrator({
    style,
    titleOf: (step) => titles[step] ?? titles[step.replace(/-\d+$/, "")] ?? step,
  });
  const nameOf = (seat: string): string =>
    plain(participants.find(({ id }) => id === seat)?.name ?? seat);
  const footer = (): string[] => [
    standingLine(events, style, systemClock.nowMs()),
    ...endingLines(events, app.protocols).map(style.dim),
  ];
  const redact = redactorFor(session);
  return liveDisplay({
    output: stderr,
    style,
    narrator,
    clock: systemClock,
    footer,
    nameOf,
    redact,
  });
}

/** Once: let the turns in flight land and pause. Twice: drop them. A third time: leave at once. */
function listenToCtrlC(display: Display): {
  pause: AbortSignal;
  drop: AbortSignal;
  stop: () => void;
} {
  const pause = new AbortController();
  const drop = new AbortController();
  const interrupt = (): void => {
    if (drop.signal.aborted) process.exit(EXIT.interrupted);
    if (pause.signal.aborted) {
      display.note("Dropping the turns in flight.");
      drop.abort();
      return;
    }
    display.note("Pausing after the turns in flight. Ctrl-C again drops them.");
    pause.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    pause: pause.signal,
    drop: drop.signal,
    stop() {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
    },
  };
}
