/** What people are asked during a debate: escalations, and answers for their seats. */
import type { Event } from "../domain/journal/event.ts";
import { readStepName } from "../domain/journal/steps.ts";
import type { PersonQuestion, SeatCard, TimelineStep } from "./debate-timeline.ts";

export function listPersonQuestions(
  events: readonly Event[],
  seats: readonly SeatCard[],
  steps: readonly TimelineStep[],
): PersonQuestion[] {
  const answers = indexQuestionAnswers(events);
  const names = new Map(seats.map(({ id, name }) => [id, name]));
  const titles = new Map(steps.map(({ step, title }) => [step, title]));
  return events.flatMap(({ fact, sequence: at }): PersonQuestion[] => {
    if (fact.type === "escalation-raised") {
      const { key, question, choices, many = false } = fact;
      const answered = answers.get(key) ?? null;
      return [{ at, key, kind: "escalation", seat: null, question, choices, many, answered }];
    }
    if (fact.type !== "answer-awaited") return [];
    const { key, by: seat, attempt } = fact;
    const step = readStepName(key);
    const asked = { name: names.get(seat) ?? seat, title: titles.get(step) ?? step, attempt };
    const answered = answers.get(formatAttemptKey(key, attempt)) ?? null;
    const question = formatSeatQuestion(asked);
    return [{ at, key, kind: "seat", seat, question, choices: [], many: false, answered }];
  });
}

function formatSeatQuestion(asked: { name: string; title: string; attempt: number }): string {
  const { name, title, attempt } = asked;
  if (attempt === 1) return `What does ${name} say? (${title})`;
  return `The answer for ${name} was sent back. What does ${name} say? (${title})`;
}

function indexQuestionAnswers(
  events: readonly Event[],
): Map<string, NonNullable<PersonQuestion["answered"]>> {
  const answers = new Map<string, NonNullable<PersonQuestion["answered"]>>();
  for (const { fact, sequence: at } of events) {
    if (fact.type === "escalation-answered") {
      const { choice, reason, by } = fact;
      answers.set(fact.key, { at, choice, reason, by });
    } else if (fact.type === "person-answered") {
      const place = formatAttemptKey(fact.key, fact.attempt);
      answers.set(place, { at, choice: "", reason: "", by: fact.by });
    }
  }
  return answers;
}

function formatAttemptKey(key: string, attempt: number): string {
  return `${key}#${attempt}`;
}

/** A question without an answer that came later. */
export function hideLaterAnswer(question: PersonQuestion, at: number): PersonQuestion {
  const { answered } = question;
  return answered !== null && answered.at > at ? { ...question, answered: null } : question;
}
