/** Reads the options of a brief, in any form people write them in. */
import type { Option } from "../../domain/brief.ts";
import type { Json } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import {
  stripToPlainLine,
  stripControlCharacters,
  formatShownValue,
} from "../../text/plain-text.ts";
import { type InputMistake, createUnknownKeyMistake } from "../input-mistakes.ts";
import type { ValuePath } from "../parse-markup.ts";
import { readTextValue } from "./brief-fields.ts";

/** An option that may not have a letter yet. */
interface OptionDraft {
  readonly id: string | null;
  readonly label: string;
  readonly description: string;
  readonly fault: (says: string, hint: string) => SetupError;
}

/** Turns a mistake at a path into an error at its place. */
type MistakeReporter = (mistake: InputMistake) => SetupError;

/** `options:` of a brief: a mapping of ids, or a list of texts or of mappings. */
export function parseBriefOptions(
  written: Json | undefined,
  createFieldError: MistakeReporter,
): readonly OptionDraft[] {
  if (written === undefined || written === null) return [];
  if (isJsonList(written))
    return written.map((entry, index) => parseListedOption(entry, index, createFieldError));
  if (typeof written === "object") {
    return Object.entries(written).map(([id, entry]) =>
      parseOptionEntry(entry, { id, path: [id] }, createFieldError),
    );
  }
  throw createFieldError({
    path: ["options"],
    part: "value",
    says: `must be a mapping or a list, got ${formatShownValue(written)}`,
    hint: "Write one option per line, such as A: Online only.",
  });
}

/** `A: text`, `A=text`, or a text that gets the next free letter. */
export function parseOptionFlag(flag: string): OptionDraft {
  const [, id = null, text = flag] =
    /^\s*([A-Za-z0-9])\s*[:=]\s*(\S.*)$/s.exec(flag) ??
    /^\s*([A-Za-z0-9][\w-]{0,15})(?:\s*=\s*|:\s+)(\S.*)$/s.exec(flag) ??
    [];
  return {
    id,
    label: text,
    description: "",
    fault: (says, hint) =>
      new SetupError("bad-option", `--option ${formatShownValue(flag)} ${says}.`, { hint }),
  };
}

/** Gives letters to those without, and checks them all. */
export function finalizeOptions(drafts: readonly OptionDraft[]): readonly Option[] {
  const taken = new Set<string>();
  for (const { id, fault } of drafts) {
    if (id === null) continue;
    if (!OPTION_ID.test(id)) {
      throw fault(
        `has the id ${formatShownValue(id)}, which is not a short word`,
        "Use letters, digits, - and _, at most 16.",
      );
    }
    if (taken.has(id.toLowerCase())) {
      throw fault(`repeats the id ${id}`, "Give every option an id of its own.");
    }
    taken.add(id.toLowerCase());
  }
  if (drafts.length > MAX_OPTIONS) {
    const [beyond] = drafts.slice(MAX_OPTIONS);
    throw beyond?.fault(`is one too many: at most ${MAX_OPTIONS}`, "Leave out the weakest.");
  }
  return drafts.map((entry) => finalizeOption(entry, taken));
}

const OPTION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$/;
// with nine options and letters for ids no prompt or screen overflows
const MAX_OPTIONS = 9;
const MAX_LABEL_LENGTH = 300;
const MAX_DESCRIPTION_LENGTH = 20_000;

function finalizeOption({ id, fault, ...draft }: OptionDraft, taken: Set<string>): Option {
  const label = stripToPlainLine(draft.label);
  const description = stripControlCharacters(draft.description).trim();
  if (label === "") throw fault("has no text", "Say what the option is.");
  if (label.length > MAX_LABEL_LENGTH) {
    throw fault(
      `has a label of ${label.length} characters, and at most ${MAX_LABEL_LENGTH} are allowed`,
      "Shorten the label and put the rest into a description.",
    );
  }
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw fault(
      `has a description of ${description.length} characters, and at most ${MAX_DESCRIPTION_LENGTH} are allowed`,
      "Put the rest into a context file.",
    );
  }
  return { id: id ?? takeNextLetter(taken), label, description };
}

function takeNextLetter(taken: Set<string>): string {
  const letter = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find(
    (letter) => !taken.has(letter.toLowerCase()),
  );
  // nine options cannot take 26 letters
  if (letter === undefined) throw new RangeError("There is no free letter.");
  taken.add(letter.toLowerCase());
  return letter;
}

interface OptionLocation {
  readonly id: string | null;
  /** Inside `options`. */
  readonly path: ValuePath;
}

function parseListedOption(
  entry: Json,
  index: number,
  createFieldError: MistakeReporter,
): OptionDraft {
  if (typeof entry === "object" && entry !== null && !isJsonList(entry)) {
    const [only, ...others] = Object.entries(entry);
    // `- A: text` is a mapping with the id as its only key
    if (only !== undefined && others.length === 0 && !OPTION_FIELDS.includes(only[0])) {
      return parseOptionEntry(only[1], { id: only[0], path: [index, only[0]] }, createFieldError);
    }
  }
  return parseOptionEntry(entry, { id: null, path: [index] }, createFieldError);
}

const OPTION_FIELDS = ["id", "label", "description"];

function parseOptionEntry(
  entry: Json,
  { id, path }: OptionLocation,
  createFieldError: MistakeReporter,
): OptionDraft {
  const whole = ["options", ...path];
  const fault = (says: string, hint: string): SetupError =>
    createFieldError({ path: whole, part: "key", says, hint });
  if (isJsonList(entry) || entry === null) throw fault("has no text", "Say what the option is.");
  if (typeof entry !== "object") return { id, label: String(entry), description: "", fault };
  for (const [key, value] of Object.entries(entry)) {
    if (!OPTION_FIELDS.includes(key))
      throw createFieldError(createUnknownKeyMistake([...whole, key], OPTION_FIELDS));
    if (typeof value === "object" && value !== null) {
      throw fault(`has ${formatShownValue(value)} as its ${key}`, "Write a text.");
    }
  }
  const words = new Map(Object.entries(entry).map(([key, value]) => [key, readTextValue(value)]));
  return {
    id: words.get("id") ?? id,
    label: words.get("label") ?? "",
    description: words.get("description") ?? "",
    fault,
  };
}

function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
