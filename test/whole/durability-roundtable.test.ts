/** K9, K13: cut anywhere, verified anywhere, asked nothing twice. */
import { describe, expect, test } from "vitest";

import type { Clock } from "../../src/clock.ts";
import { expectResumesAnywhere } from "../conformance/resume.ts";
import { cutAfter, verified } from "../support/journals/forge-journal.ts";
import { holdOn } from "../support/protocols/debate.ts";
import { CASES, type Case } from "../support/protocols/roundtable-cases.ts";
import { holdTable, tableApp } from "../support/protocols/roundtable.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

const resuming = ({ players, options }: Case) => ({
  appWith: (setting: { clock: Clock; asked: string[] }) => tableApp({ players, ...setting }),
  answers: options.answer ? [{ ...options.answer, by: "maria" }] : [],
});

// a debate of a hundred events is held a hundred times
describe.each(Object.entries(CASES))("%s", { timeout: 60_000 }, (_, scene) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    const whole = await holdTable(scene.players, scene.options);

    await expectResumesAnywhere(whole, {
      ...resuming(scene),
      startMs: 1_700_000_000_000,
      verifyEvery: 7,
    });
  });

  test("K13 T22 resumed years later it ends the same way: a pause is not discussion", async () => {
    const whole = await holdTable(scene.players, scene.options);
    const record = await whole.app.read(whole.id);
    const { appWith, answers } = resuming(scene);

    for (let cut = 3; cut < record.lines.length; cut += 11) {
      const app = appWith({ clock: fakeClock(1_900_000_000_000), asked: [] });
      await app.importJournal(await cutAfter(record, cut));
      const result = await holdOn(app, whole.id, { answers });

      expect(result.status === "settled" && result.outcome.label, `cut after ${cut}`).toBe(
        whole.outcome?.label,
      );
    }
  });

  test("K9 the whole journal verifies", async () => {
    const { app, id } = await holdTable(scene.players, scene.options);

    expect(await verified(app, id)).toMatchObject({ ok: true, fault: null });
  });
});
