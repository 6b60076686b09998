import { existingApp } from "../../app/desk.ts";
import { auditedRecord, judgedHere } from "../../app/project/audited.ts";
import { systemClock } from "../../clock.ts";
import { opening, settlement, type Event } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { jsonText } from "../../text/json-text.ts";
import { titleOf } from "../../timeline/titles.ts";
import { whenAbandoned } from "../debates/when-abandoned.ts";
import { EXIT, exitOfOutcome, exitOfPause } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import { plainNarrator, terminalNarrator } from "../render/narrator.ts";
import { summaryLines } from "../render/summary.ts";

/** Follows the journal, whoever writes it, until the debate ends, pauses, or Ctrl-C. */
export const watch: Action = async (session, [reference = "last"]) => {
  const app = existingApp(session);
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  let stopLooking = (): void => {};
  let abandoned = false;
  process.once("SIGINT", leave);
  // nobody reads any more: watch | head
  process.stdout.once("error", leave);
  try {
    const debate = await app.find(reference);
    const { style, stdout } = session;
    const { protocol } = opening((await app.read(debate)).events);
    const titles = app.protocols.find(({ id }) => id === protocol)?.titles ?? {};
    const narrator =
      stdout.isTTY === true
        ? terminalNarrator({ style, titleOf: (step) => titleOf(step, titles) })
        : plainNarrator({ style });
    const events: Event[] = [];
    stopLooking = whenAbandoned({ app, debate, clock: systemClock }, () => {
      session.stderr.write(
        `Nobody is holding ${debate} now. Continue it: dissent resume ${debate}\n`,
      );
      abandoned = true;
      leave();
    });
    for await (const event of app.watch(debate, 0, leaving.signal)) {
      events.push(event);
      if (session.flags.json) stdout.write(`${jsonText(event)}\n`);
      else for (const line of narrator.tell(event)) stdout.write(`${line}\n`);
      if (event.fact.type === "debate-settled" || (await isPaused(app, debate, event))) break;
    }
    const settled = settlement(events);
    if (!settled) return leaving.signal.aborted && !abandoned ? EXIT.interrupted : exitOpen(events);
    if (!session.flags.json && stdout.isTTY === true) {
      const audit = await auditedRecord(await app.read(debate), await judgedHere(session));
      stdout.write(`\n${summaryLines(transcriptOf(events), { style, audit }).join("\n")}\n`);
    }
    return exitOfOutcome(settled.outcome);
  } finally {
    stopLooking();
    process.off("SIGINT", leave);
    process.stdout.off("error", leave);
    await app.close();
  }
};

/** What has not ended is no success: the code that its holder left with, or would have. */
function exitOpen(events: readonly Event[]): number {
  const { waiting, awaited } = transcriptOf(events);
  if (waiting || awaited.length > 0) return EXIT.contested;
  const last = events.at(-1)?.fact;
  return last?.type === "debate-paused" ? exitOfPause(last.reason) : EXIT.interrupted;
}

/** A pause ends the watching only if nobody has taken the debate up again since. */
async function isPaused(
  app: ReturnType<typeof existingApp>,
  debate: string,
  { fact, sequence }: Event,
): Promise<boolean> {
  if (fact.type !== "debate-paused" && fact.type !== "escalation-raised") return false;
  return (await app.read(debate)).events.length === sequence + 1;
}
