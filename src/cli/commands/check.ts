import { openApp, redactorFor } from "../../app/desk.ts";
import { textFlag } from "../../app/flags.ts";
import {
  markAsNotedHere,
  type NotedCommand,
  wasNotedHere,
} from "../../app/project/noted-commands.ts";
import { hasDebates } from "../../app/project/project-store.ts";
import { systemClock } from "../../clock.ts";
import { footingChecked, footingNoted } from "../../debates/afterword.ts";
import type { Dissent } from "../../dissent.ts";
import type { Event } from "../../domain/event.ts";
import { carriesDecision, type Footing, footingsOf, isOverdue } from "../../domain/footing.ts";
import { SetupError } from "../../errors.ts";
import { jsonText } from "../../text/json-text.ts";
import { tested } from "../check/run-check.ts";
import { argumentsIn } from "../check/split-command.ts";
import { eachReadable, readableIds } from "../debates/readable.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { agreesInTerminal, canAskPerson } from "../terminal/ask-person.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";

type Flags = Readonly<Record<string, unknown>>;

/** Which decisions still stand on what they stood on. */
export const check: Action = async (session, [reference], flags) => {
  if (!hasDebates(session)) {
    throw new SetupError("unknown-debate", "There are no debates here yet.", {
      hint: "Start one: dissent run <brief>",
    });
  }
  const app = openApp(session);
  try {
    const debates =
      reference === undefined
        ? await readableIds(session, app, { status: "settled" })
        : { found: [await app.find(reference)], leftOut: [] };
    await noted(session, app, { debates: debates.found, flags, named: reference !== undefined });
    const look = (debate: string): Promise<Checked> =>
      checked(session, app, { debate, run: flags["run"] === true });
    const { found, leftOut } =
      reference === undefined
        ? await eachReadable(session, debates, look)
        : { found: await Promise.all(debates.found.map(look)), leftOut: [] };
    const shown = found.filter(
      ({ footings }) => reference !== undefined || footings.some(isLookedAfter),
    );
    if (shown.length > 0 || leftOut.length === 0 || session.flags.json) print(session, shown);
    if (leftOut.length > 0) return EXIT.verification;
    return shown.some(({ lost }) => lost) ? EXIT.gate : 0;
  } finally {
    await app.close();
  }
};

interface Checked {
  readonly debate: string;
  readonly question: string;
  readonly footings: readonly (Footing & {
    readonly overdue: boolean;
    readonly carries: boolean;
    /** `--run` left its command alone: it was not noted on this machine. */
    readonly notRun?: true;
  })[];
  /** Something that the decision stands on is no longer so. */
  readonly lost: boolean;
}

/** What the flags say of one footing, written down before anything is checked. */
async function noted(
  session: Session,
  app: Dissent,
  { debates, flags, named }: { debates: readonly string[]; flags: Flags; named: boolean },
): Promise<void> {
  const footing = textFlag(flags, "set");
  const command = textFlag(flags, "command");
  const state = textFlag(flags, "state");
  const [debate] = debates;
  if (footing === undefined) return;
  if (!named || debate === undefined) {
    throw new SetupError("usage", `Name the debate that ${plain(footing)} belongs to.`, {
      hint: `dissent check <debate> --set ${plain(footing)} …`,
    });
  }
  const by = session.person;
  const owner = textFlag(flags, "owner");
  const due = textFlag(flags, "due");
  if (owner !== undefined || due !== undefined || command !== undefined) {
    const argv = command === undefined ? undefined : argumentsIn(command);
    await app.remark(debate, footingNoted({ footing, owner, due, command: argv, by }));
    if (argv !== undefined) await markNoted(session, app, { debate, given: footing });
  }
  if (state === undefined) return;
  if (state !== "holds" && state !== "lost") {
    throw new SetupError("usage", `"${plain(state)}" is no state.`, { hint: "Say holds or lost." });
  }
  const detail = textFlag(flags, "message") ?? "";
  await app.remark(debate, footingChecked(footing, { state, detail, by }));
}

/** As the journal holds it, which is without keys. */
async function markNoted(
  session: Session,
  app: Dissent,
  { debate, given }: { debate: string; given: string },
): Promise<void> {
  const { events } = await app.read(debate);
  const footing = footingsOf(events).find(({ id }) => id === given.toUpperCase());
  if (!footing?.command) return;
  markAsNotedHere(session, { debate, footing: footing.id, command: footing.command });
}

async function checked(
  session: Session,
  app: Dissent,
  { debate, run }: { debate: string; run: boolean },
): Promise<Checked> {
  const notRun = new Set<string>();
  if (run) {
    const redact = redactorFor(session);
    for (const { id, command } of footingsOf((await app.read(debate)).events)) {
      if (command === null) continue;
      const noted = { debate, footing: id, command };
      if (!wasNotedHere(session, noted) && !(await agreesToRun(session, noted))) {
        notRun.add(id);
        continue;
      }
      const found = await tested(command, { cwd: session.root, env: session.env, redact });
      await app.remark(debate, footingChecked(id, { ...found, by: "check" }));
    }
  }
  const { events } = await app.read(debate);
  const nowMs = systemClock.nowMs();
  const footings = footingsOf(events).map((footing) => ({
    ...footing,
    overdue: isOverdue(footing, nowMs),
    carries: carriesDecision(footing, events),
    ...(notRun.has(footing.id) && { notRun: true as const }),
  }));
  const lost = footings.some(({ state, carries }) => state === "lost" && carries);
  return { debate, question: questionOf(events), footings, lost };
}

function questionOf(events: readonly Event[]): string {
  const first = events[0]?.fact;
  return first?.type === "debate-opened" ? first.brief.question : "";
}

function isLookedAfter({ owner, due, command, state }: Footing): boolean {
  return owner !== null || due !== null || command !== null || state !== "unchecked";
}

function print({ stdout, stderr, style, flags }: Session, found: readonly Checked[]): void {
  if (flags.json) {
    stdout.write(`${jsonText(found)}\n`);
    return;
  }
  if (found.length === 0) {
    stderr.write(
      "Nobody looks after anything yet. See what a decision stands on: dissent check <debate>\n",
    );
    return;
  }
  stdout.write(`${found.map((one) => lines(one, style).join("\n")).join("\n\n")}\n`);
}

function lines({ debate, question, footings, lost }: Checked, style: Style): string[] {
  const verdict = lost ? style.red("has lost its footing") : style.green("stands");
  return [
    `${style.bold(plain(debate))}  ${verdict}  ${plain(question)}`,
    ...footings.map((footing) => `  ${footingLine(footing, style)}`),
    ...footings.filter(({ notRun }) => notRun).map((footing) => `  ${notRunLine(debate, footing)}`),
    ...(footings.some(({ command }) => command !== null)
      ? [style.dim(`  run the commands: dissent check ${plain(debate)} --run`)]
      : []),
  ];
}

/** A command of someone else's journal is run only once the person has read it, and only this time. */
async function agreesToRun(
  session: Session,
  { debate, footing, command }: NotedCommand,
): Promise<boolean> {
  if (!canAskPerson(session) || session.flags.json) return false;
  const line = command.map(shellWord).join(" ");
  session.stderr.write(
    `${footing} of ${plain(debate)} has a command that was not noted on this machine:\n  ${line}\n`,
  );
  return agreesInTerminal(session, "Run it this once?", "It was not run.");
}

/** Someone else's command is shown as they wrote it, and run by nobody but the person. */
function notRunLine(debate: string, { id, command }: Footing): string {
  const line = (command ?? []).map(shellWord).join(" ");
  return `${id} was not run: its command was not noted on this machine. Read it, then run it yourself: ${line}, or note it: dissent check ${plain(debate)} --set ${id} --command "…"`;
}

/** One harmless word that a person can paste into a shell. */
function shellWord(word: string): string {
  const shown = plain(word);
  return /^[\w./:=@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

function footingLine(
  { id, kind, text, by, state, detail, owner, due, overdue, command }: Checked["footings"][number],
  style: Style,
): string {
  const colour = state === "lost" ? style.red : state === "holds" ? style.green : style.dim;
  const care = [
    ...(owner === null ? [] : [plain(owner)]),
    ...(due === null ? [] : [overdue ? style.red(`due ${due}`) : `due ${due}`]),
    ...(command === null ? [] : [`by ${plain(command.join(" "))}`]),
    ...(detail === "" ? [] : [plain(detail)]),
  ].join(", ");
  return `${padded(id, 4)} ${colour(padded(state, 10))} ${kind} of ${plain(by)}: ${plain(text)}${care === "" ? "" : style.dim(` (${care})`)}`;
}
