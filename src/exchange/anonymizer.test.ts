import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../domain/json.ts";
import type { Participant } from "../domain/participant.ts";
import { type Anonymizer, createAnonymizer, type AnonymizerOptions } from "./anonymizer.ts";
import { createNameFinder } from "./name-finder.ts";
import { listDistinctTexts, groupSeatsByPosition, findRepeatedClaims } from "./one-voice.ts";

function seat(id: string, mark: string): Participant {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  return { id, name, role: "judge", stance: "calm", model: "offline", mark };
}

const PANEL = [seat("risk", "R"), seat("value", "V"), seat("effort", "E")];
const BRIEF = "the brief speaks of v1 and of crews";

function cover(changes: Partial<AnonymizerOptions> = {}): Anonymizer {
  return createAnonymizer({
    participants: PANEL,
    reader: "risk",
    voices: [
      { label: "voice-2", members: ["value"] },
      { label: "voice-3", members: ["risk"] },
      { label: "voice-1", members: ["effort"] },
    ],
    offices: new Set(),
    claims: [
      { id: "V1", by: "value" },
      { id: "V2", by: "value" },
      { id: "R1", by: "risk" },
      { id: "E1", by: "effort" },
    ],
    same: new Map([["E2", "E1"]]),
    names: createNameFinder(PANEL, [BRIEF]),
    brief: BRIEF,
    countless: false,
    ...changes,
  });
}

describe("R2 on the way in", () => {
  test("seats become labels, claims get ids that say nothing, and names in words are replaced", () => {
    const turn = {
      by: "value",
      key: "openings/value",
      reply: {
        headline: "I disagree with the Effort judge; risk matters more than value here.",
        challenges: [{ judge: "effort", claim: "E2", counter_argument: "Effort overlooks this." }],
      },
      claims: [{ id: "V2", by: "value", about: "E1", text: "No.", evidence: [] }],
    };

    expect(cover().anonymize(turn)).toEqual({
      by: "voice-2",
      key: "openings/value",
      reply: {
        headline: "I disagree with voice-1; risk matters more than value here.",
        challenges: [
          { judge: "voice-1", claim: "claim-4", counter_argument: "voice-1 overlooks this." },
        ],
      },
      claims: [{ id: "claim-2", by: "voice-2", about: "claim-4", text: "No.", evidence: [] }],
    });
  });

  test("a participant is masked whole: no name, role, stance, model or mark", () => {
    const shown = JSON.stringify(cover().anonymize({ judge: PANEL[1] }));

    expect(shown).toBe(
      '{"judge":{"id":"voice-2","name":"voice-2","role":"participant","stance":null,"model":"","mark":"voice-2"}}',
    );
  });

  test("a quote of a source is kept word for word, and one that occurs nowhere is the speaker's own words", () => {
    const said = "Value recommends B";
    const evidence = [
      { source: "brief", quote: said, verified: true },
      { source: "brief", quote: said, verified: false },
    ];

    expect(cover().anonymize({ evidence })).toEqual({
      evidence: [evidence[0], { source: "brief", quote: "voice-2 recommends B", verified: false }],
    });
  });

  test("a seat the rules address keeps its office and loses its name", () => {
    const lead: Participant = { ...seat("lead", "L"), name: "Ada", role: "lead" };
    const participants = [...PANEL, lead];
    const nameAnonymizer = cover({
      participants,
      offices: new Set(["lead"]),
      names: createNameFinder(participants, [BRIEF]),
    });

    expect(nameAnonymizer.anonymize({ by: "lead", text: "The answer of Ada is late." })).toEqual({
      by: "lead",
      text: "The answer of lead is late.",
    });
  });

  test("R4 words that count heads count none", () => {
    const said = { text: "Most judges hold A, and 2 of 3 recommend it for most crews." };

    expect(cover({ countless: true }).anonymize(said).text).toBe(
      "some voices hold A, and some voices recommend it for most crews.",
    );
    expect(cover().anonymize(said)).toEqual(said);
  });
});

describe("R2 on the way back", () => {
  test("labels and ids become real, in fields and in words", () => {
    const reply = {
      challenges: [
        {
          judge: "Voice-2",
          claim: "claim-2",
          counter_argument: "claim-2 is weak, and voice-1 says why.",
          evidence: [{ source: "brief", quote: "voice-1 and claim-1" }],
        },
      ],
      option: "A",
      changed_because: { claims: ["claim-4"], explanation: "Because of claim-4." },
    };

    expect(cover().restoreReply(reply)).toEqual({
      reply: {
        challenges: [
          {
            judge: "value",
            claim: "V2",
            counter_argument: "‹V2› is weak, and ‹effort› says why.",
            evidence: [{ source: "brief", quote: "voice-1 and claim-1" }],
          },
        ],
        option: "A",
        changed_because: { claims: ["E1"], explanation: "Because of ‹E1›." },
      },
      problems: [],
    });
  });

  test("a real name or id, which nobody was shown, is a problem that says so", () => {
    const { problems } = cover().restoreReply({ challenges: [{ judge: "value", claim: "V2" }] });

    expect(problems).toEqual([
      { text: "“value” is none of the labels and ids you were shown", duty: false },
      { text: "“V2” is none of the labels and ids you were shown", duty: false },
    ]);
  });

  test("a label or id that was never drawn stays as it is, for the rules of the protocol to name", () => {
    const reply = { judge: "voice-9", claim: "claim-99" };

    expect(cover().restoreReply(reply)).toEqual({ reply, problems: [] });
  });

  test("R4 where several speak with one voice, the author of the named claim is meant", () => {
    const nameAnonymizer = cover({
      voices: [
        { label: "voice-1", members: ["risk", "value"] },
        { label: "voice-2", members: ["effort"] },
      ],
    });
    const meant = (claim: string): Json =>
      nameAnonymizer.restoreReply({ judge: "voice-1", claim }).reply;

    expect(meant("claim-1")).toEqual({ judge: "value", claim: "V1" });
    expect(meant("claim-3")).toEqual({ judge: "risk", claim: "R1" });
    expect(meant("none")).toEqual({ judge: "value", claim: "none" });
    expect(nameAnonymizer.describeForJournal("voice-1 is wrong")).toBe("‹risk, value› is wrong");
  });

  test("words about a reply reach its author in labels, and the journal with names", () => {
    const nameAnonymizer = cover();

    expect(nameAnonymizer.describeForAuthor("claim V2 is not new, and ‹effort› said it")).toBe(
      "claim claim-2 is not new, and voice-1 said it",
    );
    expect(nameAnonymizer.describeForJournal("the judge voice-1 is not challenged")).toBe(
      "the judge ‹effort› is not challenged",
    );
  });
});

describe("R2 both ways", () => {
  const word = fc.constantFrom(
    "voice-1",
    "voice-2",
    "voice-3",
    "claim-1",
    "claim-3",
    "claim-4",
    "crews",
    "S3",
    "and",
  );
  const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(" "));

  test("what is read back and shown again is what was said", () => {
    fc.assert(
      fc.property(words, words, (text, headline) => {
        const nameAnonymizer = cover();
        const said = { headline, messages: [{ to: ["voice-1"], answers: ["claim-1"], text }] };
        const { reply, problems } = nameAnonymizer.restoreReply(said);

        expect(problems).toEqual([]);
        expect(nameAnonymizer.anonymize(reply)).toEqual(said);
      }),
    );
  });

  test("what one reader was told names nobody to another, whose labels differ", () => {
    const first = cover();
    const second = cover({
      reader: "value",
      voices: [
        { label: "voice-1", members: ["value"] },
        { label: "voice-2", members: ["risk"] },
        { label: "voice-3", members: ["effort"] },
      ],
      claims: [{ id: "E1", by: "effort" }],
    });
    const kept = first.restoreReply({
      text: "voice-2 is right about claim-4, and wrong about claim-1.",
    });

    expect(kept.reply).toEqual({
      text: "‹value› is right about ‹E1›, and wrong about ‹V1›.",
    });
    expect(second.anonymize(kept.reply)).toEqual({
      text: "voice-1 is right about claim-1, and wrong about an earlier claim.",
    });
  });
});

test("R2 R4 several that a reply meant with one label are shown as one label again, and not counted", () => {
  const ceo: Participant = { ...seat("ceo", "C"), name: "CEO" };
  const participants = [...PANEL, ceo];
  const voices = [
    { label: "voice-1", members: ["risk", "ceo"] },
    { label: "voice-2", members: ["value", "effort"] },
  ];
  const nameAnonymizer = cover({ participants, voices, names: createNameFinder(participants, []) });

  expect(
    nameAnonymizer.anonymize({ text: "‹risk, ceo› says so, and ‹value, ceo› too." }).text,
  ).toBe("voice-1 says so, and voice-2 and voice-1 too.");
});

describe("R4 one voice", () => {
  const claim = (id: string, text: string, about = "A") => ({
    id,
    by: "risk",
    text,
    about,
    side: "supports" as const,
    evidence: [],
  });

  test("a claim with six of ten runs of three words in common with an earlier one is dropped", () => {
    const claims = [
      claim("R1", "sync bugs surface only after weeks of real use"),
      claim("R2", "sync bugs surface only after weeks of use"),
      claim("R3", "sync bugs cost a lot of money"),
      claim("R4", "sync bugs surface only after weeks of real use", "B"),
    ];
    const names = createNameFinder(PANEL, []);

    expect(findRepeatedClaims(claims, { groups: [["risk"]], names })).toEqual(
      new Map([["R2", "R1"]]),
    );
    expect(findRepeatedClaims(claims, { groups: [["value"]], names })).toEqual(new Map());
  });

  test("two claims that differ only in who speaks are one", () => {
    const claims = [
      claim("R1", "risk wants two crews in a pilot"),
      { ...claim("V1", "value wants two crews in a pilot"), by: "value" },
    ];
    const names = createNameFinder(PANEL, []);

    expect(findRepeatedClaims(claims, { groups: [["risk", "value"]], names })).toEqual(
      new Map([["V1", "R1"]]),
    );
    expect(findRepeatedClaims(claims, { groups: [["risk"], ["value"]], names })).toEqual(new Map());
  });

  test("the first of near repetitions is kept, in order", () => {
    expect(
      listDistinctTexts(["one two three four", "five six", "one two three four five"]),
    ).toEqual(["one two three four", "five six"]);
  });

  test("texts that differ only in the label of their speaker are one", () => {
    expect(listDistinctTexts(["voice-1 wants two crews", "voice-2 wants two crews"])).toEqual([
      "voice-1 wants two crews",
    ]);
  });

  test("those who hold the same speak together, and whoever holds nothing alone", () => {
    const held = [
      { by: "risk", option: "A" },
      { by: "value", option: null },
      { by: "effort", option: "A" },
      { by: "legal", option: null },
    ];

    expect(
      groupSeatsByPosition(held, { by: ({ by }) => by, position: ({ option }) => option }),
    ).toEqual([["risk", "effort"], ["value"], ["legal"]]);
  });
});
