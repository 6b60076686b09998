import { expect, test } from "vitest";

import { countedDigits } from "../../../test/support/protocols/debate.ts";
import {
  createTestBrief,
  recommends,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { verify } from "../../audit/verify/verify.ts";
import { type Dissent, dissent, PROTOCOLS } from "../../dissent.ts";
import { listAwaitedAnswers, buildTranscript } from "../../domain/journal/transcript.ts";
import type { Json } from "../../domain/json.ts";
import { createPersonModel } from "../../models/person-model.ts";
import { scripted } from "../../models/scripted.ts";
import { memoryStore } from "../../stores/memory.ts";

const store = () => memoryStore(fakeClock());

/** Risk is a person, the others speak by script. */
function panel(keep = store()): Dissent {
  const script = rounds(votes("A", "A", "A"));
  return dissent({
    store: keep,
    clock: fakeClock(),
    random: countedDigits(),
    modelFor: async (reference) =>
      reference === "person" ? createPersonModel() : scripted(script),
  });
}

async function opened(app: Dissent): Promise<string> {
  const plan = app.plan("judges", {
    brief: createTestBrief(),
    seats: { risk: { model: "person" } },
  });
  return app.open(plan, "tester");
}

const answer = (reply: Json): string => JSON.stringify(reply);

test("KP1 K11 the others answer, the debate sleeps without a process, and goes on when the person has answered", async () => {
  const keep = store();
  const first = panel(keep);
  const id = await opened(first);

  expect(await first.run({ debate: id })).toMatchObject({ status: "waiting" });
  expect(listAwaitedAnswers((await first.read(id)).events)).toMatchObject([
    { by: "risk", key: "openings/risk", attempt: 1 },
  ]);
  expect(await first.list()).toMatchObject([{ status: "waiting", held: false, calls: 2 }]);

  const later = panel(keep);
  await later.answer(id, { seat: "risk", text: answer(recommends("risk", "A").reply), by: "Ada" });
  const result = await later.run({ debate: id });

  expect(result).toMatchObject({
    status: "settled",
    outcome: { label: "CONSENSUS", choice: "A", expected: 3 },
  });
  const { events, lines, text } = await later.read(id);
  const reply = events
    .map(({ fact }) => fact)
    .find((fact) => fact.type === "reply-recorded" && fact.by === "risk");
  expect(reply).toMatchObject({ speaker: { provider: "person", served: "Ada" }, called: false });
  expect(buildTranscript(events).accounts.calls).toBe(2);
  expect(await verify({ lines, text, findProtocolById: () => PROTOCOLS[0] })).toMatchObject({
    ok: true,
  });
});

test("KP1 KR3 a person who takes their time is not listed as asked again", async () => {
  const app = panel();
  const id = await opened(app);
  await app.run({ debate: id });
  await app.answer(id, { seat: "risk", text: answer(recommends("risk", "A").reply), by: "Ada" });
  await app.run({ debate: id });

  const resumed = (await app.read(id)).events.flatMap(({ fact }) =>
    fact.type === "debate-resumed" ? [fact.askedAgain] : [],
  );
  expect(resumed).toEqual([[]]);
});

test("KP2 K3 a person's answer is sent back once with the exact problem, and then is an absence like anyone's", async () => {
  const app = panel();
  const id = await opened(app);
  await app.run({ debate: id });

  await app.answer(id, { seat: "risk", text: answer(recommends("risk", "D").reply), by: "Ada" });
  expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });
  expect(listAwaitedAnswers((await app.read(id)).events)).toMatchObject([
    { key: "openings/risk", attempt: 2 },
  ]);

  await app.answer(id, { seat: "risk", text: "I choose D", by: "Ada" });
  const result = await app.run({ debate: id });

  expect(result.status === "settled" && result.outcome.absences).toMatchObject([
    { by: "risk", reason: "unreadable" },
  ]);
});

test("KP1 holding again before the person has answered asks nobody and adds nothing", async () => {
  const app = panel();
  const id = await opened(app);
  await app.run({ debate: id });
  const before = (await app.read(id)).lines;

  expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });

  expect((await app.read(id)).lines).toEqual(before);
});

test("nobody can answer for a seat that waits for no one", async () => {
  const app = panel();
  const id = await opened(app);
  await app.run({ debate: id });

  await expect(app.answer(id, { seat: "value", text: "{}", by: "Ada" })).rejects.toThrow(
    'answer of "value"',
  );
});
