/** T10, T27-T29: what a person is asked, and which answers carry. */
import { describe, expect, test } from "vitest";

import { verified } from "../../../../test/support/journals/forge-journal.ts";
import {
  allAt,
  at,
  concern,
  holdTable,
  position,
  question,
  score,
  scoring,
} from "../../../../test/support/protocols/roundtable.ts";

const WORDS = "tokens of the registry lie open to every consumer";
const opposed = score("security", 65, {
  POSITION: "I cannot accept open tokens.",
  REMAINING_CONCERNS: [concern("security", { text: WORDS, blocking: true })],
});
const security = scoring({ security: [opposed] });
const climbing = allAt(50, 54, 58, 62, 66, 70, 74, 78, 82, 92);
const LAST = { plan: { settings: { max_rounds: 1 } } };

describe("a mandatory specialist below 70", () => {
  test("T27 T28 security at 65 in round 10: the escalation names it and quotes its objection", async () => {
    const held = await holdTable([security, climbing]);

    expect(held.holding.status).toBe("waiting");
    expect(question(held)).toContain("No consensus after 10 rounds");
    expect(question(held)).toMatch(
      /MANDATORY: Security \(security\) is at 65, below 70. It objects: S\d+ “tokens of the registry lie open to every consumer”/,
    );
    const raised = held.events
      .map(({ fact }) => fact)
      .find((fact) => fact.type === "escalation-raised");
    expect(raised).toMatchObject({
      choices: [{ id: "scope" }, { id: "majority" }, { id: "defer" }, { id: "split" }],
    });
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("T28 the majority passes only with a reason that names security and its concern", async () => {
    const reason = "I accept that Security sees tokens of the registry lie open; we fix it in May.";
    const held = await holdTable([security, allAt(95)], {
      ...LAST,
      answer: { choice: "majority", reason },
    });

    expect(held.outcome).toMatchObject({
      label: "ACCEPTED_BY_RISK",
      ending: "decided",
      confidence: "LOW",
      dissents: [
        { by: "security", words: "I cannot accept open tokens.", grounds: [{ text: WORDS }] },
      ],
      result: {
        consensus: false,
        risk_acceptance: {
          by: "maria",
          at: "2023-11-14T22:13:20.000Z",
          sentence: reason,
          over: ["security"],
        },
      },
    });
    const adr = (await held.artifact("adr.md")) ?? "";
    expect(adr).toContain(
      `Accepted by majority; risk accepted by maria on 2023-11-14: “${reason}”`,
    );
    expect(adr).toContain("> I cannot accept open tokens.");
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test.each([
    ["neither", "We need it now."],
    ["the participant alone", "I overrule security here."],
    ["the concern alone", "I know that tokens of the registry lie open."],
    ["words that occur anywhere", "security: of the"],
    [
      "a word that only begins like the participant",
      "The securityguard says tokens of the registry lie open.",
    ],
  ])("T28 a reason with %s overrules nobody", async (_, reason) => {
    const held = await holdTable([security, allAt(95)], {
      ...LAST,
      answer: { choice: "majority", reason },
    });

    expect(held.outcome).toMatchObject({
      label: "ESCALATED",
      ending: "open",
      confidence: "REQUIRES_INPUT",
      choice: null,
      result: { risk_acceptance: null, adr: null },
    });
    expect(held.outcome?.notes[0]).toBe("risk acceptance must name security and the concern");
    expect(await held.artifact("adr.md")).toBeNull();
    expect(await held.artifact("debate.md")).toContain("**Status:** ESCALATED");
  });

  test("T28 three words that name nothing are no part of a concern", async () => {
    const hollow = score("security", 65, {
      REMAINING_CONCERNS: [concern("security", { text: "so it is not that the vault leaks" })],
    });
    const say = (reason: string) =>
      holdTable([scoring({ security: [hollow] }), allAt(95)], {
        ...LAST,
        answer: { choice: "majority", reason },
      });

    expect((await say("security, so it is not that bad")).outcome?.label).toBe("ESCALATED");
    expect((await say("security, I accept that the vault leaks")).outcome?.label).toBe(
      "ACCEPTED_BY_RISK",
    );
  });

  test("T28 every blocking concern, and every mandatory one below 70, has to be named", async () => {
    const two = score("security", 65, {
      REMAINING_CONCERNS: [
        concern("security", { text: WORDS, blocking: true }),
        concern("security", { text: "audit records vanish after one day", blocking: true }),
      ],
    });
    const both = [scoring({ security: [two], test: [60] }), allAt(95)];
    const say = (reason: string) =>
      holdTable(both, { ...LAST, answer: { choice: "majority", reason } });
    const tested = "test: the test of old consumers is accepted";

    const one = await say(`security: registry lie open. ${tested}`);
    const all = await say(`security: registry lie open, and audit records vanish. ${tested}`);
    const alone = await say("security: registry lie open, and audit records vanish.");

    expect(one.outcome?.notes).toContain("risk acceptance must name security and the concern");
    expect(alone.outcome?.notes).toContain("risk acceptance must name test and the concern");
    expect(all.outcome?.label).toBe("ACCEPTED_BY_RISK");
  });

  test("T27 a domain specialist below 70 is noted as dissent and need not be named", async () => {
    const { outcome } = await holdTable([scoring({ architecture: [60] }), allAt(95)], {
      ...LAST,
      answer: { choice: "majority", reason: "The rest of the table is right." },
    });

    expect(outcome?.label).toBe("ACCEPTED_BY_RISK");
    expect(outcome?.dissents).toMatchObject([{ by: "architecture", holds: "satisfaction 60" }]);
  });

  test("T28 at 70 it is no veto", async () => {
    const held = await holdTable([scoring({ security: [70] }), allAt(95)], LAST);

    expect(question(held)).not.toContain("MANDATORY");
  });

  test("K4 T28 a mandatory one that is not heard at the end must be named too: silence is no consent", async () => {
    const gone = [
      at({
        "positions/security": position("security", {
          concerns: [{ ...concern("security", { text: WORDS }), evidence: [] }],
        }),
        "scores-1/security": { crash: "gone" } as const,
      }),
      allAt(95),
    ];
    const say = (reason: string) =>
      holdTable(gone, { ...LAST, answer: { choice: "majority", reason } });

    const silent = await say("Everyone who answered is satisfied.");
    const named = await say("security is not heard, and that registry lie open is on me.");

    expect(question(silent)).toContain(
      "MANDATORY: Security (security) never gave a score. It objects: S2",
    );
    expect(silent.outcome?.label).toBe("ESCALATED");
    expect(named.outcome?.label).toBe("ACCEPTED_BY_RISK");
  });
});

describe("ways out", () => {
  test.each(["scope", "defer", "split"])(
    "T29 K10 %s: escalated, which is an open ending and no failure",
    async (choice) => {
      const { outcome } = await holdTable([security, allAt(95)], {
        ...LAST,
        answer: { choice, reason: "so be it" },
      });

      expect(outcome).toMatchObject({
        label: "ESCALATED",
        ending: "open",
        result: {
          escalation: { reason: "rounds", answer: { choice, reason: "so be it", by: "maria" } },
        },
      });
    },
  );

  test("K4 there is no majority to accept where fewer than half said yes", async () => {
    const { outcome } = await holdTable([scoring({ operations: [95], test: [95] }), allAt(69)], {
      ...LAST,
      answer: {
        choice: "majority",
        reason:
          "security: security of old consumers; observability: observability of old consumers",
      },
    });

    expect(outcome?.label).toBe("ESCALATED");
    expect(outcome?.notes[0]).toBe("there is no majority to accept: 2 of 5 would accept it");
  });

  test("K4 absence is no yes: two of five who answered are no majority", async () => {
    const { outcome } = await holdTable(
      [
        at({
          "scores-1/architecture": { crash: "gone" },
          "scores-1/operations": { crash: "gone" },
          "scores-1/observability": { crash: "gone" },
        }),
        allAt(95),
      ],
      { ...LAST, answer: { choice: "majority", reason: "operations and observability are away" } },
    );

    expect(outcome?.notes[0]).toBe("there is no majority to accept: 2 of 5 would accept it");
  });
});

describe("all would accept, and it is no consensus", () => {
  const reserved = [scoring({ test: [75] }), allAt(95)];

  test("T9 c a person confirms: accepted with reservations, and never called consensus", async () => {
    const held = await holdTable(reserved, {
      ...LAST,
      answer: { choice: "confirm", reason: "good enough" },
    });

    expect(held.outcome).toMatchObject({
      label: "ACCEPTED_WITH_RESERVATIONS",
      ending: "decided",
      confidence: "MEDIUM",
      dissents: [{ by: "test" }],
      result: { consensus: false, outcome: "ACCEPTED_WITH_RESERVATIONS", risk_acceptance: null },
    });
    expect(held.outcome?.summary).not.toMatch(/consensus/i);
    expect(await held.artifact("adr.md")).toContain(
      "Accepted with reservations, confirmed by maria",
    );
  });

  test("T9 a person may also reject it, and the four ways out are offered beside", async () => {
    const held = await holdTable(reserved, {
      ...LAST,
      answer: { choice: "reject", reason: "not yet" },
    });

    expect(held.outcome?.label).toBe("ESCALATED");
    expect(held.outcome?.result["escalation"]).toMatchObject({
      choices: ["confirm", "reject", "scope", "majority", "defer", "split"],
    });
  });

  test.each([
    [
      "someone is below 70",
      at({ "scores-1/test": score("test", 69, { WOULD_ACCEPT_CURRENT: "yes" }) }),
    ],
    [
      "someone would not accept",
      at({ "scores-1/test": score("test", 80, { WOULD_ACCEPT_CURRENT: "no" }) }),
    ],
    ["someone is absent", at({ "scores-1/test": { crash: "gone" } })],
  ])("T9 it cannot be confirmed when %s", async (_, player) => {
    const held = await holdTable([player, allAt(95)], {
      ...LAST,
      answer: { choice: "defer", reason: "later" },
    });

    expect(held.outcome?.result["escalation"]).toMatchObject({
      choices: ["scope", "majority", "defer", "split"],
    });
  });
});
