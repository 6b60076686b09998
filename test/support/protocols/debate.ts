/** One builder for the debates of every protocol: a fake clock, counted digits, a model of the test, and what came of it. */
import { hash } from "node:crypto";

import type { Clock } from "../../../src/clock.ts";
import type { Decision } from "../../../src/debates/decision-facts.ts";
import { type Dissent, dissent } from "../../../src/dissent.ts";
import type { Brief, Source } from "../../../src/domain/brief.ts";
import type { Event, Fact } from "../../../src/domain/journal/event.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import type { RunResult, RunRequest } from "../../../src/engine.ts";
import type { Model, ModelRequest, PromptInput } from "../../../src/model.ts";
import type { PlanRequest } from "../../../src/plan.ts";
import type { OutsideReader, Protocol } from "../../../src/protocol.ts";
import type { Store } from "../../../src/store.ts";
import { memoryStore } from "../../../src/stores/memory.ts";

/** A debate that a test has held, whatever its protocol. */
export interface Held {
  readonly outcome: Outcome | null;
  readonly holding: RunResult;
  readonly events: readonly Event[];
  readonly app: Dissent;
  readonly id: string;
  /** Keys in the order they were asked, attempts included. */
  readonly asked: readonly string[];
  readonly requests: readonly ModelRequest[];
}

/** What a test may say about a debate; its protocol's file says the rest. */
export interface HoldingOptions {
  readonly brief?: Brief;
  readonly plan?: Partial<PlanRequest>;
  readonly store?: Store;
  readonly clock?: Clock;
  readonly model?: Model;
  readonly readOutside?: OutsideReader;
  readonly hold?: Partial<RunRequest>;
  /** A person's answers to escalations, in order; without one the debate keeps waiting. */
  readonly answers?: readonly PersonAnswer[];
}

type PersonAnswer = string | (Pick<Decision, "choice"> & Partial<Decision>);

export interface TestAppSetting {
  readonly model: Model;
  readonly clock: Clock;
  readonly store?: Store;
  /** The only protocol it knows; all of them where it is left out. */
  readonly protocol?: Protocol;
  readonly redact?: (text: string) => string;
  readonly readOutside?: OutsideReader;
  /** Filled with the key and attempt of every call. */
  readonly asked?: string[];
  readonly requests?: ModelRequest[];
}

export function buildTestApp(setting: TestAppSetting): Dissent {
  const { model, clock, store = memoryStore(clock), protocol, redact } = setting;
  return dissent({
    store,
    clock,
    ...(protocol && { protocols: [protocol] }),
    ...(redact && { redact }),
    readOutside: setting.readOutside,
    random: countedDigits(),
    modelFor: async () => ({
      ...model,
      answer(request, signal) {
        setting.asked?.push(`${findStepKey(request)}#${request.attempt}`);
        setting.requests?.push(request);
        return model.answer(request, signal);
      },
    }),
  });
}

/** `responses/risk`: the key of a call without its debate. */
export function findStepKey({ key }: ModelRequest): string {
  return key.split("/").slice(1).join("/");
}

/** Counts random digits instead of drawing them, so that ids are the same in every run. */
export function countedDigits(): (digits: number) => string {
  let drawn = 0;
  return (digits) => (++drawn).toString(16).padStart(digits, "0").slice(-digits);
}

/** Opens a debate and runs it until it ends or nobody answers for the person. */
export async function holdDebate(
  protocol: string,
  setting: HoldingOptions & TestAppSetting & { readonly brief: Brief },
): Promise<Held> {
  const { brief, plan, asked = [], requests = [] } = setting;
  const app = buildTestApp({ ...setting, asked, requests });
  const id = await app.open(app.plan(protocol, { brief, ...plan }), "tester");
  return readHeld({ app, id, asked, requests }, await holdOn(app, id, setting));
}

export async function holdOn(
  app: Dissent,
  debate: string,
  { hold, answers = [] }: Pick<HoldingOptions, "hold" | "answers"> = {},
): Promise<RunResult> {
  let result = await app.run({ debate, ...hold });
  for (const answer of answers) {
    if (result.status !== "waiting") break;
    const given = typeof answer === "string" ? { choice: answer } : answer;
    await app.decide(debate, { reason: "a person has thought about it", by: "pat", ...given });
    result = await app.run({ debate, ...hold });
  }
  return result;
}

export async function readHeld(
  held: Pick<Held, "app" | "id" | "asked" | "requests">,
  result: RunResult,
): Promise<Held> {
  const { events } = await held.app.read(held.id);
  const outcome = result.status === "settled" ? result.outcome : null;
  return { ...held, outcome, holding: result, events };
}

/** Answers a stop and holds on. */
export async function answered(
  held: Held,
  choice: string,
  reason = "Because I read it.",
): Promise<Held> {
  await held.app.decide(held.id, { choice, reason, by: "ada" });
  return readHeld(held, await held.app.run({ debate: held.id }));
}

/** The facts of one type, in order. */
export function listFactsOfType<Type extends Fact["type"]>(
  { events }: { readonly events: readonly Event[] },
  type: Type,
): Extract<Fact, { type: Type }>[] {
  const isIt = (fact: Fact): fact is Extract<Fact, { type: Type }> => fact.type === type;
  return events.map(({ fact }) => fact).filter(isIt);
}

export function recorded(
  held: Pick<Held, "events">,
  key: string,
): Extract<Fact, { type: "reply-recorded" }> {
  const found = listFactsOfType(held, "reply-recorded").find((fact) => fact.key === key);
  if (!found) throw new Error(`${key} is not recorded.`);
  return found;
}

/** The text of an artifact as it was published. */
export async function artifact(held: Held, name: string): Promise<string> {
  const published = listFactsOfType(held, "artifact-published").find((fact) => fact.name === name);
  if (!published) throw new Error(`no artifact ${name}`);
  return (await (await held.app.read(held.id)).text(published.sha256)) ?? "";
}

export function artifactNames(held: Pick<Held, "events">): string[] {
  return listFactsOfType(held, "artifact-published").map(({ name }) => name);
}

/** Every first request of a debate by its key. */
export function firstRequests({ requests }: Held): ReadonlyMap<string, ModelRequest> {
  const first = requests.filter(({ attempt }) => attempt === 1);
  return new Map(first.map((request) => [findStepKey(request), request]));
}

export const SERVED = {
  provider: "offline",
  model: "offline",
  version: "1",
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
};

/** The built-in readers of one protocol as a model of their own. */
export function readersModel(
  readers: Readonly<Record<string, (input: PromptInput) => unknown>>,
): Model {
  return {
    id: "offline",
    notice: "built-in readers, no language model",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer({ promptInput: input }) {
      const reader = readers[input.kind];
      if (!reader) throw new TypeError(`There is no reader for ${input.kind}.`);
      yield { type: "answer-given", text: JSON.stringify(reader(input)), served: SERVED };
    },
  };
}

export function source(id: string, title: string, text: string): Source {
  return { id, title, text, sha256: hash("sha256", text), bytes: Buffer.byteLength(text) };
}

/** A brief with one source, which holds the body. */
export function buildBrief({
  body,
  ...rest
}: Partial<Brief> & Pick<Brief, "id" | "question"> & { readonly body: string }): Brief {
  return {
    options: [],
    sources: [source("brief", "brief", body)],
    featureName: null,
    featureDir: null,
    ...rest,
  };
}
