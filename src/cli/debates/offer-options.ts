import { modelsFor, planningApp, redactorFor } from "../../app/desk.ts";
import { DRAFT_CALLS, draftOptions, draftParticipant } from "../../app/draft-options.ts";
import { refuseUnpriced } from "../../app/expense.ts";
import { textFlag } from "../../app/flags.ts";
import { proposedOptions } from "../../app/propose-options.ts";
import { refuseOwnKeys, refuseSecrets } from "../../app/refuse-secrets.ts";
import { DEADLINE_MS } from "../../app/round-trip.ts";
import { seatingFor } from "../../app/seating.ts";
import type { Settled } from "../../app/settle.ts";
/** Helps with a question that came without options: says what to type, or has a model draft them and asks. */
import { systemClock } from "../../clock.ts";
import { optionFlag, settledOptions } from "../../config/briefs/read-options.ts";
import type { Option } from "../../domain/brief.ts";
import { SetupError } from "../../errors.ts";
import { NO_LIMITS } from "../../plan.ts";
import { money } from "../../reports/words.ts";
import type { Session } from "../session.ts";
import { agreesInTerminal, canAskPerson } from "../terminal/ask-person.ts";
import { commandLine, confirmCost } from "../terminal/confirm-cost.ts";
import { InterruptedByPerson } from "../terminal/interrupted-by-person.ts";
import { plain } from "../terminal/terminal.ts";

type Flags = Readonly<Record<string, unknown>>;

/** Only judges cannot do without. */
export function lacksOptions({ reading, configuration }: Settled): boolean {
  return reading.brief.options.length === 0 && configuration.values.protocol === "judges";
}

/** Options that the person agreed to; null where they did not. Throws, with what to type, where nobody can be asked. */
export async function offeredOptions(
  session: Session,
  settled: Settled,
  flags: Flags,
): Promise<readonly Option[] | null> {
  const { reading, configuration } = settled;
  const { question } = reading.brief;
  const seating = await seatingFor(session, configuration.values);
  const [reference] = seating.models;
  const ask = canAskPerson(session) && !session.flags.json && flags["dryRun"] !== true;
  if (reference === undefined || !ask || textFlag(flags, "replay") !== undefined) {
    throw withoutOptions(session, proposedOptions(question), reference === undefined);
  }
  refuseOwnKeys(reading, { cwd: session.cwd, redact: redactorFor(session) });
  if (flags["yes"] !== true) refuseSecrets(reading);
  session.stderr.write(`The question names no options. ${plain(reference)} can draft them.\n`);
  const limits = { ...NO_LIMITS, ...configuration.values.limits };
  const expense = {
    estimate: await planningApp(session).estimate({
      brief: reading.brief,
      participants: [draftParticipant(reference)],
      calls: DRAFT_CALLS,
      limits,
    }),
    limits,
    confirmAboveUsd: configuration.values.confirmAboveUsd,
    found: seating.from === "found" ? seating.models : [],
  };
  refuseUnpriced(expense);
  if (!(await confirmCost(session, expense, flags))) return null;
  const labels = await drafted(session, reference, question);
  const options = settledOptions(lettered(labels).map(optionFlag));
  const lines = options.map(({ id, label }) => `  ${id}  ${plain(label)}`);
  session.stderr.write(`\n${lines.join("\n")}\n\n`);
  const typed = optionCommand(session, labels);
  const kept = `Nothing was debated. To change them, type: ${typed}`;
  return (await agreesInTerminal(session, "Debate these?", kept)) ? options : null;
}

async function drafted(
  session: Session,
  reference: string,
  question: string,
): Promise<readonly string[]> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once("SIGINT", stop);
  try {
    const model = await modelsFor(session, {})(reference);
    const setting = { clock: systemClock, deadlineMs: DEADLINE_MS, signal: stopped.signal };
    const came = await draftOptions(model, question, setting);
    if (stopped.signal.aborted) throw new InterruptedByPerson();
    if (typeof came === "string") {
      throw new SetupError("bad-option", `${reference} drafted no options: ${came}.`, {
        hint: `Write them yourself: ${optionCommand(session, proposedOptions(question))}`,
      });
    }
    session.stderr.write(`Drafted by ${plain(reference)} for ${money(came.costUsd)}:\n`);
    return came.labels.map(redactorFor(session));
  } finally {
    process.off("SIGINT", stop);
  }
}

function withoutOptions(
  session: Session,
  labels: readonly string[] | null,
  noModel: boolean,
): SetupError {
  return new SetupError("bad-option", "The question names no options to choose between.", {
    hint: [
      `Type them, for example: ${optionCommand(session, labels)}`,
      ...(noModel ? ["With a model connected, Dissent drafts them for you: dissent doctor"] : []),
    ].join("\n"),
  });
}

/** What was typed, with options. */
function optionCommand(session: Session, labels: readonly string[] | null): string {
  const options = lettered(labels ?? ["the first choice", "the second choice"]);
  const more = options.flatMap((option) => ["--option", option]);
  return redactorFor(session)(commandLine(session.args, more));
}

function lettered(labels: readonly string[]): string[] {
  return labels.map((label, index) => `${"ABCD".charAt(index)}: ${label}`);
}
