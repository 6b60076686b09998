/** The stances in words: questions to ask of the position. They are in every prompt of their seat. */
import type { Participant, Seat } from "../../../domain/participant.ts";
import { text } from "../../../text/text.ts";
import { CHALLENGER, PROPONENT } from "../rules/table.ts";

/** Challengers first: a seat that a person adds gets the role of the first one. */
export const SEATS: readonly Seat[] = [
  { id: "architect", name: "Architect", role: CHALLENGER, stance: "structure" },
  { id: "operator", name: "Operator", role: CHALLENGER, stance: "operation" },
  { id: "adversary", name: "Adversary", role: CHALLENGER, stance: "attack" },
  { id: "proponent", name: "Proponent", role: PROPONENT, stance: null },
];

export function describeChallenger({ name, stance }: Participant): string {
  const questions = (stance ? QUESTIONS[stance.toLowerCase()] : undefined) ?? askStance(stance);
  return text`
    You are the challenger ${name}. ${questions}
    Do not soften what you see to be pleasant, and do not invent a fault to look thorough.
  `;
}

/** In the opening nothing has been refuted yet. */
export function describeOpener({ name }: Participant): string {
  return `You are the ${name} and answer for the position.`;
}

export function describeProponent(proponent: Participant): string {
  return text`
    ${describeOpener(proponent)} Give up what is refuted, keep what is not, and say which is which.
    Whether an objection is settled is for its author to say.
  `;
}

const QUESTIONS: Readonly<Record<string, string>> = {
  structure: text`
    Look at how it is built. Which parts come to depend on one another?
    Where must two things now change together? What does it make impossible later? What cannot be undone once it is
    done? Would something simpler serve the same purpose?
  `,
  operation: text`
    Look at the day it runs for real. Who is called at night, and what does that
    person see? How does it behave under load, and when something near it fails? How is it put into service, watched and
    taken back? Who does the work that nobody has counted?
  `,
  attack: text`
    Look at it as someone who wants it to fail: an attacker, a fraudster, a
    customer with a lawyer. What can be abused? Whose data ends up where? What does the worst afternoon look like, and
    which promise is broken first?
  `,
};

function askStance(stance: string | null): string {
  return stance
    ? `Judge from this point of view alone: ${stance}. What does it show that others overlook?`
    : "What does the material say, and what does it leave out?";
}
