/** What forms for people say, in their words: the fields of a reply have names that were made for models. */
import { formWords as board } from "./board/view/form-words.ts";
import { formWords as challenge } from "./challenge/view/form-words.ts";
import { formWords as judges } from "./judges/view/form-words.ts";
import { formWords as merge } from "./merge/view/form-words.ts";
import { formWords as review } from "./review/view/form-words.ts";
import { formWords as roundtable } from "./roundtable/view/form-words.ts";

export interface FormWords {
  /** Step to what is asked in it; `response` is `response-2`, too. */
  readonly tasks: Readonly<Record<string, string>>;
  /** Field to what stands above it and, after a bar, below it. */
  readonly fields: Readonly<Record<string, string>>;
}

const FORM_WORDS: Readonly<Record<string, FormWords>> = {
  board,
  challenge,
  judges,
  merge,
  review,
  roundtable,
};

/** What several protocols ask. */
const COMMON_FIELDS: FormWords["fields"] = {
  answer: "Your answer",
  answers: "What it answers",
  because: "Because of",
  choice: "Your choice",
  claim: "Their point",
  confidence: "How sure are you?",
  detail: "The argument in full",
  evidence: "Evidence | Select words in the document and press the button, or type them.",
  explanation: "Why",
  headline: "Your point, in one sentence",
  position: "Your position",
  quote: "The exact words",
  reasoning: "Your reasoning",
  requests: "What you need to see | Leave it out if the material is enough.",
  side: "It speaks",
  source: "From",
  text: "In one sentence",
  verdict: "Your verdict",
  weaknesses: "What speaks against it",
  what: "What to look up | A path, a folder, or words.",
  within: "Where to look | A folder or file; everywhere if you leave it empty.",
  would_change_my_mind: "What would change your mind?",
};

/** The task is by the longest beginning of the step's name; null where nothing is known of the step. */
export function findFormWords(
  protocol: string,
  step: string,
): { readonly task: string | null; readonly words: FormWords["fields"] } {
  const { tasks = {}, fields = {} } = FORM_WORDS[protocol] ?? {};
  const [name = ""] = Object.keys(tasks)
    .filter((one) => step === one || step.startsWith(`${one}-`))
    .toSorted((one, other) => other.length - one.length);
  return { task: tasks[name] ?? null, words: { ...COMMON_FIELDS, ...fields } };
}
