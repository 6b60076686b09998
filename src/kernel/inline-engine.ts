/** Runs debates in this process, any number at once. */
import type { Clock } from "../clock.ts";
import type { Brief, Source } from "../domain/brief.ts";
import { readCurrentLimits } from "../domain/journal/current-limits.ts";
import { type DebateOpened, readOpening } from "../domain/journal/event.ts";
import type { Participant } from "../domain/participant.ts";
import type { Engine, RunRequest } from "../engine.ts";
import { ReplayError, SetupError, StoreError } from "../errors.ts";
import type { Model } from "../model.ts";
import type { OutsideReader, Protocol } from "../protocol.ts";
import type { Lease, Store } from "../store.ts";
import { hasNoReplies } from "./calls/attempt.ts";
import { type Cancellation, createCancellation } from "./calls/cancellation.ts";
import { createSeatModelSource } from "./calls/unreachable-model.ts";
import type { FreshJournalCache } from "./journal/fresh-journal-cache.ts";
import { sha256 } from "./journal/hash-chain.ts";
import { requireIntactJournal } from "./journal/intact-journal.ts";
import { createJournal } from "./journal/journal.ts";
import { type RunDebateOptions, runDebate } from "./run-debate.ts";

export interface InlineEngineOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly findProtocolById: (id: string) => Protocol;
  readonly modelFor: (reference: string) => Promise<Model>;
  /** Reads what is outside of debates, such as files of a repository; left out, nothing can be read. */
  readonly readOutside?: OutsideReader | undefined;
  /** Who listens to calls in place of this process. */
  readonly callModel?: RunDebateOptions["callModel"];
  /** Journals that need not be read. */
  readonly fresh?: FreshJournalCache;
  /** Releases every debate as it is, for other processes to continue. */
  readonly leave?: AbortSignal;
}

// an owner that is silent this long is considered dead; three heartbeats may be late
const LEASE_MS = 15_000;
const HEARTBEAT_MS = 5_000;

export function createInlineEngine(setting: InlineEngineOptions): Engine {
  return {
    async run(request) {
      const { store, clock } = setting;
      const lease = await store.lease(request.debate, LEASE_MS);
      const drop = createCancellation();
      const stopBeating = startLeaseHeartbeat(store, clock, { lease, onLost: drop.cancel });
      try {
        return await runDebate(await createRunOptions(setting, request, { lease, drop }));
      } finally {
        stopBeating();
        await store.release(lease).catch(() => {});
      }
    },
  };
}

async function createRunOptions(
  setting: InlineEngineOptions,
  { debate, limits, steering, onEvent, onLive }: RunRequest,
  { lease, drop }: { lease: Lease; drop: Cancellation },
): Promise<RunDebateOptions> {
  const { store, clock, findProtocolById, modelFor, callModel: hear, leave, fresh } = setting;
  const known = fresh?.take(debate, lease.lines);
  const events =
    known?.events ??
    requireIntactJournal(
      debate,
      (await store.read(debate)).map(({ line }) => line),
    );
  if (events.length === 0)
    throw new SetupError("unknown-debate", `There is no debate "${debate}".`);
  const opened = readOpening(events);
  const protocol = findProtocolById(opened.protocol);
  requireSameVersion(opened, protocol);
  const journal = createJournal(events, {
    clock,
    append: (take) => store.append(() => ({ ...take(), debate, lease })),
    ...(onEvent && { onEvent }),
  });
  return {
    protocol,
    brief: await hydrateBrief(opened, async (digest) =>
      known ? findSourceText(known.sources, digest) : store.blob(digest),
    ),
    journal,
    limits: { ...readCurrentLimits(journal.events), ...limits },
    // K4: at the start a seat that cannot be reached is absent; later a person mends it and nothing is lost
    findSeatModel: await resolveSeatModels(
      opened.participants,
      hasNoReplies(journal) ? createSeatModelSource(modelFor) : modelFor,
    ),
    clock,
    drop,
    readOutside: setting.readOutside,
    readText: (digest) => store.blob(digest),
    ...(steering && { steering }),
    ...(onLive && { onLive }),
    ...(hear && { callModel: hear }),
    ...(leave && { leave }),
  };
}

function findSourceText(sources: readonly Source[], digest: string): string | undefined {
  return sources.find(({ sha256: one }) => one === digest)?.text;
}

async function resolveSeatModels(
  participants: readonly Participant[],
  modelFor: InlineEngineOptions["modelFor"],
): Promise<RunDebateOptions["findSeatModel"]> {
  const references = [...new Set(participants.map(({ model }) => model))];
  const models = await Promise.all(references.map(modelFor));
  return ({ id }) => {
    const reference = participants.find((seat) => seat.id === id)?.model ?? "";
    const model = models[references.indexOf(reference)];
    if (!model) throw new TypeError(`${id} does not sit here.`);
    return model;
  };
}

export function requireSameVersion(opened: DebateOpened, protocol: Protocol): void {
  if (opened.protocolVersion === protocol.version) return;
  throw new ReplayError(
    "debate-opened",
    `The debate began under ${protocol.id} version ${opened.protocolVersion}, this is version ${protocol.version}.`,
  );
}

/** The brief with its texts, each checked against the hash in the journal. */
export async function hydrateBrief({ brief }: DebateOpened, texts: TextLookup): Promise<Brief> {
  const sources = await Promise.all(
    brief.sources.map(async (source) => ({
      ...source,
      text: await readCheckedText(source, texts),
    })),
  );
  return { ...brief, sources };
}

export type TextLookup = (sha256: string) => Promise<string | undefined>;

async function readCheckedText(
  { id, sha256: digest }: Omit<Source, "text">,
  texts: TextLookup,
): Promise<string> {
  const text = await texts(digest);
  const known = proven.get(digest);
  // the one in hand rather than its copy: many debates over one document keep it in memory once
  if (known !== undefined && known === text) return known;
  if (text !== undefined && sha256(text) === digest) {
    if (proven.size >= MOST_PROVEN) proven.clear();
    if (text.length <= LONGEST_PROVEN) proven.set(digest, text);
    return text;
  }
  const what = text === undefined ? "is missing" : "was changed";
  throw new StoreError("store-corrupt", `The text of source ${id} ${what}.`);
}

// many debates over one document prove it once; comparing is far cheaper than hashing
const proven = new Map<string, string>();
const MOST_PROVEN = 64;
const LONGEST_PROVEN = 256 * 1024;

function startLeaseHeartbeat(
  store: Store,
  clock: Clock,
  { lease, onLost }: { lease: Lease; onLost: () => void },
): () => void {
  let cancel = (): void => {};
  let stopped = false;
  const beat = (): void => {
    store.renew(lease, LEASE_MS).then(schedule, (error: unknown) => {
      const lost = error instanceof StoreError && error.code === "store-lease-lost";
      if (lost) onLost();
      else schedule();
    });
  };
  const schedule = (): void => {
    if (!stopped) cancel = clock.after(HEARTBEAT_MS, beat);
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}
