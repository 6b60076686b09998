/** How simulated participants speak in each protocol, loaded when one of its asks is to be answered. */
import type { DecideSimulated } from "../domain/simulated-answer.ts";
import type { PromptInput } from "../model.ts";

export type SimulatedReplier = (input: PromptInput, decide: DecideSimulated) => unknown;
type SimulatedRepliers = Readonly<Record<string, SimulatedReplier>>;

const REPLIERS: Readonly<Record<string, () => Promise<SimulatedRepliers>>> = {
  judges: async () => (await import("./judges/simulated.ts")).judgesSimulated,
  poll: async () => (await import("./poll/simulated.ts")).pollSimulated,
};

/** Undefined where a simulation has no words for it. */
export async function loadSimulatedReplier(kind: string): Promise<SimulatedReplier | undefined> {
  const [protocol = ""] = kind.split(".");
  const repliers = Object.hasOwn(REPLIERS, protocol) ? await REPLIERS[protocol]?.() : undefined;
  return repliers && Object.hasOwn(repliers, kind) ? repliers[kind] : undefined;
}
