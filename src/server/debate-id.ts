/** What a debate can be called; a database need not be asked for anything else. */
import { SetupError } from "../errors.ts";

// a brief's id has up to 64 characters, and a few follow it
const LONGEST_ID = 100;

export function isDebateId(text: string): boolean {
  return text.length <= LONGEST_ID && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export function checkedDebateId(text: string): string {
  if (isDebateId(text)) return text;
  throw new SetupError("unknown-debate", "No debate is called that.", {
    hint: "See what there is: dissent list",
  });
}
