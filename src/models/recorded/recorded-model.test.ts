import { describe, expect, test } from "vitest";

import {
  createTestBrief,
  judgesApp,
  recommends,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import { makeRecording } from "../../app/demo/make-recording.ts";
import { planRecordedDebate } from "../../app/demo/play-recording.ts";
import { type DebateRecord, dissent } from "../../dissent.ts";
import { findSettlement, readOpening } from "../../domain/journal/event.ts";
import { summarizeDebate } from "../../domain/journal/summary.ts";
import { playsRecordedReplies } from "../../domain/recorded-replies.ts";
import { findAcceptedDecision } from "../../domain/similar-decisions.ts";
import { memoryStore } from "../../stores/memory.ts";
import { type Script, scripted } from "../scripted.ts";
import { createRecordedModel } from "./recorded-model.ts";
import type { Recording, RecordedReply, RecordingHead } from "./recording.ts";

async function held(script: Script): Promise<DebateRecord> {
  const app = judgesApp({ script });
  const debate = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");
  await app.run({ debate });
  return app.read(debate);
}

async function createRecording(
  record: DebateRecord,
  label: { readonly label?: string } = { label: "recorded replies of a script" },
): Promise<Recording> {
  const files = await makeRecording(record, { from: "a test", ...label });
  const head = JSON.parse(files.get("recording.json") ?? "") as RecordingHead;
  const lines = (files.get("replies.jsonl") ?? "").trimEnd().split("\n");
  const replies = lines.map((line) => JSON.parse(line) as RecordedReply);
  const sources = head.brief.sources.map((source) => ({
    ...source,
    text: files.get(`sources/${source.id}.md`) ?? "",
  }));
  return {
    name: "test",
    head,
    brief: { ...head.brief, sources, featureDir: null },
    replies: new Map(replies.map((reply) => [reply.at, reply])),
  };
}

async function played(recording: Recording): Promise<DebateRecord> {
  const app = dissent({
    store: memoryStore(),
    modelFor: async (reference) => createRecordedModel(reference, recording),
  });
  const debate = await app.open(planRecordedDebate(app, recording), "tester");
  await app.run({ debate });
  return app.read(debate);
}

function listRecordedTurns({ events }: DebateRecord): unknown[] {
  return events.flatMap(({ fact }): unknown[] => {
    switch (fact.type) {
      case "reply-rejected":
        return [{ key: fact.key, raw: fact.raw, problems: fact.problems }];
      case "reply-recorded":
        return [{ key: fact.key, reply: fact.reply, claims: fact.claims, unmet: fact.unmet }];
      case "participant-absent":
        return [{ key: fact.key, reason: fact.reason, detail: fact.detail, raw: fact.raw }];
      default:
        return [];
    }
  });
}

const sorted = (turns: readonly unknown[]): string[] =>
  turns.map((turn) => JSON.stringify(turn)).toSorted();

describe("replies are played as they were", () => {
  test.each<[string, Script]>([
    ["agreement", rounds(votes("A", "A", "A"))],
    ["a second round", rounds(votes("A", "B", "C"))],
    [
      "K3 a repair",
      rounds({ ...votes("A", "A", "A"), risk: [{ text: "A." }, recommends("risk", "A")] as never }),
    ],
    ["K3 a repair that failed, too", rounds({ ...votes("A", "A", "A"), risk: { text: "A." } })],
    ["K4 a seat that crashed", rounds({ ...votes("A", "A", "A"), risk: { crash: "no network" } })],
    ["K4 a seat that refused", rounds({ ...votes("A", "A", "A"), risk: { refuse: "I won't." } })],
  ])("%s", async (_, script) => {
    const record = await held(script);
    const again = await played(await createRecording(record));
    const [then, now] = [record, again].map(({ events }) => findSettlement(events)?.outcome);

    expect(sorted(listRecordedTurns(again))).toEqual(sorted(listRecordedTurns(record)));
    expect(now).toEqual(then);
  });
});

test("a step that was not recorded is an absence that says so", async () => {
  const whole = await createRecording(await held(rounds(votes("A", "A", "A"))));
  const replies = new Map([...whole.replies].filter(([at]) => at !== "openings/risk#1"));
  const again = await played({ ...whole, replies });

  expect(listRecordedTurns(again)).toContainEqual({
    key: "openings/risk",
    reason: "unavailable",
    detail: "the recording has no reply for openings/risk#1",
    raw: null,
  });
});

test("every surface is told that the replies are recorded, and when", async () => {
  const again = await played(await createRecording(await held(rounds(votes("A", "A", "A")))));

  expect(readOpening(again.events).notices.join("\n")).toMatch(
    /recorded replies of a script \(\d{4}-\d\d-\d\d\)/,
  );
});

test("K20 a recorded debate is nobody's earlier decision, even when a person decides it", async () => {
  const { events } = await played(await createRecording(await held(rounds(votes("A", "A", "A")))));
  const summary = summarizeDebate(events);
  if (summary === null) throw new TypeError("It has a summary.");

  expect(summary).toMatchObject({ ending: "decided", choice: "A", recorded: true });
  expect(playsRecordedReplies(events)).toBe(true);
  expect(findAcceptedDecision(summary)).toBeNull();
  expect(findAcceptedDecision({ ...summary, decided: "B", decidedMs: 1 })).toBeNull();
});

test("replies of models are labelled so, and each model is named as it was served", async () => {
  const script = rounds(votes("A", "A", "A"));
  const app = dissent({
    store: memoryStore(),
    modelFor: async (reference) => scripted(script, { id: reference }),
  });
  const seats = Object.fromEntries(
    ["risk", "value", "effort"].map((seat) => [seat, { model: `team/${seat}-model` }]),
  );
  const debate = await app.open(app.plan("judges", { brief: createTestBrief(), seats }), "tester");
  await app.run({ debate });
  const recording = await createRecording(await app.read(debate), {});
  const again = await played(recording);

  expect(recording.head.label).toBe("recorded replies of a language model");
  expect(readOpening(again.events).notices).toContainEqual(
    expect.stringMatching(
      /^recorded\/test\/team\/risk-model, .+: recorded replies of a language model/,
    ),
  );
  expect(again.events.map(({ fact }) => fact)).toContainEqual(
    expect.objectContaining({
      type: "reply-recorded",
      by: "risk",
      speaker: {
        provider: "recorded",
        requested: "recorded/test/team/risk-model",
        served: "team/risk-model",
        version: null,
      },
    }),
  );
});

describe("a debate that cannot be played is not recorded", () => {
  test("one that has not ended", async () => {
    const app = judgesApp({ script: {} });
    const debate = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");

    await expect(makeRecording(await app.read(debate), { from: "x" })).rejects.toMatchObject({
      code: "bad-recording",
      message: expect.stringContaining("it has not ended"),
    });
  });

  test("one without a language model in every seat", async () => {
    const record = await held(rounds(votes("A", "A", "A")));

    await expect(makeRecording(record, { from: "x" })).rejects.toThrow(/no language model sat in/);
  });
});
