/** K13, K9: cut after every event, resumed, verified. */
import { describe, expect, test } from "vitest";

import type {
  EvaluateMatter,
  MergeRebutInput,
  MergeStateInput,
} from "../../src/protocols/merge/prompts/prompt-input.ts";
import { merge } from "../../src/protocols/merge/protocol.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import {
  AGENTS,
  DRAFT_A,
  DRAFT_B,
  DRAFT_C,
  draftsBrief,
  writtenBrief,
} from "../support/documents/drafts.ts";
import { answered } from "../support/journals/answered-calls.ts";
import { cutAfter, forged, verified, verifiedLines } from "../support/journals/forge-journal.ts";
import {
  answered as answeredBy,
  type HoldingOptions,
  holdMerge,
  judges,
  mergeApp,
  type Panel,
  panelOf,
  rebuts,
  states,
} from "../support/protocols/merge.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

const allForB: Panel = {
  "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => 2 }),
};
const BAD = { text: "no JSON" } as const;
const THREE = draftsBrief([DRAFT_A, DRAFT_B, DRAFT_C]);
const deep = { depth: "deep" };

interface Scenario {
  readonly panel: Panel;
  readonly options?: HoldingOptions;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "identical drafts": { panel: {}, options: { brief: draftsBrief([DRAFT_A, DRAFT_A]) } },
  "agreement at once": { panel: allForB },
  "no agreement in three rounds": {
    panel: {},
    options: { brief: THREE, plan: { settings: deep } },
  },
  "a change of mind, a dispute and a finding": {
    panel: {
      "merge.find": () => ({
        findings: [
          {
            category: "content",
            severity: "High",
            summary: "Push or pull.",
            topic: "Delivery",
            sides: [
              { variant: 1, quote: "Finance fetches the file over HTTPS." },
              { variant: 2, quote: "a failed push is retried 3 times" },
            ],
          },
        ],
      }),
      "rebuttals/advocate-1": (promptInput: MergeRebutInput) =>
        rebuts(promptInput, {
          changes: [
            {
              point: promptInput.voted[0],
              variant: 2,
              because: "B is right",
              causes: [promptInput.criticisms[0]?.id],
              evidence: [],
            },
          ],
        }),
      "forward/evaluator": (promptInput: EvaluateMatter) =>
        judges(promptInput, (_, id) => id !== "clarity-1"),
    },
  },
  "repairs, absences and a second call": {
    panel: {
      ...allForB,
      "merge.find": { crash: "down" },
      "statements/advocate-1": [BAD, BAD],
      "statements-again/advocate-1": (promptInput: MergeStateInput) =>
        states(promptInput, { steelmen: [] }),
      "rebuttals/advocate-2": { refuse: "I would rather not." },
      "reverse/evaluator": BAD,
    },
    options: { brief: THREE },
  },
  "written variants, one of them at the second call": {
    panel: { ...allForB, "variants/author-2": { reply: { document: "\n" } } },
    options: {
      brief: writtenBrief(),
      plan: { settings: { generate: "design", agents: [...AGENTS] } },
    },
  },
  "one variant left": {
    panel: { "variants/author-1": BAD, "variants-again/author-1": BAD },
    options: {
      brief: writtenBrief(),
      plan: { settings: { generate: "design", agents: AGENTS.slice(0, 2) } },
    },
  },
};

describe.each(Object.entries(SCENARIOS))("%s", (_, { panel, options }) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    const whole = await holdMerge(panel, options);
    const record = await whole.app.read(whole.id);
    expect(whole.holding.status).toBe("settled");

    for (let cut = 1; cut <= record.lines.length; cut++) {
      const asked: string[] = [];
      const clock = fakeClock(1_800_000_000_000);
      const model = panelOf(panel, clock);
      const app = mergeApp({ model, store: memoryStore(clock), clock, asked });
      await app.importJournal(await cutAfter(record, cut));
      const result = await app.run({ debate: whole.id });

      const at = `cut after event ${cut} of ${record.lines.length}`;
      // cut before the clock was read, the documents bear another day
      if (cut > 1) expect(result, at).toEqual({ status: "settled", outcome: whole.outcome });
      const owed = new Set(whole.asked);
      for (const call of answered(record.events.slice(0, cut))) owed.delete(call);
      expect(asked.toSorted(), at).toEqual([...owed].toSorted());
      // what was resumed anywhere ends in the same journal; some of them are read again as a whole
      if (cut % 5 === 1) {
        expect(await verified(app, whole.id), at).toMatchObject({ ok: true, fault: null });
      }
    }
  }, 60_000);
});

describe("stops", () => {
  test("K13 a merge that waits for a person is picked up where it was, in any process", async () => {
    const options = { plan: { settings: { interactive: true } } };
    const choices = ["all", "accept", "variant-1", "strike-1"];
    let held = await holdMerge(allForB, options);
    for (const choice of choices) held = await answeredBy(held, choice);
    expect(held.holding.status).toBe("settled");
    const record = await held.app.read(held.id);

    for (let cut = 2; cut <= record.lines.length; cut++) {
      const clock = fakeClock(1_800_000_000_000);
      const asked: string[] = [];
      const app = mergeApp({
        model: panelOf(allForB, clock),
        store: memoryStore(clock),
        clock,
        asked,
      });
      await app.importJournal(await cutAfter(record, cut));
      let result = await app.run({ debate: held.id });
      const given = record.events
        .slice(0, cut)
        .filter(({ fact }) => fact.type === "escalation-answered").length;
      for (const choice of choices.slice(given)) {
        expect(result.status).toBe("waiting");
        await app.decide(held.id, { choice, reason: "Because I read it.", by: "ada" });
        result = await app.run({ debate: held.id });
      }
      expect(result, `cut ${cut}`).toEqual({ status: "settled", outcome: held.outcome });
    }
  }, 60_000);
});

describe("verify", () => {
  test("K9 an outcome that the turns do not lead to is found", async () => {
    const held = await holdMerge();
    const record = await held.app.read(held.id);
    const protocols = [merge];

    const merged = forged(record, (facts) =>
      facts.map((fact) =>
        fact.type === "debate-settled"
          ? { ...fact, outcome: { ...fact.outcome, label: "MERGED", ending: "decided" } }
          : fact,
      ),
    );
    const conceded = forged(record, (facts) =>
      facts.map((fact) =>
        fact.type === "reply-recorded" && fact.key === "rebuttals/advocate-1"
          ? {
              ...fact,
              reply: {
                ...(fact.reply as object),
                concessions: [{ point: "C-001", variant: 2, text: "Yours." }],
              },
            }
          : fact,
      ),
    );

    expect(await verifiedLines(record, merged, { protocols })).toMatchObject({ ok: false });
    expect(await verifiedLines(record, conceded, { protocols })).toMatchObject({ ok: false });
    expect(await verifiedLines(record, record.lines, { protocols })).toMatchObject({ ok: true });
  });
});
