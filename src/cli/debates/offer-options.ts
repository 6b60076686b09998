/** Helps with a question that has no options: says what to type, or asks whether a model may draft them. */
import {
  createContextRedactor,
  createModelSource,
  createPlanningApp,
} from "../../app/app-context.ts";
import { refuseUnpricedModels } from "../../app/debate-expense.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { refuseLikelySecrets, refuseOwnKeys } from "../../app/refuse-secrets.ts";
import type { ResolvedInput } from "../../app/resolve-input.ts";
import { findModelSeating } from "../../app/seating/model-seating.ts";
import { PROBE_DEADLINE_MS } from "../../app/seating/probe-model.ts";
import {
  OPTION_DRAFT_CALLS,
  createDraftParticipant,
  draftOptionsWithModel,
  proposeOptionsFromQuestion,
} from "../../app/suggest-options.ts";
import { systemClock } from "../../clock.ts";
import { finalizeOptions, parseOptionFlag } from "../../config/briefs/read-options.ts";
import { PROTOCOLS } from "../../dissent.ts";
import type { Option } from "../../domain/brief.ts";
import { SetupError } from "../../errors.ts";
import { findProtocolInput, NO_LIMITS } from "../../plan.ts";
import { formatDollars } from "../../reports/summary-text.ts";
import type { CliContext } from "../cli-context.ts";
import { PromptInterruptedError } from "../exit-codes.ts";
import { canAskPerson, confirmInTerminal } from "../terminal/ask-person.ts";
import { confirmDebateCost, formatShellCommand } from "../terminal/confirm-cost.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

type Flags = Readonly<Record<string, unknown>>;

/** Where the protocol cannot do without. */
export function lacksOptions({ reading, configuration }: ResolvedInput): boolean {
  return (
    reading.brief.options.length === 0 &&
    findProtocolInput(PROTOCOLS, configuration.values.protocol) === "options"
  );
}

/** Options that the person agreed to; null where they did not. Throws, with what to type, where no question can be asked. */
export async function offerDraftedOptions(
  cli: CliContext,
  settled: ResolvedInput,
  flags: Flags,
): Promise<readonly Option[] | null> {
  const { reading, configuration } = settled;
  const { question } = reading.brief;
  const seating = await findModelSeating(cli, configuration.values);
  const [reference] = seating.from === "offline" ? [] : seating.models;
  const ask = canAskPerson(cli) && !cli.flags.json && flags["dryRun"] !== true;
  if (reference === undefined || !ask || readTextFlag(flags, "replay") !== undefined) {
    throw createMissingOptionsError(
      cli,
      proposeOptionsFromQuestion(question),
      reference === undefined,
    );
  }
  refuseOwnKeys(reading, { cwd: cli.cwd, redact: createContextRedactor(cli) });
  if (flags["yes"] !== true) refuseLikelySecrets(reading);
  cli.stderr.write(
    `The question names no options. ${sanitizeForTerminal(reference)} can draft them.\n`,
  );
  const limits = { ...NO_LIMITS, ...configuration.values.limits };
  const expense = {
    estimate: await createPlanningApp(cli).estimate({
      brief: reading.brief,
      participants: [createDraftParticipant(reference)],
      calls: OPTION_DRAFT_CALLS,
      limits,
    }),
    limits,
    confirmAboveUsd: configuration.values.confirmAboveUsd,
    found: seating.from === "found" ? seating.models : [],
  };
  refuseUnpricedModels(expense);
  if (!(await confirmDebateCost(cli, expense, flags))) return null;
  const labels = await draftOptionLabels(cli, reference, question);
  const options = finalizeOptions(addOptionLetters(labels).map(parseOptionFlag));
  const lines = options.map(({ id, label }) => `  ${id}  ${sanitizeForTerminal(label)}`);
  cli.stderr.write(`\n${lines.join("\n")}\n\n`);
  const typed = formatOptionCommand(cli, labels);
  const kept = `Nothing was debated. To change them, type: ${typed}`;
  return (await confirmInTerminal(cli, "Debate these?", kept)) ? options : null;
}

async function draftOptionLabels(
  cli: CliContext,
  reference: string,
  question: string,
): Promise<readonly string[]> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once("SIGINT", stop);
  try {
    const model = await createModelSource(cli, {})(reference);
    const setting = { clock: systemClock, deadlineMs: PROBE_DEADLINE_MS, signal: stopped.signal };
    const came = await draftOptionsWithModel(model, question, setting);
    if (stopped.signal.aborted) throw new PromptInterruptedError();
    if (typeof came === "string") {
      throw new SetupError("bad-option", `${reference} drafted no options: ${came}.`, {
        hint: `Write them yourself: ${formatOptionCommand(cli, proposeOptionsFromQuestion(question))}`,
      });
    }
    cli.stderr.write(
      `Drafted by ${sanitizeForTerminal(reference)} for ${formatDollars(came.costUsd)}:\n`,
    );
    return came.labels.map(createContextRedactor(cli));
  } finally {
    process.off("SIGINT", stop);
  }
}

function createMissingOptionsError(
  cli: CliContext,
  labels: readonly string[] | null,
  noModel: boolean,
): SetupError {
  return new SetupError("bad-option", "The question names no options to choose between.", {
    hint: [
      `Type them, for example: ${formatOptionCommand(cli, labels)}`,
      ...(noModel ? ["With a model connected, Dissent drafts them for you: dissent doctor"] : []),
    ].join("\n"),
  });
}

/** What was typed, with options. */
function formatOptionCommand(cli: CliContext, labels: readonly string[] | null): string {
  const options = addOptionLetters(labels ?? ["the first choice", "the second choice"]);
  const more = options.flatMap((option) => ["--option", option]);
  return createContextRedactor(cli)(formatShellCommand(cli.args, more));
}

function addOptionLetters(labels: readonly string[]): string[] {
  return labels.map((label, index) => `${"ABCD".charAt(index)}: ${label}`);
}
