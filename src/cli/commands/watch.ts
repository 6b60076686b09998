/** Follows a journal that any process writes, until the debate ends, pauses, or Ctrl-C. */
import { openExistingApp } from "../../app/app-context.ts";
import { examineRecord, loadStrengthCalibration } from "../../app/project/audit-record.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { findListedDebate } from "../../debates/find-debate.ts";
import type { Dissent } from "../../dissent.ts";
import { type Event, findSettlement, readOpening } from "../../domain/journal/event.ts";
import { createSealedFeed } from "../../domain/journal/sealed-steps.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { formatStepTitle } from "../../timeline/step-titles.ts";
import { EXIT, computeOutcomeExit, computePauseExit } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { formatSummaryLines } from "../render/format-summary.ts";
import { createPlainNarrator, createTerminalNarrator } from "../render/narrator.ts";
import { createSealingNarrator } from "../render/sealing-narrator.ts";

export const runWatchCommand: CommandHandler = async (cli, [reference = "last"]) => {
  const app = openExistingApp(cli);
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  let stopLooking = (): void => {};
  let abandoned = false;
  process.once("SIGINT", leave);
  // the reader is gone: watch | head
  process.stdout.once("error", leave);
  try {
    const debate = await app.find(reference);
    const { style, stdout } = cli;
    const { protocol } = readOpening((await app.read(debate)).events);
    const titles = app.protocols.find(({ id }) => id === protocol)?.titles ?? {};
    const narrator = createSealingNarrator(
      stdout.isTTY === true
        ? createTerminalNarrator({ style, formatTitle: (step) => formatStepTitle(step, titles) })
        : createPlainNarrator({ style }),
    );
    const printed = createSealedFeed();
    const events: Event[] = [];
    stopLooking = watchForAbandonment({ app, debate, clock: systemClock }, () => {
      cli.stderr.write(
        `No process runs ${debate} any more. Continue it: dissent resume ${debate}\n`,
      );
      abandoned = true;
      leave();
    });
    for await (const event of app.watch(debate, 0, leaving.signal)) {
      events.push(event);
      if (cli.flags.json)
        for (const one of printed.take(event).shown) stdout.write(`${stringifyForTerminal(one)}\n`);
      else for (const line of narrator.tell(event)) stdout.write(`${line}\n`);
      if (event.fact.type === "debate-settled" || (await hasStayedPaused(app, debate, event)))
        break;
    }
    const settled = findSettlement(events);
    if (!settled)
      return leaving.signal.aborted && !abandoned ? EXIT.interrupted : computeUnsettledExit(events);
    if (!cli.flags.json && stdout.isTTY === true) {
      const judged = await loadStrengthCalibration(cli, app);
      const { transcript, audit } = await examineRecord(await app.read(debate), judged);
      stdout.write(`\n${formatSummaryLines(transcript, { style, audit }).join("\n")}\n`);
    }
    return computeOutcomeExit(settled.outcome);
  } finally {
    stopLooking();
    process.off("SIGINT", leave);
    process.stdout.off("error", leave);
    await app.close();
  }
};

/** A debate that has not ended is not a success: the exit code is that of the process that ran it. */
function computeUnsettledExit(events: readonly Event[]): number {
  const { waiting, awaited } = buildTranscript(events);
  if (waiting || awaited.length > 0) return EXIT.contested;
  const last = events.at(-1)?.fact;
  return last?.type === "debate-paused" ? computePauseExit(last.reason) : EXIT.interrupted;
}

/** A pause ends the watching only if no process has resumed the debate since. */
async function hasStayedPaused(
  app: ReturnType<typeof openExistingApp>,
  debate: string,
  { fact, sequence }: Event,
): Promise<boolean> {
  if (fact.type !== "debate-paused" && fact.type !== "escalation-raised") return false;
  return (await app.read(debate)).events.length === sequence + 1;
}

// Reports when no process runs a debate that is being watched.

const ABANDONED_POLL_MS = 1_000;

/** Calls back once no process has run the debate for two checks in a row: its process crashed, or it waits for a person. */
export function watchForAbandonment(
  {
    app,
    debate,
    clock,
  }: { readonly app: Pick<Dissent, "list">; readonly debate: string; readonly clock: Clock },
  call: () => void,
): () => void {
  let missed = 0;
  let stopped = false;
  let cancel = (): void => {};
  const look = async (): Promise<void> => {
    const found = await findListedDebate(app, debate);
    missed = found && !found.held && found.status !== "settled" ? missed + 1 : 0;
  };
  const schedule = (): void => {
    cancel = clock.after(ABANDONED_POLL_MS, () => {
      look()
        // a database that is briefly unreadable is checked again
        .catch(() => {})
        .finally(() => {
          if (stopped) return;
          if (missed >= 2) call();
          else schedule();
        });
    });
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}
