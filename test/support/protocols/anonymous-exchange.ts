/** Debates with an anonymous, rotated or one-voice exchange, and prompts taken apart as their readers see them. */
import type { Clock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import { joinPromptText } from "../../../src/kernel/prompt-digest.ts";
import type { Model, ModelRequest } from "../../../src/model.ts";
import { offline } from "../../../src/models/offline.ts";
import type { PlanRequest } from "../../../src/plan.ts";
import type { Protocol } from "../../../src/protocol.ts";
import type { Store } from "../../../src/store.ts";
import { fakeClock } from "../time/fake-clock.ts";
import {
  buildTestApp,
  findStepKey,
  type Held,
  holdDebate,
  SERVED,
  type TestAppSetting,
} from "./debate.ts";

export const ALL_THREE = { anonymous: true, rotate: true, one_voice: true };

/** One ask as whoever answers it sees it. */
export interface Question {
  /** `responses/risk`. */
  readonly key: string;
  readonly step: string;
  readonly seat: string;
  readonly attempt: number;
  readonly prompt: string;
  readonly request: ModelRequest;
}

/** What is answered; undefined leaves it to the built-in readers. */
export type Answering = (question: Question) => Json | undefined;

export interface AnonymousDebate {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly plan?: Partial<PlanRequest>;
  readonly answering?: Answering;
  readonly store?: Store;
  readonly clock?: Clock;
}

export interface HeldAnonymous extends Held {
  readonly questions: readonly Question[];
}

function createAnonymousSetting(
  { protocol, answering = () => undefined, store, clock = fakeClock() }: AnonymousDebate,
  questions: Question[],
): TestAppSetting {
  const readers = offline();
  const model: Model = {
    ...readers,
    async *answer(request, signal) {
      const key = findStepKey(request);
      const [step = "", seat = ""] = key.split("/");
      const prompt = joinPromptText(request.prompt);
      const question = { key, step, seat, attempt: request.attempt, prompt, request };
      questions.push(question);
      const reply = answering(question);
      if (reply === undefined) yield* readers.answer(request, signal);
      else yield { type: "answer-given", text: JSON.stringify(reply), served: SERVED };
    },
  };
  return { model, clock, protocol, ...(store && { store }) };
}

export function anonymousApp(
  debate: AnonymousDebate,
  questions: Question[],
  asked: string[],
): Dissent {
  return buildTestApp({ ...createAnonymousSetting(debate, questions), asked });
}

export async function holdAnonymous(debate: AnonymousDebate): Promise<HeldAnonymous> {
  const questions: Question[] = [];
  const { protocol, brief } = debate;
  const plan = { settings: ALL_THREE, ...debate.plan };
  const held = await holdDebate(protocol.id, {
    ...createAnonymousSetting(debate, questions),
    brief,
    plan,
  });
  return { ...held, questions };
}

/** One fenced part of a prompt. */
export interface Block {
  readonly head: string;
  readonly body: string;
  /** The first label in its head. */
  readonly label: string;
  /** Ids of the claims that begin a line of it. */
  readonly claims: readonly string[];
}

export function blocksIn(prompt: string): Block[] {
  const fences = prompt.matchAll(/<<<dissent-([0-9a-f]{16}) ([^\n]*)\n([\s\S]*?)\ndissent-\1>>>/g);
  return [...fences].map(([, , head = "", body = ""]) => ({
    head,
    body,
    label: /voice-\d+/.exec(head)?.[0] ?? "",
    claims: [...body.matchAll(/^(claim-\d+) /gm)].map(([, id]) => id ?? ""),
  }));
}

/** The block that holds these words. */
export function blockWith(prompt: string, words: string): Block {
  const found = blocksIn(prompt).find(({ body }) => body.includes(words));
  if (!found) throw new Error(`Nothing in the prompt says "${words}".`);
  return found;
}

/** Nonces follow from the debate's salt, which is no part of what a golden prompt shows. */
export function numbered(prompt: string): string {
  const nonces = [...new Set(prompt.match(/dissent-[0-9a-f]{16}/g) ?? [])];
  return prompt.replace(
    /dissent-[0-9a-f]{16}/g,
    (nonce) => `dissent-${String(nonces.indexOf(nonce) + 1).padStart(4, "0")}`,
  );
}

export function findAnonymousPrompt(
  { questions }: Pick<HeldAnonymous, "questions">,
  key: string,
): string {
  const found = questions.find((one) => one.key === key && one.attempt === 1);
  if (!found) throw new Error(`${key} was not asked.`);
  return found.prompt;
}
