/** A proposed panel over MCP: the user ticks the seats, and the journal says who proposed them and who agreed. */
import { expect, test } from "vitest";

import {
  type Era,
  type Form,
  type FormAnswer,
  mcpPlace,
} from "../../test/support/processes/mcp.ts";
import { systemClock } from "../clock.ts";
import { readOpening } from "../domain/journal/event.ts";

const PROPOSED = ["Tax Law", "Crews"].map((id) => ({
  id,
  name: id,
  asks: `What does ${id} ask?`,
  why: "The brief speaks of it.",
}));
const FILES = {
  "dissent.yaml": "protocol: roundtable\npanel: [scripted/script.json]\n",
  "script.json": JSON.stringify({
    "panel/draft": { reply: { preset: null, add: PROPOSED } },
    "*": { crash: "nobody is there" },
  }),
};
const START = {
  question: "Move the archive?",
  protocol: "roundtable",
  context: "Tax law asks for ten years.",
  propose_panel: true,
};

async function start(era: Era, user: (form: Form) => FormAnswer, input: object = START) {
  const place = mcpPlace(FILES, systemClock, {});
  const { call, refused } = await place.host({ era, user });
  const open = () => call("start_debate", { ...input });
  return { place, open, refused };
}

test.each<Era>(["legacy", "modern"])(
  "a %s host asks its user, and who was left unticked does not sit",
  async (era) => {
    const forms: Form[] = [];
    const { place, open } = await start(era, (form) => {
      forms.push(form);
      return { action: "accept", content: { "tax-law": true, crews: false } };
    });

    const { debate } = await open();
    const opened = await place.look(async (app) => readOpening((await app.read(debate)).events));

    expect(forms).toHaveLength(1);
    expect(forms[0]?.message).toContain("scripted/script.json proposes who else should sit");
    expect(forms[0]?.requestedSchema.properties).toMatchObject({
      "tax-law": {
        type: "boolean",
        description: expect.stringContaining("What does Tax Law ask?"),
      },
      crews: { type: "boolean" },
    });
    expect(opened.panel).toEqual({
      proposedBy: "scripted/script.json",
      agreedBy: "Mara over MCP",
      preset: null,
      seats: [{ id: "tax-law", why: "The brief speaks of it." }],
    });
    expect(opened.participants.map(({ id }) => id)).toContain("tax-law");
    expect(opened.participants.map(({ id }) => id)).not.toContain("crews");
  },
);

test("an agreement is for one debate: the next one asks again", async () => {
  let asked = 0;
  const { open } = await start("modern", () => {
    asked += 1;
    return { action: "accept", content: {} };
  });

  await open();
  await open();

  expect(asked).toBe(2);
});

test("without an agreement nothing starts", async () => {
  const { place, refused } = await start("modern", () => ({ action: "decline" }));

  expect(await refused("start_debate", START)).toContain("did not agree to the proposed panel");
  expect(await place.look(async (app) => app.list())).toEqual([]);
});

test("a host without forms, and a protocol with fixed seats, are told so before a model is asked", async () => {
  const place = mcpPlace(FILES, systemClock, {});
  const mute = await place.host();
  const { refused } = await place.host({ user: () => ({ action: "decline" }) });
  const options = ["A: queue", "B: cron"];

  expect(await mute.refused("start_debate", START)).toContain("needs the user's agreement");
  expect(await refused("start_debate", { ...START, options, protocol: "judges" })).toContain(
    "The seats of judges are fixed",
  );
});
