import { describe, expect, test } from "vitest";

import { agrees, nods, opens } from "../../../../test/support/protocols/challenge.ts";
import type { ChallengerCritique, ProponentOpening } from "../prompts/prompt-input.ts";
import { lackingIn } from "./agreement.ts";
import { saysSomethingNew } from "./novelty.ts";

const opening = opens().reply as unknown as ProponentOpening;
const agreement = (changes: Partial<ChallengerCritique>): ChallengerCritique =>
  agrees("operator", changes).reply as unknown as ChallengerCritique;

describe("H17 H18 K8 an agreement with substance", () => {
  test("says enough, names a part of the position, and has a word on every assumption", () => {
    expect(lackingIn(agreement({}), opening, 40)).toEqual([]);
  });

  test("a nod lacks all three", () => {
    expect(lackingIn(nods().reply as unknown as ChallengerCritique, opening, 40)).toHaveLength(3);
  });

  test("the number of words is a setting, and the same word again does not count", () => {
    const short = agreement({ critique: "Redis restarts were tried in staging without any harm." });
    const hollow = agreement({ critique: `Redis ${"is good and fine and sound and ".repeat(10)}` });

    expect(lackingIn(short, opening, 10)).toEqual([]);
    expect(lackingIn(short, opening, 40)).toHaveLength(1);
    expect(lackingIn(hollow, opening, 40)).toHaveLength(1);
  });

  test("praise that would fit any position names none", () => {
    const praise =
      "Everything here seems reasonable and makes sense because each argument follows from another, nothing important " +
      "appears forgotten, alternatives look worse, wording stays careful, priorities fit circumstances, costs remain " +
      "acceptable, benefits arrive early, responsibilities become clear, deadlines look realistic, nobody loses.";

    expect(lackingIn(agreement({ critique: praise, evidence: [] }), opening, 40)).toEqual([
      "nothing in it names an element of the position",
    ]);
  });

  test("one assumption passed over is one too many, unless some assumption is challenged", () => {
    const because = "A single Redis node rarely restarts outside planned night windows.";
    const one = agreement({ assumptions_upheld: [{ assumption: 1, because }] });
    const thin = agreement({
      assumptions_upheld: [
        { assumption: 1, because },
        { assumption: 2, because: "It does." },
      ],
    });
    const doubting = agreement({
      assumptions_upheld: [],
      assumptions_challenged: ["Redis stays up?"],
    });

    expect(lackingIn(one, opening, 40)).toHaveLength(1);
    expect(lackingIn(thin, opening, 40)).toHaveLength(1);
    expect(lackingIn(doubting, opening, 40)).toEqual([]);
  });
});

describe("H27 something new", () => {
  const said = { text: "the restart throws every customer out of a running session", evidence: [] };
  const quote = { source: "brief", quote: "Logins are slow", verified: true };

  test("is in other words than before", () => {
    const other = {
      text: "memory limits evict the oldest entries without telling anyone",
      evidence: [],
    };

    expect(saysSomethingNew(other, [said])).toBe(true);
    expect(saysSomethingNew(said, [said])).toBe(false);
  });

  test("half of the word triples known is a repetition, one fewer is not", () => {
    const earlier = { text: "a b c d e", evidence: [] };

    expect(saysSomethingNew({ text: "a b c d x y", evidence: [] }, [earlier])).toBe(false);
    expect(saysSomethingNew({ text: "a b c d x y z", evidence: [] }, [earlier])).toBe(true);
  });

  test("or brings a quote that holds and was not brought before", () => {
    expect(saysSomethingNew({ ...said, evidence: [quote] }, [said])).toBe(true);
    expect(saysSomethingNew({ ...said, evidence: [{ ...quote, verified: false }] }, [said])).toBe(
      false,
    );
    expect(saysSomethingNew({ ...said, evidence: [quote] }, [{ ...said, evidence: [quote] }])).toBe(
      false,
    );
  });

  test("and too few words to compare are nothing new", () => {
    expect(saysSomethingNew({ text: "still no", evidence: [] }, [])).toBe(false);
  });
});
