/** JSON that is safe on a terminal: control characters are escaped, and it reads back the same. */
export function stringifyForTerminal(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    TERMINAL_CONTROL_CHARACTERS,
    (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    },
  );
}

// JSON.stringify escapes the first 32 itself
const TERMINAL_CONTROL_CHARACTERS =
  /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
