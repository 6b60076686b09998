import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { verified } from "../../../../test/support/journals/forge-journal.ts";
import { holdChallenge, planBrief } from "../../../../test/support/protocols/challenge.ts";
import { type Held, readersModel } from "../../../../test/support/protocols/debate.ts";
import { challengeReaders } from "./readers.ts";

function read(body: string, settings: Record<string, unknown> = {}): Promise<Held> {
  return holdChallenge(
    {},
    { model: readersModel(challengeReaders), brief: planBrief({ body }), plan: { settings } },
  );
}

function exampleBody(name: string): string {
  const text = readFileSync(
    join(import.meta.dirname, "..", "..", "..", "..", "examples", name),
    "utf8",
  );
  return text.replace(/^---[\s\S]*?\n---\n/, "");
}

function fates({ outcome }: Held): unknown[] {
  const objections = outcome?.result["objections"] as unknown as { id: string; fate: string }[];
  return objections.map(({ id, fate }) => `${id} ${fate}`);
}

const HARMLESS =
  "We will rename the internal metrics dashboard to follow the new team names. Everyone finds charts faster, " +
  "the old address is redirected, and the change can be rolled back in a minute.";

const FIXABLE =
  "We will replace the nightly export script with a queue worker. Customers get their files at once. " +
  "Nobody notices when the worker stops.";

describe("endings without a language model", () => {
  test("a harmless plan: everyone agrees with grounds, fast exit", async () => {
    const held = await read(HARMLESS);

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "REQUIRES_INPUT",
      rounds: 1,
    });
    expect(held.asked).toHaveLength(4);
    expect(held.outcome?.result["unanimous"]).toBe(true);
  });

  test("a plan with a hole the brief names: the hole becomes a condition, and the objection is withdrawn", async () => {
    const held = await read(FIXABLE);

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
    expect(fates(held)).toEqual(["O1 resolved"]);
    expect(held.outcome?.result["final_position"]).toContain(
      "Before it goes live, this is settled: “Nobody notices when the worker stops”",
    );
    expect(held.outcome?.changes).toMatchObject([
      { by: "proponent", causes: ["O1"], standing: "explained" },
      { by: "operator", from: "disagree", to: "agree", standing: "explained" },
    ]);
  });

  test("the example: one objection accepted, one answered, one that the budget leaves standing", async () => {
    const held = await read(exampleBody("session-store.md"));

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", ending: "open", rounds: 3 });
    expect(fates(held)).toEqual(["A1 resolved", "O1 resolved", "D1 maintained"]);
    expect(held.outcome?.notes).toContain(
      "the confrontation ended: nothing new was said in rounds 2 and 3",
    );
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("minor faults are remarked on, and block nothing", async () => {
    const held = await read(`${HARMLESS} It needs some maintenance.`);

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
    expect(held.asked.at(-1)).toBe("remarks/proponent#1");
  });

  test("the user's plan is attacked as it stands, and blind answers come first where wanted", async () => {
    const held = await read(FIXABLE, { opening: "user", blind_first: true });

    expect(held.outcome?.label).toBe("CONSENSUS");
    expect(held.outcome?.result["position_history"]).toMatchObject([{ position: FIXABLE }, {}]);
    expect(held.outcome?.result["blind_answers"]).toHaveLength(3);
  });

  test("a brief without text is refused, and nothing is made up", async () => {
    const { outcome } = await holdChallenge(
      {},
      { model: readersModel(challengeReaders), brief: planBrief({ sources: [] }) },
    );

    expect(outcome).toMatchObject({ label: "ABORTED", absences: [{ reason: "refused" }] });
  });
});

describe("manners", () => {
  test("the same brief gets the same debate", async () => {
    const body = exampleBody("session-store.md");

    expect((await read(body)).outcome).toEqual((await read(body)).outcome);
  });

  test("every reply to any brief is valid at the first try, every quote holds, and it verifies", async () => {
    const sentences = [
      ...exampleBody("session-store.md").split(/(?<=[.!?])\s+/),
      ...exampleBody("offline-sync.md").split(/(?<=[.!?])\s+/),
      ...exampleBody("queue-or-cron.md").split(/(?<=[.!?])\s+/),
      "There is no budget for anything else.",
      "| a | b |\n| --- | --- |\n| risk of outage | high risk for every customer |",
      "# Heading",
      "“Quoted” – and “again”…",
      "!!!",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 14 }),
        fc.constantFrom("\n\n", " ", "\n- "),
        fc.boolean(),
        async (parts, glue, blind_first) => {
          const body = parts.join(glue);
          const held = await read(body, {
            blind_first,
            opening: body.trim() ? "user" : "proponent",
          });

          const types = held.events.map(({ fact }) => fact.type);
          const quotes = held.events.flatMap(({ fact }) =>
            fact.type === "reply-recorded" ? fact.claims.flatMap(({ evidence }) => evidence) : [],
          );
          const refused = held.outcome?.absences.some(({ reason }) => reason === "refused");
          expect(types).not.toContain("reply-rejected");
          if (!refused) expect(types).not.toContain("participant-absent");
          expect(quotes.filter(({ verified: holds }) => !holds)).toEqual([]);
          expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);
});
