/** What a person can do about a debate now, most urgent first. */
import type { Limits } from "../../src/domain/journal/event.ts";
import type {
  DebateSnapshot,
  DebateTimeline,
  PersonQuestion,
} from "../../src/timeline/debate-timeline.ts";

export type PersonTask =
  /** A question of the debate itself; it sleeps until it is answered. */
  | { readonly kind: "question"; readonly question: PersonQuestion }
  /** A person's seat. */
  | { readonly kind: "seat"; readonly question: PersonQuestion }
  | { readonly kind: "resume" }
  /** It says that it runs, but no process runs it. */
  | { readonly kind: "stranded" }
  | { readonly kind: "pause" }
  /** Nobody has decided, and the panel left it open or failed. */
  | { readonly kind: "decide" }
  /** The panel or a person has decided. */
  | { readonly kind: "decide-otherwise" }
  | { readonly kind: "ask" };

export function listPersonTasks(snapshot: DebateSnapshot, held: boolean): PersonTask[] {
  const asked = snapshot.questions.map((question): PersonTask => ({
    kind: question.kind === "escalation" ? "question" : "seat",
    question,
  }));
  switch (snapshot.status) {
    case "waiting":
      return asked;
    case "paused":
      return [{ kind: "resume" }, ...asked];
    case "running":
      return [{ kind: held ? "pause" : "stranded" }, ...asked];
    case "ended": {
      const isOpen = snapshot.outcome?.ending !== "decided" && snapshot.decisions.length === 0;
      return [{ kind: isOpen ? "decide" : "decide-otherwise" }, { kind: "ask" }];
    }
  }
}

// Why a debate is paused, and which limit it needs to continue.

export interface PauseCause {
  readonly reason: "interrupted" | "limit" | "failed";
  /** As it was journaled. */
  readonly detail: string;
  /** The limit that was reached, if it can be raised here. */
  readonly limit: "usd" | "calls" | null;
  /** What the limit is now. */
  readonly now: number | null;
}

/** The newest pause up to a given event; null if it never paused. */
export function findPauseCause(
  { events }: DebateTimeline,
  { at, limits }: Pick<DebateSnapshot, "at" | "limits">,
): PauseCause | null {
  const pause = events.findLast(
    ({ fact, sequence }) => sequence <= at && fact.type === "debate-paused",
  );
  if (pause?.fact.type !== "debate-paused") return null;
  const { reason, detail } = pause.fact;
  const limit = reason === "limit" ? parseReachedLimit(detail) : null;
  return { reason, detail, limit, now: limit === null ? null : limits[limit] };
}

function parseReachedLimit(detail: string): keyof Pick<Limits, "usd" | "calls"> | null {
  if (/\busd:/.test(detail)) return "usd";
  return /\bcalls:/.test(detail) ? "calls" : null;
}

export function describePauseCause({ reason, detail }: PauseCause): string {
  switch (reason) {
    case "interrupted":
      return "Someone paused it. Everything said so far is kept.";
    case "limit":
      return `A limit was reached (${detail}). Nothing is lost; it can go on with a higher one.`;
    case "failed":
      return `Something failed: ${detail}. What was said before is kept.`;
  }
}

/** A round number above what is there, as a first proposal. */
export function proposeRaisedLimit(now: number | null, limit: "usd" | "calls"): number {
  if (now === null || now <= 0) return limit === "usd" ? 1 : 20;
  return limit === "usd" ? Math.ceil(now * 200) / 100 : now * 2;
}
