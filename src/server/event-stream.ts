/**
 * A debate as server-sent events: the journal from a given event on, whoever writes it, and the text of turns in
 * flight.
 *
 * ES1. Journal events come in order and without gaps, each with its sequence number as the id to resume after.
 * ES2. A client that does not read is disconnected: it costs only a bounded amount of memory, and reconnects.
 * ES3. When the client leaves, all work for it stops.
 * ES5. K1: what others said in a step that a person still has to answer is sent without its words; a page asks for
 *      the debate again when the step is open to it.
 * ES4. A journal that cannot be read ends the stream and nothing else: the client reconnects and gets the reason.
 */
import type { Clock } from "../clock.ts";
import type { Dissent } from "../dissent.ts";
import type { Event } from "../domain/journal/event.ts";
import { hasAwaitedSeats, listSealedSeats, sealOpenSteps } from "../domain/journal/sealed-steps.ts";
import { readStepName } from "../domain/journal/steps.ts";
import type { PageLiveEvent } from "../page/page-payload.ts";

export interface EventStreamOptions {
  readonly debate: string;
  /** The sequence of the first event that is sent. */
  readonly from: number;
  /** What is in the journal already. */
  readonly known: readonly Event[];
  readonly watch: Dissent["watch"];
  readonly follow: (debate: string, listen: (event: PageLiveEvent) => void) => () => void;
  readonly clock: Clock;
  /** Ends the stream when the server closes, or when its turn is over. */
  readonly closing: AbortSignal;
  readonly onEnd?: () => void;
  /** Called with the reason why the journal could not be read further. */
  readonly onTrouble: (error: unknown) => void;
}

const MAX_BUFFERED_CHARACTERS = 4 * 1024 * 1024;
const HEARTBEAT_MS = 15_000;
// the browser's own pause before it connects again; where streams take turns, how long each lasts at least
const RETRY_MS = 2_000;

export function createEventStream(streaming: EventStreamOptions): ReadableStream<Uint8Array> {
  const seal = createStreamSeal(streaming);
  const box = createBoundedOutbox(MAX_BUFFERED_CHARACTERS);
  const leaving = new AbortController();
  const stops: (() => void)[] = [];
  const leave = (): void => {
    leaving.abort();
    box.end();
    for (const stop of stops.splice(0)) stop();
  };
  const encoder = new TextEncoder();
  let gone = false;
  return new ReadableStream<Uint8Array>(
    {
      start() {
        const { closing } = streaming;
        closing.addEventListener("abort", leave, { once: true });
        stops.push(() => closing.removeEventListener("abort", leave));
        if (streaming.onEnd) stops.push(streaming.onEnd);
        box.put(`retry: ${RETRY_MS}\n\n`);
        stops.push(
          streaming.follow(streaming.debate, (event) => {
            if (!seal.mayHear(event)) return;
            if (!box.put(formatSseFrame({ event: "live", data: event }))) leave();
          }),
        );
        stops.push(startHeartbeat(streaming.clock, box, leave));
        writeJournalEvents(box, { ...streaming, seal }, leaving.signal)
          .catch(streaming.onTrouble)
          .finally(leave);
        if (closing.aborted) leave();
      },
      async pull(controller) {
        const text = await box.take();
        if (gone) return;
        if (text === undefined) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
      cancel() {
        gone = true;
        leave();
      },
    },
    // one piece at a time: what the client has not read yet waits in the box, where it is counted
    { highWaterMark: 0 },
  );
}

/** ES1: waits for room, so that a long journal is read as fast as the client does. */
async function writeJournalEvents(
  box: BoundedOutbox,
  { debate, from, watch, seal }: EventStreamOptions & { readonly seal: StreamSeal },
  signal: AbortSignal,
): Promise<void> {
  for await (const event of watch(debate, from, signal)) {
    if (signal.aborted) return;
    await box.room();
    const sent = seal.pass(event);
    const data = { line: formatEventLine(sent), event: sent };
    if (!box.put(formatSseFrame({ event: "journal", id: event.sequence, data }))) return;
  }
}

// ES5: what a person must not read yet.

interface StreamSeal {
  /** The event as it may be sent. */
  readonly pass: (event: Event) => Event;
  readonly mayHear: (event: PageLiveEvent) => boolean;
}

function createStreamSeal({ known }: EventStreamOptions): StreamSeal {
  if (!hasAwaitedSeats(known)) return { pass: (event) => event, mayHear: () => true };
  const seen: Event[] = [...known];
  return {
    pass(event) {
      if (event.sequence >= seen.length) seen.push(event);
      return sealOpenSteps(seen)[event.sequence] ?? event;
    },
    // a turn whose step is not in the journal yet may be a sealed one
    mayHear: (event) =>
      event.type !== "text-heard" ||
      (seen.some(
        ({ fact }) => fact.type === "asks-committed" && isSameStep(fact.step, event.key),
      ) &&
        listSealedSeats(seen, event.key).length === 0),
  };
}

function isSameStep(one: string, other: string): boolean {
  return readStepName(one) === readStepName(other);
}

/** Written as it was chained: JSON in the order of its fields, the hash last. */
function formatEventLine(event: Event): string {
  return JSON.stringify(event);
}

/** Keeps proxies from closing a quiet stream; a client that left two of them unread is gone (ES2). */
function startHeartbeat(clock: Clock, box: BoundedOutbox, giveUp: () => void): () => void {
  let unread = 0;
  let cancel = (): void => {};
  const beat = (): void => {
    unread = box.isEmpty() ? 0 : unread + 1;
    if (unread >= 2) return giveUp();
    box.put(": still here\n\n");
    cancel = clock.after(HEARTBEAT_MS, beat);
    return undefined;
  };
  cancel = clock.after(HEARTBEAT_MS, beat);
  return () => cancel();
}

interface SseFrame {
  readonly event: string;
  readonly id?: number;
  readonly data: unknown;
}

/** JSON has no line breaks of its own, so nothing in it can begin another field. */
function formatSseFrame({ event, id, data }: SseFrame): string {
  const place = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${event}\n${place}data: ${JSON.stringify(data)}\n\n`;
}

// What waits to be sent to one client: bounded, so that a client that does not read costs no memory.

interface BoundedOutbox {
  /** False when the client is too far behind and was given up. */
  put(text: string): boolean;
  /** Resolves when there is room again; at once where there is. */
  readonly room: () => Promise<void>;
  /** What waits, as one piece; undefined once it has ended. */
  readonly take: () => Promise<string | undefined>;
  /** Whether anything waits that was put before. */
  readonly isEmpty: () => boolean;
  end(): void;
}

function createBoundedOutbox(mostCharacters: number): BoundedOutbox {
  let waiting: string[] = [];
  let size = 0;
  let ended = false;
  let wakeReader = (): void => {};
  let wakeWriters: (() => void)[] = [];

  function end(): void {
    ended = true;
    wakeReader();
    for (const wake of wakeWriters.splice(0)) wake();
  }

  return {
    end,
    isEmpty: () => waiting.length === 0,
    put(text) {
      if (ended) return false;
      if (size > mostCharacters) {
        waiting = [];
        end();
        return false;
      }
      waiting.push(text);
      size += text.length;
      wakeReader();
      return true;
    },
    async room() {
      if (ended || size <= mostCharacters / 2) return;
      await new Promise<void>((resolve) => wakeWriters.push(resolve));
    },
    async take() {
      while (waiting.length === 0) {
        if (ended) return undefined;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
      const text = waiting.join("");
      waiting = [];
      size = 0;
      for (const wake of wakeWriters.splice(0)) wake();
      return text;
    },
  };
}

/**
 * Browsers open six connections per host and queue everything else. A page's stream takes one of them, so with many
 * open pages streams take turns: the oldest ends, and its page reconnects where it was.
 */
export interface StreamLimit {
  /** The signal ends the stream that enters; `leave` makes its place free. */
  enter(): { readonly signal: AbortSignal; readonly leave: () => void };
}

export function createStreamLimit(most: number): StreamLimit {
  const inside = new Set<AbortController>();
  return {
    enter() {
      const [oldest] = inside;
      if (inside.size >= most && oldest) {
        inside.delete(oldest);
        oldest.abort();
      }
      const own = new AbortController();
      inside.add(own);
      return { signal: own.signal, leave: () => void inside.delete(own) };
    },
  };
}
