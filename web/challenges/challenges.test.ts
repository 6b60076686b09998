import { describe, expect, test } from "vitest";

import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { type SpokenByHand, handmade } from "../../test/support/journals/handmade-journal.ts";
import { buildTestTimeline } from "../../test/support/journals/timelines.ts";
import { wrapTextLines } from "../kit/format-text.ts";
import { findClaimExchange } from "./claim-exchange.ts";
import { type LayoutBox, computeLayeredLayout } from "./layered-layout.ts";
import { buildMapGraph } from "./map-graph.ts";

const SEATS = { risk: "m/1", value: "m/2", effort: "m/3" };
const MEASURE = { width: 100, gap: 40, rowGap: 10, top: 20, start: 5 };

function told(...rounds: SpokenByHand[][]): DebateTimeline {
  return buildTestTimeline(handmade({ seats: SEATS, rounds }));
}

/** Value's claim is challenged and answered; effort grants one attack. */
function exchange(): DebateTimeline {
  return told(
    [
      { by: "risk", holds: "A", claims: [{ id: "R1", about: "B", side: "attacks" }] },
      {
        by: "value",
        holds: "B",
        claims: [
          { id: "V1", about: "B" },
          { id: "V2", about: "B" },
        ],
      },
      { by: "effort", holds: "C", claims: [{ id: "E1", about: "C" }] },
    ],
    [
      {
        by: "risk",
        holds: "A",
        claims: [
          { id: "R2", about: "V1", side: "attacks", quote: "conflicts surface late in use" },
        ],
      },
      { by: "value", holds: "B", claims: [{ id: "V3", about: "R1", side: "attacks" }] },
      {
        by: "effort",
        holds: "A",
        because: ["R1"],
        claims: [{ id: "E2", about: "V1", side: "attacks" }],
      },
    ],
  );
}

const graph = (
  debateTimeline: DebateTimeline,
  setting: Partial<Parameters<typeof buildMapGraph>[1]> = {},
) => buildMapGraph(debateTimeline, { at: debateTimeline.last, each: false, most: 100, ...setting });

describe("what the map shows", () => {
  test("challenges, what they attack and what answers them; claims nobody took up are left out", () => {
    const { nodes, edges } = graph(exchange());
    expect(nodes.map(({ id }) => id).sort()).toEqual(["E2", "R1", "R2", "V1", "V3"]);
    expect(edges).toContainEqual({ from: "R2", to: "V1", kind: "challenges", open: false });
    expect(edges).toContainEqual({ from: "V3", to: "R1", kind: "answers", open: false });
  });

  test("red is what is unanswered, quoted, and against what was chosen; all that is quoted before that", () => {
    const debate = exchange();
    const red = (at: number): string[] =>
      graph(debate, { at }).edges.flatMap(({ from, open }) => (open ? [from] : []));
    const end = debate.end?.at ?? 0;

    expect(red(end - 1)).toEqual(["R2"]);
    expect(red(end)).toEqual([]);
  });

  test("an attack on an option has it beside itself, and knows whom it moved", () => {
    const node = graph(exchange()).nodes.find(({ id }) => id === "R1");
    expect(node?.target).toEqual({ kind: "lane", id: "B" });
    expect(node?.moved).toEqual(["effort"]);
    expect(node?.fate).toBe("granted");
  });

  test("at an earlier moment nothing is known of later answers", () => {
    const debateTimeline = exchange();
    const early = graph(debateTimeline, { at: 4 });
    expect(early.nodes.map(({ id }) => id)).toEqual(["R1"]);
    expect(early.nodes[0]?.fate).toBe("open");
    expect(early.nodes[0]?.moved).toEqual([]);
  });

  test("three open attacks on the same in one step are one node, unless each is asked for", () => {
    const attack = (by: string, id: string): SpokenByHand => ({
      by,
      holds: "A",
      claims: [{ id, about: "B", side: "attacks" }],
    });
    const debateTimeline = told([
      attack("risk", "R1"),
      attack("value", "V1"),
      attack("effort", "E1"),
    ]);
    const [node, ...others] = graph(debateTimeline).nodes;
    expect(others).toEqual([]);
    expect(node?.cards.map(({ claim }) => claim.id)).toEqual(["R1", "V1", "E1"]);
    expect(node?.target).toEqual({ kind: "lane", id: "B" });
    expect(graph(debateTimeline, { each: true }).nodes).toHaveLength(3);
  });

  test("where there is little room, open challenges come before others, and the newest first", () => {
    const few = graph(exchange(), { most: 1, each: true });
    expect(few.nodes.some(({ id }) => id === "E2")).toBe(true);
    expect(few.leftOut).toBe(2);
    expect(graph(exchange(), { fate: "granted" }).nodes.map(({ id }) => id)).toEqual(["R1", "V3"]);
  });
});

describe("where it is drawn", () => {
  const box = (id: string, column: number, height = 50): LayoutBox => ({ id, column, height });

  test("columns follow each other and nothing overlaps", () => {
    const boxes = Array.from({ length: 60 }, (_, n) => box(`n${n}`, n % 4, 40 + (n % 3) * 20));
    const lines = Array.from({ length: 80 }, (_, n) => ({
      from: `n${(n * 7) % 60}`,
      to: `n${(n * 11) % 60}`,
    })).filter(({ from, to }) => from !== to);
    const { places, paths, width, height } = computeLayeredLayout(boxes, lines, MEASURE);
    expect(places.size).toBe(60);
    for (const one of boxes) {
      for (const other of boxes) {
        const a = places.get(one.id)!;
        const b = places.get(other.id)!;
        if (one === other || one.column !== other.column || a.y > b.y) continue;
        expect(b.y - (a.y + a.height)).toBeGreaterThanOrEqual(-0.001);
      }
      const place = places.get(one.id)!;
      expect(place.x).toBe(5 + one.column * 140);
      expect(place.y).toBeGreaterThanOrEqual(20);
      expect(place.x + 100).toBeLessThanOrEqual(width);
      expect(place.y + place.height).toBeLessThanOrEqual(height);
    }
    for (const path of paths) expect(path).toMatch(/^M[-\d. CH]+$/);
  });

  test("nodes are ordered so that lines do not cross where they need not", () => {
    const boxes = [box("a", 0), box("b", 0), box("c", 0), box("x", 1), box("y", 1), box("z", 1)];
    const lines = [
      { from: "x", to: "c" },
      { from: "y", to: "b" },
      { from: "z", to: "a" },
    ];
    const { places } = computeLayeredLayout(boxes, lines, MEASURE);
    for (const { from, to } of lines) expect(places.get(from)?.y).toBe(places.get(to)?.y);
  });

  test("several that attack the same stand around it, one under the other", () => {
    const targets = Array.from({ length: 9 }, (_, n) => box(`t${n}`, 0));
    const attacks = ["x", "y", "z"].map((id) => box(id, 1));
    const lines = attacks.map(({ id }) => ({ from: id, to: "t6" }));
    const { places } = computeLayeredLayout([...targets, ...attacks], lines, MEASURE);
    const heights = attacks.map(({ id }) => places.get(id)?.y ?? 0).sort((a, b) => a - b);
    const [first = 0, middle = 0, last = 0] = heights;
    expect([middle - first, last - middle]).toEqual([60, 60]);
    expect(middle).toBe(places.get("t6")?.y);
  });

  test("a line over several columns passes between the nodes of those between", () => {
    const boxes = [box("a", 0), box("m", 1), box("z", 2)];
    const { paths, places } = computeLayeredLayout(boxes, [{ from: "z", to: "a" }], MEASURE);
    const [, passing] = / H\d/.test(paths[0] ?? "")
      ? (/(-?[\d.]+) H/.exec(paths[0] ?? "") ?? [])
      : [];
    const middle = places.get("m")!;
    const y = Number(passing);
    expect(y < middle.y || y > middle.y + middle.height).toBe(true);
  });

  test("no nodes, no picture", () => {
    expect(computeLayeredLayout([], [], MEASURE)).toMatchObject({
      width: 0,
      paths: [],
      columns: [],
    });
  });

  test("words are cut into lines, and the last shows that there is more", () => {
    expect(wrapTextLines("one two three", 20, 2)).toEqual(["one two three"]);
    expect(wrapTextLines("one two three four five", 9, 2)).toEqual(["one two", "three…"]);
    expect(wrapTextLines("a".repeat(50), 10, 2)).toEqual(["aaaaaaaaa…"]);
    expect(wrapTextLines("", 10, 2)).toEqual([]);
  });
});

describe("the exchange around a claim", () => {
  test("goes up to what it speaks of and down to every answer, and names who was moved", () => {
    const debateTimeline = exchange();
    const around = findClaimExchange(debateTimeline, "R2", debateTimeline.last);
    expect(around?.above.map(({ claim }) => claim.id)).toEqual(["V1"]);
    const first = findClaimExchange(debateTimeline, "R1", debateTimeline.last);
    expect(first?.replies.map(({ card, kind }) => [card.claim.id, kind])).toEqual([
      ["V3", "answers"],
    ]);
    expect(first?.moved.map(({ seat, from, to }) => [seat, from, to])).toEqual([
      ["effort", "C", "A"],
    ]);
  });

  test("a claim that is not made yet has none", () => {
    const debateTimeline = exchange();
    expect(findClaimExchange(debateTimeline, "R2", 3)).toBeNull();
    expect(findClaimExchange(debateTimeline, "X9", debateTimeline.last)).toBeNull();
    expect(findClaimExchange(debateTimeline, "R1", 4)?.replies).toEqual([]);
  });

  test("claims that speak of each other in a circle end somewhere", () => {
    const debateTimeline = told([
      {
        by: "risk",
        holds: "A",
        claims: [
          { id: "R1", about: "R2", side: "attacks" },
          { id: "R2", about: "R1", side: "attacks" },
        ],
      },
    ]);
    const around = findClaimExchange(debateTimeline, "R1", debateTimeline.last);
    expect(around?.above.map(({ claim }) => claim.id)).toEqual(["R2"]);
    expect(JSON.stringify(around).length).toBeLessThan(20_000);
  });
});
