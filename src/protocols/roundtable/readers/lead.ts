/** The built-in lead: it sorts what the specialists said, and adds nothing. */
import { asSentence, quoted } from "../../retired-readers/sentences.ts";
import type {
  AdrDraft,
  CompromiseMatter,
  DraftMatter,
  LeadView,
  RoundtableReviewInput,
  ReviseMatter,
  TableConcern,
} from "../prompts/prompt-input.ts";
import { domainOf } from "./lexicon.ts";
import { bestFor } from "./reading.ts";
import { nameOf } from "./view.ts";

const MOST_PROPOSALS = 3;

export function proposeCompromise({ view }: CompromiseMatter) {
  const open = view.scores.flatMap(({ concerns }) => concerns);
  const concerns = open.length > 0 ? open : view.positions.flatMap((one) => one.concerns);
  const chosen = [
    ...concerns.filter(({ blocking }) => blocking),
    ...concerns.filter(({ blocking }) => !blocking),
  ].slice(0, MOST_PROPOSALS);
  const [first] = chosen;
  const seats = [...new Set(chosen.map(({ by }) => by))].join(", ");
  return {
    core_disagreement: first
      ? `Whether to go ahead before what ${seats} asks for is in place, above all ${first.id}`
      : "Nobody names what keeps the scores where they are",
    compromises:
      chosen.length === 0
        ? [{ text: "Each specialist names one thing that would raise its score.", built_from: [] }]
        : chosen.map((concern) => ({ text: conditionText(concern), built_from: [concern.id] })),
  };
}

function conditionText({ id, resolved_by }: TableConcern): string {
  return `Go ahead with ${id} as a condition of the decision: ${asSentence(resolved_by)}`;
}

export function draftRecord({ view, choice, outcome }: DraftMatter): AdrDraft {
  const { brief, specialists } = view;
  const answer = nameOf(brief, choice);
  const conditions = conditionsIn(view);
  const reasons = specialists.flatMap((seat) => bestFor(seat, brief, choice) ?? []);
  const gains = [...new Set(reasons.map(({ said }) => asSentence(said)))].slice(0, 4);
  const costs = [
    ...new Set(
      view.positions
        .filter(({ option }) => choice === null || option === choice)
        .flatMap(({ concerns }) => concerns.map(({ text }) => text)),
    ),
  ];
  return {
    title: choice === null ? brief.question : labelOf(view, choice),
    context: `${brief.question} ${specialists.length} specialists discussed it; the rounds ended in ${outcome}.`,
    decision: `The table goes with ${answer}.${conditions.length === 0 ? "" : ` Conditions: ${conditions.map(({ task }) => task).join(" ")}`}`,
    implementation_guidance: guidanceIn(view, choice),
    consequences: {
      positive: gains.length > 0 ? gains : ["Nobody at the table objects any longer."],
      negative:
        costs.length > 0
          ? costs.slice(0, 4)
          : ["The brief names no drawback, so none was weighed."],
      neutral: [],
    },
  };
}

/** Proposals that someone made the remedy of a concern into. */
function conditionsIn({ messages }: LeadView): { task: string }[] {
  return messages
    .filter(({ kind, answers }) => kind === "proposal" && answers.length > 0)
    .map(({ text }) => ({ task: asSentence(text.replace(/^.*?: /, "")) }))
    .filter(({ task }, index, all) => all.findIndex((other) => other.task === task) === index);
}

function guidanceIn(view: LeadView, choice: string | null): AdrDraft["implementation_guidance"] {
  return view.specialists.flatMap((seat) => {
    const own = [
      ...view.positions
        .filter(({ option }) => choice === null || option === choice)
        .flatMap(({ concerns }) => concerns),
      ...view.messages.filter(({ kind }) => kind === "concern"),
    ].filter(({ by }) => by === seat.id);
    return own.slice(0, 2).map(({ id, text }) => ({
      specialist: seat.id,
      task: `See to ${id} (${text}) until there is ${domainOf(seat).settles}.`,
    }));
  });
}

function labelOf({ brief }: LeadView, choice: string): string {
  return brief.options.find(({ id }) => id === choice)?.label ?? brief.question;
}

/** Right about the domain when nothing that this specialist still misses is left out. */
export function reviewRecord({ seat, draft, score }: RoundtableReviewInput) {
  const words = JSON.stringify(draft);
  const missing = score?.concerns.find(
    ({ text, resolved_by }) =>
      !words.includes(JSON.stringify(text).slice(1, -1)) &&
      !words.includes(JSON.stringify(resolved_by).slice(1, -1)),
  );
  return missing
    ? {
        accurate: "no",
        correction: `Name what ${seat.id} still misses: ${missing.text} It is settled by ${missing.resolved_by}.`,
      }
    : { accurate: "yes", correction: null };
}

export function reviseRecord({ draft, corrections }: ReviseMatter): AdrDraft {
  const added = corrections
    .filter(({ accurate, correction }) => !accurate && correction !== null)
    .map(({ by, correction }) => ({ specialist: by, task: correction ?? "" }));
  return {
    ...draft,
    implementation_guidance: [...draft.implementation_guidance, ...added],
    consequences: {
      ...draft.consequences,
      neutral: [
        ...draft.consequences.neutral,
        ...added.map(
          ({ specialist, task }) => `${specialist} corrected the draft: ${quoted(task)}.`,
        ),
      ],
    },
  };
}
