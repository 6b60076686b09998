/** Debates held by a fleet, as an engine: whoever asks sees what it would see if they were held here. */
import type { Clock } from "../../clock.ts";
import { settlement } from "../../domain/event.ts";
import type { Engine, Holding, HoldRequest } from "../../engine.ts";
import { SetupError, StoreError } from "../../errors.ts";
import { readLine } from "../../kernel/chain.ts";
import type { JournalLine, Store } from "../../store.ts";
import { pause } from "../postgres/postgres-connections.ts";
import type { FleetClient } from "./client.ts";
import type { Ending, HoldingRow } from "./holdings.ts";

export interface FleetEngineSetting {
  readonly client: FleetClient;
  readonly store: Store;
  readonly clock: Clock;
}

// endings come by message; this is for those that were lost
const LOOK_EVERY_MS = 2_000;

export function fleetEngine(setting: FleetEngineSetting): Engine {
  return {
    async hold(request) {
      const { client } = setting;
      const before = (await setting.store.read(request.debate)).length;
      const over = new AbortController();
      const live = request.onLive ? client.follow(request.debate, request.onLive) : () => {};
      let steered: Steered = { isWished: () => false, stop() {} };
      const watched = told(setting, request, { from: before, over: over.signal });
      // waited for at the end; until then nobody would have heard that it failed
      watched.catch(() => {});
      try {
        const { limits } = request;
        await client.send(request.debate, limits && { limits });
        // not before: a wish for a debate that is not under way is nobody's
        steered = steering(client, request);
        const row = await ended(setting, request.debate, steered.isWished);
        return await holdingFrom(setting.store, request.debate, row);
      } finally {
        live();
        steered.stop();
        over.abort();
        await watched;
      }
    },
  };
}

/** Tells each new event, those of the moment of the ending included; a database that goes away is looked at again. */
async function told(
  { store, clock }: FleetEngineSetting,
  { debate, onEvent }: HoldRequest,
  { from, over }: { from: number; over: AbortSignal },
): Promise<void> {
  if (!onEvent) return;
  let next = from;
  const follow = async (lines: AsyncIterable<JournalLine>): Promise<boolean> => {
    try {
      for await (const { line, sequence } of lines) {
        next = sequence + 1;
        onEvent(readLine(line));
      }
      return true;
    } catch (error) {
      if (error instanceof StoreError) return false;
      throw error;
    }
  };
  while (!(await follow(store.watch(debate, next, over)))) {
    await pause(clock, LOOK_EVERY_MS, over);
  }
  for (const { line } of await store.read(debate, next)) onEvent(readLine(line));
}

interface Steered {
  /** Whether a worker that takes the debate from now on pauses it at once. */
  readonly isWished: () => boolean;
  readonly stop: () => void;
}

function steering(client: FleetClient, { debate, steering: given }: HoldRequest): Steered {
  let wished = false;
  if (!given) return { isWished: () => wished, stop() {} };
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
    isWished: () => wished,
    stop() {
      for (const [signal, call] of wishes) signal.removeEventListener("abort", call);
    },
  };
}

/**
 * A debate that moves from one worker to another has not ended in between. One that is to pause and that nobody has
 * taken is not waited for: no worker may ever come.
 */
async function ended(
  { client, clock }: FleetEngineSetting,
  debate: string,
  isWished: () => boolean,
): Promise<HoldingRow> {
  for (;;) {
    const woken = new AbortController();
    const leave = client.onChange(debate, () => woken.abort());
    try {
      // asked first: whoever takes it after that finds the wish
      const wished = isWished();
      const row = await client.last(debate);
      if (row?.state === "queued" && wished) return { ...row, ending: UNTAKEN };
      if (row?.state === "ended" && row.ending?.status !== "handed-over") return row;
      await pause(clock, LOOK_EVERY_MS, woken.signal);
    } finally {
      leave();
    }
  }
}

const UNTAKEN: Ending = {
  status: "paused",
  reason: "interrupted",
  detail: "no worker had taken it",
};

async function holdingFrom(store: Store, debate: string, row: HoldingRow): Promise<Holding> {
  const ending: Ending = row.ending ?? { status: "failed" };
  const { detail = "" } = ending;
  switch (ending.status) {
    case "paused":
      return { status: "paused", reason: ending.reason ?? "interrupted", detail };
    case "waiting":
      return { status: "waiting", detail };
    case "settled": {
      const events = (await store.read(debate)).map(({ line }) => readLine(line));
      const settled = settlement(events);
      if (settled) return { status: "settled", outcome: settled.outcome };
      break;
    }
    case "failed":
    case "handed-over":
  }
  throw new SetupError(
    "fleet-trouble",
    `${debate} stopped on a worker: ${row.trouble ?? "nobody knows why"}`,
    { hint: `Mend what it names, then run: dissent resume ${debate}` },
  );
}
