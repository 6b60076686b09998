/** Dissent for teams: clients and workers of a fleet over PostgreSQL. */
export {
  type ClientSetting,
  type FleetClient,
  fleetClient,
  type Standing,
} from "./team/fleet/fleet-client.ts";
export { fleetEngine, type FleetEngineSetting } from "./team/fleet/fleet-engine.ts";
export type { FleetStatus, QueueStatus, WorkerStatus } from "./team/fleet/fleet-status.ts";
export { startWorker, type Worker, type WorkerSetting } from "./team/fleet/worker/worker.ts";
