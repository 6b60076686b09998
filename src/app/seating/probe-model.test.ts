import { expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import { type Model, ModelError } from "../../model.ts";
import { PROBE_DEADLINE_MS, createModelProbe } from "./probe-model.ts";

/** Answers when it is told to, unless it was given up before. */
function slowModel(): { model: Model; answerNow: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const model: Model = {
    id: "test/slow",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer(_, signal) {
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new ModelError("timed-out", "too late")));
      });
      await Promise.race([promise, aborted]);
      const served = { provider: "test", model: "slow", version: null };
      yield {
        type: "answer-given",
        text: '{"ready": true}',
        served: { ...served, inputTokens: 1, outputTokens: 1, costUsd: 0 },
      };
    },
  };
  return { model, answerNow: resolve };
}

test.each([
  { timeoutMs: null, works: false },
  { timeoutMs: 1_000, works: false },
  { timeoutMs: 10 * PROBE_DEADLINE_MS, works: true },
])("H1 a challenger is waited for as long as the debate would: $timeoutMs", async (given) => {
  const clock = fakeClock();
  const { model, answerNow } = slowModel();
  const probe = createModelProbe(async () => model, { timeoutMs: given.timeoutMs, clock });

  const probed = probe("test/slow").then(
    () => true,
    () => false,
  );
  await idle();
  clock.advance(PROBE_DEADLINE_MS + 1);
  await idle();
  answerNow();

  expect(await probed).toBe(given.works);
});
