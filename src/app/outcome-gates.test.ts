import { describe, expect, test } from "vitest";

import {
  handmade,
  QUOTE,
  type HandmadeSetting,
} from "../../test/support/journals/handmade-journal.ts";
import { computeAudit } from "../audit/audit.ts";
import { findSettlement } from "../domain/journal/event.ts";
import { listJudgingSeats, withdrawVerdict } from "../domain/outcome/judgement.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import {
  type OutcomeGate,
  OUTCOME_GATES,
  parseGateList,
  findJudgementReason,
  findQuorumReason,
  findRefutedReason,
  findTrippedGates,
  findUnfinishedReason,
} from "./outcome-gates.ts";

const SEATS = { ann: "anthropic/opus", bob: "openai/gpt", cid: "google/gemini" };
const proven = (id: string, about: string, side: "supports" | "attacks" = "supports") => ({
  id,
  about,
  side,
  quote: QUOTE,
});

/** All of one mind, with proof, and nothing open. */
const AGREED: HandmadeSetting = {
  seats: SEATS,
  rounds: [
    [
      { by: "ann", holds: "A", claims: [proven("A1", "A")] },
      { by: "bob", holds: "A", claims: [proven("B1", "A")] },
      { by: "cid", holds: "A", claims: [proven("C1", "A")] },
    ],
  ],
  changes: { confidence: "HIGH" },
};

function reasons(gates: readonly OutcomeGate[], setting: HandmadeSetting) {
  const events = handmade(setting);
  const outcome = findSettlement(events)?.outcome;
  if (!outcome) throw new Error("it has not ended");
  return findTrippedGates(gates, { events, outcome, audit: computeAudit(events) });
}

function changed(changes: Partial<Outcome>): HandmadeSetting {
  return { ...AGREED, changes: { ...AGREED.changes, ...changes } };
}

const absence = { by: "cid", step: "round-1/cid", reason: "timed-out", detail: "120 s" } as const;
const dissent = { by: "cid", holds: "B", words: "No.", grounds: [], stage: null };

describe("gates", () => {
  test("none is shut for a debate with nothing against it", () => {
    expect(reasons(OUTCOME_GATES, AGREED)).toEqual([]);
  });

  test.each<[OutcomeGate, string, HandmadeSetting, object]>([
    ["contested", "disagreement", changed({ ending: "open", label: "CONTESTED" }), {}],
    ["dissent", "disagreement", changed({ dissents: [dissent] }), { seats: ["cid"] }],
    ["degraded", "infrastructure", changed({ absences: [absence] }), { seats: ["cid"] }],
    ["low-confidence", "evidence", changed({ confidence: "MEDIUM" }), {}],
    [
      "weak",
      "evidence",
      {
        ...AGREED,
        rounds: [
          [
            { by: "ann", holds: "A", claims: [proven("A1", "A")] },
            { by: "bob", holds: "A", claims: [proven("B1", "A")] },
            { by: "cid", holds: "B", claims: [proven("C1", "B")] },
          ],
        ],
      },
      {},
    ],
    [
      "open-challenge",
      "disagreement",
      {
        ...AGREED,
        rounds: [
          [
            { by: "ann", holds: "A", claims: [proven("A1", "A")] },
            { by: "bob", holds: "A", claims: [proven("B1", "A")] },
            { by: "cid", holds: "B", claims: [proven("C1", "A", "attacks")] },
          ],
        ],
      },
      { claims: ["C1"] },
    ],
    [
      "unsupported-change",
      "evidence",
      {
        ...AGREED,
        rounds: [
          [
            { by: "ann", holds: "A", claims: [proven("A1", "A")] },
            { by: "bob", holds: "A", claims: [proven("B1", "A")] },
            { by: "cid", holds: "B", claims: [proven("C1", "B")] },
          ],
          [{ by: "cid", holds: "A" }],
        ],
      },
      { seats: ["cid"] },
    ],
    [
      "blind-seat",
      "evidence",
      {
        ...AGREED,
        rounds: [
          [
            { by: "ann", holds: "A", claims: [proven("A1", "A")] },
            { by: "bob", holds: "A", claims: [{ id: "B1", about: "A" }] },
            { by: "cid", holds: "A", claims: [proven("C1", "A")] },
          ],
        ],
      },
      { seats: ["bob"] },
    ],
  ])("%s is told as %s, with whom it is about", (code, kind, setting, rest) => {
    expect(reasons([code], setting)).toEqual([
      { kind, code, message: expect.stringMatching(/\w/), ...rest },
    ]);
    expect(reasons([code], AGREED)).toEqual([]);
  });

  test("a misspelt gate is refused, and the nearest is named", () => {
    expect(parseGateList("dissent, degraded")).toEqual(["dissent", "degraded"]);
    expect(() => parseGateList("disent")).toThrow(
      expect.objectContaining({ code: "usage", hint: "Did you mean dissent?" }),
    );
  });
});

describe("a quorum of live voices", () => {
  test("built-in readers are no live voices", () => {
    const mixed = handmade({ ...AGREED, seats: { ...SEATS, cid: "offline" } });

    expect(listJudgingSeats(mixed)).toEqual(["ann", "bob"]);
    expect(findQuorumReason(mixed, 2)).toBeNull();
    expect(findQuorumReason(mixed, null)).toBeNull();
    expect(findQuorumReason(mixed, 3)).toMatchObject({
      kind: "infrastructure",
      code: "quorum",
      message: "2 of 3 seats had a live voice, 3 are needed",
    });
  });
});

describe("a panel of built-in readers", () => {
  const outcome = withdrawVerdict(findSettlement(handmade(AGREED))!.outcome);

  test("K20 shuts the gate by itself, and is not called contested", () => {
    expect(findJudgementReason({ status: "settled", outcome })).toMatchObject({
      kind: "infrastructure",
      code: "judgement",
    });
    const events = handmade(AGREED);
    expect(
      findTrippedGates(["contested"], { events, outcome, audit: computeAudit(events) }),
    ).toEqual([]);
  });

  test("K20 a panel that judged has no such reason", () => {
    const judged = findSettlement(handmade(AGREED))!.outcome;

    expect(findJudgementReason({ status: "settled", outcome: judged })).toBeNull();
    expect(findJudgementReason({ status: "waiting", detail: "Which?" })).toBeNull();
  });
});

test("what was refuted fails any gate, unless only built-in readers said so", () => {
  const settled = (changes: Parameters<typeof changed>[0]) => {
    const outcome = findSettlement(handmade(changed(changes)))?.outcome;
    if (!outcome) throw new Error("it has not ended");
    return { status: "settled", outcome } as const;
  };

  expect(findRefutedReason(settled({ label: "REFUTED", refuted: true }))).toMatchObject({
    kind: "disagreement",
    code: "refuted",
    message: expect.stringMatching(/^REFUTED: /) as string,
  });
  expect(findRefutedReason(settled({ refuted: true, nobodyJudged: true }))).toBeNull();
  expect(findRefutedReason(settled({}))).toBeNull();
  expect(findRefutedReason({ status: "waiting", detail: "Which?" })).toBeNull();
});

describe("a debate that did not end", () => {
  test.each([
    [
      { status: "waiting", detail: "Which?" },
      { kind: "disagreement", code: "waiting" },
    ],
    [
      { status: "paused", reason: "limit", detail: "3 calls" },
      { kind: "budget", code: "limit" },
    ],
    [
      { status: "paused", reason: "interrupted", detail: "stopped" },
      { kind: "infrastructure", code: "interrupted", message: "paused: stopped" },
    ],
    [
      { status: "paused", reason: "interrupted", detail: "paused" },
      { kind: "infrastructure", code: "interrupted", message: "paused on request" },
    ],
    [
      { status: "paused", reason: "failed", detail: "acme refused the key" },
      { kind: "infrastructure", code: "providers", message: "paused: acme refused the key" },
    ],
  ] as const)("%o says whose turn it is", (holding, reason) => {
    expect(findUnfinishedReason(holding)).toEqual({ message: holding.detail, ...reason });
  });

  test("too few voices are a matter of the machinery", () => {
    const outcome = findSettlement(
      handmade(changed({ ending: "failed", label: "NO QUORUM" })),
    )?.outcome;
    if (!outcome) throw new Error("it has not ended");

    expect(findUnfinishedReason({ status: "settled", outcome })).toMatchObject({
      kind: "infrastructure",
      code: "providers",
    });
  });
});
