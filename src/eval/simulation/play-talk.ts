/** Plays a simulated talk without an engine: the very decisions of `sim:` seats, a hundred thousand times over. */
import type { SimulatedPeer, SimulatedView } from "../../domain/simulated-answer.ts";
import { decideSimulated } from "../../models/sim/sim-decide.ts";
import type { SimTraits } from "../../models/sim/sim-traits.ts";
import { rankSimulatedOptions } from "../../models/sim/sim-world.ts";

export interface SimulatedItem {
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly answer: string;
  readonly material: string;
}

/** The same item wherever it is made: its answer follows from its words (SW1). */
export function createSimulatedItem(name: string, count = 2): SimulatedItem {
  const question = `Which option is right for ${name}?`;
  const options = Array.from({ length: count }, (_, index) => ({
    id: `o${index + 1}`,
    label: `Plan ${index + 1} of ${name}`,
  }));
  const [answer = "o1"] = rankSimulatedOptions({ item: question, options });
  const material = options.map(({ label }) => `An exhibit on record names ${label}.`).join("\n");
  return { question, options, answer, material };
}

export interface TalkPlan {
  /** One per seat. */
  readonly traits: readonly SimTraits[];
  readonly rounds: number;
  readonly graph?: "full" | "ring" | "star";
  readonly named?: boolean;
}

/** Positions of every seat, round by round. */
export function playSimulatedTalk(item: SimulatedItem, plan: TalkPlan): string[][] {
  const { traits, rounds, graph = "full", named = true } = plan;
  const rows: { position: string; peer: SimulatedPeer }[][] = [];
  const seen = traits.map((_, seat) => listSeenSeats(seat, traits.length, graph));
  for (let round = 1; round <= rounds; round++) {
    const row = traits.map((own, seat) => {
      const name = `seat${seat + 1}`;
      const view: SimulatedView = {
        item: item.question,
        options: item.options,
        sources: [{ id: "brief", text: item.material }],
        seat: name,
        round,
        own: rows.map((turns) => turns[seat]?.position ?? ""),
        peers: rows.map((turns) => (seen[seat] ?? []).flatMap((other) => turns[other]?.peer ?? [])),
        inserted: [],
        named,
      };
      const { option, reasons } = decideSimulated(own, view);
      const points = reasons.map(({ about, quote }, index) => ({
        id: `${name}-${round}-${index}`,
        about,
        backed: quote !== null,
        verified: quote !== null && item.material.includes(quote.words),
      }));
      return { position: option, peer: { seat: name, holds: option, points } };
    });
    rows.push(row);
  }
  return rows.map((row) => row.map(({ position }) => position));
}

function listSeenSeats(seat: number, count: number, graph: "full" | "ring" | "star"): number[] {
  return Array.from({ length: count }, (_, other) => other).filter((other) => {
    if (other === seat) return false;
    if (graph === "full") return true;
    if (graph === "star") return seat === 0 || other === 0;
    return other === (seat + 1) % count || other === (seat + count - 1) % count;
  });
}
