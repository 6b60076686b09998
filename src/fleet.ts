/** Dissent for teams: clients and workers of a fleet over PostgreSQL. */
export {
  type ClientSetting,
  type FleetClient,
  fleetClient,
  type Standing,
} from "./fleet/client.ts";
export { fleetEngine, type FleetEngineSetting } from "./fleet/engine.ts";
export type { FleetStatus, QueueStatus, WorkerStatus } from "./fleet/status.ts";
export { startWorker, type Worker, type WorkerSetting } from "./fleet/worker.ts";
