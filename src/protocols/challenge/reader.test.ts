import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import { holdChallenge, planBrief } from "../../../test/support/protocols/challenge.ts";
import { offline } from "../../models/offline.ts";

const MARKED =
  "We move sessions into Redis.\n\n## Pros\n\n- Logins get faster.\n\n## Risks\n\n- A restart logs everyone out.\n" +
  "- Nobody watches the memory.\n";

const hold = (body: string, settings: Readonly<Record<string, unknown>> = {}) =>
  holdChallenge({}, { brief: planBrief({ body }), model: offline(), plan: { settings } });

describe("the built-in reader", () => {
  test.each([
    ["a marked brief", MARKED, {}],
    ["a marked plan", MARKED, { opening: "user" }],
    ["a marked plan that is to be rewritten", MARKED, { opening: "user", rewrite: true }],
    ["a plan that marks nothing", "We move sessions into Redis next week.", { opening: "user" }],
    ["one word", "Move.", {}],
    ["a brief in another script", "\u6211\u4eec\u8fc1\u79fb\u3002", { blind_first: true }],
  ])("K20 K21 completes a debate on %s without a repair", async (_, body, settings) => {
    const held = await hold(body, settings);

    expect(held.outcome?.result["repairs"]).toBe(0);
    expect(held.outcome?.label).toMatch(/^(?:CONSENSUS|TRADEOFF)$/);
    expect(held.outcome?.nobodyJudged).toBe(true);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("quotes only what the brief marks, and never flips", async () => {
    const held = await hold(MARKED);
    const objections = held.outcome?.result["objections"] as unknown as Record<string, unknown>[];

    expect(new Set(objections.map(({ headline }) => headline))).toEqual(
      new Set(["A restart logs everyone out.", "Nobody watches the memory."]),
    );
    expect(objections.every(({ fate }) => fate === "maintained")).toBe(true);
    expect(held.outcome?.label).toBe("TRADEOFF");
  });

  test("says plainly that nothing is marked", async () => {
    const held = await hold("We move sessions into Redis next week.");
    const objections = held.outcome?.result["objections"] as unknown as Record<string, unknown>[];

    expect(objections[0]).toMatchObject({ strength: "minor" });
    expect(String(objections[0]?.["headline"])).toContain("marks no point against this");
  });
});
