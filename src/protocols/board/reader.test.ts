import { expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import { boardBrief } from "../../../test/support/protocols/board.ts";
import { listFactsOfType, holdDebate } from "../../../test/support/protocols/debate.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Brief } from "../../domain/brief.ts";
import { offline } from "../../models/offline.ts";
import { board } from "./protocol.ts";

const hold = (brief: Brief, preset = "board") =>
  holdDebate("board", {
    brief,
    model: offline(),
    clock: fakeClock(),
    protocol: board,
    plan: { settings: { preset } },
  });

const MARKED = [
  "## A",
  "+ Nothing has to be migrated.",
  "## B",
  "+ Fourteen deals come back.",
  "+ The community writes connectors.",
  "- A vendor could host it the next day.",
].join("\n");

test.each([
  ["a brief with marks", boardBrief({ body: MARKED })],
  ["a brief without any", boardBrief()],
  ["a brief without options", boardBrief({ options: [] })],
  ["an empty brief", boardBrief({ body: "", options: [] })],
  [
    "nine options",
    boardBrief({
      options: "ABCDEFGHI".split("").map((id) => ({ id, label: `Way ${id}`, description: "" })),
    }),
  ],
])(
  "K20 K21 the reader completes a debate on %s without a repair, and decides nothing",
  async (_, brief) => {
    for (const preset of ["board", "planning-3"]) {
      const held = await hold(brief, preset);

      expect(listFactsOfType(held, "reply-rejected")).toEqual([]);
      expect(held.outcome).toMatchObject({ ending: "open", nobodyJudged: true, changes: [] });
      expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
    }
  },
);

test("K21 the reader quotes only what the brief marks, and says what is missing", async () => {
  const held = await hold(boardBrief({ body: MARKED }));
  const said = listFactsOfType(held, "reply-recorded").filter(({ key }) =>
    key.startsWith("statements/"),
  );
  const quotes = said.flatMap(({ claims }) => claims.flatMap(({ evidence }) => evidence));

  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.every(({ verified: found }) => found)).toBe(true);
  for (const { reply } of said)
    expect((reply as { reasoning: string }).reasoning).toContain(
      "Option A has nothing marked for or against it.",
    );
});
