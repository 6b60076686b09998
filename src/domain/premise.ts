/** What a decision depends on: the assumptions of those who supported it, and what would change anyone's mind. */
import { type Event, readOpening, findSettlement } from "./journal/event.ts";

export interface Premise {
  /** P1, P2…: stable, since a journal only grows (K16). */
  readonly id: string;
  readonly kind: "assumption" | "crux";
  /** In the author's own words. */
  readonly text: string;
  readonly by: string;
  readonly key: string;
  readonly owner: string | null;
  readonly due: string | null;
  readonly command: readonly string[] | null;
  readonly state: "unchecked" | "holds" | "lost";
  readonly detail: string;
  readonly checkedMs: number | null;
}

export function listPremises(events: readonly Event[]): Premise[] {
  const found = new Map<string, Premise>();
  const known = new Set<string>();
  for (const { fact, atMs } of events) {
    switch (fact.type) {
      case "reply-recorded": {
        const { said, by, key } = fact;
        const assumed = (said?.assumes ?? []).map(
          (text) => ({ kind: "assumption", text }) as const,
        );
        const cruxes = said?.wouldChange ? [{ kind: "crux", text: said.wouldChange } as const] : [];
        for (const { kind, text } of [...assumed, ...cruxes]) {
          const same = `${by} ${kind} ${text}`;
          if (known.has(same)) continue;
          known.add(same);
          const id = `P${found.size + 1}`;
          found.set(id, { ...UNCHECKED, id, kind, text, by, key });
        }
        break;
      }
      case "footing-noted": {
        const footing = found.get(fact.footing);
        const { owner, due, command } = fact;
        if (footing) found.set(footing.id, { ...footing, owner, due, command });
        break;
      }
      case "footing-checked": {
        const footing = found.get(fact.footing);
        const { state, detail } = fact;
        if (footing) found.set(footing.id, { ...footing, state, detail, checkedMs: atMs });
        break;
      }
      default:
    }
  }
  return [...found.values()];
}

const UNCHECKED = {
  owner: null,
  due: null,
  command: null,
  state: "unchecked",
  detail: "",
  checkedMs: null,
} as const;

/** Past its day and not looked at since. */
export function isPremiseOverdue({ due, checkedMs }: Premise, nowMs: number): boolean {
  if (due === null) return false;
  const dueMs = Date.parse(`${due}T23:59:59Z`);
  return nowMs > dueMs && (checkedMs === null || checkedMs < dueMs);
}

/** A debate whose decision is in force: the person's, else the panel's. */
export function findDecisionInForce(events: readonly Event[]): string | null {
  const decided = events.findLast(({ fact }) => fact.type === "decision-recorded")?.fact;
  if (decided?.type === "decision-recorded") return decided.choice;
  return findSettlement(events)?.outcome.choice ?? null;
}

/** Whether a premise is on the side of the decision. */
export function supportsDecision(premise: Premise, events: readonly Event[]): boolean {
  return supportsChoice(premise, events, findDecisionInForce(events));
}

/** Premises of a decision that a later one on the same question no longer has; none if they agree. */
export function findUnsettledPremises(
  before: readonly Event[],
  after: readonly Event[],
): Premise[] {
  const decision = findDecisionInForce(after);
  return listPremises(before).filter(
    (footing) => supportsDecision(footing, before) && !supportsChoice(footing, before, decision),
  );
}

function supportsChoice(
  premise: Premise,
  events: readonly Event[],
  decision: string | null,
): boolean {
  const last = events.findLast(
    ({ fact }) => fact.type === "reply-recorded" && fact.by === premise.by && fact.said?.position,
  )?.fact;
  const held = last?.type === "reply-recorded" ? (last.said?.position ?? null) : null;
  const known = readOpening(events).brief.options.some(({ id }) => id === held);
  return !known || decision === null || held === decision;
}
