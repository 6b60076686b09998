/** Asks the person at this terminal for the seats that wait for one. */
import * as z from "zod";

import { asksIn } from "../audit/replay.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { type AnswerAwaited, opening } from "../domain/event.ts";
import type { Json } from "../domain/json.ts";
import { awaitedIn } from "../domain/transcript.ts";
import { SetupError } from "../errors.ts";
import { blankOf, editForm, formText, readForm } from "./form.ts";
import type { Session } from "./session.ts";

export interface SeatForm {
  readonly seat: string;
  readonly key: string;
  /** The prompt as anyone in that seat would read it. */
  readonly prompt: string;
  readonly form: string;
}

/** The forms of all seats that wait for a person. */
export async function seatForms(app: Dissent, record: DebateRecord): Promise<SeatForm[]> {
  const waiting = awaitedIn(record.events);
  if (waiting.length === 0) return [];
  const { protocol: id } = opening(record.events);
  const protocol = app.protocols.find((one) => one.id === id);
  if (!protocol) throw new SetupError("unknown-protocol", `There is no protocol "${id}".`);
  const asked = await asksIn(record.events, protocol, record.text);
  return waiting.flatMap((awaited) => {
    const found = asked.find(({ key }) => key === awaited.key);
    if (!found) return [];
    const schema = z.toJSONSchema(found.ask.reply) as Json;
    const blank = found.ask.blank?.() ?? blankOf(schema);
    const form = formText(blank, schema, {
      seat: awaited.by,
      step: awaited.key,
      problems: problemsWith(record, awaited),
    });
    return [{ seat: awaited.by, key: awaited.key, prompt: found.prompt, form }];
  });
}

/** What the first answer was sent back for. */
function problemsWith(
  { events }: DebateRecord,
  { key, attempt }: AnswerAwaited,
): readonly string[] {
  if (attempt === 1) return [];
  const rejected = events
    .map(({ fact }) => fact)
    .findLast((fact) => fact.type === "reply-rejected" && fact.key === key);
  return rejected?.type === "reply-rejected" ? rejected.problems : [];
}

/** True when at least one seat was answered here and the debate can go on. */
export async function answerSeats(
  session: Session,
  app: Dissent,
  debate: string,
): Promise<boolean> {
  const editor = session.env["VISUAL"] || session.env["EDITOR"];
  if (!editor || !process.stdin.isTTY || session.stderr.isTTY !== true || session.flags.json) {
    return false;
  }
  let answered = false;
  for (const { seat, prompt, form } of await seatForms(app, await app.read(debate))) {
    session.stderr.write(`\n${harmless(prompt)}\n`);
    const text = readForm(await editForm(form, editor), "answer.yaml");
    if (text === undefined) continue;
    await app.answer(debate, { seat, text, by: session.person });
    answered = true;
  }
  return answered;
}

/** A prompt keeps its lines, and nothing in it can move the cursor. */
export function harmless(prompt: string): string {
  return prompt.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    " ",
  );
}
