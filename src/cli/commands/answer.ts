/** Answers for a seat that waits for a person, and lets the debate continue. */
import { resolve } from "node:path";

import { openExistingApp } from "../../app/app-context.ts";
import { createCommandContext } from "../../app/commands/command-context.ts";
import { answerSeat } from "../../app/commands/decide-debate.ts";
import {
  readCassetteFlags,
  readListFlag,
  readOutputFlag,
  readTextFlag,
} from "../../app/read-flags.ts";
import { parseFilledForm } from "../../app/reply-forms.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import { readTextFile } from "../../config/context/read-text-file.ts";
import type { DebateRecord } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { SetupError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { runDebateInTerminal } from "../debates/run-in-terminal.ts";
import type { CommandHandler } from "../program/program.ts";
import {
  type SeatForm,
  editFormInEditor,
  listSeatForms,
  stripPromptControls,
} from "../terminal/answer-seats.ts";

const LARGEST_ANSWER = 1024 * 1024;

export const runAnswerCommand: CommandHandler = async (cli, [reference = "last"], flags) => {
  const outs = readOutputFlag(flags);
  const app = openExistingApp(cli, readCassetteFlags(flags));
  try {
    const debate = await app.find(reference);
    const record = await app.read(debate);
    await refuseUnusableOutputs(cli, outs, {
      record,
      brief: readOpening(record.events).brief.id,
      yes: flags["yes"] === true,
    });
    const form = selectSeatForm(
      record,
      await listSeatForms(app, record),
      readListFlag(flags, "seat").at(-1),
    );
    if (flags["template"] === true) {
      cli.documents.write(form.form);
      return 0;
    }
    const text = await readSeatAnswer(cli, form, readTextFlag(flags, "file"));
    const by = readTextFlag(flags, "by") ?? cli.person;
    await answerSeat(createCommandContext(cli, app), debate, { seat: form.seat, text, by });
    return await runDebateInTerminal(cli, app, {
      debate,
      outs,
      over: flags["yes"] === true,
      allowContested: flags["allowContested"] === true,
    });
  } finally {
    await app.close();
  }
};

function selectSeatForm(
  { id }: DebateRecord,
  forms: readonly SeatForm[],
  seat: string | undefined,
): SeatForm {
  const [first, second] = forms;
  if (!first) {
    throw new SetupError("not-decidable", `${id} is not waiting for an answer.`, {
      hint: `See where it stands: dissent show ${id}`,
    });
  }
  const waiting = forms.map((form) => form.seat).join(", ");
  if (seat === undefined) {
    if (!second) return first;
    throw new SetupError("usage", `${id} waits for several seats: ${waiting}.`, {
      hint: `Say which: dissent resume ${id} --answer --seat ${first.seat}`,
    });
  }
  const found = forms.find((form) => form.seat === seat);
  if (found) return found;
  throw new SetupError("unknown-seat", `${id} does not wait for "${seat}".`, {
    hint: `Waiting: ${waiting}.`,
  });
}

async function readSeatAnswer(
  cli: CliContext,
  { prompt, form, seat }: SeatForm,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) {
    const text =
      file === "-"
        ? await cli.stdin()
        : await readTextFile(resolve(cli.cwd, file), { maxBytes: LARGEST_ANSWER, shown: file });
    const filled = parseFilledForm(text, file);
    if (filled !== undefined) return filled;
    throw new SetupError("usage", `${file} holds no answer.`, {
      hint: "Fill in the form: dissent resume --temp --answerlate",
    });
  }
  const editor = cli.env["VISUAL"] || cli.env["EDITOR"];
  if (!editor || !process.stdin.isTTY) {
    throw new SetupError(
      "needs-confirmation",
      `There is no editor to ask for the answer of ${seat}.`,
      {
        hint: "Write it to a file: dissent resume --temp --answerlate > answer.yaml, then dissent resume --file --answer answer.yaml",
      },
    );
  }
  cli.stderr.write(`\n${stripPromptControls(prompt)}\n`);
  const filled = parseFilledForm(await editFormInEditor(form, editor), "answer.yaml");
  if (filled !== undefined) return filled;
  throw new SetupError("usage", "The form was left empty, so nothing was answered.");
}
