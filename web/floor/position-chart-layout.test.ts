import { describe, expect, test } from "vitest";

import type { Fact } from "../../src/domain/journal/event.ts";
import { buildDebateTimeline } from "../../src/timeline/build-timeline.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { computeSnapshotAt } from "../../src/timeline/snapshot/snapshot.ts";
import { sequenced } from "../../test/support/journals/timelines.ts";
import {
  type PositionChartLayout,
  computePositionChart,
  NODE_RADIUS,
} from "./position-chart-layout.ts";
import { describeMoveCause, listPositionColumns, splitStepTitle } from "./position-columns.ts";

const SPEAKER = { provider: "test", requested: "test", served: "test", version: null };
const USAGE = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
const LIMITS = { calls: null, tokens: null, usd: null, wallMs: null, onLimit: "pause" } as const;

interface Panel {
  readonly seats: number;
  readonly options: number;
  readonly rounds: number;
  /** The option a seat holds in a round; null for an absence. */
  readonly holds: (seat: number, round: number) => number | null;
}

function facts({ seats, options, rounds, holds }: Panel): Fact[] {
  const ids = Array.from({ length: seats }, (_, seat) => `seat-${seat}`);
  const opened: Fact = {
    type: "debate-opened",
    format: 1,
    debate: "made-up",
    protocol: "judges",
    protocolVersion: 1,
    brief: {
      id: "made-up",
      question: "Which?",
      options: Array.from({ length: options }, (_, option) => ({
        id: String.fromCharCode(65 + option),
        label: `A rather long name for option number ${option}`,
        description: "",
      })),
      sources: [],
      featureName: null,
      featureDir: null,
    },
    participants: ids.map((id, seat) => ({
      id,
      name: `Participant with a long name ${seat}`,
      role: "judge",
      stance: null,
      model: "test",
      mark: String.fromCharCode(65 + seat),
    })),
    settings: {},
    limits: LIMITS,
    timeoutMs: 1,
    salt: "",
    notices: [],
    by: "someone",
    forkedFrom: null,
  };
  const told = Array.from({ length: rounds }, (_, round): Fact[] => {
    const step = `round-${round + 1}`;
    const asks = ids.map((by) => ({ by, prompt: "", bytes: 0, reveals: [] }));
    const turns = ids.map((by, seat): Fact => {
      const common = { key: `${step}/${by}`, by, speaker: SPEAKER, usage: USAGE, latencyMs: 1 };
      const option = holds(seat, round);
      if (option === null) {
        const absent = { reason: "timed-out", detail: "", raw: null, called: true } as const;
        return { type: "participant-absent", ...common, ...absent };
      }
      const position = String.fromCharCode(65 + option);
      const said = { position, confidence: 50 + seat, words: `${position}.`, wouldChange: null };
      return { type: "reply-recorded", ...common, reply: {}, said, claims: [], unmet: [] };
    });
    return [
      { type: "asks-committed", step, blind: round === 0, asks },
      ...turns,
      { type: "round-closed", step },
    ];
  });
  return [opened, ...told.flat()];
}

function told(panel: Panel): DebateTimeline {
  const deciding = { by: "share", needed: { needed: 2, of: 3 } } as const;
  return buildDebateTimeline(sequenced(facts(panel)), { id: "judges", titles: {}, deciding });
}

const drawn = (
  debateTimeline: DebateTimeline,
  at = debateTimeline.last,
  width = 880,
): PositionChartLayout =>
  computePositionChart(debateTimeline, computeSnapshotAt(debateTimeline, at), width);

/** The same for the same numbers, and without a pattern that a layout could like. */
const scattered = (seat: number, round: number): number =>
  (seat * 7 + round * 5 + seat * round) % 13;

describe("the braid", () => {
  const sizes = [2, 5, 10].flatMap((seats) =>
    [1, 2, 6, 11].flatMap((rounds) => [2, 4, 8].map((options) => ({ seats, rounds, options }))),
  );

  test.each(sizes)("keeps $seats seats, $rounds steps and $options options apart", (size) => {
    const holds = (seat: number, round: number): number => scattered(seat, round) % size.options;
    const picture = drawn(told({ ...size, holds }));

    expect(picture.nodes).toHaveLength(size.seats * size.rounds);
    expect(picture.lanes).toHaveLength(size.options);
    for (const node of picture.nodes) {
      const lane = picture.lanes.find((one) => one.lane.id === node.stand.lane?.id)!;
      expect(node.y - NODE_RADIUS).toBeGreaterThanOrEqual(lane.y);
      expect(node.y + NODE_RADIUS).toBeLessThanOrEqual(lane.y + lane.height);
      const others = picture.nodes.filter((one) => one !== node);
      for (const other of others) {
        expect(Math.hypot(node.x - other.x, node.y - other.y)).toBeGreaterThan(2 * NODE_RADIUS);
      }
    }
    expect(picture.nodes.every(({ x }) => x > 0 && x < picture.width)).toBe(true);
  });

  test("fits eight steps into the width of a card, and grows beyond it rather than crowd", () => {
    const holds = (): number => 0;
    const eight = told({ seats: 5, options: 3, rounds: 8, holds });
    const twenty = told({ seats: 5, options: 3, rounds: 20, holds });

    expect(drawn(eight, eight.last, 1_040).width).toBe(1_040);
    expect(drawn(twenty, twenty.last, 1_040).width).toBeGreaterThan(1_040);
  });

  test("draws a red thread with a note for every change of mind, and no other", () => {
    const holds = (seat: number, round: number): number => (seat === 1 && round > 0 ? 2 : seat % 2);
    const debateTimeline = told({ seats: 4, options: 3, rounds: 3, holds });
    const { threads, notes } = drawn(debateTimeline);

    const crossing = threads.filter(({ kind }) => kind === "crossing");
    expect(crossing.map(({ to }) => [to.stand.seat.id, to.column])).toEqual([["seat-1", 1]]);
    expect(notes.map(({ lead, rest }) => `${lead} ${rest}`)).toEqual(["B to C unexplained"]);
  });

  test("lets notes cover neither nodes nor each other while there is room", () => {
    // two threads each way, which all meet in the middle
    const holds = (seat: number, round: number): number => (seat < 2 === (round === 0) ? 0 : 2);
    const { notes, nodes } = drawn(told({ seats: 4, options: 3, rounds: 2, holds }));
    const boxes = notes.map(({ x, y, width }) => ({ x, y, width, height: 24 }));

    expect(boxes).toHaveLength(4);
    for (const [index, box] of boxes.entries()) {
      const circles = nodes.map(({ x, y }) => ({ x, y, width: 28, height: 28 }));
      for (const other of [...boxes.slice(index + 1), ...circles]) {
        const apart =
          Math.abs(box.x - other.x) >= (box.width + other.width) / 2 ||
          Math.abs(box.y - other.y) >= (box.height + other.height) / 2;
        expect(apart).toBe(true);
      }
    }
  });

  test("keeps its lanes and columns in place while the reader goes back", () => {
    const holds = (seat: number, round: number): number => scattered(seat, round) % 3;
    const debateTimeline = told({ seats: 5, options: 3, rounds: 4, holds });
    const places = (at: number): unknown => {
      const { lanes, columns } = drawn(debateTimeline, at);
      return [lanes.map(({ y, height }) => [y, height]), columns.map(({ x }) => x)];
    };

    for (let at = 8; at < debateTimeline.last; at++)
      expect(places(at), `event ${at}`).toEqual(places(debateTimeline.last));
  });

  test("shows who is still to answer where it stood, and apart where it never stood", () => {
    const debateTimeline = told({ seats: 3, options: 2, rounds: 2, holds: () => 1 });
    const first = drawn(debateTimeline, 2);
    const second = drawn(debateTimeline, 7);

    expect(first.nodes.map(({ stand }) => [stand.kind, stand.lane?.id])).toEqual([
      ["held", "B"],
      ["pending", undefined],
      ["pending", undefined],
    ]);
    expect(first.outside).not.toBeNull();
    expect(second.outside).toBeNull();
    const pending = second.nodes.filter(({ stand }) => stand.kind === "pending");
    expect(pending.map(({ stand }) => stand.lane?.id)).toEqual(["B", "B"]);
    expect(second.threads.filter(({ kind }) => kind === "pending")).toHaveLength(2);
  });

  test("leads a thread past a step in which its seat was absent", () => {
    const holds = (seat: number, round: number): number | null =>
      seat === 0 && round === 1 ? null : seat;
    const debateTimeline = told({ seats: 2, options: 2, rounds: 3, holds });
    const kinds = listPositionColumns(debateTimeline, debateTimeline.last).map(({ stands }) =>
      stands.map(({ kind }) => kind),
    );

    expect(kinds).toEqual([
      ["held", "held"],
      ["absent", "held"],
      ["held", "held"],
    ]);
    expect(drawn(debateTimeline).threads).toHaveLength(4);
  });
});

describe("words of the braid", () => {
  test("a title is cut where it says more, and its number stays with what it counts", () => {
    expect(splitStepTitle("Round 1, sealed")).toEqual(["Round 1", "sealed"]);
    expect(splitStepTitle("Scores, to the lead alone (2)")).toEqual([
      "Scores 2",
      "to the lead alone",
    ]);
    expect(splitStepTitle("Discussion 3")).toEqual(["Discussion 3", ""]);
  });

  test("a change without a cause is called unexplained", () => {
    expect(describeMoveCause({ class: "capitulated", cause: null })).toBe("unexplained");
    expect(describeMoveCause({ class: "persuaded", cause: "V3" })).toBe("persuaded by V3");
    expect(describeMoveCause({ class: "reasoned-unverified", cause: "V3" })).toBe(
      "by V3, unquoted",
    );
  });
});
