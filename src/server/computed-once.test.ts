/** What follows from an ended debate is computed once for each of its events, and other work goes on meanwhile. */
import { expect, test } from "vitest";

import { served } from "../../test/support/page/page-server.ts";
import { exampleBrief } from "../../test/support/protocols/offline-debates.ts";
import type { Dissent } from "../dissent.ts";

/** Counts how often a text that a debate published is read: rendering a record reads all of them. */
async function serveCounted() {
  let texts = 0;
  const count = (app: Dissent): Dissent => ({
    ...app,
    async read(debate) {
      const record = await app.read(debate);
      return {
        ...record,
        text: (sha256) => {
          texts += 1;
          return record.text(sha256);
        },
      };
    },
  });
  const page = await served({ app: count });
  const brief = await exampleBrief("judges");
  const id = await page.app.open(page.app.plan("judges", { brief }), "tester");
  await page.app.run({ debate: id });
  const readTexts = async (path: string): Promise<number> => {
    const before = texts;
    const { status } = await page.ask(path);
    expect(status).toBe(200);
    return texts - before;
  };
  return { ...page, id, readTexts };
}

test("a record is rendered once, until the journal grows", async () => {
  const { app, id, readTexts } = await serveCounted();
  const path = `/api/debates/${id}/report?format=md`;

  expect(await readTexts(path)).toBeGreaterThan(0);
  expect(await readTexts(path)).toBe(0);
  await app.decide(id, { choice: "A", reason: "One machine is enough.", by: "Mara" });
  expect(await readTexts(path)).toBeGreaterThan(0);
});

test("audit and verification are computed once", async () => {
  const { id, readTexts } = await serveCounted();

  expect(await readTexts(`/api/debates/${id}/findings`)).toBeGreaterThan(0);
  expect(await readTexts(`/api/debates/${id}/findings`)).toBe(0);
});
