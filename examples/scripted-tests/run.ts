/** Tests of a program that asks a panel: no key, no cost, every failure at will. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { type Model, offline } from "dissent";
import { playedBack, recordAnswers, scripted, type Take } from "dissent/testing";

import { reviewPlan } from "./review-plan.ts";

const PLAN = "Do we release 2.0 on Friday?";
const FOR =
  "The tests pass, the change can be switched off in a minute, and customers wait for it.";
const AGAINST = "It needs three more weeks, and two engineers are on leave.";

void test("a panel that agrees lets the release go, and the recording says the same again", async () => {
  const takes = new Map<string, Take>();
  const live = async (): Promise<Model> =>
    recordAnswers(standIn(), (take) => takes.set(take.at, take));

  const first = await reviewPlan(PLAN, { go: FOR, wait: AGAINST, modelFor: live });
  const again = await reviewPlan(PLAN, {
    go: FOR,
    wait: AGAINST,
    modelFor: async (seat) => playedBack(seat, takes),
  });

  assert.equal(first.go, true, first.why);
  assert.deepEqual(again, first);
});

void test("built-in readers alone let nothing go", async () => {
  const modelFor = async (): Promise<Model> => offline();

  assert.equal((await reviewPlan(PLAN, { go: FOR, wait: AGAINST, modelFor })).go, false);
});

/** Stands in for a model: it answers as the built-in readers do, under a name of its own, and so counts as a voice. */
function standIn(): Model {
  const readers = offline();
  return {
    ...readers,
    id: "stand-in",
    async *answer(request, signal) {
      for await (const event of readers.answer(request, signal)) {
        yield event.type === "answer-given"
          ? { ...event, served: { ...event.served, provider: "stand-in" } }
          : event;
      }
    },
  };
}

for (const [what, behaviour] of Object.entries({
  crashes: { crash: "the process ended" },
  refuses: { refuse: "I cannot help with that." },
  "says something unreadable, twice": { text: "Sure, sounds good to me." },
})) {
  void test(`one judge who ${what} stops the release`, async () => {
    const modelFor = async (seat: string): Promise<Model> =>
      seat === "risk" ? scripted({ "*": behaviour }) : offline();

    const { go, why } = await reviewPlan(PLAN, { go: FOR, wait: AGAINST, modelFor });

    assert.equal(go, false);
    assert.match(why, /absent|judge/);
  });
}
