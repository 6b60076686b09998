/** Keys that are refused: before anyone spoke the debate waits, afterwards the seat is absent. */
import { expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import { askFor, ended, openProbe, probe } from "../../../test/support/protocols/probe-protocol.ts";
import { type Model, ModelError } from "../../model.ts";

const twoRounds = probe(async (floor) => {
  const heard = [];
  for (const step of ["first", "second"]) {
    heard.push(await floor.round(step, floor.participants, () => askFor("Speak.")));
  }
  const turns = heard.flatMap(({ spoken, absent }) => [
    ...spoken.map(({ key }) => key),
    ...absent.map(({ key }) => `-${key}`),
  ]);
  return ended(turns.join(" "));
});

/** A provider that knows these seats' keys, and answers what it is asked with words or rubbish. */
function provider(
  known: Set<string>,
  writeAnswer: (key: string) => string = () => '{"say":"yes"}',
) {
  const model: Model = {
    id: "acme/large",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer({ participant, key, attempt }) {
      if (!known.has(participant.id)) {
        throw new ModelError("unavailable", "acme refused the key (401)", { keyRefused: true });
      }
      const figures = { inputTokens: 1, outputTokens: 1, costUsd: 0 };
      const served = { provider: "acme", model: "m", version: null, ...figures };
      yield { type: "answer-given", text: writeAnswer(`${key}#${attempt}`), served };
    },
  };
  return model;
}

const PAUSED = { status: "paused", reason: "failed", detail: "acme refused the key (401)" };

test("KA1 a key that is refused to all pauses the debate without an absence, and all are asked again", async () => {
  const known = new Set<string>();
  const { app, id, hold, asked, types } = await openProbe(twoRounds, { model: provider(known) });

  expect(await hold()).toEqual(PAUSED);
  expect(await types()).toEqual(["debate-opened", "asks-committed", "debate-paused"]);
  expect(await verified(app, id)).toMatchObject({ ok: true });
  for (const seat of ["ann", "bob", "cid"]) known.add(seat);

  expect(await hold()).toMatchObject({
    outcome: { summary: "first/ann first/bob first/cid second/ann second/bob second/cid" },
  });
  expect(asked.filter((one) => one === "first/ann#1")).toHaveLength(2);
  expect(asked.filter((one) => one === "second/ann#1")).toHaveLength(1);
  expect(await verified(app, id)).toMatchObject({ ok: true });
});

test("K4 a key that is refused to one of them is an absence, recorded once the others have spoken", async () => {
  const model = provider(new Set(["bob", "cid"]));
  const { app, id, hold, events } = await openProbe(twoRounds, { model });

  expect(await hold()).toMatchObject({
    outcome: { summary: "first/bob first/cid -first/ann second/bob second/cid -second/ann" },
  });
  const absent = (await events()).flatMap(({ fact }) =>
    fact.type === "participant-absent" ? [fact.key] : [],
  );
  expect(absent).toEqual(["first/ann", "second/ann"]);
  expect(await verified(app, id)).toMatchObject({ ok: true });
});

test("K13 a key that is refused between a reply and its repair pays for neither twice", async () => {
  const known = new Set(["ann"]);
  const alone = probe(async (floor) => {
    const turn = await floor.ask("only", floor.participants[0]!, askFor("Speak."));
    return ended(turn.kind);
  });
  const model = provider(known, (key) => {
    if (key.endsWith("#2")) return '{"say":"yes"}';
    known.delete("ann");
    return "rubbish";
  });
  const { app, id, hold, asked } = await openProbe(alone, { model });

  expect(await hold()).toMatchObject({ outcome: { summary: "absent" } });
  expect(asked).toEqual(["only/ann#1", "only/ann#2"]);
  expect(await verified(app, id)).toMatchObject({ ok: true });
});
