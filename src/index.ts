/** The public API. */
export { type Clock, systemClock } from "./clock.ts";
export {
  type DebateRecord,
  dissent,
  type Dissent,
  type DissentSetting,
  type ForkRequest,
  PROTOCOLS,
} from "./dissent.ts";
export type { Decision } from "./debates/decision-facts.ts";
export type { Brief, Option, Source } from "./domain/brief.ts";
export type { Claim } from "./domain/claim.ts";
export type { Event, Fact, Limits } from "./domain/journal/event.ts";
export type { Outcome } from "./domain/outcome/outcome.ts";
export type { Participant } from "./domain/participant.ts";
export { type Transcript, buildTranscript } from "./domain/journal/transcript.ts";
export type { RunResult, RunRequest, LiveEvent, Steering } from "./engine.ts";
export { DissentError, SetupError, StoreError } from "./errors.ts";
export { type Audit, computeAudit } from "./audit/audit.ts";
export { verify, type Verification } from "./audit/verify/verify.ts";
export { readBrief } from "./config/briefs/read-brief.ts";
export { type Model, ModelError, type ModelRequest } from "./model.ts";
export { offline } from "./models/offline.ts";
export { modelSource } from "./models/model-registry.ts";
export type { Plan, PlanRequest } from "./plan.ts";
export {
  createRepositoryReader,
  type RepositoryReaderOptions,
} from "./repository/repository-reader.ts";
export { markdownRecord } from "./reports/markdown-record.ts";
export type { Store } from "./store.ts";
export { memoryStore } from "./stores/memory.ts";
export { postgresStore } from "./stores/postgres.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export { type TelemetrySetting, withTelemetry } from "./telemetry/telemetry.ts";
