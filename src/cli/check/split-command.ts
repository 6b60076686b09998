/** A command line as a person writes it, taken apart without a shell: words, quotes, nothing else. */
import { SetupError } from "../../errors.ts";

export function splitCommandLine(line: string): string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const character of line) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") {
    throw new SetupError("usage", `The command has a ${quote} that is never closed.`, {
      hint: "No shell runs it: write a program and its arguments, with quotes around spaces.",
    });
  }
  if (word !== undefined) found.push(word);
  if (found.length === 0) {
    throw new SetupError("usage", "The command is empty.", {
      hint: 'Write a program and its arguments: --command "npm run latency"',
    });
  }
  return found;
}
