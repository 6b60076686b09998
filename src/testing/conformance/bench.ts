/** Where a subject is put to the test: a loopback that does as told, one question at a time, everything watched. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import type { Clock } from "../../clock.ts";
import type { Model } from "../../model.ts";
import type { Loopback, Recorded } from "../loopback/loopback.ts";
import type { Script } from "../loopback/script.ts";
import { type Marked, markedProcesses } from "./processes.ts";
import { type Came, put } from "./put.ts";
import type { Stage, Subject } from "./subject.ts";
import { READY, tinyAsk } from "./tiny-ask.ts";

export interface Bench {
  readonly subject: Subject;
  readonly stage: Stage;
  readonly loopback: Loopback;
  /** Where folders of calls are made while the tests run; of this bench alone. */
  readonly temporary: string;
  /** Starts what there is of it and stops it at once, before it can have reached anybody. */
  readonly stopEarly: () => Promise<Came>;
  /** Puts a tiny question while the loopback plays by the script. */
  readonly ask: (script: Script, how?: How) => Promise<Happened>;
  /** Processes that the subject has started and that still live; undefined where none can be seen. */
  readonly processes: () => Marked[] | undefined;
  /** Everything that was said so far where a key could have slipped in. */
  readonly said: readonly string[];
}

interface How {
  /** Words after the question. */
  readonly more?: string;
  /** Stopped so long after the question has reached the loopback; how long it takes to get there is another matter. */
  readonly patienceMs?: number;
  /** What is to be seen at that moment. */
  readonly whileAsked?: () => void;
}

export interface Happened extends Came {
  /** What reached the loopback, questions only. */
  readonly questions: readonly Recorded[];
  /** The question never got there, so nothing was put to the test. */
  readonly unheard: boolean;
}

export interface BenchSetting {
  readonly subject: Subject;
  readonly loopback: Loopback;
  readonly temporary: string;
  readonly clock: Clock;
  /** For one question. */
  readonly deadlineMs: number;
  /** Ends the question that is being put. */
  readonly signal?: AbortSignal | undefined;
}

export function benchFor(setting: BenchSetting): Bench {
  const { subject, loopback, temporary, clock, deadlineMs } = setting;
  const stage = stageAt(loopback.url);
  const said: string[] = [];
  const model = subject.at?.(stage);
  return {
    subject,
    stage,
    loopback,
    temporary,
    said,
    async stopEarly() {
      const stop = new AbortController();
      const early = model ?? subject.asIs?.(stage);
      if (!early) throw new TypeError("there is nothing to be started");
      const ask = tinyAsk(early.id, { key: "conformance/ready" });
      const putting = put(early, ask, { clock, deadlineMs, signal: stop.signal });
      await pause(EARLY_MS);
      stop.abort();
      return putting;
    },
    processes: () => markedProcesses(stage.mark.value),
    async ask(script, how = {}) {
      if (!model) throw new TypeError("a subject that cannot be told an address cannot be asked");
      await loopback.play({ answers: { ready: READY }, ...script });
      await loopback.forget();
      const came = await asked(model, how, setting);
      said.push(...wordsOf(came));
      const questions = (await loopback.requests()).filter((one) => one.model !== "");
      return { ...came, questions, unheard: questions.length === 0 };
    },
  };
}

// a program has been started by then, and has hardly read its own code
const EARLY_MS = 100;

/** Names and values that cannot be anybody's own. */
export function stageAt(url: string): Stage {
  const id = randomUUID().replaceAll("-", "");
  return {
    server: { url, key: `sk-conformance-${id}` },
    mark: { name: "DISSENT_CONFORMANCE", value: `mark-${id}` },
    foreign: { name: "DISSENT_FOREIGN_API_KEY", value: `foreign-${id}` },
  };
}

async function asked(
  model: Model,
  { more = "", patienceMs, whileAsked }: How,
  { loopback, clock, deadlineMs, signal }: BenchSetting,
): Promise<Came> {
  const stop = new AbortController();
  const putting = put(model, tinyAsk(model.id, { key: "conformance/ready", more }), {
    clock,
    deadlineMs,
    signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]),
  });
  if (patienceMs !== undefined) {
    await heardFor(patienceMs, loopback, putting);
    whileAsked?.();
    stop.abort();
  }
  return putting;
}

/** Resolves so long after the question was heard, or when it has ended. */
async function heardFor(
  patienceMs: number,
  loopback: Loopback,
  putting: Promise<unknown>,
): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const end = (): void => ended.abort();
  void putting.then(end, end);
  const isHeard = async (): Promise<boolean> =>
    (await loopback.requests()).some((one) => one.model !== "");
  while (!signal.aborted && !(await isHeard())) await pause(20);
  await pause(patienceMs, undefined, { signal }).catch(() => {
    // it has ended by itself
  });
}

function wordsOf({ text = "", error, tries }: Came): string[] {
  const message = error instanceof Error ? error.message : "";
  return [text, message, ...tries.map(({ reason }) => reason)];
}
