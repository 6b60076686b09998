/** T2-T5, T11-T13, T31, T34: who reads what, and what is owed for it. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  allAt,
  at,
  concern,
  discussion,
  holdTable,
  message,
  PASS,
  type Player,
  position,
  proposal,
  score,
  SPECIALISTS,
} from "../../../test/support/protocols/roundtable.ts";
import type { DiscussMatter } from "./prompts/prompt-input.ts";

/** A word that occurs nowhere else, for each thing said. */
function secret(...parts: (string | number)[]): string {
  return `zq${parts.join("x")}zq`;
}

describe("who reads what", () => {
  const addressing = fc.array(
    fc.array(
      fc.array(fc.oneof(fc.constant("all"), fc.constantFrom(...SPECIALISTS)), {
        minLength: 1,
        maxLength: 3,
      }),
      { minLength: 5, maxLength: 5 },
    ),
    { minLength: 1, maxLength: 5 },
  );

  test(
    "T2 T4 T6 K1 however messages are addressed, nobody is ever shown one that was not sent to it, nor a score",
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(addressing, async (rounds) => {
          const sent = new Map<string, { by: string; to: string; round: number }>();
          const talkers: Player = ({ kind, seat, round }) => {
            if (kind === "positions") {
              return position(seat, {
                position: `${secret("position", seat)} is what I hold about the registry`,
              });
            }
            if (kind === "discussion") {
              const own = rounds[round - 1]?.[SPECIALISTS.indexOf(seat)] ?? ["all"];
              const messages = own.flatMap((to, index) => {
                if (to === seat) return [];
                const word = secret("message", round, seat, index);
                sent.set(word, { by: seat, to, round });
                const text = `${word} is my proposal for the schema registry.`;
                const answers = ["security-1", "test-2", "operations-99"];
                return [message(to, { text, detail: `Details: ${word}, after test-3.`, answers })];
              });
              return discussion(...(messages.length > 0 ? messages : [message("all")]));
            }
            return kind === "scores"
              ? score(seat, 60, {
                  POSITION: `${secret("score", round, seat)} is where I stand.`,
                  REMAINING_CONCERNS: [
                    {
                      id: null,
                      ...concern(seat, { text: `${secret("left", round, seat)} is missing` }),
                    },
                  ],
                })
              : undefined;
          };
          const { prompts } = await holdTable(talkers, {
            plan: { settings: { max_rounds: rounds.length } },
          });

          expect(prompts.length).toBeGreaterThan(0);
          for (const { key, seat, attempt, text, matter } of prompts) {
            if (seat === "lead") continue;
            const shown = `${text}\n${matter}`;
            const [step = ""] = key.split("/");
            const number = Number(/-(\d+)$/.exec(step)?.[1] ?? 0);
            for (const [word, { by, to, round }] of sent) {
              const may = by === seat || to === "all" || to === seat;
              const isNew =
                (round === number && step.startsWith("scores")) ||
                (round === number - 1 && step.startsWith("discussion"));
              // a request for repair also holds the reply it is about
              if (attempt === 1 && isNew) {
                expect(text.includes(word), `${key} and ${word}`).toBe(may);
              }
              if (!may) expect(shown, key).not.toContain(word);
            }
            for (const other of SPECIALISTS.filter((id) => id !== seat)) {
              expect(shown, key).not.toMatch(new RegExp(`zq(?:score|left)x\\d+x${other}zq`));
            }
            if (step === "positions") expect(shown).not.toMatch(/zqposition/);
          }
        }),
        { numRuns: 12 },
      );
    },
  );

  test("K15 T4 nobody is shown a reference to what they cannot see, in a field or in words", async () => {
    const { prompts, asked } = await holdTable([
      at({
        "discussion-1/security": discussion(
          message("test", { text: "A private word about the registry tokens." }),
        ),
        "discussion-2/test": discussion(
          message("all", {
            text: "My answer about the tokens of the registry, see security-2.",
            kind: "answer",
            answers: ["security-2"],
          }),
        ),
        "proposal-3/lead": proposal(["security-2"], {
          answer: "The registry keeps tokens apart, as security-2 asks.",
          changes: [{ what: "Tokens apart, by security-2.", because: ["security-2"] }],
        }),
      }),
      allAt(80, 86, 95),
    ]);
    const of = (key: string): string => prompts.find((one) => one.key === key)?.text ?? "";

    // code hides the id from those who cannot see it, so nobody is asked again
    expect(asked).not.toContain("discussion-2/test#2");
    expect(of("scores-2/operations")).toContain("see (not shown to you).");
    expect(of("scores-2/operations")).not.toContain("security-2");
    expect(of("discussion-3/operations")).toContain("as (not shown to you) asks");
    expect(of("discussion-3/operations")).not.toContain("security-2");
    expect(of("proposal-3/lead")).toContain("answers security-2");
  });

  test("T6 scores and the concerns beside them reach the lead alone", async () => {
    const { prompts } = await holdTable([
      at({
        "scores-1/security": score("security", 61, {
          POSITION: "Sixty-one, for the tokens lie open.",
        }),
      }),
      allAt(80),
    ]);

    const readers = prompts
      .filter(({ text }) => text.includes("Sixty-one, for the tokens"))
      .map(({ seat }) => seat);
    expect(new Set(readers)).toEqual(new Set(["security", "lead"]));
  });

  test("T4 a message to a stranger, or to nobody but oneself, cannot be delivered", async () => {
    for (const to of ["legal", "security"]) {
      const { outcome, asked } = await holdTable([
        at({ "discussion-1/security": discussion(message(to)) }),
        allAt(95),
      ]);

      expect(asked).toContain("discussion-1/security#2");
      expect(outcome?.absences).toMatchObject([
        { by: "security", step: "discussion-1", reason: "unreadable" },
      ]);
    }
  });

  test("T1 first positions are one blind step: committed together, and nothing is revealed", async () => {
    const { events } = await holdTable(allAt(95));
    const commits = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.step.startsWith("positions") ? [fact] : [],
    );

    expect(commits).toMatchObject([{ step: "positions", blind: true }]);
    expect(commits[0]?.asks.map(({ by, reveals }) => [by, reveals])).toEqual(
      SPECIALISTS.map((by) => [by, []]),
    );
  });

  test("T33 all speak on the same snapshot: nobody's message of a round is in another's prompt of that discussion", async () => {
    const { events } = await holdTable(allAt(80, 95));

    const commits = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.step.startsWith("discussion-") ? [fact] : [],
    );
    expect(commits.map(({ step }) => step)).toEqual(["discussion-1", "discussion-2"]);
    for (const { step, asks } of commits) {
      expect(asks.flatMap(({ reveals }) => reveals).filter((key) => key.startsWith(step))).toEqual(
        [],
      );
    }
  });
});

describe("what is shown in full", () => {
  const long: Player = ({ kind, seat, round, request }) =>
    kind === "discussion"
      ? discussion(
          message("all", {
            text: `First of ${seat} in round ${round} about the registry.`,
            detail: `Second of ${seat} in round ${round}.`,
            kind: (request.promptInput as DiscussMatter).assigned ? "counter_case" : "proposal",
          }),
        )
      : undefined;

  test("T34 K21 what is new is shown in full, the round before in one line, and nothing older", async () => {
    const { prompts } = await holdTable([long, allAt(50, 54, 58, 62, 95)]);
    const rounds = (key: string, words: string): number[] => {
      const text = prompts.find((one) => one.key === key)?.text ?? "";
      return [...text.matchAll(new RegExp(`${words} of test in round (\\d+)`, "g"))].map(
        ([, round]) => Number(round),
      );
    };

    expect(rounds("discussion-3/security", "First")).toEqual([2]);
    expect(rounds("discussion-3/security", "Second")).toEqual([]);
    expect(rounds("scores-3/security", "First")).toEqual([3]);
    expect(rounds("scores-3/security", "Second")).toEqual([3]);
    expect(rounds("proposal-3/lead", "Second")).toEqual([2]);
  });

  test("T3 first positions are read by all in the first round, and by nobody afterwards", async () => {
    const { prompts } = await holdTable(allAt(80, 95));
    const holds = (key: string): boolean =>
      prompts.find((one) => one.key === key)?.text.includes("position of test") === true;

    expect(holds("discussion-1/security")).toBe(true);
    expect(holds("discussion-2/security")).toBe(false);
    expect(holds("scores-2/security")).toBe(false);
  });
});

describe("duties of a discussion", () => {
  const asking = at({
    "discussion-1/test": discussion(
      message("security", {
        kind: "question",
        text: "Which tokens may the registry read, security?",
      }),
    ),
  });
  const mute: Player = ({ kind, seat, round }) =>
    kind === "discussion" && seat === "security"
      ? discussion(
          message("all", { text: `security repeats its view of the registry in round ${round}.` }),
        )
      : undefined;

  test("T5 T11 a concern says what would settle it, or is asked for once and noted", async () => {
    const vague = position("test", { concerns: [concern("test", { resolved_by: "don't know" })] });
    const { outcome, asked } = await holdTable([at({ "positions/test": vague }), allAt(95)]);

    expect(asked).toContain("positions/test#2");
    expect(outcome?.result["unmet_duties"]).toEqual([
      {
        participant: "test",
        step: "positions",
        duty: '"don\'t know" does not say what would settle the concern',
      },
    ]);
  });

  test("T4 T31 an addressed message names the one who must answer; silence is reported", async () => {
    const { outcome, prompts } = await holdTable([asking, mute, allAt(80, 83, 95)]);

    const prompt = prompts.find(({ key }) => key === "discussion-2/security");
    expect(prompt?.text).toContain(
      "These were sent to you alone and wait for your answer: test-2 from test.",
    );
    expect(prompt?.text).toContain("Which tokens may the registry read, security?");
    const repair = prompts.find(
      ({ key, attempt }) => key === "discussion-2/security" && attempt === 2,
    );
    expect(repair?.text).toContain("test-2 was sent to you alone and waits for your answer");
    expect(outcome?.result["talked_past"]).toEqual([{ to: "security", messages: ["test-2"] }]);
    expect(outcome?.notes.join()).toContain("security never answered test-2, sent to them by name");
  });

  test("T4 answering it meets the duty", async () => {
    const { asked, outcome } = await holdTable([asking, allAt(80, 95)]);

    expect(asked).not.toContain("discussion-2/security#2");
    expect(outcome?.result["talked_past"]).toEqual([]);
  });

  test("K21 who is content may pass, and is asked for nothing more", async () => {
    const split = at({
      "positions/security": position("security", {
        concerns: [concern("security", { blocking: true })],
      }),
      "discussion-1/test": PASS,
    });
    const { asked, events } = await holdTable([split, allAt(95)]);

    expect(asked).not.toContain("discussion-1/test#2");
    const said = events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" && fact.key === "discussion-1/test" ? [fact.said?.words] : [],
    );
    expect(said).toEqual(["passes"]);
  });

  test("T12 who has an open concern does not pass without a word", async () => {
    const split = at({
      "positions/security": position("security", { concerns: [concern("security")] }),
      "discussion-1/security": PASS,
    });
    const { asked } = await holdTable([split, allAt(95)]);

    expect(asked).toContain("discussion-1/security#2");
  });

  test("K8 T12 a message that names nothing is asked for again", async () => {
    const { asked } = await holdTable([
      at({ "discussion-1/test": discussion(message("all", { text: "Nothing to add." })) }),
      allAt(95),
    ]);

    expect(asked).toContain("discussion-1/test#2");
  });

  test("K7 a quote that does not occur is marked wherever it is shown; earlier words can be quoted", async () => {
    const evidence = [
      { kind: "quote", source: "brief", quote: "signal everywhere" },
      { kind: "quote", source: "security-1", quote: "check every schema" },
    ];
    const { prompts } = await holdTable([
      at({ "discussion-1/test": discussion(message("all", { evidence })) }),
      allAt(95),
    ]);
    const prompt = prompts.find(({ key }) => key === "scores-1/security")?.text ?? "";

    expect(prompt).toContain('brief: "signal everywhere" (not found there)');
    expect(prompt).toContain('security-1: "check every schema"\n');
  });

  test("seed-003 K21 where the material says nothing about a domain, specialists say so", async () => {
    const silent = position("test", { missing_material: ["How long a replay takes."] });
    const held = await holdTable([at({ "positions/test": silent }), allAt(95)]);

    expect(held.prompts.find(({ key }) => key === "proposal-1/lead")?.text).toContain(
      "The material does not say: How long a replay takes.",
    );
    expect(await held.artifact("adr.md")).toContain("- Test: How long a replay takes.");
  });
});
