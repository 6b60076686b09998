import { describe, expect, test } from "vitest";

import type { ListedDebate } from "../../src/store.ts";
import {
  parseDebateFilter,
  hasDebateFilter,
  filterDebates,
  buildSearchPath,
} from "./debate-filter.ts";
import { listInboxEntries, findOptionLane, summarizeDebateStatus } from "./debate-status.ts";

const debate = (more: Partial<ListedDebate>): ListedDebate => ({
  id: "search-7bwb",
  brief: "search",
  question: "Build or buy the search?",
  options: [
    { id: "A", label: "Build" },
    { id: "B", label: "Buy" },
  ],
  protocol: "judges",
  status: "settled",
  label: "CONSENSUS",
  ending: "decided",
  choice: "B",
  degraded: false,
  decided: null,
  decidedMs: null,
  gist: "Two of three agree.\nBuy",
  openedMs: 1,
  updatedMs: 1,
  calls: 3,
  costUsd: 0,
  held: false,
  ...more,
});

const contested = { label: "CONTESTED", ending: "open", choice: null } as const;

describe("where a debate stands", () => {
  test("a consensus shows what carried", () => {
    expect(summarizeDebateStatus(debate({}))).toEqual({
      word: "consensus",
      choice: "B",
      tone: "done",
      by: "panel",
    });
  });

  test("a degraded outcome has another word than a whole one", () => {
    expect(summarizeDebateStatus(debate({ degraded: true }))).toMatchObject({
      word: "degraded consensus",
      choice: "B",
    });
  });

  test("a person's decision stands before the panel's outcome", () => {
    expect(summarizeDebateStatus(debate({ ...contested, decided: "A" }))).toMatchObject({
      word: "decided",
      choice: "A",
      by: "person",
    });
  });

  test("one that says it runs and that nobody holds has stopped", () => {
    expect(summarizeDebateStatus(debate({ status: "running", held: true })).word).toBe("running");
    expect(summarizeDebateStatus(debate({ status: "running", held: false })).word).toBe("stopped");
  });

  test("the mark of a choice has the letter of its option and its place as colour", () => {
    expect(findOptionLane(debate({}).options, "B")).toMatchObject({
      letter: "B",
      label: "Buy",
      hue: 1,
    });
    expect(findOptionLane(debate({}).options, "accept")).toBeNull();
  });
});

describe("the inbox", () => {
  test("holds what is contested without a decision and what waits, the longest waiting first", () => {
    const waiting = listInboxEntries([
      debate({ id: "done" }),
      debate({ id: "decided", ...contested, decided: "A" }),
      debate({ id: "open", ...contested, updatedMs: 9 }),
      debate({ id: "asks", status: "waiting", label: null, ending: null, updatedMs: 3 }),
      debate({ id: "runs", status: "running", label: null, ending: null, held: true }),
    ]);
    expect(waiting.map((one) => [one.debate.id, one.blind])).toEqual([
      ["asks", false],
      ["open", true],
    ]);
  });

  test("offers no blind choice where there is nothing to choose from", () => {
    expect(listInboxEntries([debate({ ...contested, options: [] })])[0]?.blind).toBe(false);
  });
});

describe("filters", () => {
  const debates = [
    debate({ id: "one", openedMs: 1 }),
    debate({ id: "two", openedMs: 2, protocol: "board", status: "paused" }),
  ];

  test("without any, all are listed, newest first", () => {
    const filter = parseDebateFilter({});
    expect(hasDebateFilter(filter)).toBe(false);
    expect(filterDebates(debates, filter, { searched: false }).map(({ id }) => id)).toEqual([
      "two",
      "one",
    ]);
  });

  test("status and protocol are read from the address, and strangers there are ignored", () => {
    expect(parseDebateFilter({ status: "nonsense", q: "  buy " })).toEqual({
      words: "buy",
      status: null,
      protocol: null,
    });
    const filter = parseDebateFilter({ status: "paused", protocol: "board" });
    expect(filterDebates(debates, filter, { searched: false }).map(({ id }) => id)).toEqual([
      "two",
    ]);
  });

  test("in a gallery all words must occur in the id, the question or what came of it", () => {
    const found = (q: string): number =>
      filterDebates(debates, parseDebateFilter({ q }), { searched: false }).length;
    expect([found("buy agree"), found("ONE search"), found("buy nothing")]).toEqual([2, 1, 0]);
  });

  test("what the server has searched is not searched again", () => {
    expect(
      filterDebates(debates, parseDebateFilter({ q: "stemmed" }), { searched: true }),
    ).toHaveLength(2);
  });

  test("words are sent to the server as they are", () => {
    expect(buildSearchPath(parseDebateFilter({ q: "a&b #1", status: "settled" }))).toBe(
      "/api/debates?search=a%26b+%231&status=settled",
    );
  });
});

test("K20 a demo is marked as recorded, and waits for nobody", () => {
  const demo = debate({ ...contested, recorded: true });

  expect(summarizeDebateStatus(demo).word).toBe("recorded contested");
  expect(listInboxEntries([demo])).toEqual([]);
});
