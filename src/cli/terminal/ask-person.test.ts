import { PassThrough } from "node:stream";

import { expect, test } from "vitest";

import { PromptInterruptedError } from "../exit-codes.ts";
import { type AskQuestion, askPerson } from "./ask-person.ts";

function terminal() {
  const raw: boolean[] = [];
  const keyboard = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => raw.push(on),
  });
  let shown = "";
  const screen = {
    isTTY: true,
    columns: 80,
    write(text: string) {
      shown += raw.at(-1) === true ? text : `(echoed)${text}`;
      return true;
    },
  };
  return { keyboard, screen, raw, shown: () => shown };
}

function asking(at: ReturnType<typeof terminal>, hidden: boolean, questions: readonly string[]) {
  const talk = async (ask: AskQuestion): Promise<(string | undefined)[]> => {
    const answers: (string | undefined)[] = [];
    for (const question of questions) answers.push(await ask(question));
    return answers;
  };
  const setting = { hidden, whenLeft: "Nothing was done.", terminal: at };
  return askPerson({ stderr: at.screen }, setting, talk);
}

test("K17 a hidden answer is not shown, can be corrected, and ends with the line", async () => {
  const at = terminal();
  const answers = asking(at, true, ["Key: "]);
  at.keyboard.write(`sk-wrong${"\u007f".repeat(5)}right\r`);

  expect(await answers).toEqual(["sk-right"]);
  // the terminal has stopped echoing before the question can be read
  expect(at.shown()).toBe("Key: \n");
  expect(at.raw).toEqual([true, false]);
});

test("two answers that arrive together answer two questions", async () => {
  const at = terminal();
  const answers = asking(at, false, ["Which? ", "Why? "]);
  at.keyboard.write("1\rbecause\r");

  expect(await answers).toEqual(["1", "because"]);
});

test.each([true, false])(
  "Ctrl-C ends the question and says what did not happen",
  async (hidden) => {
    const at = terminal();
    const answers = asking(at, hidden, ["Key: "]);
    at.keyboard.write("sk-half\u0003");

    await expect(answers).rejects.toThrow(PromptInterruptedError);
    expect(at.shown()).toMatch(/\nNothing was done\.\n$/);
    expect(at.raw).toEqual([true, false]);
  },
);

test.each(["Ctrl-D", "the end of the input"])("%s gives no answer", async (how) => {
  const at = terminal();
  const answers = asking(at, false, ["Key: "]);
  if (how === "Ctrl-D") at.keyboard.write("\u0004");
  else at.keyboard.end();

  expect(await answers).toEqual([undefined]);
  expect(at.shown()).toMatch(/\nNothing was done\.\n$/);
  expect(at.raw.at(-1)).toBe(false);
});
