import { expect, test } from "vitest";

import { holdJudges, responds, rounds, votes } from "../../test/support/protocols/judges.ts";
import { holdMerge } from "../../test/support/protocols/merge.ts";
import { PROTOCOLS } from "../dissent.ts";
import { selectInlinePrompts, renderDebatePrompts } from "./debate-prompts.ts";

const TWO_ROUNDS = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
});

test("every prompt that was committed is rendered again, and has its hash", async () => {
  for (const { app, id, events } of [await holdJudges(TWO_ROUNDS), await holdMerge()]) {
    const prompts = await renderDebatePrompts(await app.read(id), PROTOCOLS);
    const committed = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" ? fact.asks : [],
    );

    expect(prompts?.size).toBe(committed.length);
    expect([...(prompts?.values() ?? [])].filter(({ matches }) => !matches)).toEqual([]);
  }
});

test("of a debate under other rules there are none", async () => {
  const { app, id } = await holdJudges(TWO_ROUNDS);
  const newer = PROTOCOLS.map((protocol) => ({ ...protocol, version: protocol.version + 1 }));

  expect(await renderDebatePrompts(await app.read(id), newer)).toBeNull();
  expect(selectInlinePrompts(null)).toBeNull();
});

test("what a fork took over was asked in another debate, so it does not claim to match", async () => {
  const { app, id } = await holdJudges(TWO_ROUNDS);
  const fork = await app.fork(await app.read(id), {
    at: "responses",
    facts: ["It rained."],
    by: "tester",
  });
  await app.run({ debate: fork });
  const prompts = await renderDebatePrompts(await app.read(fork), PROTOCOLS);

  expect(prompts?.get("openings/risk")?.matches).toBe(false);
  expect(prompts?.get("responses/risk")?.matches).toBe(true);
  expect(Object.keys(selectInlinePrompts(prompts) ?? {})).not.toContain("openings/risk");
});
