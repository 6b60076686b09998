/** An engine that runs debates on a fleet; callers see the same as if they ran in this process. */
import { type Clock, sleepUnlessAborted } from "../../clock.ts";
import { findSettlement } from "../../domain/journal/event.ts";
import type { Engine, RunResult, RunRequest } from "../../engine.ts";
import { SetupError, StoreError } from "../../errors.ts";
import { readEventLine } from "../../kernel/journal/hash-chain.ts";
import type { JournalLine, Store } from "../../store.ts";
import type { AssignmentEnding, AssignmentRow } from "./assignments.ts";
import type { FleetClient } from "./fleet-client.ts";

export interface FleetEngineSetting {
  readonly client: FleetClient;
  readonly store: Store;
  readonly clock: Clock;
}

// endings come by message; this is for those that were lost
const LOOK_EVERY_MS = 2_000;

export function fleetEngine(setting: FleetEngineSetting): Engine {
  return {
    async run(request) {
      const { client } = setting;
      const before = (await setting.store.read(request.debate)).length;
      const over = new AbortController();
      const live = request.onLive ? client.follow(request.debate, request.onLive) : () => {};
      let steered: ForwardedSteering = { isStopRequested: () => false, stop() {} };
      const watched = reportNewEvents(setting, request, { from: before, over: over.signal });
      // awaited at the end; until then nobody would have noticed that it failed
      watched.catch(() => {});
      try {
        const { limits } = request;
        await client.send(request.debate, limits && { limits });
        // not before: a request about a debate that does not run is nobody's
        steered = forwardSteering(client, request);
        const row = await waitForAssignmentEnding(setting, request.debate, steered.isStopRequested);
        return await createFleetRunResult(setting.store, request.debate, row);
      } finally {
        live();
        steered.stop();
        over.abort();
        await watched;
      }
    },
  };
}

/** Reports each new event, including the last ones; a database that goes away is polled again. */
async function reportNewEvents(
  { store, clock }: FleetEngineSetting,
  { debate, onEvent }: RunRequest,
  { from, over }: { from: number; over: AbortSignal },
): Promise<void> {
  if (!onEvent) return;
  let next = from;
  const follow = async (lines: AsyncIterable<JournalLine>): Promise<boolean> => {
    try {
      for await (const { line, sequence } of lines) {
        next = sequence + 1;
        onEvent(readEventLine(line));
      }
      return true;
    } catch (error) {
      if (error instanceof StoreError) return false;
      throw error;
    }
  };
  while (!(await follow(store.watch(debate, next, over)))) {
    await sleepUnlessAborted(clock, LOOK_EVERY_MS, over);
  }
  for (const { line } of await store.read(debate, next)) onEvent(readEventLine(line));
}

interface ForwardedSteering {
  /** Whether a worker that takes the debate from now on pauses it at once. */
  readonly isStopRequested: () => boolean;
  readonly stop: () => void;
}

function forwardSteering(
  client: FleetClient,
  { debate, steering: given }: RunRequest,
): ForwardedSteering {
  let wished = false;
  if (!given) return { isStopRequested: () => wished, stop() {} };
  const noted = (): void => void (wished = true);
  const wish = (drop: boolean) => (): void =>
    void client.pause(debate, { drop }).then(noted, () => {});
  const wishes = [
    [given.pause, wish(false)],
    [given.drop, wish(true)],
  ] as const;
  for (const [signal, call] of wishes) {
    if (signal.aborted) call();
    else signal.addEventListener("abort", call);
  }
  return {
    isStopRequested: () => wished,
    stop() {
      for (const [signal, call] of wishes) signal.removeEventListener("abort", call);
    },
  };
}

/**
 * A debate that moves from one worker to another has not ended in between. One that is to pause and that nobody has
 * taken is not waited for: no worker may ever come.
 */
async function waitForAssignmentEnding(
  { client, clock }: FleetEngineSetting,
  debate: string,
  isWished: () => boolean,
): Promise<AssignmentRow> {
  for (;;) {
    const woken = new AbortController();
    const leave = client.onChange(debate, () => woken.abort());
    try {
      // asked first: a worker that takes it afterwards finds the request
      const wished = isWished();
      const row = await client.last(debate);
      if (row?.state === "queued" && wished) return { ...row, ending: UNTAKEN };
      if (row?.state === "ended" && row.ending?.status !== "handed-over") return row;
      await sleepUnlessAborted(clock, LOOK_EVERY_MS, woken.signal);
    } finally {
      leave();
    }
  }
}

const UNTAKEN: AssignmentEnding = {
  status: "paused",
  reason: "interrupted",
  detail: "no worker had taken it",
};

async function createFleetRunResult(
  store: Store,
  debate: string,
  row: AssignmentRow,
): Promise<RunResult> {
  const ending: AssignmentEnding = row.ending ?? { status: "failed" };
  const { detail = "" } = ending;
  switch (ending.status) {
    case "paused":
      return { status: "paused", reason: ending.reason ?? "interrupted", detail };
    case "waiting":
      return { status: "waiting", detail };
    case "settled": {
      const events = (await store.read(debate)).map(({ line }) => readEventLine(line));
      const settled = findSettlement(events);
      if (settled) return { status: "settled", outcome: settled.outcome };
      break;
    }
    case "failed":
    case "handed-over":
  }
  throw new SetupError(
    "fleet-trouble",
    `${debate} stopped on a worker: ${row.trouble ?? "the reason is unknown"}`,
    { hint: `Mend what it names, then run: dissent resume ${debate}` },
  );
}
