/** The built-in reader completes any debate without a repair, says that it judges nothing, and never moves for show. */
import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  buildBrief,
  listFactsOfType,
  holdDebate,
  readersModel,
} from "../../../test/support/protocols/debate.ts";
import { createTestBrief } from "../../../test/support/protocols/judges.ts";
import { tableBrief, TABLE_OPTIONS } from "../../../test/support/protocols/roundtable.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Brief } from "../../domain/brief.ts";
import { roundtable } from "./protocol.ts";
import { roundtableReaders } from "./reader.ts";

const MARKED = buildBrief({
  id: "schema",
  question: "How do events change their schema?",
  options: TABLE_OPTIONS,
  body: `## A Registry

Pros:
- rollout and rollback are one switch
- every schema is checked

Cons:
- access to secrets of the registry is open to all

## B Topics

Cons:
- a topic for every version is expensive
`,
});

const BRIEFS: Readonly<Record<string, Brief>> = {
  "without options or marks": tableBrief(),
  "with options and no marks": createTestBrief(),
  "with marks": MARKED,
  "with nothing but a question": buildBrief({ id: "bare", question: "Why?", body: "" }),
};

function hold(brief: Brief, settings = {}) {
  return holdDebate("roundtable", {
    protocol: roundtable,
    brief,
    model: readersModel(roundtableReaders),
    clock: fakeClock(),
    answers: ["defer"],
    plan: { settings },
  });
}

describe.each(Object.entries(BRIEFS))("a brief %s", (_, brief) => {
  test.each([
    ["by name", {}],
    ["anonymous, in one voice", { anonymous: true, rotate: true, one_voice: true }],
  ])("is debated to an end without a repair, %s", async (__, settings) => {
    const held = await hold(brief, settings);

    expect(held.holding.status).toBe("settled");
    expect(listFactsOfType(held, "reply-rejected")).toEqual([]);
    expect(held.outcome?.absences).toEqual([]);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });
});

test("it quotes only what the brief marks, and says what is missing", async () => {
  const held = await hold(MARKED);
  const positions = listFactsOfType(held, "reply-recorded").filter(({ key }) =>
    key.startsWith("positions/"),
  );
  const quotes = positions.flatMap(({ claims }) => claims.flatMap(({ evidence }) => evidence));

  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.every(({ verified: isThere }) => isThere)).toBe(true);
  const security = positions.find(({ by }) => by === "security")?.reply;
  expect(security).toMatchObject({
    position_option: "A",
    concerns: [{ text: expect.stringContaining("access to secrets"), domain: "security" }],
  });
  expect(positions.find(({ by }) => by === "observability")?.reply).toMatchObject({
    missing_material: ["Nothing in the brief is marked that concerns observability."],
  });
});

test("it never changes a score or an option", async () => {
  const { outcome } = await hold(MARKED);

  expect(outcome?.changes).toEqual([]);
  expect(outcome?.label).not.toBe("CONSENSUS");
});
