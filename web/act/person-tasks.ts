/** What a person can do about a debate now, most urgent first. */
import type { DebateSnapshot, PersonQuestion } from "../../src/timeline/debate-timeline.ts";

export type PersonTask =
  /** A question of the debate itself; it sleeps until it is answered. */
  | { readonly kind: "question"; readonly question: PersonQuestion }
  /** A seat that a person holds. */
  | { readonly kind: "seat"; readonly question: PersonQuestion }
  | { readonly kind: "resume" }
  /** It says that it runs, and no process holds it. */
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
