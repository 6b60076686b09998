import { describe, expect, test } from "vitest";

import type { Participant } from "../domain/participant.ts";
import { findHeadCounts } from "./head-counts.ts";
import { createNameFinder } from "./name-finder.ts";

function seat(id: string, changes: Partial<Participant> = {}): Participant {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const mark = name.charAt(0);
  return { id, name, role: "judge", stance: null, model: "offline", mark, ...changes };
}

const PANEL = [
  seat("risk", { stance: "skeptical" }),
  seat("value", { stance: "optimistic", model: "anthropic/claude-sonnet-4-5" }),
  seat("cto", { name: "CTO", role: "director" }),
  seat("it", { name: "IT", role: "director" }),
  seat("software-architect", { name: "Software Architect", role: "director" }),
  seat("security", { role: "specialist", model: "local/some-model" }),
];

const BRIEF =
  "Visits without a signal matter. Security wants encryption at rest before anything ships.";

function usesIn(words: string, brief: readonly string[] = [BRIEF]): string[] {
  return createNameFinder(
    PANEL,
    brief,
  )(words).map(({ id, kind, text }) => `${kind} ${id}: ${text}`);
}

test("R2 a seat whose name has no letter is not found in every figure", () => {
  const uses = createNameFinder([seat("1-2", { name: "1-2" })], []);

  expect(uses("It takes 1-2 days.")).toEqual([]);
  expect(uses("I agree with judge 1-2.").map(({ text }) => text)).toEqual(["judge 1-2"]);
});

describe("R2 a name is found where it is used as one", () => {
  test.each([
    ["I agree with the Value judge on this.", "name value: the Value judge"],
    ["I disagree with value here.", "name value: value"],
    ["As risk says, it can fail.", "name risk: risk"],
    ["Risk argues that it fails.", "name risk: Risk"],
    ["The answer to Value is simple.", "name value: Value"],
    ["judge risk overlooks this.", "name risk: judge risk"],
    ["It is risk's own argument.", "name risk: risk"],
    ["I am the risk judge.", "name risk: the risk judge"],
    ["I speak for security here.", "name security: security"],
    ["The cto and the CTO said so.", "name cto: cto|name cto: CTO"],
    ["the software architect is wrong", "name software-architect: software architect"],
    ["software-architect is wrong", "name software-architect: software-architect"],
    ["Ask IT about it.", "name it: IT"],
    ["My skeptical stance says no.", "stance risk: skeptical"],
    ["Claude-Sonnet-4-5 would agree", "model : Claude-Sonnet-4-5"],
    ["I was made by Anthropic.", "model : Anthropic"],
    ["served by local/some-model", "model : local/some-model"],
  ])("%s", (words, found) => {
    expect(usesIn(words).join("|")).toBe(found);
  });
});

describe("R2 and left alone where it is a word", () => {
  test.each([
    "The risk of a wrong merge is high, and the value of drafts is small.",
    "What carries more risk than value is not worth it.",
    "It is a technical risk of Full offline-first sync.",
    "Risk and value pull in different directions.",
    "The security of old consumers is not settled.",
    "Keep some local copies, and put it into S3.",
    "Nobody knows how it ends.",
  ])("%s", (words) => {
    expect(usesIn(words)).toEqual([]);
  });

  test("words of the brief are the matter, also where they name someone", () => {
    expect(usesIn('brief: "Security wants encryption at rest"')).toEqual([]);
    expect(usesIn("Security wants more time.")).toEqual(["name security: Security"]);
    expect(usesIn("The CTO said no.", ["The CTO of the bank must agree."])).toEqual([]);
    expect(usesIn("Anthropic is dearer.", ["Do we buy from Anthropic?"])).toEqual([]);
  });

  test("the words before a name are enough to know it from the brief", () => {
    const brief = ["Do our suppliers agree with Value Partners?"];

    expect(usesIn("They agree with Value: the price is fair.", brief)).toEqual([]);
    expect(usesIn("They disagree with Value: the price is fair.", brief)).toEqual([
      "name value: Value",
    ]);
  });

  test("a seat whose answers come from a file has no model to give away", () => {
    const words = "The service two-days.yaml starts from scripted/two-days.yaml.";
    const findUses = (model: string) =>
      createNameFinder([seat("risk", { model })], [])(words).map(({ text }) => text);

    expect(findUses("scripted/two-days.yaml")).toEqual([]);
    expect(findUses("local/two-days.yaml")).toEqual(["two-days.yaml", "two-days.yaml"]);
  });
});

describe("R4 heads are counted", () => {
  test.each([
    ["most judges agree", "most judges"],
    ["2 of 3 recommend A", "2 of 3 "],
    ["2 out of the 3 judges", "2 out of the 3 judges"],
    ["all of us hold it", "all of us"],
    ["everyone else agrees", "everyone else"],
    ["the consensus of the panel", "the consensus"],
    ["the majority of voices", "the majority of voices"],
  ])("%s", (words, found) => {
    expect(findHeadCounts(words, "").map(({ text }) => text)).toEqual([found]);
  });

  test.each([
    "most of the crews work in valleys",
    "8 of 10 visits have no signal",
    "everyone loses a day",
    "a consensus protocol such as Raft",
    "the majority of revenue",
  ])("but not in: %s", (words) => {
    expect(findHeadCounts(words, "")).toEqual([]);
  });

  test("nor where the brief counts", () => {
    expect(findHeadCounts("all members agree", "the club asks that all members agree")).toEqual([]);
  });
});
