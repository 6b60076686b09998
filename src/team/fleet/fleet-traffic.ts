/** The way to each provider as all workers share it: limits in the database, the rest in each process. */
import type { Clock } from "../../clock.ts";
import { NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import type { TrafficSource } from "../../models/traffic-source.ts";
import { type Traffic, createTrafficRegistry } from "../../models/traffic/traffic.ts";
import type { RateLimitLeases } from "./rate-limit-leases.ts";

export function createFleetTraffic(grants: RateLimitLeases, clock: Clock): TrafficSource {
  const local = createTrafficRegistry(clock);
  return async ({ limits, ...setting }): Promise<Traffic> => {
    // how many at once is the queue's to count
    const traffic = local({ ...setting, limits: NO_TRAFFIC_LIMITS });
    return {
      ...traffic,
      async enter(entry, signal) {
        const pass = await traffic.enter(entry, signal);
        try {
          const used = await grants.enter(
            { provider: setting.name, limits, tokens: entry.tokens },
            signal,
          );
          return {
            spoke: () => pass.spoke(),
            leave(end) {
              used(end.usedTokens);
              pass.leave(end);
            },
          };
        } catch (error) {
          pass.leave({ health: "unknown", why: "", usedTokens: null });
          throw error;
        }
      },
    };
  };
}
