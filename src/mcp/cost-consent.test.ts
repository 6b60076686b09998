/** Money is the user's: asked through the host, else named as a budget; what is free runs at once. */
import { expect, test } from "vitest";

import { type Era, mcpPlace, type McpPlace } from "../../test/support/processes/mcp.ts";
import { readOpening } from "../domain/journal/event.ts";

const DEAR = `
endpoints:
  team:
    baseUrl: http://127.0.0.1:9/v1
    price: { inputPerMillion: 1000, outputPerMillion: 1000 }
  riddle:
    baseUrl: http://127.0.0.1:9/v1
participants:
  risk: { model: team/large }
`;

const START = {
  question: "Queue or cron?",
  options: ["A: queue", "B: cron"],
  context: "Cron is there.",
};

async function openedIn({ look }: McpPlace): Promise<number> {
  return look(async (app) => (await app.list()).length);
}

test.each<Era>(["legacy", "modern"])(
  "a %s host asks its user before anything dear is opened",
  async (era) => {
    const place = mcpPlace({ "dissent.yaml": DEAR });
    const asked: string[] = [];
    let agree = false;
    const { call, refused } = await place.host({
      era,
      user(form) {
        asked.push(form.message);
        return { action: "accept", content: { agree } };
      },
    });

    expect(await refused("start_debate", START)).toContain("the user did not agree");
    expect(asked).toEqual([
      expect.stringMatching(/^This may cost \$[\d.]+-[\d.]+, which is above/),
    ]);
    expect(asked[0]).toContain("Queue or cron?");
    expect(await openedIn(place)).toBe(0);

    agree = true;
    const { debate } = await call("start_debate", START);
    expect(asked).toHaveLength(2);
    expect(await openedIn(place)).toBe(1);
    await call("check_debate", { debate });
  },
);

test("a budget that an agent names is no agreement where its user can be asked", async () => {
  const place = mcpPlace({ "dissent.yaml": DEAR });
  let times = 0;
  const { refused } = await place.host({
    user() {
      times += 1;
      return { action: "decline" };
    },
  });

  expect(await refused("start_debate", { ...START, budget_usd: 500 })).toContain("did not agree");
  expect(times).toBe(1);
  expect(await openedIn(place)).toBe(0);
});

test("where nobody can be asked it is refused with the estimate, and a budget is the user's word and a cap", async () => {
  const place = mcpPlace({ "dissent.yaml": DEAR });
  const { call, refused } = await place.host();

  const words = await refused("start_debate", START);
  expect(words).toMatch(/This may cost \$[\d.]+-[\d.]+/);
  expect(words).toContain("budget_usd");
  expect(await openedIn(place)).toBe(0);

  const { debate } = await call("start_debate", { ...START, budget_usd: 500 });
  const { limits } = await place.look(async (app) => readOpening((await app.read(debate)).events));
  expect(limits.usd).toBe(500);
  await call("check_debate", { debate });
});

test("a model of unknown price that only the agent named is asked about", async () => {
  const place = mcpPlace({ "dissent.yaml": DEAR.replace(/participants:[^]*/, "") });
  const { refused } = await place.host();

  const unpriced = { ...START, seats: ["risk=riddle/x"] };
  const words = await refused("start_debate", unpriced);
  expect(words).toContain("the price is unknown");
  // a budget is no way out, so it is not named as one
  expect(words).not.toContain("budget_usd");
  expect(words).toContain("limits.unpriced");
  const capped = await refused("start_debate", { ...unpriced, budget_usd: 5 });
  expect(capped).toContain("limits.unpriced");
  expect(capped).not.toContain("--allow-unpriced");
  expect(await openedIn(place)).toBe(0);
});

test("an agreement is for what was agreed to: another question needs another", async () => {
  const place = mcpPlace({ "dissent.yaml": DEAR });
  const { client } = await place.host({ era: "modern", byHand: true });
  const put = async (input: object, more: object = {}): Promise<Record<string, unknown>> =>
    client.callTool(
      { name: "start_debate", arguments: { ...input }, ...more },
      { allowInputRequired: true },
    );
  const { requestState } = await put(START);
  const inputResponses = { cost: { action: "accept", content: { agree: true } } };

  const other = { ...START, question: "Something else?" };
  expect(await put(other, { requestState, inputResponses })).toMatchObject({
    resultType: "input_required",
  });
  expect(await openedIn(place)).toBe(0);

  const { requestState: asked } = await put(START);
  const opened = await put(START, { requestState: asked, inputResponses });
  expect(opened).toMatchObject({ structuredContent: { estimate: {} } });
  // and once: the same word does not open a second one
  expect(await put(START, { requestState: asked, inputResponses })).toMatchObject({
    resultType: "input_required",
  });
  expect(await openedIn(place)).toBe(1);
});
