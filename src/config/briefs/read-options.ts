/** The choices of a brief, in any of the forms people write them in. */
import type { Option } from "../../domain/brief.ts";
import type { Json } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import { plainLine, plainText, shown } from "../../text/plain-text.ts";
import { type Mistake, unknownKey } from "../mistakes.ts";
import type { Path } from "../yaml.ts";
import { wordsOf } from "./brief-fields.ts";

/** An option that may not have a letter yet. */
interface OptionDraft {
  readonly id: string | null;
  readonly label: string;
  readonly description: string;
  readonly fault: (says: string, hint: string) => SetupError;
}

/** Turns a mistake at a path into an error at its place. */
type FaultOf = (mistake: Mistake) => SetupError;

/** `options:` of a brief: a mapping of ids, or a list of texts or of mappings. */
export function optionsIn(written: Json | undefined, faultOf: FaultOf): readonly OptionDraft[] {
  if (written === undefined || written === null) return [];
  if (isList(written)) return written.map((entry, index) => listed(entry, index, faultOf));
  if (typeof written === "object") {
    return Object.entries(written).map(([id, entry]) => draft(entry, { id, path: [id] }, faultOf));
  }
  throw faultOf({
    path: ["options"],
    part: "value",
    says: `must be a mapping or a list, got ${shown(written)}`,
    hint: "Write one option per line, such as A: Online only.",
  });
}

/** `A: text`, `A=text`, or a text that gets the next free letter. */
export function optionFlag(flag: string): OptionDraft {
  const [, id = null, text = flag] =
    /^\s*([A-Za-z0-9])\s*[:=]\s*(\S.*)$/s.exec(flag) ??
    /^\s*([A-Za-z0-9][\w-]{0,15})(?:\s*=\s*|:\s+)(\S.*)$/s.exec(flag) ??
    [];
  return {
    id,
    label: text,
    description: "",
    fault: (says, hint) =>
      new SetupError("bad-option", `--option ${shown(flag)} ${says}.`, { hint }),
  };
}

/** Gives letters to those without, and checks them all. */
export function settledOptions(drafts: readonly OptionDraft[]): readonly Option[] {
  const taken = new Set<string>();
  for (const { id, fault } of drafts) {
    if (id === null) continue;
    if (!ID.test(id)) {
      throw fault(
        `has the id ${shown(id)}, which is not a short word`,
        "Use letters, digits, - and _, at most 16.",
      );
    }
    if (taken.has(id.toLowerCase())) {
      throw fault(`repeats the id ${id}`, "Give every option an id of its own.");
    }
    taken.add(id.toLowerCase());
  }
  if (drafts.length > MOST_OPTIONS) {
    const [beyond] = drafts.slice(MOST_OPTIONS);
    throw beyond?.fault(`is one too many: at most ${MOST_OPTIONS}`, "Leave out the weakest.");
  }
  return drafts.map((entry) => settled(entry, taken));
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$/;
// with nine options and letters for ids no prompt or screen overflows
const MOST_OPTIONS = 9;
const LONGEST_LABEL = 300;
const LONGEST_DESCRIPTION = 20_000;

function settled({ id, fault, ...draft }: OptionDraft, taken: Set<string>): Option {
  const label = plainLine(draft.label);
  const description = plainText(draft.description).trim();
  if (label === "") throw fault("has no text", "Say what the option is.");
  if (label.length > LONGEST_LABEL) {
    throw fault(
      `has a label of ${label.length} characters, and at most ${LONGEST_LABEL} are allowed`,
      "Shorten the label and put the rest into a description.",
    );
  }
  if (description.length > LONGEST_DESCRIPTION) {
    throw fault(
      `has a description of ${description.length} characters, and at most ${LONGEST_DESCRIPTION} are allowed`,
      "Put the rest into a context file.",
    );
  }
  return { id: id ?? nextLetter(taken), label, description };
}

function nextLetter(taken: Set<string>): string {
  const letter = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find(
    (letter) => !taken.has(letter.toLowerCase()),
  );
  // nine options cannot take 26 letters
  if (letter === undefined) throw new RangeError("There is no free letter.");
  taken.add(letter.toLowerCase());
  return letter;
}

interface Spot {
  readonly id: string | null;
  /** Inside `options`. */
  readonly path: Path;
}

function listed(entry: Json, index: number, faultOf: FaultOf): OptionDraft {
  if (typeof entry === "object" && entry !== null && !isList(entry)) {
    const [only, ...others] = Object.entries(entry);
    // `- A: text` is a mapping with the id as its only key
    if (only !== undefined && others.length === 0 && !FIELDS.includes(only[0])) {
      return draft(only[1], { id: only[0], path: [index, only[0]] }, faultOf);
    }
  }
  return draft(entry, { id: null, path: [index] }, faultOf);
}

const FIELDS = ["id", "label", "description"];

function draft(entry: Json, { id, path }: Spot, faultOf: FaultOf): OptionDraft {
  const whole = ["options", ...path];
  const fault = (says: string, hint: string): SetupError =>
    faultOf({ path: whole, part: "key", says, hint });
  if (isList(entry) || entry === null) throw fault("has no text", "Say what the option is.");
  if (typeof entry !== "object") return { id, label: String(entry), description: "", fault };
  for (const [key, value] of Object.entries(entry)) {
    if (!FIELDS.includes(key)) throw faultOf(unknownKey([...whole, key], FIELDS));
    if (typeof value === "object" && value !== null) {
      throw fault(`has ${shown(value)} as its ${key}`, "Write a text.");
    }
  }
  const words = new Map(Object.entries(entry).map(([key, value]) => [key, wordsOf(value)]));
  return {
    id: words.get("id") ?? id,
    label: words.get("label") ?? "",
    description: words.get("description") ?? "",
    fault,
  };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
