import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createSeededOrder } from "../kernel/seeded-order.ts";
import {
  type VoiceOptions,
  assignVoices,
  computeWilliamsRow,
  countWilliamsRows,
} from "./voices.ts";

const SEATS = ["risk", "value", "effort", "legal", "finance", "people"];

function drawing(changes: Partial<VoiceOptions> & { salt?: string } = {}): VoiceOptions {
  const { salt = "a salt", ...rest } = changes;
  return {
    seats: SEATS,
    seededOrder: createSeededOrder(salt),
    step: "responses",
    reader: "risk",
    round: 1,
    hidden: true,
    rotate: false,
    ...rest,
  };
}

const alone = (seats: readonly string[]): string[][] => seats.map((id) => [id]);

function listVoiceLabels(seats: readonly string[], at: VoiceOptions): Map<string, string> {
  return new Map(
    assignVoices(alone(seats), at).flatMap(({ label, members }) =>
      members.map((id) => [id, label]),
    ),
  );
}

describe("labels", () => {
  const salt = fc.string({ minLength: 1, maxLength: 20 });
  const count = fc.integer({ min: 1, max: SEATS.length });

  test("R2 every seat has one label and every label one seat, whatever the salt, step and reader", () => {
    fc.assert(
      fc.property(
        salt,
        count,
        fc.constantFrom(...SEATS),
        fc.boolean(),
        (drawn, many, reader, rotate) => {
          const seats = SEATS.slice(0, many);
          const labels = listVoiceLabels(seats, drawing({ salt: drawn, reader, rotate }));

          expect([...labels.keys()].toSorted()).toEqual(seats.toSorted());
          expect([...labels.values()].toSorted()).toEqual(
            seats.map((_, at) => `voice-${at + 1}`).toSorted(),
          );
        },
      ),
    );
  });

  test("R2 the same salt, step and reader draw the same labels again", () => {
    fc.assert(
      fc.property(salt, count, (drawn, many) => {
        const at = drawing({ salt: drawn });
        expect(assignVoices(alone(SEATS.slice(0, many)), at)).toEqual(
          assignVoices(alone(SEATS.slice(0, many)).toReversed(), {
            ...at,
            seededOrder: createSeededOrder(drawn),
          }),
        );
      }),
    );
  });

  test("R2 over 600 salts two readers, and two steps, agree on all labels no more often than chance allows", () => {
    const four = SEATS.slice(0, 4);
    const spelled = (at: VoiceOptions): string => {
      const labels = listVoiceLabels(four, at);
      return four.map((id) => labels.get(id)).join();
    };
    let readers = 0;
    let steps = 0;
    let fixed = 0;
    for (let seed = 0; seed < 600; seed++) {
      const at = drawing({ salt: `salt ${seed}` });
      if (spelled(at) === spelled({ ...at, reader: "value" })) readers++;
      if (spelled(at) === spelled({ ...at, step: "responses-2" })) steps++;
      if (listVoiceLabels(four, at).get("risk") === "voice-1") fixed++;
    }

    // 1 in 24 orders is expected to be the same: 25 of 600, with a deviation of 4.9
    expect(readers).toBeLessThan(50);
    expect(steps).toBeLessThan(50);
    // 1 in 4 for a label: 150 of 600, with a deviation of 10.6
    expect(Math.abs(fixed - 150)).toBeLessThan(54);
  });

  test("R2 without rotation voices stand in the order of their labels, which is not the order of seats", () => {
    const shown = assignVoices(alone(SEATS), drawing());

    expect(shown.map(({ label }) => label)).toEqual(SEATS.map((_, at) => `voice-${at + 1}`));
    expect(shown.map(({ members }) => members[0])).not.toEqual(SEATS);
  });

  test("R4 those of one group share a label", () => {
    const shown = assignVoices([["value"], ["effort", "risk"]], drawing());

    expect(shown.map(({ members }) => members.join()).toSorted()).toEqual(["risk,effort", "value"]);
    expect(new Set(shown.map(({ label }) => label))).toEqual(new Set(["voice-1", "voice-2"]));
  });
});

describe("order", () => {
  test("R3 every position stands equally often in every place, and equally often right after every other", () => {
    for (let size = 1; size <= 9; size++) {
      const rows = Array.from({ length: countWilliamsRows(size) }, (_, row) =>
        computeWilliamsRow(size, row),
      );
      for (let place = 0; place < size; place++) {
        const column = rows.map((row) => row[place]);
        const counts = Array.from(
          { length: size },
          (_, cell) => column.filter((one) => one === cell).length,
        );
        expect(new Set(counts), `place ${place} of ${size}`).toEqual(new Set([rows.length / size]));
      }
      const pairs = rows.flatMap((row) => row.slice(1).map((cell, at) => `${row[at]}>${cell}`));
      const followed = new Map(
        pairs.map((pair) => [pair, pairs.filter((one) => one === pair).length]),
      );
      expect(followed.size, `size ${size}`).toBe(size * (size - 1));
      expect(new Set(followed.values()).size, `size ${size}`).toBeLessThanOrEqual(1);
    }
  });

  test("R3 the first rows for three and four positions are Williams' own", () => {
    expect([0, 1, 2, 3].map((row) => computeWilliamsRow(4, row))).toEqual([
      [0, 1, 3, 2],
      [1, 2, 0, 3],
      [2, 3, 1, 0],
      [3, 0, 2, 1],
    ]);
    expect([0, 1, 2, 3, 4, 5].map((row) => computeWilliamsRow(3, row))).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [0, 2, 1],
      [1, 0, 2],
    ]);
  });

  test("R3 over readers and rounds each position comes first equally often", () => {
    const first = new Map<string, number>();
    for (let round = 1; round <= SEATS.length; round++) {
      for (const reader of SEATS) {
        const [voice] = assignVoices(
          alone(SEATS),
          drawing({ reader, round, rotate: true, hidden: false }),
        );
        first.set(voice?.label ?? "", (first.get(voice?.label ?? "") ?? 0) + 1);
      }
    }

    expect(first).toEqual(new Map([...first.keys()].map((id) => [id, SEATS.length])));
    expect(first.size).toBe(SEATS.length);
  });

  test("R3 a reader is shown another order in the next round of the same step's draw", () => {
    const orderIn = (round: number): string =>
      assignVoices(alone(SEATS), drawing({ round, rotate: true, hidden: false }))
        .map(({ label }) => label)
        .join();
    const orders = [1, 2, 3, 4, 5, 6].map(orderIn);

    expect(new Set(orders).size).toBe(6);
    expect(orderIn(7)).toBe(orders[0]);
  });

  test("R3 rotation alone leaves names as they are", () => {
    const shown = assignVoices(alone(SEATS), drawing({ rotate: true, hidden: false }));

    expect(shown.map(({ label }) => label).toSorted()).toEqual(SEATS.toSorted());
    expect(shown.map(({ label }) => label)).not.toEqual(SEATS);
  });
});
