import { EventEmitter } from "node:events";

import { expect, test } from "vitest";

import { askHidden } from "./ask-hidden.ts";

function terminal(): {
  keyboard: EventEmitter & { raw: boolean[] } & Parameters<typeof askHidden>[1]["keyboard"];
  screen: { write: (text: string) => boolean };
  shown: () => string;
} {
  const raw: boolean[] = [];
  const keyboard = Object.assign(new EventEmitter(), {
    raw,
    setRawMode: (on: boolean) => raw.push(on),
    setEncoding: () => {},
    resume: () => {},
    pause: () => {},
  });
  let shown = "";
  const screen = {
    write(text: string) {
      shown += raw.at(-1) === true ? `(hidden)${text}` : text;
      return true;
    },
  };
  return { keyboard, screen, shown: () => shown };
}

test("K17 what is typed is not shown, can be corrected, and ends with the line", async () => {
  const { keyboard, screen, shown } = terminal();
  const asking = askHidden("Key: ", { keyboard, screen });

  keyboard.emit("data", "sk-wrong");
  keyboard.emit("data", "\u007f".repeat(5));
  keyboard.emit("data", "right\rand more");

  expect(await asking).toBe("sk-right");
  // the terminal has stopped showing what is typed before the question can be read
  expect(shown()).toBe("(hidden)Key: \n");
  expect(keyboard.raw).toEqual([true, false]);
  expect(keyboard.listenerCount("data")).toBe(0);
});

test.each(["\u0003", "\u0004"])(
  "giving up gives nothing and leaves the terminal as it was",
  async (keys) => {
    const { keyboard, screen } = terminal();
    const asking = askHidden("Key: ", { keyboard, screen });
    keyboard.emit("data", `sk-half${keys}`);

    expect(await asking).toBeUndefined();
    expect(keyboard.raw).toEqual([true, false]);
  },
);

test("the end of the input gives nothing", async () => {
  const { keyboard, screen } = terminal();
  const asking = askHidden("Key: ", { keyboard, screen });
  keyboard.emit("end");

  expect(await asking).toBeUndefined();
});
