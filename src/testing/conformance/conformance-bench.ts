/** The test bench of a subject: a loopback vendor under its control, one question at a time, everything recorded. */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

import type { Clock } from "../../clock.ts";
import type { TrialQuestion } from "../../kernel/trial-question.ts";
import type { Model } from "../../model.ts";
import { type SingleCallResult, callModelOnce } from "../../models/call-model-once.ts";
import { READY_REPLY, createReadyRequest } from "../../models/ready-request.ts";
import type { LoopbackScript } from "../loopback/loopback-script.ts";
import type { LoopbackVendor, RecordedRequest } from "../loopback/loopback-vendor.ts";
import type { ConformanceSubject, TestStage } from "./conformance-subject.ts";

export interface ConformanceBench {
  readonly subject: ConformanceSubject;
  readonly stage: TestStage;
  readonly loopback: LoopbackVendor;
  /** Where folders of calls are made while the tests run; of this bench alone. */
  readonly temporary: string;
  /** Starts what there is of it and stops it at once, before it can have reached anybody. */
  readonly stopEarly: () => Promise<SingleCallResult>;
  /** Puts a tiny question while the loopback plays by the script. */
  readonly ask: (script: LoopbackScript, how?: ConformanceAskOptions) => Promise<ObservedCall>;
  /** The first question of a real debate, where one was given. */
  readonly trial: TrialQuestion | undefined;
  /** Processes that the subject has started and that still live; undefined where none can be seen. */
  readonly processes: () => MarkedProcess[] | undefined;
  /** Everything that was said so far where a key could have slipped in. */
  readonly said: readonly string[];
}

interface ConformanceAskOptions {
  /** Put in place of the tiny question. */
  readonly trial?: TrialQuestion;
  /** Words after the question. */
  readonly more?: string;
  /** Stopped this long after the question has reached the loopback, however long it takes to get there. */
  readonly patienceMs?: number;
  /** What is expected at that time. */
  readonly whileAsked?: () => void;
}

export interface ObservedCall extends SingleCallResult {
  /** What reached the loopback, questions only. */
  readonly questions: readonly RecordedRequest[];
  /** The question never got there, so nothing was put to the test. */
  readonly unheard: boolean;
}

export interface ConformanceBenchOptions {
  readonly subject: ConformanceSubject;
  readonly loopback: LoopbackVendor;
  readonly temporary: string;
  readonly clock: Clock;
  /** For one question. */
  readonly deadlineMs: number;
  readonly trial?: TrialQuestion | undefined;
  /** Ends the question that is being put. */
  readonly signal?: AbortSignal | undefined;
}

export function createConformanceBench(setting: ConformanceBenchOptions): ConformanceBench {
  const { subject, loopback, temporary, clock, deadlineMs } = setting;
  const stage = createTestStage(loopback.url);
  const said: string[] = [];
  const model = subject.at?.(stage);
  return {
    subject,
    stage,
    loopback,
    temporary,
    trial: setting.trial,
    said,
    async stopEarly() {
      const stop = new AbortController();
      const early = model ?? subject.asIs?.(stage);
      if (!early) throw new TypeError("there is nothing to be started");
      const ask = createReadyRequest(early.id, { key: "conformance/ready" });
      const putting = callModelOnce(early, ask, { clock, deadlineMs, signal: stop.signal });
      await pause(EARLY_MS);
      stop.abort();
      return putting;
    },
    processes: () => listMarkedProcesses(stage.mark.value),
    async ask(script, how = {}) {
      if (!model) throw new TypeError("a subject that cannot be told an address cannot be asked");
      await loopback.play({ answers: { ready: READY_REPLY }, ...script });
      await loopback.forget();
      const came = await askConformanceSubject(model, how, setting);
      said.push(...listSpokenTexts(came));
      const questions = (await loopback.requests()).filter((one) => one.model !== "");
      return { ...came, questions, unheard: questions.length === 0 };
    },
  };
}

// a program has been started by then, and has hardly read its own code
const EARLY_MS = 100;

/** Names and values that cannot be anybody's own. */
export function createTestStage(url: string): TestStage {
  const id = randomUUID().replaceAll("-", "");
  return {
    server: { url, key: `sk-conformance-${id}` },
    mark: { name: "DISSENT_CONFORMANCE", value: `mark-${id}` },
    foreign: { name: "DISSENT_FOREIGN_API_KEY", value: `foreign-${id}` },
  };
}

async function askConformanceSubject(
  model: Model,
  { more = "", patienceMs, whileAsked, trial }: ConformanceAskOptions,
  { loopback, clock, deadlineMs, signal }: ConformanceBenchOptions,
): Promise<SingleCallResult> {
  const stop = new AbortController();
  const putting = callModelOnce(
    model,
    trial?.createRequest(model.id) ??
      createReadyRequest(model.id, { key: "conformance/ready", more }),
    {
      clock,
      deadlineMs,
      signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]),
    },
  );
  if (patienceMs !== undefined) {
    await waitAfterQuestionHeard(patienceMs, loopback, putting);
    whileAsked?.();
    stop.abort();
  }
  return putting;
}

/** Resolves this long after the question arrived, or when it has ended. */
async function waitAfterQuestionHeard(
  patienceMs: number,
  loopback: LoopbackVendor,
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

function listSpokenTexts({ text = "", error, tries }: SingleCallResult): string[] {
  const message = error instanceof Error ? error.message : "";
  return [text, message, ...tries.map(({ reason }) => reason)];
}

// Finds the processes that carry a mark in their environment, wherever they have gone since they were started.

interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
  /** `NAME=value`, as it was when the process began. */
  readonly environment: readonly string[];
}

/** Undefined where the system does not show its processes. */
export function listMarkedProcesses(mark: string, proc = "/proc"): MarkedProcess[] | undefined {
  if (!existsSync(`${proc}/self/environ`)) return undefined;
  return readdirSync(proc)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): MarkedProcess[] => {
      const environment = readProcessFile(`${proc}/${name}/environ`).split("\0");
      if (!environment.some((line) => line.endsWith(`=${mark}`))) return [];
      const command = readProcessFile(`${proc}/${name}/cmdline`).split("\0").join(" ").trim();
      // a process that has ended and waits for its parent to notice has no command and uses nothing
      return command === "" ? [] : [{ pid: Number(name), command, environment }];
    });
}

function readProcessFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it ended while we looked, or is somebody else's
    return "";
  }
}
