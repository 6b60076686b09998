import { describe, expect, test } from "vitest";

import { createTestBrief } from "../test/support/protocols/judges.ts";
import { collectModelNotices } from "./debates/model-notices.ts";
import type { Model } from "./model.ts";
import { offline } from "./models/offline.ts";
import { planDebate, type PlanRequest } from "./plan.ts";
import type { Protocol } from "./protocol.ts";
import { board } from "./protocols/board/protocol.ts";
import { challenge } from "./protocols/challenge/protocol.ts";
import { judges } from "./protocols/judges/protocol.ts";
import { roundtable } from "./protocols/roundtable/protocol.ts";

function seatedBy(request: Partial<PlanRequest>): string[] {
  return planDebate(judges, { brief: createTestBrief(), ...request }).participants.map(
    ({ model }) => model,
  );
}

describe("who sits", () => {
  test("without a word from anyone, the built-in readers do", () => {
    expect(seatedBy({})).toEqual(["offline", "offline", "offline"]);
  });

  test("a panel fills the seats one after the other, and again from the first", () => {
    expect(seatedBy({ panel: ["a", "b"] })).toEqual(["a", "b", "a"]);
    expect(seatedBy({ panel: ["a", "b", "c", "d"] })).toEqual(["a", "b", "c"]);
  });

  test("a seat that names its model keeps it, and takes none from the panel", () => {
    const seats = { value: { model: "person" } };

    expect(seatedBy({ panel: ["a", "b"], seats })).toEqual(["a", "person", "b"]);
  });

  test("seats without a named model are told apart", () => {
    const seats = { value: { model: "person" }, law: { stance: "legal" } };

    expect(planDebate(judges, { brief: createTestBrief(), seats }).unnamed).toEqual([
      "risk",
      "effort",
      "law",
    ]);
  });
});

describe("an anonymous exchange", () => {
  const asked = { anonymous: true, rotate: true, oneVoice: true };

  const protocols: readonly Protocol[] = [judges, challenge, board, roundtable];

  test.each(protocols.map((protocol) => [protocol.id, protocol] as const))(
    "R2-R4 the flags turn on the three settings of %s, which are off otherwise",
    (_, protocol) => {
      const brief = createTestBrief();

      expect(planDebate(protocol, { brief }).settings).toMatchObject({
        anonymous: false,
        rotate: false,
        one_voice: false,
      });
      expect(planDebate(protocol, { brief, flags: asked }).settings).toMatchObject({
        anonymous: true,
        rotate: true,
        one_voice: true,
      });
    },
  );

  test("a protocol without an exchange of that kind says so", () => {
    const alone = { ...judges, flags: { maxRounds: "max_rounds" } };

    expect(() => planDebate(alone, { brief: createTestBrief(), flags: asked })).toThrow(
      "The protocol judges has no anonymous to set.",
    );
  });

  test.each(["voice-2", "claim-14", "all"])("R2 no seat can be called %s", (id) => {
    const request = { brief: createTestBrief(), seats: { [id]: { stance: "calm" } } };

    expect(() => planDebate(judges, request)).toThrow(`No seat can be called "${id}".`);
  });
});

describe("notices", () => {
  const price = { approximate: false, usd: () => 0 };

  async function collectNotices(
    seats: readonly string[],
    models: Readonly<Record<string, Partial<Model>>> = {},
  ): Promise<string[]> {
    const participants = seats.map((model, index) => ({
      id: `seat-${index}`,
      name: "Seat",
      role: "judge",
      stance: null,
      mark: "S",
      model,
    }));
    const { notice: _, ...silent } = offline();
    return collectModelNotices({ participants }, async (id) => ({ ...silent, id, ...models[id] }));
  }

  test("one model in every seat is said by its name", async () => {
    expect(await collectNotices(["a/x", "a/x", "a/x"])).toEqual([
      "one model (a/x) speaks for all 3 seats, so agreement is weak evidence",
    ]);
  });

  test("several models of one family are said by the family's", async () => {
    const models = { "a/x": { family: "mistral" }, "b/y": { family: "mistral" } };

    expect(await collectNotices(["a/x", "b/y"], models)).toEqual([
      "2 of 2 seats run on models of one family (mistral), so their agreement is weak evidence",
    ]);
    expect(await collectNotices(["claude", "anthropic/claude-sonnet-5", "codex"])).toEqual([
      "2 of 3 seats run on models of one family (anthropic), so their agreement is weak evidence",
    ]);
  });

  test("families that hold no majority, and single seats, need no word", async () => {
    expect(await collectNotices(["claude", "codex", "gemini"])).toEqual([]);
    expect(await collectNotices(["claude", "claude", "codex", "codex"])).toEqual([]);
    expect(await collectNotices(["claude"])).toEqual([]);
  });

  test("who is no language model is no hat of one", async () => {
    const models = { offline: { notice: "built-in readers, no language model" } };

    expect(await collectNotices(["offline", "offline", "codex"], models)).toEqual([
      "offline: built-in readers, no language model",
    ]);
  });

  test("K12 unsafe, unpriced and approximately priced models are named first", async () => {
    const models = {
      a: { unsafe: "a may run commands", price: null },
      b: { price: { ...price, approximate: true } },
      c: { price },
    };

    expect(await collectNotices(["a", "b", "c"], models)).toEqual([
      "a: unsafe, a may run commands",
      "a: its price is not known, so its calls are not in the cost",
      "b: priced like the nearest model with a known price, so costs are approximate",
    ]);
  });
});
