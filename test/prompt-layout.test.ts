/** Prompts of real debates serve prompt caches: what all seats are shown comes first and only grows. */
import { describe, expect, test } from "vitest";

import {
  attainable,
  cacheable,
  computeShareCost,
  PERSONA_FIRST,
  type Share,
  SHARED_FIRST,
} from "../bench/measures/cacheable.ts";
import { type Asked, collectPrompts } from "../bench/measures/prompts.ts";
import { longBrief, longDrafts, REORDERED } from "../bench/sections/prompt-caches.ts";
import type { Brief } from "../src/domain/brief.ts";
import type { Protocol } from "../src/protocol.ts";
import { board } from "../src/protocols/board/protocol.ts";
import { challenge } from "../src/protocols/challenge/protocol.ts";
import { judges } from "../src/protocols/judges/protocol.ts";
import { merge } from "../src/protocols/merge/protocol.ts";
import { roundtable } from "../src/protocols/roundtable/protocol.ts";

const DEBATES: readonly (readonly [string, Protocol, () => Promise<Brief> | Brief])[] = [
  ["judges", judges, () => longBrief(50)],
  ["challenge", challenge, () => longBrief(50)],
  ["board", board, () => longBrief(50)],
  ["roundtable", roundtable, () => longBrief(50)],
  ["merge", merge, () => longDrafts(50)],
];

function computeCachedShare({ bytes, cached }: Share): number {
  return cached / bytes;
}

describe.each(DEBATES)("%s over 50 KB", (_, protocol, brief) => {
  let asked: Asked[];

  test("95 % of what any layout could have cached is cached, when one call goes ahead", async () => {
    asked = await collectPrompts(protocol, await brief());
    const ours = cacheable(asked, { text: SHARED_FIRST, leader: true });

    expect(computeCachedShare(ours)).toBeGreaterThanOrEqual(
      0.95 * computeCachedShare(attainable(asked, REORDERED)),
    );
    expect(computeCachedShare(ours)).toBeLessThanOrEqual(
      computeCachedShare(attainable(asked, REORDERED)),
    );
  });

  test("input costs at most 0.6 of what it does with the persona first and nobody ahead", () => {
    const ours = cacheable(asked, { text: SHARED_FIRST, leader: true });
    const seed = cacheable(asked, { text: PERSONA_FIRST, leader: false });

    expect(computeShareCost(ours)).toBeLessThanOrEqual(0.6 * computeShareCost(seed));
  });
});

describe("the measure", () => {
  const ask = (step: string, by: string, shared: string, own: string): Asked => ({
    step,
    by,
    prompt: [
      { shared: true, text: shared },
      { shared: false, text: own },
    ],
  });
  const matter = "all the matter there is\n".repeat(40);
  const round = (step: string): Asked[] =>
    ["a", "b"].map((by) => ask(step, by, matter, `You are ${by}`));
  const text = SHARED_FIRST;

  test("finds nothing in a first round without a leader, and the shared matter with one", () => {
    const length = Buffer.byteLength(`${matter}\n\nYou are `);

    expect(cacheable(round("one"), { text, leader: false }).cached).toBe(0);
    expect(cacheable(round("one"), { text, leader: true }).cached).toBe(length);
  });

  test("finds the whole of a prompt that was sent in an earlier step", () => {
    const twice = [...round("one"), ...round("two")];
    const { bytes, cached } = cacheable(twice, { text, leader: false });

    expect(cached).toBe(bytes / 2);
  });

  test("puts who one is first, and what is to be done last, where the seed does", () => {
    const debate = [
      ask("one", "a", "Matter", "You are a.\n\nDo this."),
      ask("two", "a", "Matter", "You are a.\n\nDo that."),
    ];

    expect(PERSONA_FIRST(debate[1]!, debate)).toBe("You are a.\n\nMatter\n\nDo that.");
  });
});
