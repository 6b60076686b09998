import { expect, test } from "vitest";

import { createTestBrief, holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import { PROTOCOLS } from "../dissent.ts";
import { createPageDebate, describeDebateRules } from "./page-debate.ts";

const AGREED = rounds(votes("A", "A", "A"));

test("a text too long for a page is left out, and that is said", async () => {
  const body = "Crews work in valleys without signal. ".repeat(60_000);
  const { app, id } = await holdJudges(AGREED, { brief: createTestBrief({ body }) });
  const record = await app.read(id);
  const page = await createPageDebate(record, { rules: PROTOCOLS, findings: null, held: false });
  const [source] = createTestBrief({ body }).sources;

  expect(page.leftOut).toEqual([source?.sha256]);
  expect(Object.keys(page.texts)).not.toContain(source?.sha256);
  expect(Object.keys(page.texts).length).toBeGreaterThan(0);
});

test("a debate under rules that are not at hand is shown by the names its steps have", async () => {
  const { events } = await holdJudges(AGREED);

  expect(describeDebateRules(events, [])).toEqual({ id: "judges", titles: {}, deciding: null });
  expect(describeDebateRules(events, PROTOCOLS)).toMatchObject({
    id: "judges",
    deciding: { by: "share" },
  });
});

test("where nothing is special, nothing is said", async () => {
  const { app, id } = await holdJudges(AGREED);
  const page = await createPageDebate(await app.read(id), {
    rules: PROTOCOLS,
    findings: null,
    held: true,
  });

  expect(Object.keys(page)).toEqual([
    "id",
    "events",
    "lines",
    "texts",
    "rules",
    "findings",
    "held",
  ]);
});
