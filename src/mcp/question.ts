/** What a debate asks of its person: the escalation it waits for, or the decision beside its outcome. */
import { type Event, readOpening } from "../domain/event.ts";
import { OPEN_CHOICES } from "../domain/outcome.ts";
import { transcriptOf } from "../domain/transcript.ts";

export interface DecisionQuestion {
  /** Changes when it was answered: an answer to an older one must not count. */
  readonly id: string;
  readonly asks: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** Several choices may be given, joined by commas. */
  readonly many: boolean;
  /** The debate sleeps until it is answered, and then goes on. */
  readonly waits: boolean;
}

/** Null while a debate neither waits for a person nor has ended. */
export function findDecisionQuestion(events: readonly Event[]): DecisionQuestion | null {
  const { waiting, outcome, decisions, question } = transcriptOf(events);
  if (waiting) {
    const { key, question: asks, choices, many = false } = waiting;
    return { id: `escalation ${key}`, asks, choices, many, waits: true };
  }
  if (!outcome) return null;
  const { options } = readOpening(events).brief;
  const choices = options.length > 0 ? options : (outcome.choices ?? OPEN_CHOICES);
  return {
    id: `decision ${decisions.length + 1}`,
    asks: question,
    choices: choices.map(({ id, label }) => ({ id, label })),
    many: false,
    waits: false,
  };
}

/** How a person answers without the host. */
export function formatDecideCommand(debate: string, { choices, many }: DecisionQuestion): string {
  const ids = choices.slice(0, MAX_COMMAND_CHOICES).map(({ id }) => id);
  const more = choices.length > MAX_COMMAND_CHOICES ? "|..." : "";
  return `dissent decide ${debate} ${ids.join("|")}${more}${many ? "[,...]" : ""} -m "why"`;
}

const MAX_COMMAND_CHOICES = 6;
