/** Asks the person at this terminal the question that a debate paused for: numbered choices, and a reason. */
import { createCommandContext } from "../../app/commands/command-context.ts";
import { decideDebate } from "../../app/commands/decide-debate.ts";
import { formatAnswerCommand } from "../../app/commands/open-question.ts";
import type { Dissent } from "../../dissent.ts";
import { type EscalationRaised, type Event, readOpening } from "../../domain/journal/event.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { findUnmetNeeds } from "../../domain/outcome/choice-reason.ts";
import type { CliContext } from "../cli-context.ts";
import { askPerson, canAskPerson } from "./ask-person.ts";
import {
  type TerminalStyle,
  createTerminalStyle,
  measureColumns,
  padToColumns,
  sanitizeForTerminal,
  truncateToColumns,
} from "./terminal-style.ts";

/** A debate that was asked to stop for a person asks here, where there is one. */
export function canAnswerInTerminal(cli: CliContext, events: readonly Event[]): boolean {
  const { interactive } = readOpening(events).settings as { interactive?: unknown };
  return interactive === true && canAskPerson(cli) && !cli.flags.json;
}

/** True when the question was answered and the debate can go on. */
export async function answerEscalationInTerminal(
  cli: CliContext,
  app: Dissent,
  debate: string,
): Promise<boolean> {
  const record = await app.read(debate);
  if (!canAnswerInTerminal(cli, record.events)) return false;
  const { waiting } = buildTranscript(record.events);
  if (!waiting) return false;
  const style = createTerminalStyle(cli.stderr, cli.env);
  cli.stderr.write(`\n${formatEscalationLines(waiting, style).join("\n")}\n`);
  const whenLeft = `It waits for your answer: ${formatAnswerCommand(record)}`;
  const answer = await askForChoice(cli, { raised: waiting, whenLeft });
  if (answer === undefined) return false;
  await decideDebate(createCommandContext(cli, app), debate, {
    ...answer,
    by: cli.person,
    results: "existing",
  });
  return true;
}

export function formatEscalationLines(
  { question, choices, many }: EscalationRaised,
  style: TerminalStyle,
): string[] {
  const width = Math.max(...choices.map(({ id }) => measureColumns(sanitizeForTerminal(id))));
  const room = style.columns - width - 8;
  return [
    style.bold(sanitizeForTerminal(question)),
    ...choices.map(({ id, label }, index) => {
      const number = String(index + 1).padStart(3);
      const words =
        room < MIN_LABEL_COLUMNS
          ? sanitizeForTerminal(label)
          : truncateToColumns(sanitizeForTerminal(label), room, style.sign.ellipsis);
      return `${number}  ${padToColumns(sanitizeForTerminal(id), width)}  ${words}`;
    }),
    style.dim(
      many
        ? "One or more numbers or names with commas between, then why. q leaves it open."
        : "One by number or name, then why. q leaves it open.",
    ),
  ];
}

// a label of fewer columns is wrapped, not cut
const MIN_LABEL_COLUMNS = 20;

interface TypedChoice {
  readonly choice: string;
  readonly reason: string;
}

/** "1,3 the newest figures" as choices and a reason; a string says what is wrong with it. */
export function parseTypedChoice(
  line: string,
  { choices, many }: Pick<EscalationRaised, "choices" | "many">,
): TypedChoice | string {
  const [, names = "", reason = ""] = /^\s*([^\s,]+(?:\s*,\s*[^\s,]+)*)\s*(.*)$/.exec(line) ?? [];
  const wanted = names.split(",").map((name) => name.trim());
  const ids: string[] = [];
  for (const name of wanted) {
    const found = choices.find(({ id }) => id === name) ?? choices[Number(name) - 1];
    if (!found) return `There is no "${sanitizeForTerminal(name)}" among the choices.`;
    ids.push(found.id);
  }
  if (ids.length > 1 && !many) return "Only one can be chosen.";
  return { choice: ids.join(","), reason: reason.trim() };
}

/** Undefined when the person leaves it open, with q or Ctrl-D. */
async function askForChoice(
  cli: CliContext,
  { raised, whenLeft }: { readonly raised: EscalationRaised; readonly whenLeft: string },
): Promise<TypedChoice | undefined> {
  return askPerson(cli, { whenLeft }, async (ask) => {
    for (;;) {
      const line = (await ask("> "))?.trim();
      if (line === undefined) return undefined;
      if (line === "q") return printLeftOpen(cli, whenLeft);
      if (line === "") continue;
      const chosen = parseTypedChoice(line, raised);
      if (typeof chosen === "string") {
        cli.stderr.write(`${chosen}\n`);
        continue;
      }
      let reason: string | undefined = chosen.reason;
      while (reason === "") reason = (await ask("Why? "))?.trim();
      if (reason === undefined) return undefined;
      const unmet = findUnmetNeeds(raised.choices, chosen.choice.split(","), reason);
      if (reason !== "q" && unmet.length > 0) {
        cli.stderr.write(`The reason does not name ${sanitizeForTerminal(unmet.join("; "))}.\n`);
        continue;
      }
      return reason === "q" ? printLeftOpen(cli, whenLeft) : { ...chosen, reason };
    }
  });
}

function printLeftOpen({ stderr }: CliContext, whenLeft: string): undefined {
  stderr.write(`${whenLeft}\n`);
}
