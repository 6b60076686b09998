/** A seat for which the calling program's model answers: on the way of a person's, under its own name, as one voice. */
import { expect, test } from "vitest";

import { auditAgain, type Line } from "../../../test/support/journals/second-verifier.ts";
import { countedDigits } from "../../../test/support/protocols/debate.ts";
import {
  createTestBrief,
  recommends,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { computeAudit } from "../../audit/audit.ts";
import { verify } from "../../audit/verify/verify.ts";
import { type Dissent, dissent, PROTOCOLS } from "../../dissent.ts";
import type { Fact } from "../../domain/journal/event.ts";
import { listAwaitedAnswers, buildTranscript } from "../../domain/journal/transcript.ts";
import { createHostModel } from "../../models/host-model.ts";
import { createPersonModel } from "../../models/person-model.ts";
import { scripted } from "../../models/scripted.ts";
import type { PlanRequest } from "../../plan.ts";
import { memoryStore } from "../../stores/memory.ts";

function panel(): Dissent {
  const script = rounds(votes("A", "A", "A"));
  return dissent({
    store: memoryStore(fakeClock()),
    clock: fakeClock(),
    random: countedDigits(),
    modelFor: async (reference) =>
      reference === "host"
        ? createHostModel()
        : reference === "person"
          ? createPersonModel()
          : scripted(script),
  });
}

type Seats = NonNullable<PlanRequest["seats"]>;

async function opened(
  app: Dissent,
  seats: Seats,
  more: Partial<PlanRequest> = {},
): Promise<string> {
  return app.open(app.plan("judges", { brief: createTestBrief(), seats, ...more }), "tester");
}

const says = (seat: string, option: string): string =>
  JSON.stringify(recommends(seat, option).reply);

const HOSTED: Seats = { risk: { model: "host" }, value: { model: "host" } };

async function readReplies(
  app: Dissent,
  id: string,
): Promise<Extract<Fact, { type: "reply-recorded" }>[]> {
  const { events } = await app.read(id);
  return events.flatMap(({ fact }) => (fact.type === "reply-recorded" ? [fact] : []));
}

test("KP1 KP2 a host's reply is awaited like a person's and recorded as the host's, at no call", async () => {
  const app = panel();
  const id = await opened(app, { risk: { model: "host" } });

  expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });
  await app.answer(id, { seat: "risk", text: "not JSON", by: "claude-code", from: "host" });
  expect(await app.run({ debate: id })).toMatchObject({ status: "waiting" });
  expect(listAwaitedAnswers((await app.read(id)).events)).toMatchObject([
    { by: "risk", attempt: 2 },
  ]);
  await app.answer(id, { seat: "risk", text: says("risk", "A"), by: "claude-code", from: "host" });
  expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });

  const reply = (await readReplies(app, id)).find(({ by }) => by === "risk");
  expect(reply).toMatchObject({
    speaker: { provider: "host", requested: "host", served: "claude-code" },
    called: false,
  });
  const { events, lines, text } = await app.read(id);
  expect(buildTranscript(events).accounts).toMatchObject({ calls: 2, repairs: 0 });
  expect(buildTranscript(events).notices.join("\n")).toContain(
    "host: the calling program's own model",
  );
  expect(await verify({ lines, text, findProtocolById: () => PROTOCOLS[0] })).toMatchObject({
    ok: true,
  });
});

test("a person who answers for the host's seat is recorded as a person", async () => {
  const app = panel();
  const id = await opened(app, { risk: { model: "host" } });
  await app.run({ debate: id });

  await app.answer(id, { seat: "risk", text: says("risk", "A"), by: "Ada" });
  await app.run({ debate: id });

  const reply = (await readReplies(app, id)).find(({ by }) => by === "risk");
  expect(reply?.speaker).toMatchObject({ provider: "person", served: "Ada" });
});

test("K11 a host cannot answer for a person", async () => {
  const app = panel();
  const id = await opened(app, { risk: { model: "person" } });
  await app.run({ debate: id });
  const before = (await app.read(id)).lines;

  await expect(
    app.answer(id, { seat: "risk", text: says("risk", "A"), by: "claude-code", from: "host" }),
  ).rejects.toThrow("is a person's seat");

  expect((await app.read(id)).lines).toEqual(before);
});

test("a second seat of the host is refused, in a plan and in a fork, unless it was allowed", async () => {
  const app = panel();

  await expect(opened(app, HOSTED)).rejects.toThrow(
    "The host cannot have several seats: risk, value.",
  );
  const one = await opened(app, { risk: { model: "host" } });
  const fork = { models: { value: "host" }, by: "tester" };
  await expect(app.fork(await app.read(one), fork)).rejects.toThrow("cannot have several seats");

  const two = await opened(app, HOSTED, { sharedHost: true });
  expect(buildTranscript((await app.read(two)).events).notices.join("\n")).toContain(
    "answers for 2 seats (risk, value), so they are not blind to each other and count as one voice",
  );
});

test("R8 R9 R15 several seats of the host are one voice: the label says so", async () => {
  const app = panel();
  const id = await opened(app, HOSTED, { sharedHost: true });
  await app.run({ debate: id });
  for (const seat of ["risk", "value"])
    await app.answer(id, { seat, text: says(seat, "A"), by: "claude-code", from: "host" });
  expect(await app.run({ debate: id })).toMatchObject({ status: "settled" });

  const { events, lines } = await app.read(id);
  const { independence, strength, reasons } = computeAudit(events);

  // 2 / (1 + 0.44): three seats that agree, of which two are one conversation
  expect(independence.voices).toBe(2);
  expect(independence.effectiveVotes.toFixed(2)).toBe("1.39");
  expect(independence.heterogeneity).toBe(0.5);
  expect(independence.families["host"]).toEqual(["risk", "value"]);
  expect(independence.warning).toBe(
    "the agent answered for risk, value in one conversation, which counts once",
  );
  expect(strength).toBe("fair");
  expect(reasons).toContain("the panel counts as about 1.4 independent votes");
  expect(auditAgain(lines.map((line) => JSON.parse(line) as Line))).toMatchObject({ strength });
});
