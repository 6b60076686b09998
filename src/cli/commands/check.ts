/** Checks whether past decisions still hold. */
import { createContextRedactor, openProjectApp } from "../../app/app-context.ts";
import { mayHaveDebates } from "../../app/project/project-store.ts";
import {
  type ApprovedCommand,
  approveCommand,
  isApprovedCommand,
} from "../../app/project/user-consent.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { systemClock } from "../../clock.ts";
import { annotatePremise, annotatePremiseCheck } from "../../debates/annotation.ts";
import type { Dissent } from "../../dissent.ts";
import type { Event } from "../../domain/journal/event.ts";
import {
  type Premise,
  isPremiseOverdue,
  listPremises,
  supportsDecision,
} from "../../domain/premise.ts";
import { SetupError } from "../../errors.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { runPremiseCheck, splitCommandLine } from "../check/run-check.ts";
import { findSignedCommands } from "../check/signed-commands.ts";
import type { CliContext } from "../cli-context.ts";
import { listReadableDebates, mapReadableDebates } from "../debates/readable-debates.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { canAskPerson, confirmInTerminal } from "../terminal/ask-person.ts";
import {
  type TerminalStyle,
  padToColumns,
  sanitizeForTerminal,
} from "../terminal/terminal-style.ts";

type Flags = Readonly<Record<string, unknown>>;

export const runCheckCommand: CommandHandler = async (cli, [reference], flags) => {
  if (!mayHaveDebates(cli)) {
    throw new SetupError("unknown-debate", "There are no debates here yet.", {
      hint: "Start one: dissent run <brief>",
    });
  }
  const app = openProjectApp(cli);
  try {
    const debates =
      reference === undefined
        ? await listReadableDebates(cli, app, { status: "settled" })
        : { found: [await app.find(reference)], leftOut: [] };
    await recordPremiseFlags(cli, app, {
      debates: debates.found,
      flags,
      named: reference !== undefined,
    });
    const look = (debate: string): Promise<CheckedDecision> =>
      checkDecisionPremises(cli, app, { debate, run: flags["run"] === true });
    const { found, leftOut } =
      reference === undefined
        ? await mapReadableDebates(cli, debates, look)
        : { found: await Promise.all(debates.found.map(look)), leftOut: [] };
    const shown = found.filter(
      ({ footings }) => reference !== undefined || footings.some(isPremiseTracked),
    );
    if (shown.length > 0 || leftOut.length === 0 || cli.flags.json)
      printCheckedDecisions(cli, shown);
    if (leftOut.length > 0) return EXIT.verification;
    return shown.some(({ lost }) => lost) ? EXIT.gate : 0;
  } finally {
    await app.close();
  }
};

interface CheckedDecision {
  readonly debate: string;
  readonly question: string;
  readonly footings: readonly (Premise & {
    readonly overdue: boolean;
    readonly carries: boolean;
    /** `--run` left its command alone: it was neither noted on this machine nor signed by a known key. */
    readonly notRun?: true;
  })[];
  /** A premise of the decision no longer holds. */
  readonly lost: boolean;
}

/** Records what the flags say about one premise, before anything is checked. */
async function recordPremiseFlags(
  cli: CliContext,
  app: Dissent,
  { debates, flags, named }: { debates: readonly string[]; flags: Flags; named: boolean },
): Promise<void> {
  const footing = readTextFlag(flags, "set");
  const command = readTextFlag(flags, "command");
  const state = readTextFlag(flags, "state");
  const [debate] = debates;
  if (footing === undefined) return;
  if (!named || debate === undefined) {
    throw new SetupError(
      "usage",
      `Name the debate that ${sanitizeForTerminal(footing)} belongs to.`,
      {
        hint: `dissent decisions check <debate> --set ${sanitizeForTerminal(footing)} …`,
      },
    );
  }
  const by = cli.person;
  const owner = readTextFlag(flags, "owner");
  const due = readTextFlag(flags, "due");
  if (owner !== undefined || due !== undefined || command !== undefined) {
    const argv = command === undefined ? undefined : splitCommandLine(command);
    await app.annotate(debate, annotatePremise({ footing, owner, due, command: argv, by }));
    if (argv !== undefined) await markCommandAsNoted(cli, app, { debate, given: footing });
  }
  if (state === undefined) return;
  if (state !== "holds" && state !== "lost") {
    throw new SetupError("usage", `"${sanitizeForTerminal(state)}" is not a state.`, {
      hint: "Say holds or lost.",
    });
  }
  const detail = readTextFlag(flags, "message") ?? "";
  await app.annotate(debate, annotatePremiseCheck(footing, { state, detail, by }));
}

/** As in the journal, which contains no keys. */
async function markCommandAsNoted(
  cli: CliContext,
  app: Dissent,
  { debate, given }: { debate: string; given: string },
): Promise<void> {
  const { events } = await app.read(debate);
  const footing = listPremises(events).find(({ id }) => id === given.toUpperCase());
  if (!footing?.command) return;
  approveCommand(cli, { debate, footing: footing.id, command: footing.command });
}

async function checkDecisionPremises(
  cli: CliContext,
  app: Dissent,
  { debate, run }: { debate: string; run: boolean },
): Promise<CheckedDecision> {
  const notRun = new Set<string>();
  if (run) {
    const redact = createContextRedactor(cli);
    const record = await app.read(debate);
    const signed = await findSignedCommands(cli, record);
    for (const { id, command } of listPremises(record.events)) {
      if (command === null) continue;
      const noted = { debate, footing: id, command };
      const isTrusted = isApprovedCommand(cli, noted) || signed.has(id);
      if (!isTrusted && !(await confirmForeignCommand(cli, noted))) {
        notRun.add(id);
        continue;
      }
      const found = await runPremiseCheck(command, { cwd: cli.root, env: cli.env, redact });
      await app.annotate(debate, annotatePremiseCheck(id, { ...found, by: "check" }));
    }
  }
  const { events } = await app.read(debate);
  const nowMs = systemClock.nowMs();
  const footings = listPremises(events).map((footing) => ({
    ...footing,
    overdue: isPremiseOverdue(footing, nowMs),
    carries: supportsDecision(footing, events),
    ...(notRun.has(footing.id) && { notRun: true as const }),
  }));
  const lost = footings.some(({ state, carries }) => state === "lost" && carries);
  return { debate, question: readDebateQuestion(events), footings, lost };
}

function readDebateQuestion(events: readonly Event[]): string {
  const first = events[0]?.fact;
  return first?.type === "debate-opened" ? first.brief.question : "";
}

function isPremiseTracked({ owner, due, command, state }: Premise): boolean {
  return owner !== null || due !== null || command !== null || state !== "unchecked";
}

function printCheckedDecisions(
  { stdout, stderr, style, flags }: CliContext,
  found: readonly CheckedDecision[],
): void {
  if (flags.json) {
    stdout.write(`${stringifyForTerminal(found)}\n`);
    return;
  }
  if (found.length === 0) {
    stderr.write(
      "No decisions are being tracked yet. See the premises of one: dissent decisions check <debate>\n",
    );
    return;
  }
  stdout.write(`${found.map((one) => formatDecisionLines(one, style).join("\n")).join("\n\n")}\n`);
}

function formatDecisionLines(
  { debate, question, footings, lost }: CheckedDecision,
  style: TerminalStyle,
): string[] {
  const verdict = lost ? style.red("no longer holds") : style.green("holds");
  return [
    `${style.bold(sanitizeForTerminal(debate))}  ${verdict}  ${sanitizeForTerminal(question)}`,
    ...footings.map((footing) => `  ${formatPremiseLine(footing, style)}`),
    ...footings
      .filter(({ notRun }) => notRun)
      .map((footing) => `  ${formatSkippedCommand(debate, footing)}`),
    ...(footings.some(({ command }) => command !== null)
      ? [
          style.dim(
            `  run the commands: dissent decisions check ${sanitizeForTerminal(debate)} --run`,
          ),
        ]
      : []),
  ];
}

/** A command of someone else's journal is run only once the person has read it, and only this time. */
async function confirmForeignCommand(
  cli: CliContext,
  { debate, footing, command }: ApprovedCommand,
): Promise<boolean> {
  if (!canAskPerson(cli) || cli.flags.json) return false;
  const line = command.map(quoteForDisplay).join(" ");
  cli.stderr.write(
    `${footing} of ${sanitizeForTerminal(debate)} has a command that was not noted on this machine:\n  ${line}\n`,
  );
  return confirmInTerminal(cli, "Run it this once?", "It was not run.");
}

/** Someone else's command is shown as they wrote it, and run only by the person. */
function formatSkippedCommand(debate: string, { id, command }: Premise): string {
  const line = (command ?? []).map(quoteForDisplay).join(" ");
  return `${id} was not run: its command was not noted on this machine. Read it, then run it yourself: ${line}, or note it: dissent decisions check ${sanitizeForTerminal(debate)} --set ${id} --command "…"`;
}

/** One harmless word that a person can paste into a shell. */
function quoteForDisplay(word: string): string {
  const shown = sanitizeForTerminal(word);
  return /^[\w./:=@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

function formatPremiseLine(
  {
    id,
    kind,
    text,
    by,
    state,
    detail,
    owner,
    due,
    overdue,
    command,
  }: CheckedDecision["footings"][number],
  style: TerminalStyle,
): string {
  const colour = state === "lost" ? style.red : state === "holds" ? style.green : style.dim;
  const care = [
    ...(owner === null ? [] : [sanitizeForTerminal(owner)]),
    ...(due === null ? [] : [overdue ? style.red(`due ${due}`) : `due ${due}`]),
    ...(command === null ? [] : [`by ${sanitizeForTerminal(command.join(" "))}`]),
    ...(detail === "" ? [] : [sanitizeForTerminal(detail)]),
  ].join(", ");
  return `${padToColumns(id, 4)} ${colour(padToColumns(state, 10))} ${kind === "crux" ? "would change the mind" : kind} of ${sanitizeForTerminal(by)}: ${sanitizeForTerminal(text)}${care === "" ? "" : style.dim(` (${care})`)}`;
}
