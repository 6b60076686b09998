/**
 * An agent that knows only its prompt: it fills in the shape that the prompt ends with, with the option ids that the
 * prompt lists. Without a shape there it says so in plain words, as a model would that was not told.
 */
import { text } from "node:stream/consumers";

import { type ParsedShape, parsePromptShape } from "../../src/testing/loopback/parse-shape.ts";

const prompt = await text(process.stdin);
const options = /^Options: (.+)$/m.exec(prompt)?.[1]?.split(", ") ?? [];
const shape = parsePromptShape(prompt);
process.stdout.write(
  shape ? JSON.stringify(filledIn(shape, { option: options[0] })) : "Which reply do you want?",
);

interface Given {
  readonly option: string | undefined;
  readonly kind?: unknown;
  readonly notes?: string;
}

function filledIn(wanted: ParsedShape, given: Given): unknown {
  switch (wanted.kind) {
    case "literal":
      return wanted.value;
    case "placeholder":
      return filledPlaceholder(wanted.words, given);
    case "choice": {
      const values = wanted.of.map((one) => filledIn(one, given));
      // a word from a list can always be given; text of its own is left out where null will do
      const listed = wanted.of.find((one) => one.kind === "literal" && one.value !== null);
      if (values.includes(null)) return listed?.kind === "literal" ? listed.value : null;
      return values.includes(given.kind) ? given.kind : values[0];
    }
    case "object":
      return Object.fromEntries(
        wanted.fields.map(({ name, value, notes }) => [name, filledIn(value, { ...given, notes })]),
      );
    case "list":
      return listEveryValue(wanted.of, given);
  }
}

function filledPlaceholder(words: string, { option, notes = "" }: Given): unknown {
  if (/\bid of the (?:one )?option\b/.test(notes)) return option;
  const [, least = "0"] = /(?:from|at least) (\d+)/.exec(words) ?? [];
  return words.includes("number") ? Number(least) : "as far as the prompt says";
}

/** One entry for each option or each kind that the entries tell apart; else none. */
function listEveryValue(entry: ParsedShape, given: Given): unknown[] {
  const fields = entry.kind === "object" ? entry.fields : [];
  if (fields.some(({ name }) => name === "option")) {
    return options.map((option) => filledIn(entry, { ...given, option }));
  }
  const kinds = fields.find(({ name }) => name === "kind")?.value;
  const known = kinds?.kind === "choice" ? kinds.of : [];
  return known.map((kind) => filledIn(entry, { ...given, kind: filledIn(kind, given) }));
}
