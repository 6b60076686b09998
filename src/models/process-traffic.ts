/** Limits, circuits and warm caches are those of the process: all its debates share them. */
import { systemClock } from "../clock.ts";
import type { Traffic, TrafficSetting } from "./traffic/traffic.ts";

type Wanted = Omit<TrafficSetting, "clock">;

let traffics: ((setting: Wanted) => Traffic) | undefined;

/** The first who asks under a name says which limits it has. */
export async function processTraffic(setting: Wanted): Promise<Traffic> {
  const { trafficByName } = await import("./traffic/traffic.ts");
  traffics ??= trafficByName(systemClock);
  return traffics(setting);
}
