/**
 * Every question that the command line asks a person goes through here.
 *
 * Ctrl-C ends the command with exit code 130. Ctrl-D, or the end of the input, counts as no answer, and the caller
 * then takes the safe choice: no, write nothing, leave it open.
 */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

import type { CliContext } from "../cli-context.ts";
import { PromptInterruptedError } from "../exit-codes.ts";
import type { TerminalOutput } from "./terminal-style.ts";

/** Asks one question; undefined on Ctrl-D. */
export type AskQuestion = (question: string) => Promise<string | undefined>;

export interface PromptTerminal {
  readonly keyboard: NodeJS.ReadableStream;
  readonly screen: TerminalOutput;
}

interface AskPersonOptions {
  /** Said after Ctrl-C or Ctrl-D: what has not happened, or how to answer later. */
  readonly whenLeft: string;
  /** Keys are typed unseen: they must not stay on a screen or in a recording of it. */
  readonly hidden?: boolean;
  readonly terminal?: PromptTerminal;
}

/** A person can be asked only where they can read the question and type an answer. */
export function canAskPerson({ stderr, flags }: Pick<CliContext, "stderr" | "flags">): boolean {
  return flags.input !== false && process.stdin.isTTY && stderr.isTTY === true;
}

/** Asks as many questions as the conversation needs, and gives the terminal back as it was. */
export async function askPerson<Answer>(
  { stderr }: Pick<CliContext, "stderr">,
  { whenLeft, hidden = false, terminal }: AskPersonOptions,
  conversation: (ask: AskQuestion) => Promise<Answer>,
): Promise<Answer> {
  const { keyboard, screen } = terminal ?? { keyboard: process.stdin, screen: stderr };
  const unread: string[] = [];
  let left: "interrupted" | "ended" | undefined;
  let wake = (): void => {};
  // made before the first question: from here on the terminal does not echo by itself
  const reader = createInterface({
    input: keyboard,
    output: hidden ? createSilentOutput() : chooseEcho(screen, terminal !== undefined),
    terminal: true,
    historySize: 0,
  });
  const leave = (how: "interrupted" | "ended"): void => {
    if (left !== undefined) return;
    left = how;
    screen.write(`\n${whenLeft}\n`);
    wake();
  };
  const leaveAtTheEnd = (): void => leave("ended");
  reader.on("line", (line) => {
    if (hidden) screen.write("\n");
    unread.push(line);
    wake();
  });
  reader.on("SIGINT", () => leave("interrupted"));
  reader.on("close", leaveAtTheEnd);
  const ask: AskQuestion = async (question) => {
    if (hidden) screen.write(question);
    reader.setPrompt(hidden ? "" : question);
    reader.prompt();
    if (unread.length === 0 && left === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (left === "interrupted") throw new PromptInterruptedError();
    return unread.shift();
  };
  try {
    return await conversation(ask);
  } finally {
    reader.off("close", leaveAtTheEnd);
    reader.close();
  }
}

/** True for y or yes; anything else, Ctrl-D included, is a no, after which `whenLeft` is said. */
export async function confirmInTerminal(
  cli: CliContext,
  question: string,
  whenLeft: string,
): Promise<boolean> {
  return askPerson(cli, { whenLeft }, async (ask) => {
    const answer = await ask(`${question} [y/N] `);
    if (answer !== undefined && /^y(?:es)?$/i.test(answer.trim())) return true;
    if (answer !== undefined) cli.stderr.write(`${whenLeft}\n`);
    return false;
  });
}

function createSilentOutput(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** The editor of the line counts columns: a screen that wraps what it is given would show other words than were typed. */
function chooseEcho(screen: TerminalOutput, isGiven: boolean): NodeJS.WritableStream {
  return isGiven ? createEchoOutput(screen) : process.stderr;
}

/** The editor of the line needs a stream. */
function createEchoOutput(screen: TerminalOutput): Writable {
  const echo = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      screen.write(chunk);
      done();
    },
  });
  return Object.assign(echo, { columns: screen.columns });
}
