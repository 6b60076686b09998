/** Limits, circuits and warm caches: of one source of models, or of the process, which all its debates share. */
import { type Clock, systemClock } from "../clock.ts";
import type { Traffic, TrafficOptions } from "./traffic/traffic.ts";

/** The first who asks under a name says which limits it has. */
export type TrafficSource = (setting: Omit<TrafficOptions, "clock">) => Promise<Traffic>;

/** Shared by nobody else: two of them never wait for each other. */
export function createTrafficSource(clock: Clock = systemClock): TrafficSource {
  let traffics: ((setting: Parameters<TrafficSource>[0]) => Traffic) | undefined;
  return async (setting) => {
    const { createTrafficRegistry } = await import("./traffic/traffic.ts");
    traffics ??= createTrafficRegistry(clock);
    return traffics(setting);
  };
}

/** A key has one limit, however many debates of a process use it. */
export const processTraffic: TrafficSource = createTrafficSource();
