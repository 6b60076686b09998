import { describe, expect, test } from "vitest";

import {
  askFor,
  ended,
  openProbe,
  probe,
  type Saying,
  says,
} from "../../test/support/protocols/probe-protocol.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { idle } from "../../test/support/time/wait-until-idle.ts";
import type { Ask, Floor, Protocol } from "../protocol.ts";
import { memoryStore } from "../stores/memory.ts";
import { sha256 } from "./journal/hash-chain.ts";

const script = { "*": says("yes") };

function running(run: (floor: Floor) => Promise<unknown>): Protocol {
  return probe(async (floor) => ended(JSON.stringify((await run(floor)) ?? null)));
}

describe("steps", () => {
  test("K1 KF2 all prompts of a round are committed by hash, as one event, before the first is sent", async () => {
    const protocol = running((floor) =>
      floor.round("round", floor.participants, ({ id }) => askFor(`Speak, ${id}.`)),
    );
    const { hold, events } = await openProbe(protocol, { script });
    const seen: string[] = [];

    await hold({
      onEvent: ({ fact }) => seen.push(fact.type),
      onLive: ({ type }) => seen.push(type),
    });

    expect(seen.indexOf("asks-committed")).toBeLessThan(seen.indexOf("turn-started"));
    expect(seen.filter((type) => type === "asks-committed")).toHaveLength(1);
    const committed = (await events()).find(({ fact }) => fact.type === "asks-committed")?.fact;
    expect(committed).toEqual({
      type: "asks-committed",
      step: "round",
      blind: true,
      asks: ["ann", "bob", "cid"].map((by) => ({
        by,
        prompt: sha256(sha256(`Speak, ${by}.`)),
        bytes: `Speak, ${by}.`.length,
        reveals: [],
      })),
    });
  });

  test("K1 replies of a round are seen by nobody before it is closed", async () => {
    const protocol = running(async (floor) => {
      const { spoken } = await floor.round("round", floor.participants, () => askFor("Speak."));
      return spoken.map(({ key }) => key);
    });
    const { hold, types } = await openProbe(protocol, { script });

    await hold();

    expect((await types()).slice(-3)).toEqual(["reply-recorded", "round-closed", "debate-settled"]);
  });

  test("KJ2 turns come one after another, and each is shown the earlier", async () => {
    const prompts: string[] = [];
    const protocol = running((floor) =>
      floor.turns<Saying>("turn", floor.participants, ({ id }, { spoken }) => {
        const prompt = `${id} after ${spoken.map(({ by, reply }) => `${by}: ${reply.say}`).join(", ")}`;
        prompts.push(prompt);
        return askFor(prompt, { reveals: spoken.map(({ key }) => key) });
      }),
    );
    const { hold, asked } = await openProbe(protocol, { script });

    await hold();

    expect(asked).toEqual(["turn/ann#1", "turn/bob#1", "turn/cid#1"]);
    expect(prompts).toEqual(["ann after ", "bob after ann: yes", "cid after ann: yes, bob: yes"]);
  });

  test.each<[string, (floor: Floor) => Promise<unknown>]>([
    [
      "an ask",
      async (floor) => twice(floor, (one) => one.ask("same", one.participants[0]!, askFor("?"))),
    ],
    ["a round", async (floor) => twice(floor, (one) => one.round("same", [], () => askFor("?")))],
    ["turns", async (floor) => twice(floor, (one) => one.turns("same", [], () => askFor("?")))],
    ["the time", async (floor) => twice(floor, (one) => one.now("same"))],
    ["an artifact", async (floor) => twice(floor, (one) => one.publish("same.md", "text"))],
  ])("J2 a protocol that uses one name for %s twice is broken, and told so", async (_, run) => {
    const { hold } = await openProbe(running(run), { script });

    await expect(hold()).rejects.toMatchObject({ code: "protocol-broken" });
  });

  test("K17 the name of a step is plain words", async () => {
    for (const step of ["", "a/b", "../up", "A", "a b", "a--b", "-a", "ä"]) {
      const { hold } = await openProbe(running((floor) => floor.now(step)));

      await expect(hold(), step).rejects.toMatchObject({ code: "protocol-broken" });
    }
  });
});

function twice(floor: Floor, act: (floor: Floor) => Promise<unknown>): Promise<unknown> {
  return act(floor).then(() => act(floor));
}

describe("artifacts", () => {
  test.each([
    "../up.md",
    "/etc/passwd",
    "a/../b.md",
    "a\\b.md",
    "C:a.md",
    ".hidden",
    "a",
    "a.b.md",
    "a.partial.partial.md",
    "a .md",
    "A.md",
    "con.md",
    "aux/a.md",
    "deep/nul.txt",
    "a\n.md",
    "a%2f.md",
    "",
  ])("K17 %j cannot be the name of an artifact", async (name) => {
    const { hold, types } = await openProbe(running((floor) => floor.publish(name, "text")));

    await expect(hold()).rejects.toMatchObject({ code: "protocol-broken" });
    expect(await types()).not.toContain("artifact-published");
  });

  test("K17 names that differ only in their marks are different artifacts", async () => {
    const names = ["a/b.md", "a-b.md", "a--b.md", "a/b/c.yaml", "a.md", "a.partial.md"];
    const { hold, events } = await openProbe(
      running(async (floor) => {
        for (const name of names) await floor.publish(name, name);
      }),
    );

    await hold();

    const published = (await events()).flatMap(({ fact }) =>
      fact.type === "artifact-published" ? [fact.name] : [],
    );
    expect(published).toEqual(names);
  });

  test("K13 an artifact and its text are committed together", async () => {
    const { app, id, hold } = await openProbe(
      running((floor) => floor.publish("a.md", "the text")),
    );
    await hold();

    const { events, text } = await app.read(id);
    const artifact = events.find(({ fact }) => fact.type === "artifact-published")?.fact;

    expect(artifact).toMatchObject({ name: "a.md", sha256: sha256("the text"), bytes: 8 });
    expect(await text(sha256("the text"))).toBe("the text");
  });
});

test("K13 the time is read once per step and is the same on every replay", async () => {
  const clock = fakeClock(5_000);
  const protocol = probe(async (floor) => {
    const started = await floor.now("start");
    await floor.escalate("ask-someone", {
      question: "Go on?",
      choices: [{ id: "yes", label: "Yes" }],
    });
    return ended(`${started} to ${await floor.now("end")}`);
  });
  const { app, id, hold } = await openProbe(protocol, { clock });
  await hold();
  clock.advance(3_000);
  await app.decide(id, { choice: "yes", reason: "why not", by: "mia" });
  clock.advance(1_000);

  expect(await hold()).toMatchObject({ outcome: { summary: "5000 to 9000" } });
});

describe("prompts on resume", () => {
  const asking = (words: string, changes: Partial<Ask<{ say: string }>> = {}): Protocol =>
    running((floor) =>
      floor.round("round", floor.participants, ({ id }) => askFor(`${words}, ${id}`, changes)),
    );

  async function stopped() {
    const clock = fakeClock();
    const store = memoryStore(clock);
    const silent = { "round/ann": says("yes"), "*": { hang: true } } as const;
    const opened = await openProbe(asking("Speak"), { script: silent, store, clock });
    const drop = new AbortController();
    await opened.hold({
      steering: { pause: drop.signal, drop: drop.signal },
      onEvent: ({ fact }) => {
        if (fact.type === "reply-recorded") drop.abort();
      },
    });
    return { ...opened, store, clock };
  }

  test("K13 KF3 KR3 a debate whose prompts would now be others is not continued, and nothing is added", async () => {
    const { store, clock, id } = await stopped();
    const before = await store.read(id);
    const { app } = await openProbe(asking("Talk"), { script, store, clock });

    await expect(app.run({ debate: id })).rejects.toMatchObject({
      code: "replay-diverged",
      step: "round",
      message: 'The step "round" would now ask ann something else than the journal recorded.',
    });

    expect(await store.read(id)).toEqual(before);
  });

  test("KF3 other seats, or fewer, at a step are other prompts", async () => {
    const { store, clock, id } = await stopped();
    const others: Protocol[] = [
      running((floor) =>
        floor.round("round", floor.participants.slice(0, 2), (one) => askFor(`Speak, ${one.id}`)),
      ),
      running((floor) =>
        floor.round(
          "round",
          [
            floor.participants[0]!,
            floor.participants[1]!,
            { ...floor.participants[2]!, id: "dan" },
          ],
          (one) => askFor(`Speak, ${one.id}`),
        ),
      ),
    ];

    for (const protocol of others) {
      const { app } = await openProbe(protocol, { script, store, clock });
      await expect(app.run({ debate: id })).rejects.toMatchObject({ code: "replay-diverged" });
    }
  });

  test("KF3 an artifact that would now be another is not passed over", async () => {
    const publishing = (text: string) =>
      probe(async (floor) => {
        await floor.publish("a.md", text);
        await floor.escalate("wait", { question: "Go on?", choices: [] });
        return ended("done");
      });
    const clock = fakeClock();
    const store = memoryStore(clock);
    const { id, hold } = await openProbe(publishing("one"), { store, clock });
    await hold();
    const { app } = await openProbe(publishing("two"), { store, clock });

    await expect(app.run({ debate: id })).rejects.toMatchObject({
      code: "replay-diverged",
      message: "The artifact a.md is not the one recorded.",
    });
  });
});

describe("defects", () => {
  test("KF4 a defect in one seat drops the others, is waited for and rethrown, and leaves no trace of them", async () => {
    const clock = fakeClock();
    const dropped: string[] = [];
    const protocol = running((floor) =>
      floor.round("round", floor.participants, ({ id }) =>
        askFor("Speak.", {
          check: () => {
            if (id === "bob") throw new RangeError("a defect");
            return [];
          },
        }),
      ),
    );
    const { hold, types, asked } = await openProbe(protocol, {
      clock,
      model: {
        id: "slow",
        worstCase: () => ({ tokens: 0, usd: 0 }),
        async *answer({ participant }, signal) {
          if (participant.id === "bob") {
            yield { type: "answer-given", text: '{"say":"x"}', served: served() };
            return;
          }
          await new Promise<void>((resolve) => {
            signal.addEventListener("abort", () => {
              dropped.push(participant.id);
              resolve();
            });
          });
        },
      },
    });

    await expect(hold()).rejects.toThrow(new RangeError("a defect"));

    await idle();
    expect(dropped).toEqual(["ann", "cid"]);
    expect(asked).toHaveLength(3);
    expect(await types()).toEqual(["debate-opened", "asks-committed"]);
    expect(clock.waiting()).toBe(0);
  });

  test("KF4 KJ3 when the journal cannot be written, every seat stops and the reason is told", async () => {
    const clock = fakeClock();
    const store = memoryStore(clock);
    let full = false;
    const protocol = running((floor) =>
      floor.round("round", floor.participants, () => askFor("Speak.")),
    );
    const { hold, types } = await openProbe(protocol, {
      script: { "round/ann": says("yes"), "*": { hang: true } },
      clock,
      store: {
        ...store,
        append: (addition) =>
          full ? Promise.reject(new Error("disk full")) : store.append(addition),
      },
    });

    const holding = hold({
      onEvent: ({ fact }) => {
        if (fact.type === "asks-committed") full = true;
      },
    });

    await expect(holding).rejects.toThrow("disk full");
    expect(await types()).toEqual(["debate-opened", "asks-committed"]);
  });
});

function served() {
  const figures = { inputTokens: 1, outputTokens: 1, costUsd: 0 };
  return { provider: "p", model: "m", version: null, ...figures };
}
