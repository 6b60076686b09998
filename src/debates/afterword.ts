import { type Event, type Fact, opening, settlement } from "../domain/event.ts";
import { type Footing, footingsOf } from "../domain/footing.ts";
import { SetupError } from "../errors.ts";
/** What a person adds to a debate that has ended: who looks after what it stands on, and what became of it. */
import { isBlank } from "../text/blank.ts";

export interface FootingNote {
  readonly footing: string;
  /** Undefined leaves what was noted before. */
  readonly owner?: string | undefined;
  readonly due?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly by: string;
}

/** A fact made from the debate as it stands, so that a mistake is found before anything is written. */
export type Afterword = (events: readonly Event[]) => Fact;

export function footingNoted(note: FootingNote): Afterword {
  return (events) => {
    const { id, owner, due, command } = footingIn(events, note.footing);
    if (note.due !== undefined && !isDay(note.due)) {
      throw new SetupError("usage", `"${note.due}" is no day.`, {
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

export function footingChecked(
  footing: string,
  found: { readonly state: "holds" | "lost"; readonly detail: string; readonly by: string },
): Afterword {
  return (events) => {
    const { id } = footingIn(events, footing);
    return { type: "footing-checked", footing: id, ...found };
  };
}

export function decisionJudged(judged: {
  readonly verdict: "right" | "wrong" | "partial";
  readonly reason: string;
  readonly by: string;
}): Afterword {
  return (events) => {
    const { debate } = ended(events);
    if (isBlank(judged.reason)) {
      throw new SetupError("not-decidable", "A verdict on a decision needs a reason.", {
        hint: `Say what happened: dissent outcome ${debate} ${judged.verdict} -m "…"`,
      });
    }
    return { type: "decision-judged", ...judged };
  };
}

/** What a person or a person's command said may hold a key (K17). */
export function withoutSecrets(fact: Fact, redact: (text: string) => string): Fact {
  return JSON.parse(JSON.stringify(fact), (_, value: unknown) =>
    typeof value === "string" ? redact(value) : value,
  ) as Fact;
}

function footingIn(events: readonly Event[], id: string): Footing {
  const { debate } = ended(events);
  const footings = footingsOf(events);
  const found = footings.find((one) => one.id === id.toUpperCase());
  if (found) return found;
  throw new SetupError("usage", `The debate ${debate} has no ${id}.`, {
    hint:
      footings.length === 0
        ? "Nobody in it named an assumption, or what would change its mind."
        : `It stands on ${footings[0]?.id ?? ""} to ${footings.at(-1)?.id ?? ""}: dissent check ${debate}`,
  });
}

function ended(events: readonly Event[]): { readonly debate: string } {
  const { debate } = opening(events);
  if (settlement(events)) return { debate };
  throw new SetupError("not-decidable", `The debate ${debate} has not ended.`, {
    hint: `Continue it with: dissent resume ${debate}`,
  });
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
