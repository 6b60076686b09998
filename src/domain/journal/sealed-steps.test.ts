import { describe, expect, test } from "vitest";

import { countedDigits } from "../../../test/support/protocols/debate.ts";
import { createTestBrief, rounds, votes } from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { dissent } from "../../dissent.ts";
import { isJournalFault, readJournal } from "../../kernel/journal/hash-chain.ts";
import { createPersonModel } from "../../models/person-model.ts";
import { scripted } from "../../models/scripted.ts";
import { memoryStore } from "../../stores/memory.ts";
import type { DebateRecord } from "./record.ts";
import {
  createSealedFeed,
  cutSealedRecord,
  findSealedEvents,
  listSealedSeats,
  sealOpenSteps,
  sealRecord,
} from "./sealed-steps.ts";

/** Risk is a person who has not answered, the others have. */
async function waitingForRisk(): Promise<DebateRecord> {
  const app = dissent({
    store: memoryStore(fakeClock()),
    clock: fakeClock(),
    random: countedDigits(),
    modelFor: async (reference) =>
      reference === "person" ? createPersonModel() : scripted(rounds(votes("A", "B", "A"))),
  });
  const plan = app.plan("judges", {
    brief: createTestBrief(),
    seats: { risk: { model: "person" } },
  });
  const id = await app.open(plan, "tester");
  await app.run({ debate: id });
  return app.read(id);
}

describe("K1 while a person's answer is awaited in a blind step", () => {
  test("the others' words are taken out, and who answered stays", async () => {
    const { events } = await waitingForRisk();
    const sealed = sealOpenSteps(events);
    const replies = sealed.flatMap(({ fact }) => (fact.type === "reply-recorded" ? [fact] : []));

    expect(listSealedSeats(events)).toEqual(["risk"]);
    expect(replies.map(({ by }) => by).toSorted()).toEqual(["effort", "value"]);
    for (const { reply, said, claims } of replies) {
      expect({ reply, said, claims }).toEqual({ reply: null, said: null, claims: [] });
    }
    expect(sealed.map(({ hash }) => hash)).toEqual(events.map(({ hash }) => hash));
  });

  test("a record that is sent or kept ends before the first sealed answer, and its chain holds", async () => {
    const record = await waitingForRisk();
    const first = Math.min(...findSealedEvents(record.events));
    const cut = cutSealedRecord(record);

    expect(cut.events.length).toBe(first);
    expect(isJournalFault(readJournal(cut.lines))).toBe(false);
    expect(sealRecord(record).lines[0]).toBe(record.lines[0]);
    expect(sealRecord(record).lines[first]).not.toBe(record.lines[first]);
  });

  test("a feed holds back what is sealed, and passes it on once the seat has answered", async () => {
    const { events } = await waitingForRisk();
    const feed = createSealedFeed();
    const shown = events.flatMap((event) => feed.take(event).shown);
    const sealed = findSealedEvents(events);
    const last = events.at(-1);
    if (!last) throw new Error("no event");
    const reply = events.find(({ fact }) => fact.type === "reply-recorded");
    if (reply?.fact.type !== "reply-recorded") throw new Error("no reply");
    const own = {
      ...reply,
      sequence: last.sequence + 1,
      fact: { ...reply.fact, key: "openings/risk", by: "risk" },
    };

    expect(shown.map(({ sequence }) => sequence).filter((at) => sealed.has(at))).toEqual([]);
    expect(feed.mayHear("openings/value")).toBe(false);
    expect(feed.mayHear("responses-2/value")).toBe(false);
    expect(feed.take(own).shown.map(({ sequence }) => sequence)).toEqual([
      ...[...sealed].toSorted((a, b) => a - b),
      own.sequence,
    ]);
    expect(feed.mayHear("openings/value")).toBe(true);
  });

  test("nothing is sealed where everyone is a model, or once the seat has answered", async () => {
    const { events } = await waitingForRisk();
    const models = events.map((event) =>
      event.fact.type === "debate-opened"
        ? {
            ...event,
            fact: {
              ...event.fact,
              participants: event.fact.participants.map((one) => ({ ...one, model: "offline" })),
            },
          }
        : event,
    );

    expect(sealOpenSteps(models)).toBe(models);
    expect(findSealedEvents(models).size).toBe(0);
  });
});
