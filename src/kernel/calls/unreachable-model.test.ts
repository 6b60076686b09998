import { expect, test } from "vitest";

import { askFor, ended, openProbe, probe } from "../../../test/support/protocols/probe-protocol.ts";
import { SetupError } from "../../errors.ts";
import { createSeatModelSource } from "./unreachable-model.ts";

const MISSING = new SetupError("not-installed", "claude is not installed.", {
  hint: "Install it.",
});

test("K4 what cannot be reached is a model that says why; another mistake is still a mistake", async () => {
  const model = await createSeatModelSource(() => Promise.reject(MISSING))("claude");

  expect(model).toMatchObject({
    id: "claude",
    family: "anthropic",
    unreachable: { code: "not-installed", why: "claude is not installed.", fix: "Install it." },
  });
  const typo = new SetupError("unknown-model", "There is no model.");
  await expect(createSeatModelSource(() => Promise.reject(typo))("clude")).rejects.toBe(typo);
});

test("K4 if no seat can be reached the debate pauses, and loses nobody", async () => {
  const round = probe(async (floor) => {
    const { spoken } = await floor.round("first", floor.participants, () => askFor("Speak."));
    return ended(String(spoken.length));
  });
  const model = await createSeatModelSource(() => Promise.reject(MISSING))("claude");
  const { hold, types } = await openProbe(round, { model });

  expect(await hold()).toEqual({
    status: "paused",
    reason: "failed",
    detail: "claude is not installed.",
  });
  expect(await types()).not.toContain("participant-absent");
});
