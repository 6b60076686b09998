/** Asks the person at this terminal for the seats that wait for one. */
import { formatReplyForm, parseFilledForm } from "../../app/reply-forms.ts";
import { type SeatReplyRequest, listSeatReplyRequests } from "../../app/seat-forms.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import type { CliContext } from "../cli-context.ts";
import { canAskPerson } from "./ask-person.ts";
import { editFormInEditor } from "./edit-form.ts";

export interface SeatForm extends SeatReplyRequest {
  readonly form: string;
}

/** The forms of all seats that wait for a person. */
export async function listSeatForms(app: Dissent, record: DebateRecord): Promise<SeatForm[]> {
  return (await listSeatReplyRequests(app, record)).map((asked) => {
    const { blank, schema, seat, key: step, problems } = asked;
    return { ...asked, form: formatReplyForm(blank, schema, { seat, step, problems }) };
  });
}

/** True when at least one seat was answered here and the debate can go on. */
export async function answerSeatsInTerminal(
  session: CliContext,
  app: Dissent,
  debate: string,
): Promise<boolean> {
  const editor = session.env["VISUAL"] || session.env["EDITOR"];
  if (!editor || !canAskPerson(session) || session.flags.json) {
    return false;
  }
  let answered = false;
  for (const { seat, prompt, form } of await listSeatForms(app, await app.read(debate))) {
    session.stderr.write(`\n${stripPromptControls(prompt)}\n`);
    const text = parseFilledForm(await editFormInEditor(form, editor), "answer.yaml");
    if (text === undefined) continue;
    await app.answer(debate, { seat, text, by: session.person });
    answered = true;
  }
  return answered;
}

/** A prompt keeps its lines, and nothing in it can move the cursor. */
export function stripPromptControls(prompt: string): string {
  return prompt.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    " ",
  );
}
