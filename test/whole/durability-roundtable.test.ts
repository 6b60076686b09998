/** K9, K13: cut anywhere, verified anywhere, asked nothing twice. */
import { describe, expect, test } from "vitest";

import type { DebateRecord } from "../../src/dissent.ts";
import type { RunResult } from "../../src/engine.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { answered } from "../support/journals/answered-calls.ts";
import { cutAfter, verified } from "../support/journals/forge-journal.ts";
import { CASES, type Case } from "../support/protocols/roundtable-cases.ts";
import { holdTable, tableApp } from "../support/protocols/roundtable.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

/** Brings the first events to a new place and takes the debate to its end there. */
async function resumed(
  { players, options }: Case,
  record: DebateRecord,
  at: { cut: number; startMs?: number },
) {
  const asked: string[] = [];
  const clock = fakeClock(at.startMs);
  const app = tableApp({ players, store: memoryStore(clock), clock, asked });
  await app.importJournal(await cutAfter(record, at.cut));
  let result: RunResult = await app.run({ debate: record.id });
  if (result.status === "waiting" && options.answer) {
    await app.decide(record.id, { ...options.answer, by: "maria" });
    result = await app.run({ debate: record.id });
  }
  return { app, asked, holding: result };
}

// a debate of a hundred events is held a hundred times
describe.each(Object.entries(CASES))("%s", { timeout: 60_000 }, (_, scene) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    const whole = await holdTable(scene.players, scene.options);
    const record = await whole.app.read(whole.id);
    expect(whole.outcome).not.toBeNull();

    for (let cut = 1; cut <= record.lines.length; cut++) {
      const { app, asked, holding } = await resumed(scene, record, { cut });

      const at = `cut after event ${cut} of ${record.lines.length}`;
      expect(holding, at).toEqual({ status: "settled", outcome: whole.outcome });
      const owed = new Set(whole.asked);
      for (const call of answered(record.events.slice(0, cut))) owed.delete(call);
      expect(asked.toSorted(), at).toEqual([...owed].toSorted());
      if (cut % 7 === 1)
        expect(await verified(app, whole.id), at).toMatchObject({ ok: true, fault: null });
    }
  });

  test("K13 T22 resumed years later it ends the same way: a pause is not discussion", async () => {
    const whole = await holdTable(scene.players, scene.options);
    const record = await whole.app.read(whole.id);

    for (let cut = 3; cut < record.lines.length; cut += 11) {
      const { holding } = await resumed(scene, record, { cut, startMs: 1_900_000_000_000 });

      expect(holding.status === "settled" && holding.outcome.label, `cut after ${cut}`).toBe(
        whole.outcome?.label,
      );
    }
  });

  test("K9 the whole journal verifies", async () => {
    const { app, id } = await holdTable(scene.players, scene.options);

    expect(await verified(app, id)).toMatchObject({ ok: true, fault: null });
  });
});
