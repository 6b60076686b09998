/**
 * Sends debates to the fleet; this process runs none itself.
 *
 * FS1. People's additions to a journal are appended while nobody runs the debate, which is then sent to the fleet
 *      again.
 */
import type { BackgroundRunner } from "../../app/commands/background-runner.ts";
import { CommandRefusal } from "../../app/commands/command-refusal.ts";
import type { Clock } from "../../clock.ts";
import type { FleetClient } from "../fleet/fleet-client.ts";

export type FleetAccess = Pick<
  FleetClient,
  "send" | "pause" | "standing" | "onChange" | "follow" | "status"
>;

const LOOK_EVERY_MS = 500;
// longer than anyone waits for it
const GIVE_UP_MS = 60_000;

export function createFleetRunner(fleet: FleetAccess, clock: Clock): BackgroundRunner {
  const isHeld = async (debate: string): Promise<boolean> =>
    (await fleet.standing(debate)).state !== "idle";

  return {
    isRunningAnywhere: isHeld,
    start: (debate, { limits } = {}) =>
      fleet.send(debate, limits && Object.keys(limits).length > 0 ? { limits } : {}),
    pause: (debate, how) => fleet.pause(debate, how),
    isRunningHere: () => false,
    hasRuns: () => false,
    // subscribers get this from fleet-subscribers, which asks the fleet
    findTrouble: () => undefined,
    async waitUntilFree(debate) {
      const untilMs = clock.nowMs() + GIVE_UP_MS;
      while (await isHeld(debate)) {
        if (clock.nowMs() >= untilMs) {
          throw new CommandRefusal(
            "held-elsewhere",
            `${debate} is still being held.`,
            "Try again later.",
          );
        }
        await waitForFleetChange(fleet, clock, debate);
      }
    },
    join() {
      throw new TypeError("Nothing is held here.");
    },
    close: async () => {},
  };
}

/** Woken by the fleet, and after a while anyway: a message may be lost. */
async function waitForFleetChange(fleet: FleetAccess, clock: Clock, debate: string): Promise<void> {
  const woken = Promise.withResolvers<void>();
  const stop = fleet.onChange(debate, woken.resolve);
  const cancel = clock.after(LOOK_EVERY_MS, woken.resolve);
  await woken.promise;
  stop();
  cancel();
}
