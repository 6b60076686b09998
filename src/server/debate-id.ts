/** What a debate can be called; a database need not be asked for anything else. */
import { SetupError } from "../errors.ts";

// a brief's id has up to 64 characters, and a few follow it
const MAX_DEBATE_ID_LENGTH = 100;

export function isValidDebateId(text: string): boolean {
  return text.length <= MAX_DEBATE_ID_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export function requireDebateId(text: string): string {
  if (isValidDebateId(text)) return text;
  throw new SetupError("unknown-debate", "No debate is called that.", {
    hint: "See what there is: dissent list",
  });
}
