import { describe, expect, test } from "vitest";

import { QUOTE, handmade, votesByHand } from "../../../test/support/journals/handmade-journal.ts";
import { findModelFamily } from "../../domain/vendor.ts";
import { computeAudit } from "../audit.ts";

const SEATS = { risk: "anthropic/one", value: "openai/two", effort: "google/three" };
const OTHER_QUOTE = "crews in a valley stay on paper for the whole visit";

describe("R5 the ledger", () => {
  const events = handmade({
    seats: SEATS,
    sources: ["brief", "S1", "S2"],
    rounds: [
      [
        {
          by: "risk",
          holds: "A",
          claims: [{ id: "R1", about: "B", side: "attacks", quote: QUOTE }],
        },
        {
          by: "value",
          holds: "B",
          claims: [{ id: "V1", about: "B", quote: OTHER_QUOTE, source: "S1" }],
        },
        {
          by: "effort",
          holds: "B",
          claims: [{ id: "E1", about: "B", quote: "invented words of some length" }],
        },
      ],
      [
        {
          by: "risk",
          holds: "B",
          because: ["V1"],
          claims: [
            { id: "R2", about: "E1", side: "attacks", text: "E1 is not in the brief at all" },
          ],
        },
        {
          by: "value",
          holds: "B",
          claims: [
            {
              id: "V2",
              about: "R1",
              side: "attacks",
              quote: QUOTE,
              text: "R1 says of B what only R1 knows",
            },
          ],
        },
      ],
    ],
  });
  const { ledger } = computeAudit(events);
  const entry = (id: string) => ledger.entries.find(({ claim }) => claim.id === id);

  test("a claim is proven only by a quote of some length that holds", () => {
    expect(entry("R1")?.verified).toBe(true);
    expect(entry("E1")?.verified).toBe(false);
    expect(entry("R2")?.verified).toBe(false);
  });

  test("a claim is new when its words and what it shows are new", () => {
    expect(["R1", "V1"].map((id) => entry(id)?.novel)).toEqual([true, true]);
    expect(entry("E1")?.novel).toBe(false);
    // the words of R1 and its quote, once more
    expect(entry("V2")?.novel).toBe(false);
  });

  test("who was shown it, and what became of it", () => {
    expect(entry("V1")).toMatchObject({ standing: "granted", moved: ["risk"] });
    expect(entry("E1")).toMatchObject({ standing: "disputed", answers: ["R2"] });
    expect(entry("R2")?.standing).toBe("open");
    expect(entry("R1")?.seenBy).toEqual(["risk", "value"]);
    expect(entry("V2")?.seenBy).toEqual([]);
  });

  test("sources with their hashes, and seats that quoted nothing that verifies", () => {
    expect(ledger.sources.map(({ id, quotes, by }) => [id, quotes, by])).toEqual([
      ["brief", 2, ["risk", "value"]],
      ["S1", 1, ["value"]],
      ["S2", 0, []],
    ]);
    expect(ledger.blindSeats).toEqual(["effort"]);
  });
});

describe("R8 R9 independence", () => {
  const panel = (...models: string[]) => {
    const seats = Object.fromEntries(models.map((model, index) => [`seat${index}`, model]));
    const turns = Object.keys(seats).map((by) => ({ by, holds: "A" }));
    return computeAudit(handmade({ seats, rounds: [turns] })).independence;
  };

  test("one model in three seats", () => {
    const found = panel("openai/x", "openai/x", "openai/x");

    expect(found).toMatchObject({ heterogeneity: 0, correlation: { rho: 0.6, measured: false } });
    expect(found.effectiveVotes).toBeCloseTo(3 / 2.2, 12);
    expect(found.warning).toBe("all 3 run on one model, openai/x");
  });

  test("one family, then two, then three", () => {
    expect(panel("openai/x", "openai/y", "codex/z")).toMatchObject({
      correlation: { rho: 0.5 },
      warning: "all 3 run on one model family, openai",
    });
    const two = panel("openai/x", "openai/y", "anthropic/z");
    expect(two.heterogeneity).toBeCloseTo(1 - (4 + 1) / 9, 12);
    const three = panel("openai/x", "google/y", "anthropic/z");
    expect(three.heterogeneity).toBeCloseTo(2 / 3, 12);
    expect(three).toMatchObject({ correlation: { rho: 0.44 }, warning: null });
  });

  test("a measured correlation takes the place of the assumed one", () => {
    const turns = Object.keys(SEATS).map((by) => ({ by, holds: "A" }));
    const { independence } = computeAudit(handmade({ seats: SEATS, rounds: [turns] }), {
      measured: 0.1,
    });

    expect(independence.correlation).toEqual({ rho: 0.1, measured: true });
  });

  test.each([
    ["anthropic/claude-sonnet-5", "anthropic"],
    ["claude", "anthropic"],
    ["codex/gpt-6", "openai"],
    ["openrouter/anthropic/claude-opus-5", "anthropic"],
    ["gateway/gpt-6-mini", "openai"],
    ["gemini", "google"],
    ["ollama/llama3.3:70b", "meta"],
    ["ollama/qwen3:8b", "qwen"],
    ["lab/something-new", "lab"],
    ["offline", "offline"],
    ["person", "person"],
    ["scripted/a.yaml", "scripted/a.yaml"],
  ])("%s is of the family %s", (reference, family) => {
    expect(findModelFamily(reference)).toBe(family);
  });
});

describe("robustness", () => {
  test("two of three hangs on each of the two, and on the threshold", () => {
    const { robustness } = computeAudit(
      handmade({
        seats: SEATS,
        rounds: [votesByHand("risk A, value B, effort B")],
      }),
    );
    const differing = robustness.trials
      .filter(({ differs }) => differs)
      .map(({ change }) => change);

    expect(robustness.choice).toBe("B");
    expect(differing).toEqual([
      "without Value",
      "without Effort",
      "threshold 3/4",
      "threshold 4/5",
      "threshold 1/1",
    ]);
    expect(robustness.sentence).toBe(
      "B hangs on single voices or sources: without Value nothing carries, without Effort nothing carries; " +
        "it would be otherwise at a threshold of 3/4, 4/5, 1/1.",
    );
  });

  test("unanimous, it holds whatever is left out", () => {
    const turns = Object.keys(SEATS).map((by) => ({ by, holds: "B" }));
    const { robustness } = computeAudit(handmade({ seats: SEATS, rounds: [turns] }));

    expect(robustness.trials.every(({ differs }) => !differs)).toBe(true);
    expect(robustness.sentence).toBe("B holds in all 8 trials.");
  });

  test("a majority of one family is one vote against two", () => {
    const seats = { a: "openai/x", b: "openai/x", c: "openai/x", d: "google/y", e: "anthropic/z" };
    const turns = Object.keys(seats).map((by) => ({ by, holds: "abc".includes(by) ? "A" : "B" }));
    const { robustness } = computeAudit(
      handmade({ seats, rounds: [turns], needed: { needed: 3, of: 5 } }),
    );

    expect(robustness.trials.find(({ kind }) => kind === "family")).toMatchObject({
      choice: "B",
      differs: true,
    });
  });

  test("a source that carries the only proof of a change carries the outcome", () => {
    const events = handmade({
      seats: SEATS,
      sources: ["brief", "S1"],
      rounds: [
        [
          { by: "risk", holds: "A" },
          {
            by: "value",
            holds: "B",
            claims: [{ id: "V1", about: "B", quote: QUOTE, source: "S1" }],
          },
          { by: "effort", holds: "C" },
        ],
        [
          {
            by: "risk",
            holds: "B",
            because: ["V1"],
            claims: [{ id: "R1", about: "R9", side: "attacks" }],
          },
          { by: "value", holds: "B" },
          { by: "effort", holds: "C" },
        ],
      ],
    });
    const { robustness, flips } = computeAudit(events);

    expect(flips[0]?.class).toBe("persuaded");
    // without the proof the change is reasoned, which still stands
    expect(robustness.trials.find(({ kind }) => kind === "source")).toMatchObject({
      change: "without source S1",
      differs: false,
    });
  });
});

describe("R14 fidelity and survival", () => {
  const rounds = [
    [
      {
        by: "risk",
        holds: "A",
        words: "A draft is not free of merges.",
        claims: [{ id: "R1", about: "B", side: "attacks" as const, quote: QUOTE }],
      },
      { by: "value", holds: "B", claims: [{ id: "V1", about: "B", quote: OTHER_QUOTE }] },
      { by: "effort", holds: "B" },
    ],
  ];
  const dissent = (words: string) => [{ by: "risk", holds: "A", words, grounds: [], stage: null }];

  test("what the documents lack is named", () => {
    const events = handmade({
      seats: SEATS,
      rounds,
      changes: { dissents: dissent("A draft is not free of merges.") },
    });
    const bare = computeAudit(events).fidelity;
    const full = computeAudit(events, {
      documents: ["R1 stands against it; V1 is for it."],
    }).fidelity;

    expect(bare).toMatchObject({ required: 4, covered: 2, misattributed: [] });
    expect(bare?.missing).toEqual(["R1 of risk", "R1, unanswered"]);
    expect(bare?.facts).toEqual({ proven: 2, survived: 0, lost: ["R1", "V1"] });
    expect(full).toMatchObject({ covered: 4, missing: [], facts: { survived: 2, lost: [] } });
  });

  test("a document covers a claim by its words as well as by its id, if all of them are there", () => {
    const text = "Two crews lost a whole day of safety records to a wrong merge.";
    const against = { id: "R1", text, about: "B", side: "attacks", quote: QUOTE } as const;
    const events = handmade({
      seats: SEATS,
      rounds: [
        [
          { by: "risk", holds: "A", claims: [against] },
          { by: "value", holds: "B" },
          { by: "effort", holds: "B" },
        ],
      ],
    });
    const lostIn = (document: string) =>
      computeAudit(events, { documents: [document] }).fidelity?.facts.lost;

    expect(lostIn(`Against it: ${text}`)).toEqual([]);
    expect(lostIn("Against it: Two crews lost a whole day of work.")).toEqual(["R1"]);
  });

  test("K6 words that its speaker never said are found out", () => {
    const events = handmade({
      seats: SEATS,
      rounds,
      changes: { dissents: dissent("Drafts are mostly fine, really.") },
    });

    expect(computeAudit(events).fidelity?.misattributed).toEqual(["risk"]);
  });
});

describe("K18 the value of debating", () => {
  test("what the blind vote said, what changed, and what that took", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk A, value B, effort C"), votesByHand("risk B, value B, effort C")],
    });

    expect(computeAudit(events).value).toMatchObject({
      blindChoice: null,
      finalChoice: "B",
      changed: true,
      extra: { calls: 3, inputTokens: 300 },
    });
  });
});

test("a debate that has not ended is audited as far as it goes", () => {
  const events = handmade({
    seats: SEATS,
    rounds: [votesByHand("risk A, value B")],
    unsettled: true,
  });
  const found = computeAudit(events);

  expect(found.fidelity).toBeNull();
  expect(found.tallies.blind.distribution).toEqual({ A: ["risk"], B: ["value"] });
});
