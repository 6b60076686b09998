import { readFileSync } from "node:fs";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { verified } from "../../../../test/support/journals/forge-journal.ts";
import { boardBrief, holdBoard } from "../../../../test/support/protocols/board.ts";
import { readersModel } from "../../../../test/support/protocols/debate.ts";
import type { Brief } from "../../../domain/brief.ts";
import { seatOf } from "../prompts/personas.ts";
import { presetSeats } from "../rules/presets.ts";
import type { Preset } from "../settings.ts";
import { boardReaders } from "./readers.ts";

function exampleBrief(name: string): Brief {
  const text = readFileSync(new URL(`../../../../examples/${name}.md`, import.meta.url), "utf8");
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = parse(head) as {
    question: string;
    id: string;
    options: Record<string, string | { label: string; description?: string }>;
  };
  const options = Object.entries(fields.options).map(([id, option]) =>
    typeof option === "string"
      ? { id, label: option, description: "" }
      : { id, label: option.label, description: option.description ?? "" },
  );
  return boardBrief({ id: fields.id, question: fields.question, options, body });
}

async function read(brief: Brief, preset: Preset = "board", files: readonly string[] = []) {
  const { seats } = presetSeats(preset, brief, files);
  const plan = { settings: { preset } };
  return holdBoard({}, { brief, model: readersModel(boardReaders), seats, plan });
}

/** Valid at the first try, every duty met, every quote found. */
async function expectFlawless(held: Awaited<ReturnType<typeof read>>): Promise<void> {
  const facts = held.events.map(({ fact }) => fact);
  const faults = facts.filter(
    ({ type }) => type === "reply-rejected" || type === "participant-absent",
  );
  expect(faults).toEqual([]);
  for (const fact of facts) {
    if (fact.type !== "reply-recorded") continue;
    expect(fact.unmet, fact.key).toEqual([]);
    const quotes = fact.claims.flatMap(({ evidence }) => evidence);
    expect(quotes.filter((quote) => !quote.verified)).toEqual([]);
  }
  expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
}

describe("the example", () => {
  test("the blind round is split, one is persuaded by a quote, and two formally dissent to the end", async () => {
    const held = await read(exampleBrief("open-source-it"));

    await expectFlawless(held);
    expect(held.outcome).toMatchObject({
      label: "SYNTHESIZED",
      choice: "C",
      baseline: { choice: null, changed: true },
      changes: [
        { by: "ceo", from: "B", to: "C", standing: "explained", causes: ["T1", "O1", "O2"] },
      ],
      result: { phase_2_ended_by: "poll", unmet_duties: [], brief_class: { class: "strategic" } },
    });
    expect(held.outcome?.dissents.map(({ by }) => by)).toEqual(["contrarian", "moonshot"]);
  });

  test("the same brief is read the same way twice", async () => {
    const [first, second] = await Promise.all([
      read(exampleBrief("open-source-it")),
      read(exampleBrief("open-source-it")),
    ]);

    expect(second.outcome).toEqual(first.outcome);
  });
});

describe("any brief", () => {
  test.each(["offline-sync", "queue-or-cron", "rewrite-billing", "two-options"])(
    "%s is debated without a single repair",
    async (name) => {
      await expectFlawless(await read(exampleBrief(name)));
    },
  );

  test.each([
    ["planning-1", []],
    ["planning-2", ["src/a.ts", "db/b.sql"]],
    ["planning-3", []],
  ] as [Preset, string[]][])("every seat of %s can read", async (preset, files) => {
    const held = await read(exampleBrief("queue-or-cron"), preset, files);

    await expectFlawless(held);
    expect(held.outcome).toMatchObject({ label: "SYNTHESIZED", ending: "open" });
  });

  test("a proposal without options gets verdicts, and the contrarian is against it", async () => {
    const brief = boardBrief({
      options: [],
      question: "Should we move our billing to a hosted vendor?",
      body:
        "Our own billing charged 210 customers twice last year, and customers cancel over that. " +
        "The hosted vendor is proven, saves time and is loved by its users. A migration takes two engineers six weeks.",
    });
    const held = await read(brief);

    await expectFlawless(held);
    expect(held.outcome?.choice).toBeNull();
    const positions = held.outcome?.result["positions"] as { by: string; holds: string }[];
    expect(positions.find(({ by }) => by === "contrarian")?.holds).toBe("reject");
  });

  test("a brief that says nothing is sent back", async () => {
    for (const options of [
      [],
      boardBrief().options.map((option) => ({ ...option, description: "" })),
    ]) {
      const held = await read(boardBrief({ body: "Hello.", question: "Well?", options }));

      await expectFlawless(held);
      expect(held.outcome?.summary).toContain("Send the brief back");
    }
  });

  test("a seat of one's own is read by its stance", async () => {
    const brief = exampleBrief("queue-or-cron");
    const seats = [
      ...["ceo", "cto"].map(seatOf),
      { id: "buyer", name: "Buyer", role: "director", stance: "skeptical" },
      ...["contrarian", "moonshot"].map(seatOf),
    ];

    const plan = { settings: { preset: "board" } };
    await expectFlawless(
      await holdBoard({}, { brief, model: readersModel(boardReaders), seats, plan }),
    );
  });

  const phrase = fc.constantFrom(
    ..."it takes two engineers six weeks|customers cancel|data loss|it can be rolled back|40 % of revenue|nobody knows|option A is slower|B saves time|the queue fails|a vendor raised its price|users ask for it|nothing changes".split(
      "|",
    ),
  );

  test("whatever is in the brief, each reply is valid at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(phrase, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        fc.integer({ min: 0, max: 3 }),
        fc.array(phrase, { minLength: 3, maxLength: 3 }),
        async (sentences, count, labels) => {
          const options = labels.slice(0, count).map((label, index) => ({
            id: "ABC"[index] ?? "A",
            label: `${label} ${index}`,
            description: sentences[index]?.join(", and ") ?? "",
          }));
          const body = sentences.map((parts) => `${parts.join(", but ")}.`).join(" ");
          await expectFlawless(await read(boardBrief({ options, body })));
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);
});
