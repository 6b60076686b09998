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
  type Player,
  position,
  score,
  SPECIALISTS,
} from "../../../test/support/protocols/roundtable.ts";

/** A word that occurs nowhere else, for each thing said. */
function secret(...parts: (string | number)[]): string {
  return `zq${parts.join("x")}zq`;
}

describe("who reads what", () => {
  const addressing = fc.array(
    fc.array(
      fc.array(
        fc.oneof(
          fc.constant("all" as const),
          fc.subarray(SPECIALISTS, { minLength: 1, maxLength: 4 }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
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
          const sent = new Map<string, { by: string; to: "all" | string[]; round: number }>();
          const talkers: Player = ({ kind, seat, round }) => {
            if (kind === "positions") {
              return position(seat, {
                position: `${secret("position", seat)} is what I hold about the registry`,
              });
            }
            if (kind === "discussion") {
              const own = rounds[round - 1]?.[SPECIALISTS.indexOf(seat)] ?? ["all" as const];
              const messages = own.flatMap((to, index) => {
                const readers = to === "all" ? to : to.filter((id) => id !== seat);
                if (readers.length === 0) return [];
                const word = secret("message", round, seat, index);
                sent.set(word, { by: seat, to: readers, round });
                const text = `${word} is my proposal for the schema registry. It has details.`;
                return [
                  message(readers, { text, answers: ["S1", "T2", "A99"], acknowledges: ["P3"] }),
                ];
              });
              return discussion(...(messages.length > 0 ? messages : [message("all")]));
            }
            return kind === "scores"
              ? score(seat, 60, {
                  POSITION: `${secret("score", round, seat)} is where I stand.`,
                  REMAINING_CONCERNS: [
                    concern(seat, { text: `${secret("left", round, seat)} is missing` }),
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
              const may = by === seat || to === "all" || to.includes(seat);
              const was = round < number || (round === number && step.startsWith("scores"));
              // a request for repair also holds the reply it is about
              if (attempt === 1) expect(text.includes(word), `${key} and ${word}`).toBe(may && was);
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

  test("K15 T4 an id that the reader was not shown is not told to it either", async () => {
    const { prompts } = await holdTable([
      at({
        "discussion-1/security": discussion(
          message(["test"], { text: "A private word about the registry tokens." }),
        ),
        "discussion-2/test": discussion(
          message("all", {
            text: "My answer about the tokens of the registry.",
            kind: "answer",
            answers: ["S2"],
          }),
        ),
      }),
      allAt(80, 86, 95),
    ]);
    const of = (key: string): string => prompts.find((one) => one.key === key)?.text ?? "";

    expect(of("scores-2/operations")).toContain("My answer about the tokens");
    expect(of("scores-2/operations")).not.toContain("S2");
    expect(of("discussion-3/security")).toContain("These answer something you said: T");
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
    expect(new Set(readers)).toEqual(new Set(["security"]));
    const lead = prompts.find(({ key }) => key === "compromise-4/lead")?.text ?? "";
    expect(lead).toContain("Score 80 in round 4");
  });

  test("T4 a message to a stranger, or to nobody but oneself, cannot be delivered", async () => {
    for (const to of [["legal"], ["security"]]) {
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

  test("T33 all speak on the same snapshot: nobody's message of a round is in another's prompt of that discussion", async () => {
    const { events } = await holdTable(allAt(80, 95));

    const commits = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.step.startsWith("discussion-") ? [fact] : [],
    );
    for (const { step, asks } of commits) {
      expect(asks.flatMap(({ reveals }) => reveals).filter((key) => key.startsWith(step))).toEqual(
        [],
      );
    }
  });
});

describe("what is shown in full", () => {
  const long: Player = ({ kind, seat, round }) =>
    kind === "discussion"
      ? discussion(
          message("all", {
            text: `First of ${seat} in round ${round} about the registry. Second of ${seat} in round ${round}.`,
          }),
        )
      : undefined;

  test("T34 rounds 1 to 3 in full; then the last two, from round 8 the last one, and first sentences of the rest", async () => {
    const climbing = allAt(50, 54, 58, 62, 66, 70, 74, 78, 82, 86);
    const { prompts } = await holdTable([long, climbing]);
    const full = (key: string): number[] => {
      const text = prompts.find((one) => one.key === key)?.text ?? "";
      return [...text.matchAll(/Second of test in round (\d+)/g)].map(([, round]) => Number(round));
    };
    const first = (key: string): number[] => {
      const text = prompts.find((one) => one.key === key)?.text ?? "";
      return [...text.matchAll(/First of test in round (\d+)/g)].map(([, round]) => Number(round));
    };

    expect(full("discussion-3/security")).toEqual([1, 2]);
    expect(full("scores-3/security")).toEqual([1, 2, 3]);
    expect(full("discussion-4/security")).toEqual([2, 3]);
    expect(full("scores-7/security")).toEqual([6, 7]);
    expect(full("discussion-8/security")).toEqual([7]);
    expect(full("scores-10/security")).toEqual([10]);
    expect(first("scores-10/security")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe("duties of a discussion", () => {
  const raising = at({
    "positions/security": position("security", {
      concerns: [{ ...concern("security"), evidence: [] }],
    }),
    "discussion-1/test": discussion(
      message(["security"], {
        kind: "answer",
        text: "A test covers old consumers of the registry.",
        answers: ["S2"],
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
    const vague = discussion(
      message("all", {
        kind: "concern",
        text: "The registry worries me for old consumers.",
        resolved_by: null,
      }),
    );
    const { outcome, asked } = await holdTable([at({ "discussion-1/test": vague }), allAt(95)]);

    expect(asked).toContain("discussion-1/test#2");
    expect(outcome?.result["unmet_duties"]).toEqual([
      {
        participant: "test",
        step: "discussion-1",
        duty: "a concern does not say in resolved_by what would settle it",
      },
    ]);
  });

  test("T13 an answer is acknowledged or answered, or the duty stays unmet", async () => {
    const { outcome, asked } = await holdTable([raising, mute, allAt(80, 95)]);

    expect(asked).toContain("discussion-2/security#2");
    expect(outcome?.result["unmet_duties"]).toEqual([
      {
        participant: "security",
        step: "discussion-2",
        duty: "T2 answers you and is neither acknowledged nor answered",
      },
    ]);
  });

  test("T13 acknowledging it, or answering back, meets the duty", async () => {
    for (const field of ["acknowledges", "answers"]) {
      const word = discussion(
        message("all", { text: "On the test of old consumers of the registry.", [field]: ["T2"] }),
      );
      const { asked } = await holdTable([
        at({ "discussion-2/security": word }),
        raising,
        allAt(80, 95),
      ]);

      expect(asked, field).not.toContain("discussion-2/security#2");
    }
  });

  test("T31 who is asked by name and stays silent for two rounds is told so, and it is reported", async () => {
    const asking = at({
      "discussion-1/test": discussion(
        message(["security"], {
          kind: "question",
          text: "Which tokens may the registry read, security?",
        }),
      ),
    });
    const { outcome, prompts } = await holdTable([asking, mute, allAt(80, 83, 86, 95)]);

    const repair = prompts.find(
      ({ key, attempt }) => key === "discussion-3/security" && attempt === 2,
    );
    expect(repair?.text).toContain(
      "T2 was sent to you two rounds ago and is still without an answer",
    );
    expect(outcome?.result["talked_past"]).toEqual([{ to: "security", messages: ["T2"] }]);
    expect(outcome?.notes.join()).toContain("security never answered T2, sent to it by name");
  });

  test("K8 T12 a message that names nothing is asked for again", async () => {
    const { asked } = await holdTable([
      at({
        "discussion-1/test": discussion(message("all", { text: "I agree with all of that." })),
      }),
      allAt(95),
    ]);

    expect(asked).toContain("discussion-1/test#2");
  });

  test("K7 a quote that does not occur is marked wherever it is shown", async () => {
    const { prompts } = await holdTable([
      at({
        "discussion-1/test": discussion(
          message("all", { evidence: [{ source: "brief", quote: "signal everywhere" }] }),
        ),
      }),
      allAt(95),
    ]);

    expect(prompts.find(({ key }) => key === "scores-1/security")?.text).toContain(
      'brief: "signal everywhere" (does not occur there)',
    );
  });
});
