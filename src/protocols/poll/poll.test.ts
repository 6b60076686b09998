import { describe, expect, test } from "vitest";

import { buildBrief } from "../../../test/support/protocols/debate.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { computeAudit } from "../../audit/audit.ts";
import { replayDebate } from "../../audit/verify/replay-debate.ts";
import { type DebateRecord, dissent } from "../../dissent.ts";
import type { Json } from "../../domain/json.ts";
import type { ModelRequest } from "../../model.ts";
import { scripted } from "../../models/scripted.ts";
import { memoryStore } from "../../stores/memory.ts";
import { poll } from "./protocol.ts";

const brief = buildBrief({
  id: "limits",
  question: "Which limit applies?",
  options: [
    { id: "o1", label: "Ten a second", description: "" },
    { id: "o2", label: "Thirty a second", description: "" },
    { id: "o3", label: "No limit", description: "" },
  ],
  body: "Every article of a call counts towards the limit of thirty a second.",
});

interface Ended {
  readonly record: DebateRecord;
  readonly requests: readonly ModelRequest[];
}

/** `say` sees the letters of its seat, and answers with an option's id, or with what is given. */
async function hold(
  settings: Record<string, unknown>,
  say: (input: {
    seat: string;
    round: number;
    letters: readonly { letter: string; option: string }[];
  }) => Json | string,
): Promise<Ended> {
  const requests: ModelRequest[] = [];
  const app = dissent({
    store: memoryStore(),
    clock: fakeClock(),
    // the order of the options is drawn from the salt
    random: (digits) => "7".repeat(digits),
    modelFor: async () => ({
      ...scripted({}),
      async *answer(request) {
        requests.push(request);
        const input = request.promptInput as never as {
          seat: string;
          round: number;
          letters: { letter: string; option: string }[];
        };
        const given = say(input);
        const reply =
          typeof given === "string"
            ? {
                option: input.letters.find(({ option }) => option === given)?.letter ?? given,
                confidence: 70,
                reasons: [
                  {
                    point: `${input.seat} says ${given}`,
                    evidence: [
                      { kind: "quote", source: "brief", quote: "Every article of a call counts" },
                    ],
                  },
                ],
                because: [],
              }
            : given;
        const text = JSON.stringify(reply);
        yield {
          type: "answer-given",
          text,
          served: {
            provider: "test",
            model: "test",
            version: null,
            inputTokens: 10,
            outputTokens: 5,
            costUsd: 0,
          },
        };
      },
    }),
  });
  const debate = await app.open(app.plan("poll", { brief, settings }), "tester");
  await app.run({ debate });
  return { record: await app.read(debate), requests };
}

const findOutcome = ({ record }: Ended) => {
  const fact = record.events.find((event) => event.fact.type === "debate-settled")?.fact;
  return fact?.type === "debate-settled" ? fact.outcome : undefined;
};
const joinPrompt = ({ prompt }: ModelRequest): string =>
  prompt.map(({ text }) => text).join("\n\n");

describe("a poll counts, and nothing else", () => {
  test("most votes carry, a tie is a tie, and what no letter means is an absence", async () => {
    const won = await hold({ seats: 3 }, ({ seat }) => (seat === "seat3" ? "o1" : "o2"));
    const tied = await hold({ seats: 2 }, ({ seat }) => (seat === "seat1" ? "o1" : "o2"));
    const broken = await hold({ seats: 2 }, ({ seat }) => (seat === "seat1" ? "o3" : "Z"));

    expect(findOutcome(won)).toMatchObject({ choice: "o2", label: "ANSWERED", ending: "decided" });
    expect(findOutcome(tied)).toMatchObject({ choice: null, label: "TIE", ending: "open" });
    expect(findOutcome(broken)).toMatchObject({
      choice: "o3",
      present: 1,
      absences: [{ by: "seat2", reason: "unreadable" }],
    });
  });

  test("each seat is shown the options in its own order, and letters come back as options", async () => {
    const held = await hold({ seats: 8 }, () => "o2");
    const orders = new Set(
      held.requests.map(({ promptInput }) => JSON.stringify(promptInput["letters"])),
    );

    expect(orders.size).toBeGreaterThan(1);
    expect(computeAudit(held.record.events).tallies.final.distribution).toEqual({
      o2: expect.arrayContaining(["seat1", "seat8"]),
    });
  });

  test("round 1 is blind in every form but in turn, and later rounds show what was allowed", async () => {
    const seen = async (settings: Record<string, unknown>): Promise<string[]> => {
      const { requests } = await hold({ seats: 3, rounds: 2, ...settings }, ({ seat }) =>
        seat === "seat1" ? "o1" : "o2",
      );
      return requests.filter(({ promptInput }) => promptInput["round"] === 2).map(joinPrompt);
    };
    const [own] = await seen({ sees: "own" });
    const [full] = await seen({ sees: "others" });
    const [hidden] = await seen({ sees: "others", names: false });
    const [once] = await seen({ sees: "others", one_voice: true });
    const [counted] = await seen({ sees: "others", one_voice: true, counts: true });
    const star = await seen({ sees: "others", graph: "star" });

    expect(own).toContain("Your last answer was: option");
    expect(own).not.toContain("seat2");
    expect(full).toContain("seat2 gave option");
    expect(full).toContain("seat3 gave option");
    expect(hidden).toContain("voice 1 gave option");
    expect(hidden).not.toContain("seat2 gave");
    expect(once!.match(/gave option/g)).toHaveLength(1);
    expect(once).not.toContain("held by");
    expect(counted).toContain("held by 2");
    expect(star[1]).not.toContain("seat3 gave");
    expect(star[0]).toContain("seat3 gave");
  });

  test("in turn, each sees the ones before", async () => {
    const { requests } = await hold({ seats: 3, sees: "earlier" }, () => "o1");

    expect(
      requests.map((request) => (joinPrompt(request).match(/gave option/g) ?? []).length),
    ).toEqual([0, 1, 2]);
  });

  test("inserted words appear in the round they are for, fenced, with the reader's own letter", async () => {
    const inserted = [{ speaker: "Participant 1", words: "It is: No limit.", option: "o3" }];
    const { requests } = await hold(
      { rounds: 2, sees: "own", inserted_from: 2, inserted },
      () => "o1",
    );
    const letter = (
      requests[1]!.promptInput["letters"] as { letter: string; option: string }[]
    ).find(({ option }) => option === "o3")!.letter;

    expect(joinPrompt(requests[0]!)).not.toContain("Participant 1");
    expect(joinPrompt(requests[1]!)).toMatch(
      new RegExp(
        `Participant 1 said:\\n<<<dissent-\\w+ said\\noption ${letter}\\nIt is: No limit\\.`,
      ),
    );
  });

  test("a review lists its findings as claims against the text", async () => {
    const finding = {
      headline: "The limit counts articles",
      why: "50 articles count 50",
      evidence: [{ kind: "quote", source: "brief", quote: "Every article of a call counts" }],
    };
    const held = await hold({ task: "review", seats: 2 }, () => ({ findings: [finding] }));
    const claims = held.record.events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" ? fact.claims : [],
    );

    expect(findOutcome(held)).toMatchObject({
      label: "REVIEWED",
      summary: "2 findings of 2 reviewers",
    });
    expect(claims.map(({ side, about }) => [side, about])).toEqual([
      ["attacks", "brief"],
      ["attacks", "brief"],
    ]);
    expect(claims[0]!.evidence[0]!.verified).toBe(true);
  });

  test("its journals are verified like any other", async () => {
    const held = await hold({ seats: 3, rounds: 3, sees: "others" }, ({ seat, round }) =>
      seat === "seat1" || round > 1 ? "o1" : "o2",
    );
    const replayed = await replayDebate(held.record.events, poll, held.record.text);

    expect(replayed.fault).toBeNull();
    expect(replayed.holds.length).toBeGreaterThan(0);
    expect(findOutcome(held)).toMatchObject({
      choice: "o1",
      baseline: { choice: "o2", changed: true },
    });
  });
});

test.each(["choose", "answer", "review"] as const)(
  "the prompts of %s stay as they are",
  async (task) => {
    const replies: Record<typeof task, Json | string> = {
      choose: "o2",
      answer: {
        answer: "30",
        confidence: 80,
        reasons: [{ point: "It says so", evidence: [] }],
        because: [],
      },
      review: { findings: [] },
    };
    const inserted = [{ speaker: null, words: "It is thirty.", option: null }];
    const { requests } = await hold(
      { task, seats: 2, rounds: 2, sees: "others", inserted, inserted_from: 2 },
      () => replies[task],
    );
    const marks = (text: string): string => text.replace(/dissent-[0-9a-f]{16}/g, "dissent-mark");

    await expect(`${marks(joinPrompt(requests.at(-1)!))}\n`).toMatchFileSnapshot(
      `prompts/__prompts__/${task}.md`,
    );
  },
);
