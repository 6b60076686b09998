/** What a person adds to an ended debate: who watches its premises, and how the decision turned out. */
import { type Event, type Fact, findSettlement, readOpening } from "../domain/journal/event.ts";
import { type Premise, listPremises } from "../domain/premise.ts";
import { SetupError } from "../errors.ts";
import { isBlankText } from "../text/substance.ts";

export interface PremiseNote {
  readonly footing: string;
  /** Undefined leaves what was noted before. */
  readonly owner?: string | undefined;
  readonly due?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly by: string;
}

/** A fact made from the current state of the debate, so that a mistake is found before anything is written. */
export type Annotation = (events: readonly Event[]) => Fact;

export function annotatePremise(note: PremiseNote): Annotation {
  return (events) => {
    const { id, owner, due, command } = findPremise(events, note.footing);
    if (note.due !== undefined && !isCalendarDay(note.due)) {
      throw new SetupError("usage", `"${note.due}" is not a day.`, {
        hint: "Write it as 2027-01-31.",
      });
    }
    return {
      type: "footing-noted",
      footing: id,
      owner: note.owner ?? owner,
      due: note.due ?? due,
      command: note.command ?? command,
      by: note.by,
    };
  };
}

export function annotatePremiseCheck(
  footing: string,
  found: { readonly state: "holds" | "lost"; readonly detail: string; readonly by: string },
): Annotation {
  return (events) => {
    const { id } = findPremise(events, footing);
    return { type: "footing-checked", footing: id, ...found };
  };
}

export function annotateDecisionVerdict(judged: {
  readonly verdict: "right" | "wrong" | "partial";
  readonly reason: string;
  readonly by: string;
}): Annotation {
  return (events) => {
    const { debate } = requireEndedDebate(events);
    if (isBlankText(judged.reason)) {
      throw new SetupError("not-decidable", "A verdict on a decision needs a reason.", {
        hint: `Say what happened: dissent decisions outcome ${debate} ${judged.verdict} -m "…"`,
      });
    }
    return { type: "decision-judged", ...judged };
  };
}

/** Text from a person or a person's command may contain a key (K17). */
export function redactFact(fact: Fact, redact: (text: string) => string): Fact {
  return JSON.parse(JSON.stringify(fact), (_, value: unknown) =>
    typeof value === "string" ? redact(value) : value,
  ) as Fact;
}

function findPremise(events: readonly Event[], id: string): Premise {
  const { debate } = requireEndedDebate(events);
  const footings = listPremises(events);
  const found = footings.find((one) => one.id === id.toUpperCase());
  if (found) return found;
  throw new SetupError("usage", `The debate ${debate} has no ${id}.`, {
    hint:
      footings.length === 0
        ? "No one in it named an assumption, or what would change their mind."
        : `Its premises are ${footings[0]?.id ?? ""} to ${footings.at(-1)?.id ?? ""}: dissent decisions check ${debate}`,
  });
}

function requireEndedDebate(events: readonly Event[]): { readonly debate: string } {
  const { debate } = readOpening(events);
  if (findSettlement(events)) return { debate };
  throw new SetupError("not-decidable", `The debate ${debate} has not ended.`, {
    hint: `Continue it with: dissent resume ${debate}`,
  });
}

function isCalendarDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
