import { describe, expect, test } from "vitest";

import {
  handmade,
  QUOTE,
  type SpokenByHand,
  votesByHand,
} from "../../test/support/journals/handmade-journal.ts";
import { tally, TWO_THIRDS } from "../domain/outcome/tally.ts";
import { computeAudit } from "./audit.ts";
import type { FlipClass } from "./measures/position-flips.ts";

const SEATS = { risk: "anthropic/one", value: "openai/two", effort: "google/three" };
const FIVE = { ...SEATS, fourth: "mistral/four", fifth: "qwen/five" };

function castVotes(votes: string): { by: string; option: string }[] {
  return votesByHand(votes).map(({ by, holds }) => ({ by, option: holds }));
}

/** Three hold A, B, B; in round 2 the first moves to B, as the case says. */
function moved(turn: Partial<SpokenByHand>, claims: SpokenByHand["claims"] = []) {
  return handmade({
    seats: SEATS,
    rounds: [
      [
        { by: "risk", holds: "A", claims: [{ id: "R1", about: "A", quote: QUOTE }] },
        { by: "value", holds: "B", claims },
        { by: "effort", holds: "B" },
      ],
      [
        { by: "risk", holds: "B", ...turn },
        { by: "value", holds: "B" },
        { by: "effort", holds: "B" },
      ],
    ],
  });
}

const PROVEN = { id: "V1", about: "B", quote: QUOTE } as const;
const CASES: readonly [string, FlipClass, Partial<SpokenByHand>, SpokenByHand["claims"]][] = [
  ["a proven claim for the new position", "persuaded", { because: ["V1"] }, [PROVEN]],
  [
    "a proven claim against the old position",
    "persuaded",
    { because: ["V1"] },
    [{ id: "V1", about: "A", side: "attacks", quote: QUOTE }],
  ],
  [
    "a proven answer to a claim of one's own",
    "persuaded",
    { because: ["V1"] },
    [{ id: "V1", about: "R1", side: "attacks", quote: QUOTE }],
  ],
  [
    "a claim without any quote",
    "reasoned-unverified",
    { because: ["V1"] },
    [{ id: "V1", about: "B" }],
  ],
  [
    "a claim whose quote is invented",
    "reasoned-unverified",
    { because: ["V1"] },
    [{ id: "V1", about: "B", quote: "invented words of some length" }],
  ],
  [
    "a quote too short to prove anything",
    "reasoned-unverified",
    { because: ["V1"] },
    [{ id: "V1", about: "B", quote: "wrong merge" }],
  ],
  [
    "its own new proof",
    "self-corrected",
    { claims: [{ id: "R2", about: "B", quote: "nobody here has built a sync engine before" }] },
    [],
  ],
  [
    "its own new proof beside an earlier claim of its own",
    "self-corrected",
    {
      because: ["R1"],
      claims: [{ id: "R2", about: "B", quote: "nobody here has built a sync engine before" }],
    },
    [],
  ],
  ["no claim at all", "capitulated", {}, [PROVEN]],
  ["a claim that does not exist", "capitulated", { because: ["V9"] }, [PROVEN]],
  [
    "a claim about something else, by someone who holds something else",
    "capitulated",
    { because: ["R1"] },
    [PROVEN],
  ],
  [
    "a claim for the old position",
    "capitulated",
    { because: ["V1"] },
    [{ id: "V1", about: "A", side: "supports", quote: QUOTE }],
  ],
  [
    "a proven claim, in the very words of the other side",
    "capitulated",
    {
      because: ["V1"],
      words: "value stands by B in round-1",
      claims: [{ id: "R2", about: "B", text: "V1 says of B what only V1 knows" }],
    },
    [PROVEN],
  ],
];

describe("R6 what a change of mind rests on", () => {
  test.each(CASES)("%s: %s", (_, expected, turn, claims) => {
    const { flips } = computeAudit(moved(turn, claims));

    expect(flips).toHaveLength(1);
    expect(flips[0]).toMatchObject({
      by: "risk",
      from: "A",
      to: "B",
      class: expected,
      towardMajority: true,
    });
    expect(flips[0]?.cause).toBe(
      expected === "capitulated" ? null : expected === "self-corrected" ? "R2" : "V1",
    );
  });

  test("a proven claim that was known when it last spoke persuades nobody", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        [
          { by: "risk", holds: "A" },
          { by: "value", holds: "B", claims: [PROVEN] },
        ],
        votesByHand("risk A, value B"),
        [
          { by: "risk", holds: "B", because: ["V1"] },
          { by: "value", holds: "B" },
        ],
      ],
    });

    expect(computeAudit(events).flips[0]).toMatchObject({
      class: "capitulated",
      ground: "the quoted claims it names were known to it before",
    });
  });

  test("a claim that did not stand in the prompt persuades nobody", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        votesByHand("risk A, value B"),
        [
          { by: "value", holds: "B", claims: [PROVEN] },
          { by: "risk", holds: "B", because: ["V1"] },
        ],
      ],
    });

    expect(computeAudit(events).flips[0]?.class).toBe("capitulated");
  });

  test("what it had said would change its mind is shown beside the change", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        [
          { by: "risk", holds: "A", wouldChange: "a measured figure" },
          { by: "value", holds: "B" },
        ],
        [{ by: "risk", holds: "B", wouldChange: "something else now" }],
      ],
    });

    expect(computeAudit(events).flips[0]?.foretold).toBe("a measured figure");
  });

  test("away from the majority is not toward it, and a tie is no majority", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk A, value A, effort B"), [{ by: "value", holds: "B" }]],
    });

    expect(computeAudit(events).flips[0]?.towardMajority).toBe(false);
  });
});

describe("K5 one word for one change", () => {
  const change = (standing: "explained" | "unexplained" | "reverted") => ({
    by: "risk",
    round: 2,
    from: "A",
    to: "B",
    reason: "claim R1 is your own, so it cannot have changed your mind",
    causes: [],
    standing,
  });
  const judged = (...standings: Parameters<typeof change>[0][]) => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        [
          { by: "risk", holds: "A", claims: [{ id: "R1", about: "A", quote: QUOTE }] },
          { by: "value", holds: "B", claims: [PROVEN] },
          { by: "effort", holds: "B" },
        ],
        [{ by: "risk", holds: "B", because: ["V1", "R1"] }],
      ],
      changes: { changes: standings.map(change) },
    });
    return computeAudit(events).flips.map((flip) => [flip.class, flip.cause]);
  };

  test("what the protocol found without a valid cause persuaded nobody, whatever it names", () => {
    expect(judged()).toEqual([["persuaded", "V1"]]);
    expect(judged("explained")).toEqual([["persuaded", "V1"]]);
    expect(judged("unexplained")).toEqual([["capitulated", null]]);
    expect(judged("reverted")).toEqual([["capitulated", null]]);
  });

  test("of several changes of one seat, each is judged by its own", () => {
    expect(judged("explained", "unexplained")).toEqual([["persuaded", "V1"]]);
    expect(judged("unexplained", "explained")).toEqual([["capitulated", null]]);
  });
});

describe("R7 four tallies", () => {
  test("all agree: nothing to say but that they do", () => {
    const { tallies } = computeAudit(
      handmade({
        seats: SEATS,
        rounds: [Object.keys(SEATS).map((by) => ({ by, holds: "B" }))],
      }),
    );

    expect(tallies.agree).toBe(true);
    expect(tallies.sentence).toBe(
      "Before discussion: 3 of 3 for B; after: 3 of 3 for B; without unsupported changes: 3 of 3 for B.",
    );
  });

  test("a capitulation is undone in the audited tally, however often it is repeated", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        votesByHand("risk A, value A, effort B"),
        votesByHand("risk B, value A, effort B"),
        votesByHand("risk C, value A, effort B"),
        votesByHand("risk B, value A, effort B"),
      ],
    });
    const { tallies } = computeAudit(events);

    expect(tallies.blind).toMatchObject({ leader: "A", margin: 1, cast: 3 });
    expect(tallies.final).toMatchObject({ leader: "B", margin: 1 });
    expect(tallies.audited).toMatchObject({ leader: "A", margin: 1 });
    expect(tallies.agree).toBe(false);
  });

  test("a supported change before a capitulation stands", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        [
          { by: "risk", holds: "A" },
          { by: "value", holds: "B", claims: [PROVEN] },
        ],
        [
          { by: "risk", holds: "B", because: ["V1"] },
          { by: "value", holds: "B" },
        ],
        votesByHand("risk C, value B"),
      ],
    });

    expect(computeAudit(events).tallies.audited.distribution).toEqual({ B: ["risk", "value"] });
  });

  test("what the protocol has undone already is not undone twice", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk A, value B"), votesByHand("risk B, value B")],
      changes: {
        changes: [
          {
            by: "risk",
            round: 2,
            from: "A",
            to: "B",
            reason: "",
            causes: [],
            standing: "reverted",
          },
        ],
        tallies: [],
      },
    });

    expect(computeAudit(events).tallies.audited.distribution).toEqual({ B: ["risk", "value"] });
  });

  test("a tie is a tie", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk A, value B")],
    });

    expect(computeAudit(events).tallies.final).toMatchObject({ leader: null, margin: 0 });
    expect(computeAudit(events).tallies.sentence).toContain("after: 1 to 1, a tie");
  });
});

describe("K19 R15 strength and what decided it", () => {
  const all = (holds: string, seats: object = FIVE) =>
    Object.keys(seats).map((by) => ({ by, holds }));

  test("strong: every tally agrees, five families, nobody against", () => {
    expect(computeAudit(handmade({ seats: FIVE, rounds: [all("B")] })).strength).toBe("strong");
  });

  test("fair: four of five, one model behind them", () => {
    const one = Object.fromEntries(Object.keys(FIVE).map((by) => [by, "openai/two"]));
    const events = handmade({ seats: one, rounds: [all("B")] });

    expect(computeAudit(events)).toMatchObject({
      strength: "fair",
      reasons: [
        "all seats run on one model family",
        "the panel counts as about 1.5 independent votes",
      ],
    });
  });

  test("weak: a quoted attack on it that nobody answered", () => {
    const events = handmade({
      seats: FIVE,
      rounds: [
        all("B").map((turn) =>
          turn.by === "risk"
            ? {
                by: "risk",
                holds: "A",
                claims: [{ id: "R1", about: "B", side: "attacks" as const, quote: QUOTE }],
              }
            : turn,
        ),
      ],
    });

    expect(computeAudit(events)).toMatchObject({
      strength: "weak",
      unanswered: ["R1"],
      reasons: ["1 quoted attack on it went unanswered"],
    });
  });

  test("weak: two of three is one vote, and one vote decides", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk A, value B, effort B")],
    });

    expect(computeAudit(events)).toMatchObject({
      strength: "weak",
      reasons: expect.arrayContaining(["one vote decides"]) as unknown,
    });
  });

  test("K4 weak: two of three stay two of three where the third is only absent in the last round", () => {
    const first = tally(castVotes("risk B, value B, effort A"), TWO_THIRDS);
    const last = tally(castVotes("risk B, value B"), TWO_THIRDS);
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk B, value B, effort A"), votesByHand("risk B, value B")],
      changes: {
        choice: "B",
        tallies: [first, last],
        present: 2,
        absences: [{ by: "effort", step: "round-2", reason: "timed-out", detail: "" }],
      },
    });

    expect(computeAudit(events)).toMatchObject({
      strength: "weak",
      tallies: { final: { leader: "B", cast: 2 } },
      reasons: [
        "one vote decides if those who were absent at the end count by their last word",
        "not everyone answered",
        "the panel counts as about 1.4 independent votes",
      ],
    });
  });

  test("weak: it depends on changes of mind that nothing supports", () => {
    const events = handmade({
      seats: FIVE,
      rounds: [
        votesByHand("risk A, value A, effort A, fourth B, fifth B"),
        votesByHand("risk B, value B, effort A, fourth B, fifth B"),
      ],
    });
    const { strength, reasons } = computeAudit(events);

    expect(strength).toBe("weak");
    expect(reasons).toContain("it depends on changes of mind that nothing supports");
  });

  test("no agreement, no strength", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [],
      changes: { tallies: [], baseline: null },
    });

    expect(computeAudit(events)).toMatchObject({
      strength: "none",
      reasons: ["the panel did not agree"],
    });
  });
});

describe("K18 what the rounds after the blind one changed", () => {
  test.each([true, false])(
    "where nobody votes, the protocol says whether its first state changed: %s",
    (changed) => {
      const events = handmade({
        seats: SEATS,
        rounds: [],
        changes: { tallies: [], baseline: { distribution: {}, choice: null, changed } },
      });

      expect(computeAudit(events).value).toMatchObject({ finalChoice: null, changed });
    },
  );

  test("where votes were cast they decide, whatever the protocol says", () => {
    const holds = { seats: SEATS, rounds: [[{ by: "risk", holds: "A" }]] };
    const events = handmade({
      ...holds,
      changes: { baseline: { distribution: { A: ["risk"] }, choice: "A", changed: true } },
    });

    expect(computeAudit(events).value).toMatchObject({
      blindChoice: "A",
      finalChoice: "A",
      changed: false,
    });
  });
});
