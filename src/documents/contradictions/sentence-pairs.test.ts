import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import {
  type SentencePair,
  listSentencePairs,
  plantSentencePair,
} from "../../../test/support/documents/sentence-pairs.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { findContradictionsBetween, findContradictionsWithin } from "./find-contradictions.ts";

async function countAlarms({ first, second }: SentencePair): Promise<number> {
  const across = await parseTestDocuments(
    ...plantSentencePair(null, [first, second], { scope: "cross", place: "head" }),
  );
  const [inside] = await parseTestDocuments(
    ...plantSentencePair(null, [first, second], { scope: "intra", place: "head" }),
  );
  const found = await findContradictionsBetween(across, createEventLoopYielder());
  const own =
    inside === undefined ? [] : await findContradictionsWithin(inside, createEventLoopYielder());
  return found.length + own.length;
}

async function countPairs(list: "opposed" | "consistent", half: string): Promise<[number, number]> {
  const pairs = listSentencePairs(list, half);
  const alarms = await Promise.all(pairs.map(countAlarms));
  return [alarms.filter((count) => count > 0).length, pairs.length];
}

describe.each(["tuning", "held", "fresh", "unseen"])(
  "A9, A10 sentence pairs, the %s list",
  (half) => {
    test("more than half of those that contradict each other are found", async () => {
      const [found, all] = await countPairs("opposed", half);

      expect(found * 2).toBeGreaterThan(all);
    });

    test("at most one in twenty that only look alike raises an alarm", async () => {
      const [alarms, all] = await countPairs("consistent", half);

      expect(alarms * 20).toBeLessThanOrEqual(all);
    });
  },
);
