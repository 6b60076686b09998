/** Asks the person at this terminal to answer for the seats that wait for one. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createCommandContext } from "../../app/commands/command-context.ts";
import { answerSeat } from "../../app/commands/decide-debate.ts";
import {
  type SeatReplyRequest,
  formatReplyForm,
  listSeatReplyRequests,
  parseFilledForm,
  removeReplySentence,
} from "../../app/reply-forms.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { PromptInterruptedError } from "../exit-codes.ts";
import { canAskPerson } from "./ask-person.ts";

export interface SeatForm extends SeatReplyRequest {
  readonly form: string;
}

/** The forms of all seats that wait for a person. */
export async function listSeatForms(app: Dissent, record: DebateRecord): Promise<SeatForm[]> {
  return (await listSeatReplyRequests(app, record)).map((asked) => {
    const { blank, schema, seat, key: step, prompt, problems } = asked;
    const form = formatReplyForm(blank, schema, { seat, step, prompt, problems });
    return { ...asked, prompt: removeReplySentence(prompt), form };
  });
}

/** True when at least one seat was answered here and the debate can go on. */
export async function answerSeatsInTerminal(
  cli: CliContext,
  app: Dissent,
  debate: string,
): Promise<boolean> {
  const editor = cli.env["VISUAL"] || cli.env["EDITOR"];
  if (!editor || !canAskPerson(cli) || cli.flags.json) {
    return false;
  }
  let answered = false;
  for (const { seat, prompt, form } of await listSeatForms(app, await app.read(debate))) {
    cli.stderr.write(`\n${stripPromptControls(prompt)}\n`);
    const text = parseFilledForm(await editFormInEditor(form, editor), "answer.yaml");
    if (text === undefined) continue;
    await answerSeat(createCommandContext(cli, app), debate, { seat, text, by: cli.person });
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

// A form in the person's own editor.

/** Opens the person's editor on a private copy and waits until it is closed. */
export async function editFormInEditor(text: string, editor: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "dissent-"));
  const file = join(dir, "answer.yaml");
  try {
    await writeFile(file, text, { mode: 0o600 });
    await waitForEditor(editor, file);
    return await readFile(file, "utf8");
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function waitForEditor(editor: string, file: string): Promise<void> {
  const [command = "", ...args] = editor.split(/\s+/);
  return new Promise((resolve, reject) => {
    // Ctrl-C reaches the editor as well; how it ends says whether the person gave up
    let interrupted = false;
    const interrupt = (): void => {
      interrupted = true;
    };
    process.on("SIGINT", interrupt);
    const child = spawn(command, [...args, file], { stdio: "inherit" });
    const failed = (why: string): void => {
      reject(
        new SetupError("usage", `The editor "${editor}" ${why}.`, {
          hint: "Set EDITOR, or answer with a file: dissent resume <id> --answer --file answer.yaml",
        }),
      );
    };
    child.on("error", () => {
      process.off("SIGINT", interrupt);
      failed("cannot be started");
    });
    child.on("exit", (code, signal) => {
      process.off("SIGINT", interrupt);
      if (code === 0) resolve();
      else if (interrupted || signal === "SIGINT") reject(new PromptInterruptedError());
      else failed(`ended with ${code}`);
    });
  });
}
