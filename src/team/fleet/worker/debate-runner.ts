/**
 * Runs debates for the fleet.
 *
 * FD1. The journal and its lease decide: a worker whose debate is still run by another waits for the lease, and finds
 *      everything that was recorded.
 * FD2. A debate that cannot continue here ends its assignment with the reason; it is not retried forever.
 * FD3. A worker that leaves hands its debates over as they are; nothing about it is recorded in them.
 */
import { type Clock, sleepUnlessAborted } from "../../../clock.ts";
import type { Engine, RunResult } from "../../../engine.ts";
import { DissentError, StoreError } from "../../../errors.ts";
import { DebateHandedOver } from "../../../kernel/suspension.ts";
import type {
  AssignmentEnding,
  Assignments,
  QueuedAssignment,
  StopRequest,
} from "../assignments.ts";
import { retryWhileUnavailable } from "../fleet-database.ts";

export interface DebateRunnerOptions {
  readonly worker: string;
  readonly engine: Engine;
  readonly holdings: Assignments;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** Aborted when this worker hands its debates over. */
  readonly leave: AbortSignal;
  /** An assignment that follows at once, to be put into its queue. */
  readonly onNext: (debate: string, sent: QueuedAssignment) => Promise<void>;
  readonly onEnd: (debate: string, ending: AssignmentEnding) => void;
}

export interface DebateRunner {
  /** Resolves when this worker has done with it. */
  run(debate: string, number: number): Promise<void>;
  requestStop(debate: string, wish: StopRequest): void;
  /** Whether somebody wished that its turns be dropped. */
  isDropped(debate: string): boolean;
  readonly activeCount: number;
}

interface DebateStopSignals {
  readonly pause: AbortController;
  readonly drop: AbortController;
}

interface AssignmentResult {
  readonly ending: AssignmentEnding;
  readonly trouble: string | null;
}

const LOOK_AGAIN_MS = 1_000;

export function createDebateRunner(setting: DebateRunnerOptions): DebateRunner {
  const { worker, holdings, clock, leave } = setting;
  const held = new Map<string, DebateStopSignals>();

  /** Null where it belongs to another worker by now. */
  async function driveAssignment(
    { debate, number }: { debate: string; number: number },
    request: Parameters<Engine["run"]>[0],
  ): Promise<AssignmentResult | null> {
    for (;;) {
      try {
        if (leave.aborted) return HANDED_OVER;
        return { ending: toAssignmentEnding(await setting.engine.run(request)), trouble: null };
      } catch (error) {
        if (error instanceof DebateHandedOver) return HANDED_OVER;
        if (!isTransientStoreError(error)) {
          return {
            ending: { status: "failed" },
            trouble: setting.redact(describeRunFailure(error)),
          };
        }
        await sleepUnlessAborted(clock, LOOK_AGAIN_MS, leave);
        const mine = await holdings.isAssignedTo(debate, number, worker).catch(() => true);
        if (!mine) return null;
      }
    }
  }

  return {
    async run(debate, number) {
      const taken = await retryWhileUnavailable(
        () => holdings.take(debate, number, worker),
        setting,
      );
      if (!taken) return;
      const steered = { pause: new AbortController(), drop: new AbortController() };
      held.set(debate, steered);
      if (taken.wish) applyStopRequest(steered, taken.wish);
      try {
        const steering = { pause: steered.pause.signal, drop: steered.drop.signal };
        const limits = taken.limits ?? undefined;
        const came = await driveAssignment(
          { debate, number },
          { debate, steering, ...(limits && { limits }) },
        );
        if (!came) return;
        const next = await retryWhileUnavailable(
          () => holdings.end({ debate, number, worker }, came.ending, came.trouble),
          setting,
        );
        setting.onEnd(debate, came.ending);
        if (next) await retryWhileUnavailable(() => setting.onNext(debate, next), setting);
      } finally {
        // the next assignment may have started here by now
        if (held.get(debate) === steered) held.delete(debate);
      }
    },
    requestStop(debate, wish) {
      const steered = held.get(debate);
      if (steered) applyStopRequest(steered, wish);
    },
    isDropped: (debate) => held.get(debate)?.drop.signal.aborted === true,
    get activeCount() {
      return held.size;
    },
  };
}

function applyStopRequest({ pause: paused, drop }: DebateStopSignals, wish: StopRequest): void {
  paused.abort();
  if (wish === "drop") drop.abort();
}

/** What another process or the database is the cause of, and time mends. */
function isTransientStoreError(error: unknown): boolean {
  return (
    error instanceof StoreError &&
    ["store-lease-held", "store-lease-lost", "store-unavailable", "store-conflict"].includes(
      error.code,
    )
  );
}

const HANDED_OVER: AssignmentResult = { ending: { status: "handed-over" }, trouble: null };

function toAssignmentEnding(result: RunResult): AssignmentEnding {
  switch (result.status) {
    case "settled":
      return { status: "settled" };
    case "paused":
      return { status: "paused", reason: result.reason, detail: result.detail };
    case "waiting":
      return { status: "waiting", detail: result.detail };
  }
}

function describeRunFailure(error: unknown): string {
  if (error instanceof DissentError) return error.message;
  return `a defect: ${error instanceof Error ? error.message : String(error)}`;
}
