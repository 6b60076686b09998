/** What people are asked in the course of a debate: escalations, and answers for seats that they hold. */
import type { Event } from "../domain/event.ts";
import { stepOf } from "../domain/transcript.ts";
import type { Question, SeatCard, Step } from "./story.ts";

export function questionsIn(
  events: readonly Event[],
  seats: readonly SeatCard[],
  steps: readonly Step[],
): Question[] {
  const answers = answersIn(events);
  const names = new Map(seats.map(({ id, name }) => [id, name]));
  const titles = new Map(steps.map(({ step, title }) => [step, title]));
  return events.flatMap(({ fact, sequence: at }): Question[] => {
    if (fact.type === "escalation-raised") {
      const { key, question, choices, many = false } = fact;
      const answered = answers.get(key) ?? null;
      return [{ at, key, kind: "escalation", seat: null, question, choices, many, answered }];
    }
    if (fact.type !== "answer-awaited") return [];
    const { key, by: seat, attempt } = fact;
    const step = stepOf(key);
    const asked = { name: names.get(seat) ?? seat, title: titles.get(step) ?? step, attempt };
    const answered = answers.get(placeOf(key, attempt)) ?? null;
    const question = seatQuestion(asked);
    return [{ at, key, kind: "seat", seat, question, choices: [], many: false, answered }];
  });
}

function seatQuestion(asked: { name: string; title: string; attempt: number }): string {
  const { name, title, attempt } = asked;
  if (attempt === 1) return `What does ${name} say? (${title})`;
  return `The answer for ${name} was sent back. What does ${name} say? (${title})`;
}

function answersIn(events: readonly Event[]): Map<string, NonNullable<Question["answered"]>> {
  const answers = new Map<string, NonNullable<Question["answered"]>>();
  for (const { fact, sequence: at } of events) {
    if (fact.type === "escalation-answered") {
      const { choice, reason, by } = fact;
      answers.set(fact.key, { at, choice, reason, by });
    } else if (fact.type === "person-answered") {
      const place = placeOf(fact.key, fact.attempt);
      answers.set(place, { at, choice: "", reason: "", by: fact.by });
    }
  }
  return answers;
}

function placeOf(key: string, attempt: number): string {
  return `${key}#${attempt}`;
}

/** A question without an answer that came later. */
export function questionAt(question: Question, at: number): Question {
  const { answered } = question;
  return answered !== null && answered.at > at ? { ...question, answered: null } : question;
}
