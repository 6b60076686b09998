/** Repeats a merge without some of its planned changes. It calls no model. */
import { type AppContext, createContextRedactor } from "../../../app/app-context.ts";
import { createSigningContext } from "../../../app/project/event-signing.ts";
import { openProjectStore } from "../../../app/project/project-store.ts";
import { type DebateRecord, dissent, type Dissent } from "../../../dissent.ts";
import { readOpening, findSettlement } from "../../../domain/journal/event.ts";
import { SetupError } from "../../../errors.ts";
import { signJournalEvent } from "../../../signing/sign-event.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";

export interface RevertRequest {
  readonly record: DebateRecord;
  readonly numbers: readonly number[];
  readonly reason: string | undefined;
}

/** Forks a merge without some of its changes; `run` runs the fork, with an app that asks nobody. */
export async function revertChanges<Result>(
  context: AppContext,
  { record, numbers, reason }: RevertRequest,
  run: (app: Dissent, debate: string) => Promise<Result>,
): Promise<Result> {
  const app = createAnswerReplayApp(context);
  try {
    checkChangeNumbers(record, numbers);
    const named = numbers.map((number) => `#${number}`).join(", ");
    const why = reason === undefined ? "" : `: ${stripToPlainLine(reason)}`;
    const debate = await app.fork(record, {
      keep: "answers",
      settings: { without: listRevertedChanges(record, numbers) },
      notices: [`without Change ${named}, taken back by ${context.person}${why}`],
      by: context.person,
    });
    return await run(app, debate);
  } finally {
    await app.close();
  }
}

/** Only what was planned can be taken back, and only once the plan is there. */
export function checkChangeNumbers({ id, events }: DebateRecord, numbers: readonly number[]): void {
  const outcome = findSettlement(events)?.outcome;
  if (!outcome) {
    throw new SetupError("not-resumable", `The merge ${id} has not ended.`, {
      hint: `Continue it with: dissent resume ${id}`,
    });
  }
  const { changes = [] } = outcome.result as { changes?: readonly { readonly number: number }[] };
  const stranger = numbers.find((wanted) => !changes.some(({ number }) => number === wanted));
  if (stranger === undefined) return;
  const plan = changes.length === 0 ? "no change" : describeChangeCount(changes.length);
  throw new SetupError("bad-option", `There is no Change #${stranger}: ${id} planned ${plan}.`, {
    hint: "The plan is in adversarial/refactor-plan.md, beside the merged document.",
  });
}

function describeChangeCount(count: number): string {
  return count === 1 ? "one, #1" : `${count}, #1 to #${count}`;
}

/** What was taken back before stays out. */
function listRevertedChanges({ events }: DebateRecord, numbers: readonly number[]): number[] {
  const { without } = readOpening(events).settings as { without?: unknown };
  const before = Array.isArray(without) ? without.filter((one) => typeof one === "number") : [];
  return [...new Set([...before, ...numbers])].toSorted((a, b) => a - b);
}

/** Every answer is in the journal; a question that is not would be a defect, and is never put to a model. */
function createAnswerReplayApp(context: AppContext): Dissent {
  const store = openProjectStore(context);
  const signing = createSigningContext(context, store);
  return dissent({
    store,
    sign: (debate, event) => signJournalEvent(debate, event, signing),
    modelFor: async (reference) => ({
      id: reference,
      worstCase: () => ({ tokens: 0, usd: 0 }),
      // oxlint-disable-next-line require-yield -- there is nothing to give
      async *answer({ key }) {
        throw new TypeError(`${key} was not answered before.`);
      },
    }),
    redact: createContextRedactor(context),
  });
}
