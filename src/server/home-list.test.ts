/** What the list of debates says beyond their summaries, and what its search finds. */
import { describe, expect, test } from "vitest";

import { served } from "../../test/support/page/page-server.ts";
import { exampleBrief } from "../../test/support/protocols/offline-debates.ts";
import type { Dissent } from "../dissent.ts";
import type { PageStatistics } from "../page/page-payload.ts";

async function held(app: Dissent): Promise<string> {
  const id = await app.open(app.plan("judges", { brief: await exampleBrief("judges") }), "tester");
  await app.run({ debate: id });
  return id;
}

interface Home {
  readonly cards: Record<string, { strength: string; dissenting: string[]; votes: object[] }>;
}

describe("the list of debates", () => {
  test("an ended debate has its strength, those who dissent by name, and the votes of each round", async () => {
    const { app, get } = await served();
    const id = await held(app);
    const { cards } = await get<Home>("/api/home");

    expect(cards[id]).toMatchObject({ strength: "none" });
    expect(cards[id]?.dissenting).toContain("Risk");
    expect(cards[id]?.votes.length).toBeGreaterThan(0);
  });

  test("a debate is found by the words of a claim, and the claim is told", async () => {
    const { app, get } = await served();
    const id = await held(app);
    const { events } = await app.read(id);
    const claim = events
      .flatMap(({ fact }) => (fact.type === "reply-recorded" ? fact.claims : []))
      .at(-1);
    const search = encodeURIComponent(claim?.text.split(/\s+/).slice(0, 6).join(" ") ?? "");
    const { debates } = await get<{ debates: { id: string; found?: string }[] }>(
      `/api/debates?search=${search}`,
    );

    expect(debates.map((one) => one.id)).toEqual([id]);
    expect(debates[0]?.found).toBeDefined();
  });

  test("K18 statistics count every ended debate once, and one that changed again", async () => {
    const { app, get, post } = await served();
    const [first] = [await held(app), await held(app)];
    const before = await get<PageStatistics>("/api/statistics");
    await post(`/api/debates/${first}/decision`, { choice: "B", reason: "the valleys" });
    const after = await get<PageStatistics>("/api/statistics");

    expect(before).toMatchObject({ uncounted: 0, all: { debates: 2, contested: { of: 2 } } });
    expect(before.months).toMatchObject([{ debates: 2, strengths: { none: 2 } }]);
    expect(before.byProtocol.map(({ name, debates }) => [name, debates])).toEqual([["judges", 2]]);
    expect(before.calibration).toMatchObject({ judged: 0, byStrength: null });
    expect(after.all.debates).toBe(2);
  });

  test("a debate knows those that were forked from it", async () => {
    const { app, get, post } = await served();
    const id = await held(app);
    const { body } = await post(`/api/debates/${id}/ask`, { facts: ["A new fact."] });
    const fork = (JSON.parse(body) as { id: string }).id;
    const { forks } = await get<{ forks: { id: string }[] }>(`/api/debates/${id}`);

    expect(forks.map((one) => one.id)).toEqual([fork]);
  });
});
