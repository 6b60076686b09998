import { opening, settlement, type Event } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { EXIT, exitOfOutcome } from "../exit-codes.ts";
import { jsonText } from "../formats.ts";
import type { Action } from "../program.ts";
import { plainNarrator, terminalNarrator } from "../render/narrator.ts";
import { summaryLines } from "../render/summary.ts";
import { existingApp } from "../session.ts";

/** Follows the journal, whoever writes it, until the debate ends, pauses, or Ctrl-C. */
export const watch: Action = async (session, [reference = "last"]) => {
  const app = existingApp(session);
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
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
        ? terminalNarrator({ style, titleOf: (step) => titles[step] ?? step })
        : plainNarrator({ style });
    const events: Event[] = [];
    for await (const event of app.watch(debate, 0, leaving.signal)) {
      events.push(event);
      if (session.flags.json) stdout.write(`${jsonText(event)}\n`);
      else for (const line of narrator.tell(event)) stdout.write(`${line}\n`);
      if (event.fact.type === "debate-settled" || (await isPaused(app, debate, event))) break;
    }
    const settled = settlement(events);
    if (!settled) return leaving.signal.aborted ? EXIT.interrupted : EXIT.decided;
    if (!session.flags.json && stdout.isTTY === true) {
      stdout.write(`\n${summaryLines(transcriptOf(events), { style }).join("\n")}\n`);
    }
    return exitOfOutcome(settled.outcome);
  } finally {
    process.off("SIGINT", leave);
    process.stdout.off("error", leave);
    await app.close();
  }
};

/** A pause ends the watching only if nobody has taken the debate up again since. */
async function isPaused(
  app: ReturnType<typeof existingApp>,
  debate: string,
  { fact, sequence }: Event,
): Promise<boolean> {
  if (fact.type !== "debate-paused" && fact.type !== "escalation-raised") return false;
  return (await app.read(debate)).events.length === sequence + 1;
}
