/** What a form asks a person, in their words: fields have names that were made for models. */
import type { Json } from "../../../src/domain/json.ts";
import type { NamedField, SchemaField } from "./schema-form.ts";
import { formatFieldTitle } from "./schema-form.ts";

/** Field to what stands above it and, after a bar, below it. */
const QUESTIONS: Readonly<Record<string, string>> = {
  about: "About",
  accepts_other_option: "Why you accept it although you hold another option",
  added: "Parts to add",
  against_own_scores: "Why you recommend another option than your ratings put first",
  alternative: "What you would do instead",
  answer: "Your answer",
  answers: "What it answers",
  as_registered: "Is this what you said would change your mind?",
  assumptions: "What you take for granted",
  because: "Because of",
  because_parts: "Parts that settle it",
  best_if: "When your side is the better choice",
  blocking: "I cannot accept the answer until this is settled",
  built_from: "Concerns it would settle",
  challenges:
    "Challenge the others | Name a point of another participant, and say what is wrong with it.",
  changed: "Parts to change",
  changed_because: "Why you changed your mind",
  changes: "What is new",
  choice: "Your choice",
  claim: "Their point",
  claims: "Your reasons | One point each, with the words of the brief that support it.",
  common_ground: "What both sides hold",
  compromises: "Compromises",
  concedes: "What they are right about",
  concerns: "Concerns",
  concessions: "What you concede",
  conditions: "Only if | What must hold for your choice. Leave it out if nothing must.",
  confidence: "How sure are you?",
  confidence_because: "Why you are more or less sure than before",
  core_assumption: "What you assume and the other side does not",
  core_disagreement: "The whole disagreement in one sentence",
  correction: "What should stand there instead",
  corrections: "Corrections of your own ratings",
  counter_argument: "What is wrong with it",
  days: "Person-days",
  description: "What, in one sentence",
  detail: "The argument in full",
  disposition: "Your answer",
  domain: "Whose field it is",
  dropped: "Parts to drop",
  effect: "Effect",
  evaluations: "Your ratings | Rate each option from your point of view.",
  evidence: "Evidence | Select words in the document and press the button, or type them.",
  explanation: "Why",
  extent: "How far",
  fate: "What becomes of the position",
  file: "File | Its path, as the change names it.",
  first_line: "From line",
  headline: "Your point, in one sentence",
  holds: "Does the plan still hold?",
  horizon_months: "Months that the days are counted over",
  implementation_guidance: "Who should see to what",
  instead: "What else you propose",
  judge: "Whom you challenge",
  kind: "Kind",
  last_line: "To line",
  leads_to: "The conclusion that follows",
  limit: "Where your agreement ends",
  looked_at: "What you looked at",
  messages: "What you say to the others",
  missing: "What the material lacks, or which better option is not listed",
  missing_material: "What the material does not say",
  my_concerns: "Your earlier concerns",
  new_information: "This is new: I had not said it before",
  new_objections: "New objections",
  next_step: "The next step",
  not_satisfied: "Who is not satisfied, and with what",
  objection: "The objection",
  objections: "Your objections | The strongest first.",
  option: "Option",
  options: "What you think of each option",
  other_right_if: "What would make the other side right",
  part: "Part",
  part_confidence: "Parts you are more or less sure of",
  parts: "Parts it attacks | None of them: the whole position.",
  pieces: "Pieces",
  point: "Point",
  position: "Your position",
  POSITION: "Where you stand now",
  position_option: "The option you hold",
  quote: "The exact words",
  raised_because: "What raised your score",
  rebuttals: "Your answers to the replies",
  reason: "Reason",
  reasoning: "Your reasoning",
  REMAINING_CONCERNS: "Concerns that remain",
  replacement: "The lines as they should be",
  resolved_by: "What would settle it",
  rows: "Its ratings",
  risk_if_wrong: "What it costs to follow you if you are wrong",
  risks: "Risks",
  SATISFACTION: "How satisfied are you? | 0: not at all. 100: completely.",
  scenario: "How it fails | A concrete input or event, what happens, and what should happen.",
  section: "Section",
  self_challenge: "The strongest objection to your own choice",
  settled_by: "What would settle it",
  severity: "How bad",
  side: "It speaks",
  source: "From",
  state: "It is",
  steelmen: "The best case for the other drafts",
  still_best: "Is it still the best answer?",
  still_best_why: "Why",
  strength: "How strong",
  suggestion: "What you suggest",
  summary: "In short",
  tested: "What you attacked, and why it held",
  testable_by: "What would decide it",
  text: "In one sentence",
  to: "To whom",
  uncertainty: "Multiply the days for uncertainty by",
  value: "Value, from -10 to 10",
  variant: "Draft",
  verdict: "Your verdict",
  weaknesses: "What speaks against it",
  winners: "Which draft is better, point by point",
  withdraws: "Reasons of yours that you take back",
  words: "What of it is right",
  would_change_my_mind: "What would change your mind?",
  WOULD_ACCEPT_CURRENT: "Would you accept the proposal as it is?",
  accurate: "Is it right about you?",
  agreements: "Points you agree with",
  appraisals: "How each draft does",
  argument: "Your last word on what is still open",
  context: "The background",
  counter_reason: "What is wrong with it",
  covers: "Other objections with the same answer",
  criterion: "Criterion",
  criticism: "Criticism",
  decision: "Your decision",
  defences: "Your findings that others doubt",
  disagreements: "Points you attack",
  doubts: "What you doubt in the brief",
  document: "The document",
  finding: "Finding",
  findings: "What you found | The worst first. None is a full answer.",
  formal_dissents: "Your dissents | In the words that go on record.",
  likelihood: "How likely",
  mitigation: "What makes it less likely or less bad",
  misrepresented: "What is wrong or missing",
  missed_risks: "Risks that nobody has raised",
  otherwise: "Otherwise | What you would choose if your conditions are not met.",
  outside_brief: "Points that are about something else than the question",
  remark: "Your remark",
  remarks: "Your remarks",
  request_synthesis: "Nothing useful is left to be said",
  requests: "What you need to see | Leave it out if the material is enough.",
  responses: "Your answers to the criticisms",
  rejected: "What is rejected, and why",
  risk_register: "Risks to watch",
  rounds: "Rounds",
  same_as: "The vote you agree with",
  searched: "Words you looked for and did not find",
  settled: "Concerns of yours that are settled",
  stand: "Do you go along with it?",
  stand_reason: "Why you do or do not",
  strengths: "What speaks for it",
  verdicts: "What you say of each finding",
  view: "Your view",
  vote: "Your vote",
  what: "What to look up | A path, a folder, or words.",
  why: "Why",
  within: "Where to look | A folder or file; everywhere if you leave it empty.",
  withdrawn_dissents: "Dissents of yours that you take back",
};

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
export function describeField(name: string, field: SchemaField): FieldQuestion {
  const other = OTHER_QUESTIONS.find(([one, note]) => one === name && note.test(field.note));
  const known = other?.[2] ?? QUESTIONS[name];
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
