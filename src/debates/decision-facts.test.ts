/** Questions to a person that may have several answers at once. */
import { describe, expect, test } from "vitest";

import { ended, openProbe, probe } from "../../test/support/protocols/probe-protocol.ts";
import { buildTranscript } from "../domain/journal/transcript.ts";
import { BLIND_DECISION_NOTE, markdownRecord } from "../reports/markdown-record.ts";
import { memoryStore } from "../stores/memory.ts";

const CHOICES = [
  { id: "first", label: "the first" },
  { id: "second", label: "the second" },
  { id: "third", label: "the third" },
];

function asking(many: boolean, choices = CHOICES) {
  return probe(async (floor) => {
    const answer = await floor.escalate("stop", {
      question: "Which?",
      choices,
      ...(many && { many: true as const }),
    });
    return ended(`${answer.choice} is ${answer.choices?.join(" and ")}, for ${answer.reason}`);
  });
}

async function waiting(many: boolean) {
  const opened = await openProbe(asking(many));
  expect(await opened.hold()).toMatchObject({ status: "waiting" });
  const decide = (choice: string) =>
    opened.app.decide(opened.id, { choice, reason: "a reason", by: "pat" });
  return { ...opened, decide };
}

describe("a question with several answers", () => {
  test("K11 is answered by one or more, each once, in the order they were offered", async () => {
    const { decide, hold, events } = await waiting(true);

    await decide("third, first,third");
    const holding = await hold();

    expect(holding).toMatchObject({
      outcome: { summary: "first,third is first and third, for a reason" },
    });
    expect((await events()).map(({ fact }) => fact)).toContainEqual(
      expect.objectContaining({ type: "escalation-answered", choice: "first,third" }),
    );
  });

  test("K11 says so in the journal, and one that has a single answer does not", async () => {
    const raised = async (many: boolean) =>
      (await (await waiting(many)).events()).find(({ fact }) => fact.type === "escalation-raised");

    expect((await raised(true))?.fact).toMatchObject({ many: true });
    expect((await raised(false))?.fact).not.toHaveProperty("many");
  });

  test("K11 refuses a choice that was not offered, by its name", async () => {
    const { decide } = await waiting(true);

    await expect(decide("first,fourth")).rejects.toMatchObject({
      code: "bad-option",
      message: '"fourth" is not among first, second, third.',
      hint: expect.stringContaining("one or several: dissent decide"),
    });
    await expect(decide("")).rejects.toMatchObject({ code: "bad-option" });
  });

  test("K11 a question with one answer takes no list", async () => {
    const { decide, hold } = await waiting(false);

    await expect(decide("first,second")).rejects.toMatchObject({ code: "bad-option" });
    await decide("second");

    expect(await hold()).toMatchObject({
      outcome: { summary: "second is undefined, for a reason" },
    });
  });

  test("an id that could not be told from a list is a defect of the protocol", async () => {
    const { hold } = await openProbe(asking(true, [{ id: "a,b", label: "both" }]));

    await expect(hold()).rejects.toMatchObject({ code: "protocol-broken" });
  });
});

describe("a decision without a reason", () => {
  test.each(["", " ", "\n\t", "\u200B\u2060", "\u202E \uFEFF"])(
    "K11 is none, and leaves nothing behind: %j",
    async (reason) => {
      const asked = await waiting(false);
      const over = await openProbe(probe(async () => ended("nothing was asked")));
      await over.hold();

      for (const [{ app, id, events }, choice] of [
        [asked, "second"],
        [over, "A"],
      ] as const) {
        const before = await events();
        await expect(app.decide(id, { choice, reason, by: "pat" })).rejects.toMatchObject({
          code: "not-decidable",
          hint: expect.stringContaining("Say why"),
        });
        expect(await events()).toEqual(before);
      }
    },
  );
});

describe("a choice made before the panel was shown", () => {
  test("K11 is recorded and told as such, and no other is", async () => {
    const { app, id, hold } = await openProbe(probe(async () => ended("nothing was asked")));
    await hold();
    const choice = { choice: "A", reason: "a reason", by: "pat" };

    await app.decide(id, { ...choice, blind: true });
    await app.decide(id, { ...choice, blind: false });

    const { events } = await app.read(id);
    expect(events.slice(-2).map(({ fact }) => fact)).toEqual([
      { type: "decision-recorded", ...choice, blind: true },
      { type: "decision-recorded", ...choice },
    ]);
    const told = markdownRecord(buildTranscript(events)).split("\n");
    expect(told.filter((line) => line.includes(BLIND_DECISION_NOTE))).toHaveLength(1);
  });
});

describe("a person's word and another's", () => {
  test("K11 of two answers at the same moment one is recorded, and the other is told", async () => {
    const kept = memoryStore();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const store = {
      ...kept,
      async read(debate: string, from?: number) {
        const lines = await kept.read(debate, from);
        const act = meanwhile;
        meanwhile = undefined;
        await act?.();
        return lines;
      },
    };
    const { app, id, hold, events } = await openProbe(asking(false), { store });
    await hold();
    const decide = (choice: string) => app.decide(id, { choice, reason: "a reason", by: "pat" });

    meanwhile = () => decide("first");

    await expect(decide("second")).rejects.toMatchObject({ code: "store-conflict" });
    const answers = (await events()).filter(({ fact }) => fact.type === "escalation-answered");
    expect(answers.map(({ fact }) => fact)).toMatchObject([{ choice: "first" }]);
  });

  test("is not added to a journal that was changed after it was written", async () => {
    const kept = memoryStore();
    const store = {
      ...kept,
      read: async (debate: string, from?: number) =>
        (await kept.read(debate, from)).map(({ sequence, line }) => ({
          sequence,
          line: line.replace("Which?", "Who?"),
        })),
    };
    const { app, id, hold } = await openProbe(asking(false), { store });
    await hold();
    const before = await kept.read(id);

    await expect(
      app.decide(id, { choice: "first", reason: "a reason", by: "pat" }),
    ).rejects.toMatchObject({ code: "store-corrupt" });
    expect(await kept.read(id)).toEqual(before);
  });
});
