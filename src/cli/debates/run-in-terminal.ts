/** Runs a debate in a terminal: progress, Ctrl-C, results, exit code. */
import { systemClock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { createSealedFeed, listSealedSeats } from "../../domain/journal/sealed-steps.ts";
import { findParticipantName } from "../../domain/participant.ts";
import { formatStepTitle } from "../../timeline/step-titles.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import { formatEndingLines, formatStatusLine } from "../render/format-status.ts";
import { createPlainNarrator, createTerminalNarrator } from "../render/narrator.ts";
import {
  type RunDisplay,
  createLiveDisplay,
  createPlainDisplay,
  SILENT_DISPLAY,
} from "../render/run-display.ts";
import { createSealingNarrator } from "../render/sealing-narrator.ts";
import { answerEscalationInTerminal } from "../terminal/answer-escalation.ts";
import { answerSeatsInTerminal } from "../terminal/answer-seats.ts";
import { sanitizeForTerminal, createTerminalStyle } from "../terminal/terminal-style.ts";
import type { DetachedLaunch } from "./detach.ts";
import type { OpenDebatePage } from "./open-page.ts";
import { reportRunResult, type TerminalRunOptions, printJsonLine } from "./report-run-result.ts";
import { printSettingsFilesOnResume } from "./settings-files.ts";

export type { TerminalRunOptions } from "./report-run-result.ts";

type TerminalRunRequest = TerminalRunOptions & { readonly debate: string };

/** Runs a debate; if a seat waits for the person at this terminal, asks them and continues. */
export async function runDebateInTerminal(
  cli: CliContext,
  app: Dissent,
  asked: TerminalRunRequest,
): Promise<number> {
  const settingsFiles =
    asked.settingsFiles ?? (await printSettingsFilesOnResume(cli, app, asked.debate));
  const request = { ...asked, settingsFiles };
  if (request.open === true) {
    const { runWithPage } = await import("./open-page.ts");
    // who looks at the page is asked there
    const hold = (page: OpenDebatePage): Promise<number> =>
      runOnceInTerminal(cli, app, { ...request, page });
    return runWithPage(cli, app, { request, hold });
  }
  for (;;) {
    const exit = await runOnceInTerminal(cli, app, request);
    const open = exit === EXIT.contested || (exit === EXIT.decided && request.allowContested);
    // a gate runs without a person
    if (!open || request.gate) return exit;
    const answered =
      (await answerSeatsInTerminal(cli, app, request.debate)) ||
      (await answerEscalationInTerminal(cli, app, request.debate));
    if (!answered) return exit;
  }
}

async function runOnceInTerminal(
  cli: CliContext,
  app: Dissent,
  { debate, page, ...flags }: TerminalRunRequest & { readonly page?: OpenDebatePage },
): Promise<number> {
  const record = await app.read(debate);
  const events: Event[] = [...record.events];
  const display = createRunDisplay(cli, app, { events, how: flags.display ?? "auto" });
  const steering = createInterruptSteering(display);
  const joined = page?.join(steering.steer);
  const printed = createSealedFeed();
  for (const event of record.events) printed.take(event);
  // nothing is printed about a debate that turns out to run in another process
  const launch = createOnceCallback(() => {
    const { similar, settingsFiles } = flags;
    // the parent process of this background run waits for the id
    process.send?.({ event: "launch", debate } satisfies DetachedLaunch);
    if (cli.flags.json)
      printJsonLine(cli, {
        event: "launch",
        debate,
        pid: process.pid,
        ...(page && { view: page.url }),
        ...(settingsFiles && { settings: settingsFiles }),
        ...(similar && { similar }),
      });
    for (const event of record.events) display.event(event);
  });
  try {
    const result = await app.run({
      debate,
      ...(flags.limits && { limits: flags.limits }),
      steering,
      onEvent(event) {
        launch();
        events.push(event);
        display.event(event);
        joined?.onEvent(event);
        if (cli.flags.json)
          for (const { fact, sequence } of printed.take(event).shown)
            printJsonLine(cli, { event: fact.type, sequence, ...fact });
      },
      onLive(event) {
        if (event.type !== "text-heard" || listSealedSeats(events, event.key).length === 0)
          display.live(event);
        joined?.onLive(event);
      },
    });
    launch();
    joined?.leave();
    display.stop();
    return await reportRunResult(cli, app, { holding: result, debate, flags });
  } finally {
    joined?.leave();
    display.stop();
    steering.stop();
  }
}

function createOnceCallback(act: () => void): () => void {
  let acted = false;
  return () => {
    if (!acted) act();
    acted = true;
  };
}

function createRunDisplay(
  cli: CliContext,
  app: Dissent,
  { events, how }: { events: readonly Event[]; how: NonNullable<TerminalRunOptions["display"]> },
): RunDisplay {
  const { stderr, env, flags } = cli;
  const style = createTerminalStyle(stderr, env);
  if (flags.quiet || how === "none") return SILENT_DISPLAY;
  const live =
    how === "live" ||
    (how === "auto" && stderr.isTTY === true && env["TERM"] !== "dumb" && !env["CI"]);
  if (!live)
    return createPlainDisplay(stderr, createSealingNarrator(createPlainNarrator({ style })));
  const { protocol, participants } = readOpening(events);
  const titles = app.protocols.find(({ id }) => id === protocol)?.titles ?? {};
  const narrator = createSealingNarrator(
    createTerminalNarrator({ style, formatTitle: (step) => formatStepTitle(step, titles) }),
  );
  const findName = (seat: string): string =>
    sanitizeForTerminal(findParticipantName(participants, seat));
  const footer = (): string[] => {
    if (listSealedSeats(events).length > 0) return [];
    return [
      formatStatusLine(events, { style, nowMs: systemClock.nowMs(), protocols: app.protocols }),
      ...formatEndingLines(events, app.protocols).map(style.dim),
    ];
  };
  return createLiveDisplay({
    output: stderr,
    style,
    narrator,
    clock: systemClock,
    footer,
    findName,
  });
}

/** Once: let the turns in flight land and pause. Twice: drop them. A third time: leave at once. */
function createInterruptSteering(display: RunDisplay): {
  pause: AbortSignal;
  drop: AbortSignal;
  steer: { pause: () => void; drop: () => void };
  stop: () => void;
} {
  const pause = new AbortController();
  const drop = new AbortController();
  const steer = {
    pause(): void {
      display.note("Pausing after the turns in flight. Ctrl-C again drops them.");
      pause.abort();
    },
    drop(): void {
      display.note("Dropping the turns in flight.");
      drop.abort();
    },
  };
  const interrupt = (): void => {
    if (drop.signal.aborted) process.exit(EXIT.interrupted);
    if (pause.signal.aborted) steer.drop();
    else steer.pause();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    pause: pause.signal,
    drop: drop.signal,
    steer,
    stop() {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
    },
  };
}
