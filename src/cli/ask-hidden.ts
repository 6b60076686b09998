/** Asks for one line on a terminal without showing it: a key must not stay on a screen or in a recording of it. */
import type { Output } from "./terminal.ts";

interface Keyboard {
  setRawMode?(raw: boolean): unknown;
  setEncoding(encoding: "utf8"): unknown;
  on(event: "data", listener: (chunk: string) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  off(event: "data", listener: (chunk: string) => void): unknown;
  off(event: "end", listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Undefined when the person gives up, with Ctrl-C, Ctrl-D or the end of the input. */
export function askHidden(
  question: string,
  { keyboard, screen }: { keyboard: Keyboard; screen: Output },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = "";
    const done = (answer: string | undefined): void => {
      keyboard.off("data", hear);
      keyboard.off("end", giveUp);
      keyboard.setRawMode?.(false);
      keyboard.pause();
      screen.write("\n");
      resolve(answer);
    };
    const giveUp = (): void => done(undefined);
    const hear = (chunk: string): void => {
      for (const character of chunk) {
        if (character === "\r" || character === "\n") return done(typed);
        if (character === "\u0003" || character === "\u0004") return done(undefined);
        if (character === "\u007f" || character === "\b") typed = typed.slice(0, -1);
        else typed += character;
      }
    };
    // before the question: what is typed in between would be shown by the terminal itself
    keyboard.setRawMode?.(true);
    screen.write(question);
    keyboard.setEncoding("utf8");
    keyboard.on("data", hear);
    keyboard.on("end", giveUp);
    keyboard.resume();
  });
}
