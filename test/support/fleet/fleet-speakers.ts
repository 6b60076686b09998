/** Models of a fleet as a test plays them: each call, on whichever worker, is a request to the test's process. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import type { Fact } from "../../../src/domain/journal/event.ts";
import { readEventLine } from "../../../src/kernel/journal/hash-chain.ts";
import { type Model, ModelError } from "../../../src/model.ts";
import { type Behaviour, type Script, scripted } from "../../../src/models/scripted.ts";
import type { Store } from "../../../src/store.ts";

/** One call to a model as it was really made. */
export interface SpokenCall {
  /** The process that made it. */
  readonly worker: string;
  /** `debate/step/seat#attempt`: two calls of one name are a repetition. */
  readonly name: string;
  readonly debate: string;
  readonly atMs: number;
  ended: "answered" | "waiting" | "given-up";
}

/** A moment in the life of a worker, told before it goes on. */
export interface Moment {
  readonly worker: string;
  /** `before reply-recorded first/ann`, `after debate-settled`, `answered first/ann`. */
  readonly what: string;
  readonly debate: string;
}

/** A script, or whatever decides at the moment of the call; a promise keeps the model thinking. */
export type Part = Script | ((call: SpokenCall) => Behaviour | Promise<Behaviour>);

export interface Speakers {
  readonly url: string;
  readonly calls: readonly SpokenCall[];
  /** How the models speak in debates over briefs of this id. */
  play(brief: string, part: Part): void;
  /** What happens at moments of debates over briefs of this id; nobody goes on before it is over. */
  watch(brief: string, onMoment: (moment: Moment) => void | Promise<void>): void;
  /** Names of all calls of a debate, sorted. */
  namesIn(debate: string): string[];
  close(): Promise<void>;
}

interface Wanted {
  readonly worker: string;
  readonly key: string;
  readonly attempt: number;
  readonly seat: string;
}

export async function speakers(): Promise<Speakers> {
  const calls: SpokenCall[] = [];
  const parts = new Map<string, Part>();
  const watches = new Map<string, (moment: Moment) => void | Promise<void>>();

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const moment = JSON.parse(await text(request)) as Moment;
    await watches.get(findBriefName(moment.debate))?.(moment);
    response.end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wanted = JSON.parse(await text(request)) as Wanted;
    const { worker, key, attempt } = wanted;
    const debate = key.slice(0, key.indexOf("/"));
    const call: SpokenCall = {
      worker,
      name: `${key}#${attempt}`,
      debate,
      atMs: Date.now(),
      ended: "waiting",
    };
    calls.push(call);
    response.on("close", () => {
      call.ended = response.writableFinished ? "answered" : "given-up";
    });
    const part = parts.get(findBriefName(debate));
    const behaviour = typeof part === "function" ? await part(call) : scriptedPart(part, wanted);
    response.end(JSON.stringify(behaviour ?? null));
  }

  const server = createServer((request, response) => {
    const served = request.url === "/moment" ? pass(request, response) : answer(request, response);
    served.catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  // a connection that is closed while a worker uses it again would pass for an absence
  server.keepAliveTimeout = 3_600_000;
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    play: (brief, part) => void parts.set(brief, part),
    watch: (brief, onMoment) => void watches.set(brief, onMoment),
    namesIn: (debate) =>
      calls
        .filter((call) => call.debate === debate)
        .map(({ name }) => name)
        .toSorted(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function findBriefName(debate: string): string {
  return debate.slice(0, debate.lastIndexOf("-"));
}

function scriptedPart(script: Script | undefined, wanted: Wanted): Behaviour | undefined {
  const step = wanted.key.split("/").slice(1).join("/");
  const found = script?.[step] ?? script?.[wanted.seat] ?? script?.["*"];
  return Array.isArray(found)
    ? (found as readonly Behaviour[])[wanted.attempt - 1]
    : (found as Behaviour | undefined);
}

/** The model in the worker: asks the test what to do, and does it. */
export function spokenBy(url: string, { id, worker }: { id: string; worker: string }): Model {
  return {
    id,
    worstCase: () => ({ tokens: 1_000, usd: 0 }),
    async *answer(request, signal) {
      const { key, attempt, participant } = request;
      const body = JSON.stringify({ worker, key, attempt, seat: participant.id });
      const behaviour = await asked(url, body, signal);
      for await (const event of scripted({ "*": behaviour }, { id }).answer(request, signal)) {
        // the answer is there, and nothing of it is kept yet
        if (event.type === "answer-given") await answered(url, { worker, key });
        yield event;
      }
    },
  };
}

async function answered(
  url: string,
  { worker, key }: { worker: string; key: string },
): Promise<void> {
  const [debate = "", ...step] = key.split("/");
  await passed(url, { worker, debate, what: `answered ${step.join("/")}` });
}

/** Tells the test of a moment, and goes on when it says so. */
export async function passed(url: string, moment: Moment): Promise<void> {
  await fetch(`${url}/moment`, { method: "POST", body: JSON.stringify(moment) }).catch(() => {});
}

/** A store whose appends are moments. */
export function watched(store: Store, url: string, worker: string): Store {
  return {
    ...store,
    async append(given) {
      const addition = typeof given === "function" ? given() : given;
      const { debate } = addition;
      const what = addition.lines.map((line) => describeFact(readEventLine(line).fact)).join(", ");
      await passed(url, { worker, debate, what: `before ${what}` });
      await store.append(addition);
      await passed(url, { worker, debate, what: `after ${what}` });
    },
  };
}

function describeFact(fact: Fact): string {
  return "key" in fact ? `${fact.type} ${fact.key}` : fact.type;
}

async function asked(url: string, body: string, signal: AbortSignal): Promise<Behaviour> {
  try {
    const response = await fetch(url, { method: "POST", body, signal });
    const behaviour = (await response.json()) as Behaviour | null;
    if (behaviour) return behaviour;
  } catch (cause) {
    throw new ModelError("unavailable", "the test does not answer", { cause });
  }
  throw new ModelError("unavailable", "the test has nothing to say here");
}
