/** K13, K9: cut after every event, resumed, verified. */
import { describe, expect, test } from "vitest";

import type { Clock } from "../../src/clock.ts";
import type {
  EvaluateMatter,
  MergeRebutInput,
  MergeStateInput,
} from "../../src/protocols/merge/prompts/prompt-input.ts";
import { merge } from "../../src/protocols/merge/protocol.ts";
import { expectResumesAnywhere } from "../conformance/resume.ts";
import {
  AGENTS,
  DRAFT_A,
  DRAFT_B,
  DRAFT_C,
  draftsBrief,
  writtenBrief,
} from "../support/documents/drafts.ts";
import { cutAfter, forged, verifiedLines } from "../support/journals/forge-journal.ts";
import {
  buildTestApp,
  listFactsOfType,
  holdOn,
  type HoldingOptions,
} from "../support/protocols/debate.ts";
import {
  holdMerge,
  judges,
  type Panel,
  createPanelModel,
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

const appFor = (panel: Panel) => (setting: { clock: Clock; asked: string[] }) =>
  buildTestApp({ model: createPanelModel(panel, setting.clock), protocol: merge, ...setting });

describe.each(Object.entries(SCENARIOS))("%s", (_, { panel, options }) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    await expectResumesAnywhere(await holdMerge(panel, options), {
      appWith: appFor(panel),
      // what was resumed anywhere ends in the same journal; some of them are read again as a whole
      verifyEvery: 5,
      // cut before the clock was read, the documents bear another day
      sameFrom: 2,
    });
  }, 60_000);
});

describe("stops", () => {
  test("K13 a merge that waits for a person is picked up where it was, in any process", async () => {
    const options = { plan: { settings: { interactive: true } } };
    const choices = ["all", "accept", "variant-1", "strike-1"];
    const answers = choices.map((choice) => ({ choice, reason: "Because I read it.", by: "ada" }));
    const held = await holdMerge(allForB, { ...options, answers });
    expect(held.holding.status).toBe("settled");
    const record = await held.app.read(held.id);

    for (let cut = 2; cut <= record.lines.length; cut++) {
      const app = appFor(allForB)({ clock: fakeClock(1_800_000_000_000), asked: [] });
      await app.importJournal(await cutAfter(record, cut));
      const given = listFactsOfType(
        { events: record.events.slice(0, cut) },
        "escalation-answered",
      ).length;
      const result = await holdOn(app, held.id, { answers: answers.slice(given) });

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
