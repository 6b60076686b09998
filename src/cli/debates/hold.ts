/** Holds a debate from a terminal: progress, Ctrl-C, what it left behind, the exit code. */
import { systemClock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";
import { type Event, opening } from "../../domain/event.ts";
import { titleOf } from "../../timeline/titles.ts";
import { EXIT } from "../exit-codes.ts";
import { type Display, liveDisplay, plainDisplay, silentDisplay } from "../render/live.ts";
import { plainNarrator, terminalNarrator } from "../render/narrator.ts";
import { sealedFor, sealing } from "../render/sealed.ts";
import { endingLines, standingLine } from "../render/standing.ts";
import type { Session } from "../session.ts";
import { answerSeats } from "../terminal/answer-seats.ts";
import { answerStop } from "../terminal/answer-stop.ts";
import { plain, styleOf } from "../terminal/terminal.ts";
import type { Launched } from "./detach.ts";
import { finish, type HoldFlags, sayJson } from "./finish.ts";
import type { OpenPage } from "./open-page.ts";
import { printSettingsFilesAgain } from "./settings-line.ts";

export type { HoldFlags } from "./finish.ts";

type Request = HoldFlags & { readonly debate: string };

/** Holds a debate; where a seat waits for the person at this terminal, asks and goes on. */
export async function holdInTerminal(
  session: Session,
  app: Dissent,
  asked: Request,
): Promise<number> {
  const settingsFiles =
    asked.settingsFiles ?? (await printSettingsFilesAgain(session, app, asked.debate));
  const request = { ...asked, settingsFiles };
  if (request.open === true) {
    const { withPage } = await import("./open-page.ts");
    // who looks at the page is asked there
    const hold = (page: OpenPage): Promise<number> => holdOnce(session, app, { ...request, page });
    return withPage(session, app, { request, hold });
  }
  for (;;) {
    const exit = await holdOnce(session, app, request);
    const open = exit === EXIT.contested || (exit === EXIT.decided && request.allowContested);
    // nobody sits at a gate
    if (!open || request.gate) return exit;
    const answered =
      (await answerSeats(session, app, request.debate)) ||
      (await answerStop(session, app, request.debate));
    if (!answered) return exit;
  }
}

async function holdOnce(
  session: Session,
  app: Dissent,
  { debate, page, ...flags }: Request & { readonly page?: OpenPage },
): Promise<number> {
  const record = await app.read(debate);
  const events: Event[] = [...record.events];
  const display = displayFor(session, app, { events, how: flags.display ?? "auto" });
  const steering = listenToCtrlC(display);
  const joined = page?.join(steering.steer);
  // nothing is told of a debate that another process turns out to hold
  const launch = once(() => {
    const { similar, settingsFiles } = flags;
    // whoever started this in the background waits for the id
    process.send?.({ event: "launch", debate } satisfies Launched);
    if (session.flags.json)
      sayJson(session, {
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
    const holding = await app.hold({
      debate,
      ...(flags.limits && { limits: flags.limits }),
      steering,
      onEvent(event) {
        launch();
        events.push(event);
        display.event(event);
        joined?.onEvent(event);
        if (session.flags.json)
          sayJson(session, { event: event.fact.type, sequence: event.sequence, ...event.fact });
      },
      onLive(event) {
        if (event.type !== "text-heard" || sealedFor(events, event.key).length === 0)
          display.live(event);
        joined?.onLive(event);
      },
    });
    launch();
    joined?.leave();
    display.stop();
    return await finish(session, app, { holding, debate, flags });
  } finally {
    joined?.leave();
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
  if (!live) return plainDisplay(stderr, sealing(plainNarrator({ style })));
  const { protocol, participants } = opening(events);
  const titles = app.protocols.find(({ id }) => id === protocol)?.titles ?? {};
  const narrator = sealing(terminalNarrator({ style, titleOf: (step) => titleOf(step, titles) }));
  const nameOf = (seat: string): string =>
    plain(participants.find(({ id }) => id === seat)?.name ?? seat);
  const footer = (): string[] => {
    if (sealedFor(events).length > 0) return [];
    return [
      standingLine(events, { style, nowMs: systemClock.nowMs(), protocols: app.protocols }),
      ...endingLines(events, app.protocols).map(style.dim),
    ];
  };
  return liveDisplay({
    output: stderr,
    style,
    narrator,
    clock: systemClock,
    footer,
    nameOf,
  });
}

/** Once: let the turns in flight land and pause. Twice: drop them. A third time: leave at once. */
function listenToCtrlC(display: Display): {
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
