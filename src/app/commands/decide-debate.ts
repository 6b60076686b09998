/** Adds a person's decision, or their answer for a seat, to a journal. A debate that waited for it continues. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Decision, SeatAnswer } from "../../debates/decision-facts.ts";
import type { DebateRecord } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { findOwnDocument } from "../../protocols/documents.ts";
import type { AppContext } from "../app-context.ts";
import { refreshResults } from "../results/write-results.ts";
import type { CommandContext } from "./command-context.ts";
import { CommandRefusal } from "./command-refusal.ts";

export interface DecideRequest extends Decision {
  /** Which results are written once it is decided: those that are there already, or all, also to `outs`. */
  readonly results: "existing" | { readonly outs?: readonly string[]; readonly over?: boolean };
}

export type DecideResult =
  | { readonly what: "answered" }
  | {
      readonly what: "decided";
      readonly record: DebateRecord;
      readonly warnings: readonly string[];
    };

/** K11: beside the outcome, or as the answer the debate waits for; then it continues. */
export async function decideDebate(
  commands: CommandContext,
  debate: string,
  { results, ...decision }: DecideRequest,
): Promise<DecideResult> {
  const { context, app, runner, isShared } = commands;
  await waitUntilReleased(commands, debate);
  const what = await app.decide(debate, decision);
  if (what === "answered") {
    await runner?.start(debate);
    return { what };
  }
  const record = await app.read(debate);
  const isWanted = !isShared && (results !== "existing" || hasWrittenResults(context, record));
  const { warnings } = isWanted
    ? await refreshResults(context, record, results === "existing" ? {} : results)
    : { warnings: [] };
  return { what, record, warnings };
}

/** What was written before would go on saying that nobody has decided; what was not is not written now. */
function hasWrittenResults(context: AppContext, record: DebateRecord): boolean {
  const { brief } = readOpening(record.events);
  const directory = brief.featureDir ?? join(".dissent", "debates", record.id);
  const own = findOwnDocument(record);
  return (
    existsSync(join(context.root, directory, own?.folder ?? "", `debate-${brief.id}.md`)) ||
    own?.isInDebateDirectory(context, record) === true
  );
}

export async function answerSeat(
  commands: CommandContext,
  debate: string,
  answer: SeatAnswer,
): Promise<void> {
  await waitUntilReleased(commands, debate);
  await commands.app.answer(debate, answer);
  await commands.runner?.start(debate);
}

// longer than people wait, and shorter than a silent connection is kept
const MAX_RELEASE_WAIT_MS = 60_000;

/**
 * Nothing can be added to the journal while others are still answering; a debate that has just stopped is released
 * shortly.
 */
async function waitUntilReleased({ runner, clock }: CommandContext, debate: string): Promise<void> {
  if (runner === null) return;
  const late = Promise.withResolvers<never>();
  const refusal = new CommandRefusal(
    "held-elsewhere",
    "Others are still speaking.",
    "Send it again when they have answered.",
  );
  const cancel = clock.after(MAX_RELEASE_WAIT_MS, () => late.reject(refusal));
  try {
    await Promise.race([runner.waitUntilFree(debate), late.promise]);
  } finally {
    cancel();
  }
}
