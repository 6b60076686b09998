/** Debates of `talk` in a fleet: three seats speak at once, then one after the other. */
import { vi } from "vitest";

import type { Behaviour } from "../../../src/models/scripted.ts";
import { createTestBrief } from "../protocols/judges.ts";
import { says } from "../protocols/probe-protocol.ts";
import type { SpokenCall } from "./fleet-speakers.ts";
import type { Fleet } from "./fleet.ts";

export const TALKED = "ann:yes bob:yes cid:yes ann:yes bob:yes cid:yes";

export const SOON = { timeout: 60_000, interval: 20 };

export interface Talk {
  readonly debate: string;
  calls(): SpokenCall[];
  /** Names that were called more than once. */
  repeated(): string[];
  /** So many calls have begun. */
  asked(times: number): Promise<void>;
  settled(): Promise<void>;
}

export async function talkIn(
  fleet: Fleet,
  brief: string,
  part: Parameters<Fleet["speakers"]["play"]>[1] = { "*": says("yes") },
): Promise<Talk> {
  const { app, client, speakers } = fleet;
  speakers.play(brief, part);
  const plan = app.plan("talk", { brief: createTestBrief({ id: brief }), panel: ["told/x"] });
  const debate = await app.open(plan, "tester");
  const calls = (): SpokenCall[] => speakers.calls.filter((call) => call.debate === debate);
  return {
    debate,
    calls,
    repeated() {
      const names = calls().map(({ name }) => name);
      return names.filter((name, index) => names.indexOf(name) !== index);
    },
    asked: async (times) => void (await vi.waitUntil(() => calls().length >= times, SOON)),
    settled: async () =>
      void (await vi.waitUntil(
        async () => (await client.last(debate))?.ending?.status === "settled",
        SOON,
      )),
  };
}

/** Models that think until they are let. */
export function thinking(): { readonly part: () => Promise<Behaviour>; readonly let: () => void } {
  const gate = Promise.withResolvers<void>();
  return {
    part: async () => {
      await gate.promise;
      return says("yes");
    },
    let: () => gate.resolve(),
  };
}
