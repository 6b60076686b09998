/** What a form asks a person, in their words: fields have names that were made for models. */
import type { Json } from "../../../src/domain/json.ts";
import type { FieldWords } from "../../../src/page/page-payload.ts";
import type { NamedField, SchemaField } from "./schema-form.ts";
import { formatFieldTitle } from "./schema-form.ts";

/** The same name asks something else where its form does: told by what the form says of it. */
const OTHER_QUESTIONS: readonly (readonly [name: string, note: RegExp, question: string])[] = [
  ["claim", /^what is wrong/, "What is wrong, in one sentence"],
  ["side", /lines that the change removes/, "Which lines"],
  ["claim", /^met or not met/, "Whether it is met, and by what"],
  ["claim", /your concern|open concern of yours/, "Your concern"],
  ["point", /conceded weakness/, "Conceded, but worse than said"],
  ["point", /the assumption/, "Assumption"],
  ["point", /you agree with/, "The point you agree with"],
  ["point", /you attack/, "The point you attack"],
  [
    "assumptions",
    /you doubt or uphold/,
    "What it takes for granted | What you doubt, or hold to be true.",
  ],
  ["instead", /only with 0/, "If none of them alone, what should be done"],
  ["pieces", /for combine/, "Words to put together"],
];

export interface FieldQuestion {
  readonly title: string;
  /** Below the title; empty where nothing need be said. */
  readonly note: string;
}

/** A note that was written for models is left out where it speaks of their form. */
export function describeField(name: string, field: SchemaField, words: FieldWords): FieldQuestion {
  const other = OTHER_QUESTIONS.find(([one, note]) => one === name && note.test(field.note));
  const known = other?.[2] ?? words[name];
  const [title = "", note = ""] = (known ?? formatFieldTitle(name)).split("|");
  const own = FORM_WORDS.test(field.note) ? "" : field.note;
  return { title: title.trim(), note: known === undefined ? own : note.trim() };
}

const FORM_WORDS = /\bids?\b|\bnull\b|\bempty\b|[a-z]_[a-z]|\bJSON\b/i;

// What comes first in a form: the choice, its reasons, then all that may be left out.

const ORDER = [
  "option",
  "choice",
  "verdict",
  "position",
  "headline",
  "summary",
  "claims",
  "conditions",
  "confidence",
];
const LAST = ["missing", "against_own_scores", "missing_material"];

export function sortFieldsForPeople(fields: readonly NamedField[]): NamedField[] {
  return fields.toSorted((one, other) => rankField(one) - rankField(other));
}

function rankField({ name }: NamedField): number {
  const first = ORDER.indexOf(name);
  if (first !== -1) return first - ORDER.length;
  return LAST.includes(name) ? 1 : 0;
}

// Values of a fixed set.

const CHOICES: Readonly<Record<string, string>> = {
  supports: "for it",
  attacks: "against it",
  does_not_apply: "does not apply",
  quote: "a quote",
  calculation: "a calculation",
  silence: "words that are not there",
  knowledge: "general knowledge",
  fine: "could live with it",
  "fine if": "could live with it if",
  not: "not acceptable",
  med: "medium",
  MED: "medium",
  partial: "in part",
  PARTIAL: "right in part",
  agree: "it holds",
  disagree: "it does not hold",
  ACCEPT: "accept",
  "cannot tell": "cannot tell",
  new: "the new ones",
  old: "those that were removed",
};

export function formatChoice(value: Json): string {
  if (value === null) return "none";
  if (typeof value !== "string") return JSON.stringify(value);
  return CHOICES[value] ?? value.replaceAll("_", " ").toLowerCase();
}
