import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import { PROTOCOL_IDS, heldOffline } from "../../../test/support/protocols/offline-debates.ts";
import { type DebateRecord, dissent } from "../../dissent.ts";
import { findSettlement } from "../../domain/journal/event.ts";
import { offline } from "../../models/offline.ts";
import { createRecordedModel } from "../../models/recorded/recorded-model.ts";
import { type Recording, readRecording } from "../../models/recorded/recording.ts";
import { memoryStore } from "../../stores/memory.ts";
import { makeRecording } from "./make-recording.ts";
import { planRecordedDebate, rehearseRecording } from "./play-recording.ts";

const LABEL = "recorded replies of the built-in reader";

async function writeRecording(record: DebateRecord, name = "test"): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), "dissent-recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of await makeRecording(record, { from: "a test", label: LABEL })) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return readRecording(folder, name);
}

describe.each(PROTOCOL_IDS)("a recording of %s", (protocol) => {
  test("plays to the same outcome with the same prompts", async () => {
    const { record } = await heldOffline(protocol);
    const recording = await writeRecording(record);
    const { events, prompts, changed } = await rehearseRecording(recording);
    const [then, now] = [record.events, events].map((all) => findSettlement(all)?.outcome);

    expect(changed).toBe(0);
    expect(prompts).toBeGreaterThan(0);
    expect({ label: now?.label, choice: now?.choice, tallies: now?.tallies }).toEqual({
      label: then?.label,
      choice: then?.choice,
      tallies: then?.tallies,
    });
  });

  test("K20 counts as judgement, says on every surface what it is, and verifies", async () => {
    const { record } = await heldOffline(protocol);
    const recording = await writeRecording(record);
    const app = dissent({
      store: memoryStore(),
      modelFor: async (reference) => createRecordedModel(reference, recording),
    });
    const debate = await app.open(planRecordedDebate(app, recording), "tester");
    await app.run({ debate });
    const { events } = await app.read(debate);

    expect(findSettlement(events)?.outcome.nobodyJudged).toBeUndefined();
    expect(JSON.stringify(events[0])).toContain(`recorded/test/offline: ${LABEL} (`);
    expect(await verified(app, debate)).toMatchObject({ ok: true, fault: null });
  });
});

test("settings that name models, and attested dissents, are played too", async () => {
  const app = dissent({ store: memoryStore(), modelFor: async () => offline() });
  const { record } = await heldOffline("challenge");
  const { brief } = await writeRecording(record);
  const plan = app.plan("challenge", { brief, flags: { available: ["offline"] }, attest: true });
  const debate = await app.open(plan, "tester");
  await app.run({ debate });
  const recording = await writeRecording(await app.read(debate));
  const again = planRecordedDebate(app, recording);

  expect(JSON.stringify(again.settings)).toContain('"recorded/test/offline"');
  expect(again.attest).toBe(true);
  expect(await rehearseRecording(recording)).toMatchObject({ changed: 0 });
});
