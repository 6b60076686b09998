/** R2-R4 for every protocol that can hide names, rotate the order or let one voice speak for many. */
import { describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import type { PlanRequest } from "../../src/plan.ts";
import { verified } from "../support/journals/forge-journal.ts";
import {
  ALL_THREE,
  type AnonymousDebate,
  type Answering,
  type HeldAnonymous,
  holdAnonymous,
  numbered,
  findAnonymousPrompt,
} from "../support/protocols/anonymous-exchange.ts";
import { listFactsOfType } from "../support/protocols/debate.ts";

type Settings = Record<string, Json>;

/** Holds the debate of a suite with these settings, answers and seats. */
export type Hold = (
  settings?: Settings,
  answering?: Answering,
  plan?: Partial<PlanRequest>,
) => Promise<HeldAnonymous>;

export interface AnonymousSuite extends Pick<AnonymousDebate, "protocol" | "brief"> {
  readonly answering: Answering;
  /** Settings of every debate, beside those that a test is about. */
  readonly settings?: Settings;
  /** Key, end of the golden file's name, settings and seats. */
  readonly golden: readonly (readonly [string, string, Settings, Partial<PlanRequest>?])[];
  readonly goldenFile?: (key: string) => string;
  /** A first reply that names others as nobody was shown them, and what is refused of it. */
  readonly slip: { readonly key: string; readonly reply: Answering; readonly names: string[] };
  /** Who reads the others in which order. */
  readonly rotated: {
    readonly keys: readonly string[];
    readonly order: (prompt: string) => string[];
    readonly answering?: Answering;
  };
}

export function holdsAnonymously(suite: Omit<AnonymousSuite, "golden" | "slip" | "rotated">): Hold {
  const { protocol, brief } = suite;
  return (settings = ALL_THREE, answering = suite.answering, plan = {}) => {
    const all = { settings: { ...suite.settings, ...settings }, ...plan };
    return holdAnonymous({ protocol, brief, plan: all, answering });
  };
}

/** What holds whatever the protocol; its own tests prove the rest. */
export function describeAnonymousExchange(suite: AnonymousSuite): void {
  const hold = holdsAnonymously(suite);
  const { goldenFile = (key: string) => key.replace("/", "-"), slip, rotated } = suite;

  for (const [key, name, settings, plan] of suite.golden) {
    test(`R2-R4 golden prompt of ${key}, ${name}`, async () => {
      const held = await hold(settings, undefined, plan);

      await expect(numbered(`${findAnonymousPrompt(held, key)}\n`)).toMatchFileSnapshot(
        `__prompts__/${goldenFile(key)}-${name}.md`,
      );
    });
  }

  describe.each([
    ["anonymous", { anonymous: true }],
    ["one voice", ALL_THREE],
  ])("%s", (_, settings) => {
    test("R2 R4 labels are accepted, the outcome has names, and the journal verifies", async () => {
      const held = await hold(settings);

      expect(listFactsOfType(held, "reply-rejected")).toEqual([]);
      expect(JSON.stringify(held.outcome)).not.toMatch(/voice-\d|claim-\d/);
      expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
    });
  });

  test("R2 K3 a real name or id that was never shown is refused, and the repair says so", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.key === slip.key && question.attempt === 1
        ? slip.reply(question)
        : suite.answering(question),
    );
    const repair = held.questions.find(({ key, attempt }) => key === slip.key && attempt === 2);
    const refused = slip.names.map(
      (name) => `“${name}” is none of the labels and ids you were shown`,
    );

    expect(listFactsOfType(held, "reply-rejected")[0]?.problems.slice(0, refused.length)).toEqual(
      refused,
    );
    expect(repair?.prompt).toContain(refused[0]);
  });

  test("R3 names stay, and the order is another for each reader", async () => {
    const held = await hold({ rotate: true }, rotated.answering);
    const orders = rotated.keys.map((key) => rotated.order(findAnonymousPrompt(held, key)).join());

    expect(new Set(orders).size).toBe(rotated.keys.length);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });
}
