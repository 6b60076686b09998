import { describe, expect, test } from "vitest";

import { verified } from "../../test/support/journals/forge-journal.ts";
import {
  askFor,
  ended,
  openProbe,
  probe,
  says,
} from "../../test/support/protocols/probe-protocol.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { idle, steer } from "../../test/support/time/wait-until-idle.ts";
import { computeAccounts } from "../domain/journal/accounts.ts";
import type { Limits } from "../domain/journal/event.ts";
import type { Model } from "../model.ts";
import { NO_LIMITS } from "../plan.ts";

const twoRounds = probe(async (floor) => {
  const rounds = [];
  for (const step of ["first", "second"]) {
    rounds.push(await floor.round(step, floor.participants, () => askFor("Speak.")));
  }
  const spoken = rounds.flatMap((round) => round.spoken.map(({ key }) => key));
  const absent = rounds.flatMap(({ absent: silent }) =>
    silent.map(({ by, key, reason, detail }) => ({ by, step: key, reason, detail })),
  );
  return ended(spoken.join(" "), { present: spoken.length, absences: absent });
});

const ALL = "first/ann first/bob first/cid second/ann second/bob second/cid";

/** A model whose answers are given by hand. */
function byHand() {
  const waiting = new Map<string, () => void>();
  const model: Model = {
    id: "hand",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer({ key }, signal) {
      await new Promise<void>((resolve, reject) => {
        waiting.set(key.split("/").slice(1).join("/"), resolve);
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
      const figures = { inputTokens: 1, outputTokens: 1, costUsd: 0 };
      const served = { provider: "p", model: "m", version: null, ...figures };
      yield { type: "answer-given", text: '{"say":"yes"}', served };
    },
  };
  return {
    model,
    answer: async (...keys: string[]): Promise<void> => {
      await idle();
      for (const key of keys) waiting.get(key)?.();
      await idle();
    },
  };
}

describe("facts that wait for a next one", () => {
  test("KR2 KJ4 what was closed and published before the rules broke is kept, and made once", async () => {
    let broken = true;
    const breaking = probe(async (floor) => {
      await floor.round("first", floor.participants, () => askFor("Speak."));
      await floor.publish("a.md", "words");
      if (broken) throw new Error("a defect");
      return ended("mended");
    });
    const { hold, types, app, id } = await openProbe(breaking, { script: { "*": says("yes") } });

    await expect(hold()).rejects.toThrow("a defect");
    expect((await types()).slice(-2)).toEqual(["round-closed", "artifact-published"]);
    broken = false;
    await hold();

    expect((await types()).slice(-4)).toEqual([
      "round-closed",
      "artifact-published",
      "debate-resumed",
      "debate-settled",
    ]);
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });
});

describe("pausing", () => {
  test("K13 one interrupt starts no further turn and lets those under way land", async () => {
    const { model, answer } = byHand();
    const { hold, asked, types } = await openProbe(twoRounds, { model });
    const { steering, pause } = steer();
    const holding = hold({ steering });
    await answer("first/ann");
    pause();
    await answer("first/bob", "first/cid");

    expect(await holding).toEqual({ status: "paused", reason: "interrupted", detail: "paused" });

    expect(asked).toEqual(["first/ann#1", "first/bob#1", "first/cid#1"]);
    expect((await types()).slice(-3)).toEqual(["round-closed", "asks-committed", "debate-paused"]);
  });

  test("K13 after a pause nothing is asked again, and the accounts say so", async () => {
    const { model, answer } = byHand();
    const { hold, asked, events } = await openProbe(twoRounds, { model });
    const { steering, pause } = steer();
    const paused = hold({ steering });
    await answer("first/ann");
    pause();
    await answer("first/bob", "first/cid");
    await paused;
    const resumed = hold();
    await answer("second/ann", "second/bob", "second/cid");

    expect(await resumed).toMatchObject({ outcome: { summary: ALL } });
    expect(asked).toHaveLength(6);
    expect(computeAccounts(await events())).toMatchObject({ calls: 6, askedAgain: 0 });
  });

  test("K13 KA3 a second interrupt drops the turns under way without a trace, and they are asked again", async () => {
    const { model, answer } = byHand();
    const { hold, asked, types, events } = await openProbe(twoRounds, { model });
    const { steering, pause, drop } = steer();
    const dropped = hold({ steering });
    await answer("first/bob");
    pause();
    await idle();
    drop();

    expect(await dropped).toEqual({ status: "paused", reason: "interrupted", detail: "dropped" });
    expect(await types()).toEqual([
      "debate-opened",
      "asks-committed",
      "reply-recorded",
      "debate-paused",
    ]);
    const resumed = hold();
    await answer("first/ann", "first/cid");
    await answer("second/ann", "second/bob", "second/cid");
    expect(await resumed).toMatchObject({ outcome: { summary: ALL } });
    expect(asked.toSorted().filter((key) => key.startsWith("first"))).toEqual([
      "first/ann#1",
      "first/ann#1",
      "first/bob#1",
      "first/cid#1",
      "first/cid#1",
    ]);
    expect(computeAccounts(await events())).toMatchObject({ calls: 6, askedAgain: 2 });
  });

  test("KA3 a turn is not begun, and nobody is asked, once turns are being dropped", async () => {
    const { hold, asked } = await openProbe(twoRounds, { script: { "*": says("yes") } });
    const { steering, drop } = steer();
    drop();

    expect(await hold({ steering })).toMatchObject({ status: "paused" });
    expect(asked).toEqual([]);
  });

  test("K13 an interrupt that comes when nothing is left to ask lets the debate end", async () => {
    const { hold } = await openProbe(twoRounds, { script: { "*": says("yes") } });
    const { steering, pause } = steer();
    let replies = 0;

    const holding = await hold({
      steering,
      onEvent: ({ fact }) => {
        if (fact.type === "reply-recorded" && ++replies === 6) pause();
      },
    });

    expect(holding).toMatchObject({ status: "settled", outcome: { summary: ALL } });
  });
});

describe("limits", () => {
  const costly: Model = {
    id: "costly",
    worstCase: () => ({ tokens: 100, usd: 0.1 }),
    async *answer() {
      const figures = { inputTokens: 6, outputTokens: 4, costUsd: 0.1 };
      const served = { provider: "p", model: "m", version: null, ...figures };
      yield { type: "answer-given", text: '{"say":"yes"}', served };
    },
  };

  const opened = (limits: Partial<Limits>, model = costly) =>
    openProbe(twoRounds, { model, plan: { limits } });

  test("K12 a call that would pass the limit is not started; the debate pauses and goes on under a higher one", async () => {
    const { app, id, hold, asked, types } = await opened({ calls: 4 });

    const paused = await hold();
    expect(paused).toEqual({
      status: "paused",
      reason: "limit",
      detail: "calls: the next call could reach 5 of 4",
    });
    expect(asked).toHaveLength(4);
    expect((await types()).at(-1)).toBe("debate-paused");
    expect((await app.list())[0]?.status).toBe("paused");

    expect(await hold({ limits: { calls: 5 } })).toMatchObject({ status: "paused" });
    expect(await hold({ limits: { calls: 6 } })).toMatchObject({ outcome: { summary: ALL } });
    expect(asked).toHaveLength(6);
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K12 without another limit a resumed debate keeps the one it was last resumed with", async () => {
    const { hold, asked } = await opened({ calls: 3 });
    await hold();
    await hold({ limits: { calls: 4 } });

    expect(await hold()).toMatchObject({ detail: "calls: the next call could reach 5 of 4" });
    expect(asked).toHaveLength(4);
  });

  test("K12 the worst case of every call under way is reserved, and what it did not use is given back", async () => {
    const together = await opened({ tokens: 250 });
    const inTurn = await opened({ tokens: 330 });
    const scarcely = await opened({ tokens: 329 });

    await together.hold();
    await inTurn.hold();
    await scarcely.hold();

    expect(together.asked).toHaveLength(2);
    expect(inTurn.asked).toHaveLength(6);
    expect(scarcely.asked).toHaveLength(5);
  });

  test("K12 money is added up to the cent: three calls of ten cents fit in thirty, not in twenty-nine", async () => {
    const thirty = await opened({ usd: 0.3 });
    const less = await opened({ usd: 0.29 });

    expect(await thirty.hold()).toMatchObject({
      detail: "usd: the next call could reach 0.4 of 0.3",
    });
    expect(await less.hold()).toMatchObject({
      detail: "usd: the next call could reach 0.3 of 0.29",
    });
    expect(thirty.asked).toHaveLength(3);
    expect(less.asked).toHaveLength(2);
  });

  test("K12 time counts while a process holds the debate, not while it lies", async () => {
    const clock = fakeClock();
    const { model, answer } = byHand();
    const { hold, asked } = await openProbe(twoRounds, {
      clock,
      model,
      plan: { limits: { wallMs: 10_000 } },
    });
    const { steering, pause } = steer();
    const first = hold({ steering });
    await idle();
    clock.advance(6_000);
    pause();
    await answer("first/ann", "first/bob", "first/cid");
    await first;
    clock.advance(86_400_000);
    const second = hold();
    await idle();
    expect(asked).toHaveLength(6);
    clock.advance(5_000);
    await answer("second/ann", "second/bob", "second/cid");

    expect(await second).toMatchObject({ status: "settled" });
  });

  test("K12 time that has run out pauses the debate before the next call", async () => {
    const clock = fakeClock();
    const { model, answer } = byHand();
    const plan = { limits: { wallMs: 10_000 } };
    const { hold } = await openProbe(twoRounds, { clock, model, plan });
    const holding = hold();
    await idle();
    clock.advance(10_001);
    await answer("first/ann", "first/bob", "first/cid");

    expect(await holding).toMatchObject({
      reason: "limit",
      detail: "wall time in ms: the next call could reach 10001 of 10000",
    });
  });

  test("K4 K12 with finish, those who were not asked are absent for want of budget, and it ends", async () => {
    const { hold, asked, events, app, id } = await opened({ calls: 4, onLimit: "finish" });

    const holding = await hold();

    const reason = "over-budget";
    const detail = "calls: the next call could reach 5 of 4";
    expect(holding).toMatchObject({
      status: "settled",
      outcome: {
        present: 4,
        absences: [
          { by: "bob", step: "second/bob", reason, detail },
          { by: "cid", step: "second/cid", reason, detail },
        ],
      },
    });
    expect(asked).toHaveLength(4);
    expect(computeAccounts(await events())).toMatchObject({ calls: 4, absences: 2 });
    expect((await app.list())[0]).toMatchObject({ calls: 4, degraded: true });
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K12 a repair that does not fit is not made: the first reply stands, and no call is counted for it", async () => {
    const dutiful = probe(async (floor) => {
      const [ann] = floor.participants;
      const check = () => [{ text: "say why", duty: true }];
      const turn = await floor.ask("once", ann!, askFor("Speak.", { check }));
      return ended(turn.kind);
    });
    const limits = { calls: 1, onLimit: "finish" } as const;
    const { hold, asked, events, app, id } = await openProbe(dutiful, {
      model: costly,
      plan: { limits },
    });

    expect(await hold()).toMatchObject({ outcome: { summary: "spoken" } });
    expect(asked).toEqual(["once/ann#1"]);
    expect(computeAccounts(await events())).toMatchObject({ calls: 1, costUsd: 0.1 });
    expect((await app.list())[0]).toMatchObject({ calls: 1, costUsd: 0.1 });
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K12 a debate has no limits unless it is given some", () => {
    expect(NO_LIMITS).toEqual({
      calls: null,
      tokens: null,
      usd: null,
      wallMs: null,
      onLimit: "pause",
    });
  });
});

describe("people", () => {
  const choices = [
    { id: "accept", label: "Accept the risk" },
    { id: "defer", label: "Decide later" },
  ];
  const asksSomeone = probe(async (floor) => {
    const before = await floor.round("before", floor.participants, () => askFor("Speak."));
    const answer = await floor.escalate("risk", { question: "Accept the risk?", choices });
    const [ann] = floor.participants;
    const after = await floor.ask("after", ann!, askFor(`${answer.by} chose ${answer.choice}.`));
    return ended(`${before.spoken.length} ${answer.choice} ${after.kind}`);
  });
  const script = { "*": says("yes") };
  const answer = { choice: "accept", reason: "It is small.", by: "mia" };

  test("K11 a question to a person lets the debate sleep without a process, and its answer days later wakes it", async () => {
    const clock = fakeClock();
    const { app, id, hold, asked, types } = await openProbe(asksSomeone, { script, clock });

    expect(await hold()).toEqual({ status: "waiting", detail: "Accept the risk?" });
    expect(clock.waiting()).toBe(0);
    expect((await app.list())[0]).toMatchObject({ status: "waiting", held: false });
    clock.advance(3 * 86_400_000);
    expect(await app.decide(id, answer)).toBe("answered");
    expect((await app.list())[0]?.status).toBe("running");

    expect(await hold()).toMatchObject({ outcome: { summary: "3 accept spoken" } });
    expect(asked).toHaveLength(4);
    expect((await types()).filter((type) => type === "escalation-raised")).toHaveLength(1);
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K11 KR3 held again before it is answered, it still waits, and its journal is as it was", async () => {
    const { app, hold, types } = await openProbe(asksSomeone, { script });
    await hold();
    const before = await types();

    expect(await hold()).toMatchObject({ status: "waiting" });
    expect(await types()).toEqual(before);
    expect((await app.list())[0]?.status).toBe("waiting");
  });

  test("K11 K12 the days a person took do not count against the time of the debate", async () => {
    const clock = fakeClock();
    const { app, id, hold } = await openProbe(asksSomeone, {
      script,
      clock,
      plan: { limits: { wallMs: 60_000 } },
    });
    await hold();
    clock.advance(86_400_000);
    await app.decide(id, answer);

    expect(await hold()).toMatchObject({ status: "settled" });
  });

  test("K11 an answer must be one of the choices, and give a reason", async () => {
    const { app, id, hold } = await openProbe(asksSomeone, { script });
    await hold();

    await expect(app.decide(id, { ...answer, choice: "A" })).rejects.toMatchObject({
      code: "bad-option",
    });
    await expect(app.decide(id, { ...answer, reason: "  " })).rejects.toMatchObject({
      code: "not-decidable",
    });
  });

  test("K11 a decision after the end stands beside the panel's outcome, which stays as it was", async () => {
    const { app, id, hold } = await openProbe(twoRounds, { script });
    const settled = await hold();
    const decision = { choice: "B", reason: "The crews asked for it.", by: "mia" };

    expect(await app.decide(id, decision)).toBe("decided");

    expect(await hold()).toEqual(settled);
    const { events } = await app.read(id);
    expect(events.at(-1)?.fact).toEqual({ type: "decision-recorded", ...decision });
    expect((await app.list())[0]).toMatchObject({ status: "settled", decided: "B" });
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K11 a debate that neither waits nor has ended cannot be decided", async () => {
    const { app, id } = await openProbe(twoRounds, { script });

    await expect(app.decide(id, { ...answer, choice: "A" })).rejects.toMatchObject({
      code: "not-decidable",
    });
  });
});
