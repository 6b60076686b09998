import { describe, expect, test } from "vitest";

import { verified } from "../../test/support/journals/forge-journal.ts";
import { SCENARIOS } from "../../test/support/protocols/judges-scenarios.ts";
import { createTestBrief, recommends, rounds, votes } from "../../test/support/protocols/judges.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { dissent, type Dissent } from "../dissent.ts";
import type { Brief } from "../domain/brief.ts";
import { readOpening } from "../domain/journal/event.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import type { Model } from "../model.ts";
import { memoryStore } from "../stores/memory.ts";
import { playedBack, recordAnswers, takesIn } from "./cassette.ts";
import { type Script, scripted } from "./scripted.ts";

interface Held {
  readonly app: Dissent;
  readonly id: string;
  readonly outcome: Outcome | null;
}

async function held(model: Model, brief: Brief = createTestBrief()): Promise<Held> {
  const clock = fakeClock();
  const app = dissent({ store: memoryStore(clock), clock, modelFor: async () => model });
  const id = await app.open(app.plan("judges", { brief }), "tester");
  const result = await app.run({ debate: id });
  return { app, id, outcome: result.status === "settled" ? result.outcome : null };
}

async function recording(script: Script): Promise<Held & { cassette: string }> {
  let cassette = "";
  const model = recordAnswers(scripted(script), (take) => {
    cassette += `${JSON.stringify(take)}\n`;
  });
  return { ...(await held(model)), cassette };
}

describe("a cassette", () => {
  test.each(Object.entries(SCENARIOS))(
    "K13 replays %s in another debate, with other nonces, to the same outcome",
    async (_, script) => {
      const first = await recording(script);

      const again = await held(playedBack("cassette", takesIn(first.cassette, "c.jsonl")));

      expect(again.outcome).toEqual(first.outcome);
      const readSalt = async ({ app, id }: Held) => readOpening((await app.read(id)).events).salt;
      expect(await readSalt(again)).not.toBe(await readSalt(first));
      expect(await verified(again.app, again.id)).toMatchObject({ ok: true });
    },
  );

  test("K4 replays failures as the failures they were", async () => {
    const script = rounds({
      ...votes("A", "A", "A"),
      value: { refuse: "I would rather not." },
      effort: { crash: "no route to host" },
    });
    const { cassette } = await recording(script);

    const { outcome } = await held(playedBack("cassette", takesIn(cassette, "c.jsonl")));

    expect(outcome?.absences).toEqual([
      { by: "value", step: "openings", reason: "refused", detail: "I would rather not." },
      { by: "effort", step: "openings", reason: "unavailable", detail: "no route to host" },
    ]);
  });

  test("K13 answers no prompt but the one it was recorded for", async () => {
    const { cassette } = await recording(rounds(votes("A", "A", "A")));
    const takes = takesIn(cassette, "c.jsonl");

    const changed = await held(
      playedBack("cassette", takes),
      createTestBrief({ question: "Which other?" }),
    );
    const missing = await held(playedBack("cassette", new Map([...takes].slice(0, 1))));

    expect(changed.outcome?.absences.map(({ detail }) => detail)).toEqual(
      ["risk", "value", "effort"].map(
        (seat) => `the cassette was recorded for another prompt at openings/${seat}#1`,
      ),
    );
    expect(missing.outcome?.absences.map(({ detail }) => detail)).toEqual(
      ["value", "effort"].map((seat) => `the cassette has no take for openings/${seat}#1`),
    );
  });

  test("K13 holds the last take of a place, so that a resumed recording stays whole", () => {
    const take = (text: string) => JSON.stringify({ at: "openings/risk#1", prompt: "p", text });

    const takes = takesIn(`${take("first")}\n\n${take("second")}\n`, "c.jsonl");

    expect([...takes.values()].map(({ text }) => text)).toEqual(["second"]);
  });

  test.each(["hello", "null", "{}", "[]", '{"at":1,"prompt":"x"}'])(
    "%j in a cassette is said to be no take, with its line",
    (line) => {
      expect(() => takesIn(`\n${line}\n`, "c.jsonl")).toThrowError(
        expect.objectContaining({
          code: "bad-cassette",
          message: "c.jsonl:2:1 is not a take of a cassette.",
        }),
      );
    },
  );

  test("K14 keeps who really spoke", async () => {
    const { cassette } = await recording(
      rounds({ ...votes("A", "A", "A"), risk: recommends("risk", "B") }),
    );

    const { app, id } = await held(playedBack("cassette", takesIn(cassette, "c.jsonl")));

    const { events } = await app.read(id);
    const reply = events.find(({ fact }) => fact.type === "reply-recorded")?.fact;
    expect(reply).toMatchObject({
      speaker: { provider: "scripted", requested: "cassette", served: "scripted" },
      usage: { inputTokens: 100 },
    });
  });
});
