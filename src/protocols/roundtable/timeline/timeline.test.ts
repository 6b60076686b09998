import { describe, expect, test } from "vitest";

import { toldOf } from "../../../../test/support/journals/timelines.ts";
import { heldOffline } from "../../../../test/support/protocols/offline-debates.ts";
import { randomDebate } from "../../../../test/support/protocols/random-roundtable.ts";
import { CASES } from "../../../../test/support/protocols/roundtable-cases.ts";
import {
  concern,
  discussion,
  holdTable,
  message,
  position,
  at as playing,
} from "../../../../test/support/protocols/roundtable.ts";
import type { Event } from "../../../domain/journal/event.ts";
import { roundtableAt } from "./timeline.ts";

type Row = Readonly<Record<string, unknown>>;

function whole(events: readonly Event[]) {
  const debateTimeline = toldOf(events);
  const rows = (field: string) => debateTimeline.end?.outcome.result[field] as unknown as Row[];
  return {
    story: debateTimeline,
    rows,
    telling: roundtableAt(debateTimeline, debateTimeline.last),
  };
}

async function held(name: keyof typeof CASES) {
  const { players = [], options = {} } = CASES[name] ?? {};
  return whole((await holdTable(players, options)).events);
}

/** Round by round, seat to what counts; null for an absence. */
function countedIn({ specialists, scores }: ReturnType<typeof roundtableAt>) {
  const rounds = Math.max(0, ...scores.map(({ round }) => round));
  return Array.from({ length: rounds }, (_, index) =>
    Object.fromEntries(
      specialists.map(({ id }) => [
        id,
        scores.find(({ seat, round }) => seat === id && round === index + 1)?.counted ?? null,
      ]),
    ),
  );
}

describe("scores", () => {
  test.each(Object.keys(CASES))("count as the outcome counts them, with %s", async (name) => {
    const { telling, rows } = await held(name);

    expect(countedIn(telling)).toEqual(rows("scores"));
  });

  test("count as the outcome counts them, with specialists who do anything", async () => {
    for (const seed of ["one", "two", "three", "four"]) {
      const { events } = await randomDebate(seed);
      const { telling, story: debateTimeline, rows } = whole(events);
      if (debateTimeline.end === null) continue;
      expect(countedIn(telling), seed).toEqual(rows("scores"));
    }
  });

  test("a rise without a cause is shown, and the earlier score stands", async () => {
    const { telling } = await held("an unexplained rise, and a person who defers");
    const last = telling.scores.findLast(({ seat }) => seat === "security");

    expect(last).toMatchObject({ stated: 95, counted: 60 });
    expect(last?.problems.length).toBeGreaterThan(0);
  });
});

describe("a stall", () => {
  test("is found in the round after which the lead proposes", async () => {
    const { story, telling } = await held("a stall, a compromise, and a risk accepted by name");
    const proposed = story.steps.flatMap(({ step }) => /^compromise-(\d)$/.exec(step)?.[1] ?? []);
    const [first] = telling.stalls;

    expect(String(first?.round)).toBe(proposed[0]);
    expect(telling.compromises.map(({ round }) => round)).toEqual([first?.round]);
    expect(roundtableAt(story, (first?.at ?? 0) - 1).stalls).toEqual([]);
  });

  test("leaves those mandatory seats that can only be overruled by name, as the outcome names them", async () => {
    const { telling, rows } = await held("a stall, a compromise, and a risk accepted by name");

    expect(telling.vetoes.map(({ seat, score }) => [seat, score])).toEqual([["security", 65]]);
    expect(rows("vetoes")).toHaveLength(1);
    expect(telling.escalation?.answered?.choice).toBe("majority");
  });
});

describe("concerns", () => {
  test("go from open to answered to settled, with the messages that did it", async () => {
    const { story, telling } = await held(
      "consensus in the second round, with private messages and a repair",
    );
    const raised = (at: number) =>
      roundtableAt(story, at).concerns.find(({ ids }) => ids.includes("S2"));
    const answer = telling.messages.find(({ answers }) => answers.includes("S2"));

    expect(raised((answer?.at ?? 0) - 1)).toMatchObject({ state: "open", blocking: true });
    expect(raised(story.last)).toMatchObject({ state: "settled", own: true });
    expect(raised(story.last)?.answers.map(({ id }) => id)).toEqual(["T2"]);
  });

  test("in another's domain are not the speaker's own", async () => {
    const concerns = [{ ...concern("test"), evidence: [] }];
    const { events } = await holdTable(
      playing({ "positions/security": position("security", { concerns }) }),
    );

    expect(whole(events).telling.concerns[0]).toMatchObject({ seat: "security", own: false });
  });
});

describe("messages", () => {
  test("say to whom they go, what they answer and what they settle", async () => {
    const { events } = await holdTable(
      playing({
        "discussion-1/test": discussion(
          message(["security", "operations"], { kind: "question" }),
          message("all"),
        ),
      }),
    );
    const said = whole(events).telling.messages.filter(({ by }) => by === "test");

    expect(said.map(({ to, kind, round }) => [to, kind, round])).toEqual([
      [["security", "operations"], "question", 1],
      ["all", "proposal", 1],
    ]);
  });
});

describe("the record", () => {
  test("is drafted, reviewed and revised, version by version", async () => {
    const { story, telling } = await held("a compromise that works, and a record corrected twice");

    expect(telling.drafts.map(({ version, title }) => [version, title])).toEqual([
      [1, "Schemas are checked by the registry"],
      [2, "Schemas are checked, first revision"],
      [3, "Schemas are checked by the registry"],
    ]);
    expect(new Set(telling.reviews.map(({ version }) => version))).toEqual(new Set([1, 2, 3]));
    expect(roundtableAt(story, telling.drafts[0]?.at ?? 0).reviews).toEqual([]);
  });

  test("a real debate ends with everyone at the target", async () => {
    const { record } = await heldOffline("roundtable");
    const { telling } = whole(record.events);
    const last = countedIn(telling).at(-1) ?? {};

    expect(Object.values(last).every((score) => score !== null && score >= telling.target)).toBe(
      true,
    );
    expect(telling.vetoes).toEqual([]);
    expect(telling.reviews.every(({ accurate }) => accurate === true)).toBe(true);
  });
});
