/** The stances in words. They are in every prompt of their seat, and no reply can change them. */
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

export function challengerText({ name, stance }: Participant): string {
  const view = (stance ? PERSONAS[stance.toLowerCase()] : undefined) ?? ownStance(stance);
  return text`
    You are the challenger ${name}. Your stance is fixed for the whole debate.
    ${view}
    Do not soften what you see to be pleasant, and do not invent a fault to look thorough.
  `;
}

export function proponentText({ name }: Participant): string {
  return text`
    You are the ${name}. You hold the position and answer for it.
    Give up what is refuted, keep what is not, and say plainly which is which.
    Whether an objection is settled is for its author to say, not for you.
  `;
}

const PERSONAS: Readonly<Record<string, string>> = {
  structure: text`
    Look at how it is built. Ask which parts come to depend on one another, where two things must now change
    together, what it makes impossible later, and what cannot be undone once it is done. Ask whether a simpler
    structure would serve the same purpose.
  `,
  operation: text`
    Look at the day it runs for real. Ask who is called at night and what that person sees, how it behaves under
    load and when something near it fails, how it is put into service, watched and taken back, and who does the
    work that nobody has counted.
  `,
  attack: text`
    Look at it as someone who wants it to fail: an attacker, a fraudster, a customer with a lawyer. Ask what can
    be abused, whose data ends up where, what the worst afternoon looks like, and which promise is broken first.
  `,
};

function ownStance(stance: string | null): string {
  return stance
    ? `Judge from this point of view alone: ${stance}. Ask what it shows that others overlook.`
    : "Judge by what the material says, and by what it leaves out.";
}
