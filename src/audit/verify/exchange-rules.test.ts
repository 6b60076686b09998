/** R2-R4 on one prompt at a time; whole debates are in the protocols' own tests. */
import { describe, expect, test } from "vitest";

import type { Participant } from "../../domain/participant.ts";
import { createNameFinder } from "../../exchange/name-finder.ts";
import { assignVoices } from "../../exchange/voices.ts";
import type { Ask, ExchangeShown } from "../../protocol.ts";
import { checkExchangeRules, type ExchangeSecrets } from "./exchange-rules.ts";

const PARTICIPANTS: readonly Participant[] = ["risk", "value", "effort"].map((id) => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  role: "judge",
  stance: null,
  model: "offline",
  mark: id.charAt(0).toUpperCase(),
}));

const lots = (_name: string, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index);

const SECRETS: ExchangeSecrets = {
  brief: { options: [{ id: "A" }, { id: "B" }] } as unknown as ExchangeSecrets["brief"],
  words: "which queue do 2 of 3 regions need?",
  participants: PARTICIPANTS,
  lots,
  names: createNameFinder(PARTICIPANTS, []),
  claims: new Set(["R1", "V2"]),
};

const seats = PARTICIPANTS.map(({ id }) => id);
const drawing = { step: "round", round: 2, hidden: true, rotate: false } as const;
const voices = assignVoices([["value"], ["effort"]], {
  seats,
  seededOrder: lots,
  reader: "risk",
  ...drawing,
});
const [first, second] = voices.map(({ label }) => label);

const SHOWN: ExchangeShown = {
  ...drawing,
  oneVoice: true,
  voices,
  own: [],
  order: [],
  deanonymizer: null,
};

const fenced = (head: string, body: string): string =>
  `<<<dissent-0123456789abcdef ${head}\n${body}\ndissent-0123456789abcdef>>>`;

/** The rules that a prompt breaks, with the words that show it. */
function broken(text: string, changes: Partial<ExchangeShown> = {}): readonly string[] {
  const shown = { ...SHOWN, ...changes };
  const ask = { prompt: [{ text: "the brief" }, { text }] } as unknown as Ask<unknown>;
  return checkExchangeRules({ key: "round-2/risk", reader: "risk", ask, shown }, SECRETS).map(
    ({ rule, excerpt }) => `${rule} ${excerpt}`,
  );
}

test("a prompt that shows each position once, under its label, breaks nothing", () => {
  const text = [
    fenced(`position of ${first}`, "Recommends A.\nIt is simpler."),
    fenced(`position of ${second}`, "Recommends B.\nIt is cheaper."),
  ].join("\n");

  expect(broken(text)).toEqual([]);
});

describe("R2 names", () => {
  test("a seat in the heading of a fence is found, and so is one in the words", () => {
    expect(broken(fenced("position of value", "x"))).toEqual(["R2 position of value"]);
    expect(broken(fenced(`position of ${first}`, "I agree with the Value judge."))).toEqual([
      "R2 I agree with the Value judge.",
    ]);
    expect(broken("The Effort judge has spoken.")).toEqual(["R2 The Effort judge has spoken."]);
  });

  test("around the fences the reader may be told who they are", () => {
    expect(broken("You are the risk judge.")).toEqual([]);
  });

  test("the id of a claim is found where code writes it, not where the brief uses it", () => {
    expect(broken("Answer V2.")).toEqual(["R2 Answer V2."]);
    expect(broken(fenced(`${first} on R1`, "x"))).toEqual([`R2 ${first} on R1`]);
    expect(broken(fenced(first ?? "", "R1 supports A: it is simpler."))).toEqual([
      "R2 R1 supports A: it is simpler.",
    ]);
    expect(broken("Answer X9.")).toEqual([]);
    expect(broken(fenced(first ?? "", "V2 is the name of our queue."))).toEqual([]);
  });

  test("nothing is looked for in an exchange that hides nobody", () => {
    const open = assignVoices([["value"], ["effort"]], {
      ...drawing,
      seats,
      seededOrder: lots,
      reader: "risk",
      hidden: false,
    });

    expect(broken("Answer V2, says the Value judge.", { hidden: false, voices: open })).toEqual([]);
  });
});

describe("R3 order", () => {
  test("voices in another order than the one drawn are found", () => {
    expect(broken("", { voices: voices.toReversed() })).toHaveLength(1);
    expect(broken("", { voices: voices.toReversed() })[0]).toMatch(/^R3 /);
  });

  test("words out of the order drawn are found, and so are words that are missing", () => {
    const [one, two] = [`position of ${first}`, `position of ${second}`];
    const text = `${fenced(one, "x")}\n${fenced(two, "y")}`;

    expect(broken(text, { order: [[one, two]] })).toEqual([]);
    expect(broken(text, { order: [[two, one]] })).toEqual([`R3 ${one}`]);
    expect(broken(fenced(one, "x"), { order: [[one, two]] })).toEqual([`R3 ${two}`]);
    expect(broken(`${fenced(two, "y")}\n${fenced(one, "x")}`, { order: [[two, one]] })).toEqual([
      `R3 ${one}`,
    ]);
  });
});

describe("R4 one voice", () => {
  const twice = (line: string): string =>
    `${fenced(first ?? "", `${line}\nFor one reason.`)}\n${fenced(second ?? "", `${line}\nFor another.`)}`;

  test("an option that two voices hold is found, whichever way it is put", () => {
    expect(broken(twice("Recommends B."))).toEqual(["R4 Recommends B"]);
    expect(broken(twice("Holds A, still."))).toEqual(["R4 Holds A"]);
  });

  test("what is no option of the brief may be said twice", () => {
    expect(broken(twice("Holds out for more."))).toEqual([]);
    expect(broken(twice("It depends."))).toEqual([]);
  });

  test("heads that are counted are found, and figures of the brief are not", () => {
    expect(broken("The majority holds B.")).toEqual(["R4 The majority holds B."]);
    expect(broken("It is about 2 of 3 regions.")).toEqual([]);
  });

  test("an exchange with many voices may repeat and count", () => {
    expect(broken(`${twice("Recommends B.")}\nThe majority.`, { oneVoice: false })).toEqual([]);
  });
});

test("what is the reader's own is not looked at", () => {
  expect(broken("Your last reply: I answered V2.", { own: ["I answered V2."] })).toEqual([]);
});
