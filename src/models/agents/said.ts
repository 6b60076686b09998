/** What a program said, made fit for one line of an error: bounded, without escapes, without secrets. */

export type Scrub = (text: string) => string;

const LONGEST_WORDS = 600;

/** The last words of a text; what went wrong stands at the end. */
export function lastWords(text: string, scrub: Scrub): string {
  // secrets first: half of one, left by a cut, would not be known for one
  const line = plain(scrub(text).slice(-16 * LONGEST_WORDS));
  return line.length > LONGEST_WORDS ? `…${line.slice(-LONGEST_WORDS).toWellFormed()}` : line;
}

/** Takes out the values of variables that hold secrets, and what looks like a key by itself. */
export function scrubber(env: Readonly<Record<string, string | undefined>>, key?: string): Scrub {
  const named = Object.entries(env)
    .filter(([name]) => SECRET_NAME.test(name))
    .map(([, value]) => value?.trim() ?? "");
  const secrets = [...named, key?.trim() ?? ""]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    secrets
      .reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text)
      .replace(LOOKS_SECRET, "[redacted]")
      .replace(USER_IN_ADDRESS, "[redacted]");
}

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)$/i;

// shorter values are words like "true" that stand in any text
const SHORTEST_SECRET = 8;

const LOOKS_SECRET =
  /(?<![\w-])(?:sk-[\w-]{16,}|AIza[\w-]{20,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]{10,}\.[\w.-]{10,})/g;

const USER_IN_ADDRESS = /(?<=:\/\/)[^\s/@]{1,200}(?=@)/g;

/** No escape sequences, no other control characters, no text that runs backwards; on one line. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, "")
    .replace(/[\s\u2028\u2029]+/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
}
