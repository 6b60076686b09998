/** Resumes a paused debate. */
import type { DebateRecord } from "../../dissent.ts";
import { readCurrentLimits } from "../../domain/journal/current-limits.ts";
import type { Limits } from "../../domain/journal/event.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { SetupError } from "../../errors.ts";
import type { CommandContext } from "./command-context.ts";

export async function resumeDebate(
  { app, runner, budget }: CommandContext,
  debate: string,
  raised: Partial<Limits> = {},
): Promise<void> {
  const record = await app.read(debate);
  if (buildTranscript(record.events).outcome !== null) {
    throw new SetupError("not-resumable", `${debate} has ended.`, {
      hint: "Ask the panel with a new fact, or fork it.",
    });
  }
  refuseWaitingDebate(record, "Answer it.");
  const left = await budget.readRemainingUsd();
  // a caller with a budget continues under a cap that counts against it; everything else is unchanged
  const usd = raised.usd ?? readCurrentLimits(record.events).usd ?? left;
  const limits = left === null ? raised : { ...raised, usd, unpriced: false };
  if (typeof limits.usd === "number") await budget.reserveForDebate(limits.usd, debate);
  await runner?.start(debate, { limits });
}

/** One that waits for a person is answered, not resumed. */
export function refuseWaitingDebate({ id, events }: DebateRecord, hint: string): void {
  const { waiting, awaited } = buildTranscript(events);
  if (!waiting && awaited.length === 0) return;
  throw new SetupError("not-resumable", `${id} waits for a person.`, { hint });
}
