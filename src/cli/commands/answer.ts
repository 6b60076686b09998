import { resolve } from "node:path";

import { existingApp } from "../../app/desk.ts";
import { cassettesIn, outFlag, textFlag } from "../../app/flags.ts";
import { readForm } from "../../app/form.ts";
import { refuseBadPlaces } from "../../app/results/write-results.ts";
import { readText } from "../../config/context/read-text.ts";
import type { DebateRecord } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { SetupError } from "../../errors.ts";
import { holdInTerminal } from "../debates/hold.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { harmless, seatForms, type SeatForm } from "../terminal/answer-seats.ts";
import { editForm } from "../terminal/edit-form.ts";

const LARGEST_ANSWER = 1024 * 1024;

/** Answers for a seat that a person holds, and lets the debate go on. */
export const answer: Action = async (session, [reference = "last"], flags) => {
  const outs = outFlag(flags);
  const app = existingApp(session, cassettesIn(flags));
  try {
    const debate = await app.find(reference);
    const record = await app.read(debate);
    await refuseBadPlaces(session, outs, {
      record,
      brief: opening(record.events).brief.id,
      yes: flags["yes"] === true,
    });
    const form = chosen(record, await seatForms(app, record), textFlag(flags, "seat"));
    if (flags["template"] === true) {
      session.documents.write(form.form);
      return 0;
    }
    const text = await answerFrom(session, form, textFlag(flags, "file"));
    await app.answer(debate, {
      seat: form.seat,
      text,
      by: textFlag(flags, "by") ?? session.person,
    });
    return await holdInTerminal(session, app, {
      debate,
      outs,
      over: flags["yes"] === true,
      allowContested: flags["allowContested"] === true,
    });
  } finally {
    await app.close();
  }
};

function chosen(
  { id }: DebateRecord,
  forms: readonly SeatForm[],
  seat: string | undefined,
): SeatForm {
  const [first, second] = forms;
  if (!first) {
    throw new SetupError("not-decidable", `${id} waits for nobody's answer.`, {
      hint: `See where it stands: dissent show ${id}`,
    });
  }
  const waiting = forms.map((form) => form.seat).join(", ");
  if (seat === undefined) {
    if (!second) return first;
    throw new SetupError("usage", `${id} waits for several seats: ${waiting}.`, {
      hint: `Say which: dissent answer ${id} --seat ${first.seat}`,
    });
  }
  const found = forms.find((form) => form.seat === seat);
  if (found) return found;
  throw new SetupError("unknown-seat", `${id} does not wait for "${seat}".`, {
    hint: `Waiting: ${waiting}.`,
  });
}

async function answerFrom(
  session: Session,
  { prompt, form, seat }: SeatForm,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) {
    const text =
      file === "-"
        ? await session.stdin()
        : await readText(resolve(session.cwd, file), { maxBytes: LARGEST_ANSWER, shown: file });
    const filled = readForm(text, file);
    if (filled !== undefined) return filled;
    throw new SetupError("usage", `${file} holds no answer.`, {
      hint: "Fill in the form: dissent answer --template",
    });
  }
  const editor = session.env["VISUAL"] || session.env["EDITOR"];
  if (!editor || !process.stdin.isTTY) {
    throw new SetupError(
      "needs-confirmation",
      `There is no editor to ask for the answer of ${seat}.`,
      {
        hint: "Write it to a file: dissent answer --template > answer.yaml, then dissent answer --file answer.yaml",
      },
    );
  }
  session.stderr.write(`\n${harmless(prompt)}\n`);
  const filled = readForm(await editForm(form, editor), "answer.yaml");
  if (filled !== undefined) return filled;
  throw new SetupError("usage", "The form was left empty, so nothing was answered.");
}
