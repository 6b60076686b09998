/** What a debate asks of its person, and what they type to answer. */
import type { DebateRecord } from "../../dissent.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { listAwaitedAnswers, buildTranscript } from "../../domain/journal/transcript.ts";
import { OPEN_CHOICES } from "../../domain/outcome/outcome.ts";

/** The escalation that a debate waits for, or the decision beside its outcome. */
export interface DecisionQuestion {
  /** Changes when it was answered: an answer to an older one must not count. */
  readonly id: string;
  readonly asks: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** Several choices may be given, joined by commas. */
  readonly many: boolean;
  /** The debate waits until it is answered, and then continues. */
  readonly waits: boolean;
}

/** Null while a debate neither waits for a person nor has ended. */
export function findDecisionQuestion(events: readonly Event[]): DecisionQuestion | null {
  const { waiting, outcome, decisions, question } = buildTranscript(events);
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

// a person looks the rest up; a line of a hundred ids helps nobody
const MAX_SHOWN_CHOICES = 6;

export function formatDecideCommand(
  debate: string,
  { choices, many = false }: { readonly many?: boolean } & Pick<DecisionQuestion, "choices">,
): string {
  const ids = choices.slice(0, MAX_SHOWN_CHOICES).map(({ id }) => id);
  const more = choices.length > MAX_SHOWN_CHOICES ? "|..." : "";
  return `dissent decide ${debate} ${ids.join("|")}${more}${many ? "[,...]" : ""} -m "why"`;
}

/** How the person whom a debate waits for answers it. */
export function formatAnswerCommand({ id, events }: DebateRecord): string {
  const [seat] = listAwaitedAnswers(events);
  if (seat) return `dissent resume ${id} --answer --seat ${seat.by}`;
  return formatDecideCommand(id, buildTranscript(events).waiting ?? { choices: [] });
}
