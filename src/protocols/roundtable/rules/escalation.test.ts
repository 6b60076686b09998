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
  REMAINING_CONCERNS: [{ id: null, ...concern("security", { text: WORDS, blocking: true }) }],
});
const security = scoring({ security: [opposed] });
const LAST = { plan: { settings: { max_rounds: 1 } } };

describe("a mandatory specialist below 70", () => {
  test("T29 the escalation offers four ways out, and says what the majority's needs", async () => {
    const held = await holdTable([security, allAt(95)], LAST);

    const raised = held.events
      .map(({ fact }) => fact)
      .find((fact) => fact.type === "escalation-raised");
    expect(raised).toMatchObject({
      choices: [
        { id: "scope" },
        {
          id: "majority",
          needs: [
            { what: "Security (security)", anyOf: ["security", "Security"] },
            { what: `security-3 “${WORDS}”`, anyOf: ["security-3", WORDS] },
          ],
        },
        { id: "defer" },
        { id: "split" },
      ],
    });
    expect(question(held)).toContain(
      "To accept it over security, the reason names each of them and the ids of the concerns above.",
    );
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("T28 the majority passes with a reason that names security and its concern, which is quoted", async () => {
    const reason = "I accept security-3 of Security; we fix it in May.";
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
          accepted: [{ participant: "security", id: "security-3", concern: WORDS }],
        },
      },
    });
    const adr = (await held.artifact("adr.md")) ?? "";
    expect(adr).toContain(
      `Accepted by majority; risk accepted by maria on 2023-11-14: “${reason}”\n- **Accepted risk:** Security: “${WORDS}”`,
    );
    expect(adr).toContain("> I cannot accept open tokens.");
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test.each([
    ["neither", "We need it now."],
    ["the participant alone", "I overrule security here."],
    ["the concern alone", "I know that security-3 is open."],
    ["another concern", "Security has security-31, and I accept it."],
  ])("T28 a reason with %s is refused when it is entered", async (named, reason) => {
    const held = await holdTable([security, allAt(95)], LAST);
    const decide = held.app.decide(held.id, { choice: "majority", reason, by: "maria" });

    await expect(decide).rejects.toThrow(
      named === "the concern alone" ? /does not name Security/ : /does not name .*security-3/,
    );
    const { events } = await held.app.read(held.id);
    expect(events.some(({ fact }) => fact.type === "escalation-answered")).toBe(false);
  });

  test("T28 every blocking concern, and every mandatory one below 70, has to be named", async () => {
    const two = score("security", 65, {
      REMAINING_CONCERNS: [
        { id: null, ...concern("security", { text: WORDS, blocking: true }) },
        { id: null, ...concern("security", { text: "audit records vanish", blocking: true }) },
      ],
    });
    const both = [scoring({ security: [two], test: [60] }), allAt(95)];
    const say = (reason: string) =>
      holdTable(both, { ...LAST, answer: { choice: "majority", reason } });

    await expect(say("security: security-3. test: test-3.")).rejects.toThrow(/security-4/);
    await expect(say("security: security-3, security-4.")).rejects.toThrow(/Test \(test\)/);
    const all = await say("security: security-3, security-4; test: test-3.");
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
          concerns: [concern("security", { text: WORDS })],
        }),
        "scores-1/security": { crash: "gone" } as const,
      }),
      allAt(95),
    ];
    const say = (reason: string) =>
      holdTable(gone, { ...LAST, answer: { choice: "majority", reason } });

    await expect(say("Everyone who answered is satisfied.")).rejects.toThrow(/Security/);
    const named = await say("security is not heard, and security-2 is on me.");
    expect(question(named)).toContain(
      "MANDATORY: Security (security) never gave a score. Their standing concerns: security-2",
    );
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

  test.each([
    ["fewer than half said yes", [scoring({ operations: [95], test: [95] }), allAt(69)]],
    [
      "absence is no yes",
      [
        at({
          "scores-1/architecture": { crash: "gone" },
          "scores-1/operations": { crash: "gone" },
          "scores-1/observability": { crash: "gone" },
        }),
        allAt(95),
      ],
    ],
  ])("K4 T28 T29 where there is no majority, none can be accepted: %s", async (_, players) => {
    const held = await holdTable(players, LAST);

    expect(question(held)).toContain("There is no majority to accept: 2 of 5 would accept it.");
    await expect(
      held.app.decide(held.id, { choice: "majority", reason: "so be it", by: "maria" }),
    ).rejects.toThrow(/"majority" is not among scope, defer, split/);
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
