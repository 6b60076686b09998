import { describe, expect, test } from "vitest";

import { buildTestTimeline } from "../../../../test/support/journals/timelines.ts";
import {
  accepts,
  agreement,
  BOTH,
  convinced,
  escalates,
  freshWords,
  holdChallenge,
  nods,
  objects,
  opensPlan,
  SECOND_PART,
  stubborn,
} from "../../../../test/support/protocols/challenge.ts";
import { heldOffline } from "../../../../test/support/protocols/offline-debates.ts";
import type { Event } from "../../../domain/journal/event.ts";
import { challengeAt } from "./timeline.ts";

type Row = Readonly<Record<string, unknown>>;

function whole(events: readonly Event[]) {
  const debateTimeline = buildTestTimeline(events);
  const rows = (field: string) => debateTimeline.end?.outcome.result[field] as unknown as Row[];
  return { story: debateTimeline, rows, telling: challengeAt(debateTimeline, debateTimeline.last) };
}

describe("the position", () => {
  test("H34 rises from version to version as the outcome's history does", async () => {
    const { telling, rows } = whole((await holdChallenge(convinced())).events);

    expect(telling.versions.map(({ version }) => version)).toEqual(
      rows("position_history").map(({ version }) => version),
    );
    expect(telling.versions.at(-1)?.parts?.map(({ text }) => text)).toEqual([BOTH, SECOND_PART]);
    expect(telling.ending).toEqual({ original: "refuted", survived: "amended" });
  });

  test("H22 names the parts that changed, what caused it, and the words that are new", async () => {
    const { telling } = whole((await holdChallenge(convinced())).events);
    const [change] = telling.versions.at(-1)?.changes ?? [];

    expect(change).toMatchObject({ kind: "changed", part: 1, because: ["architect-1"] });
    expect(change?.difference).toContainEqual({
      kind: "in",
      text: expect.stringContaining("written to"),
    });
  });

  test("is held in rounds that leave it as it was", async () => {
    const { telling } = whole((await holdChallenge(stubborn())).events);

    expect(telling.versions.at(-1)?.heldAfter.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5]);
  });

  test("is the brief's own text where the user opened, and known once the outcome repeats it", async () => {
    const { events } = await holdChallenge(agreement({ "opening/proponent": opensPlan() }), {
      plan: { settings: { opening: "user" } },
    });
    const { story: debateTimeline, telling } = whole(events);

    expect(challengeAt(debateTimeline, debateTimeline.last - 1).versions[0]?.parts).toBeNull();
    expect(telling.versions[0]?.parts?.[0]?.text).toContain("Sessions move from Postgres");
  });
});

describe("objections", () => {
  test.each([
    ["as the offline readers hold it", async () => (await heldOffline("challenge")).record.events],
    ["convinced", async () => (await holdChallenge(convinced())).events],
    ["stubborn", async () => (await holdChallenge(stubborn())).events],
  ])("K5 one classifier: each has the fate that the outcome gives it, %s", async (_, events) => {
    const { telling, rows } = whole(await events());

    expect(telling.objections.map(({ id, fate }) => [id, fate])).toEqual(
      rows("objections").map(({ id, fate }) => [id, fate]),
    );
    expect(telling.objections.length).toBeGreaterThan(0);
  });

  test("stand open between an answer and its author's word", async () => {
    const debateTimeline = buildTestTimeline((await holdChallenge(convinced())).events);
    const answered = debateTimeline.turns.find(({ step }) => step === "response-1")?.at ?? 0;
    const [then] = challengeAt(debateTimeline, answered).objections;
    const [end] = challengeAt(debateTimeline, debateTimeline.last).objections;

    expect(then).toMatchObject({ fate: "granted", rounds: [{ rebuttal: null }] });
    expect(end).toMatchObject({
      fate: "resolved",
      rounds: [{ rebuttal: { because: ["proponent-5"] } }],
    });
  });

  test("keep standing while their author is silent, and can be put again", async () => {
    const { events } = await holdChallenge(
      stubborn(2, {
        "rebuttals-1/architect": { crash: "down" },
        "rebuttals-2/architect": escalates("architect-1", freshWords("architect", 2)),
      }),
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(whole(events).telling.objections).toMatchObject([
      {
        fate: "escalated",
        rounds: [
          { silent: { reason: "unavailable" }, rebuttal: null },
          { rebuttal: { choice: "ESCALATE", news: true } },
        ],
      },
    ]);
  });

  test("K5 an ACCEPT without a cause is shown as not counting", async () => {
    const { events } = await holdChallenge(
      convinced({ "rebuttals-1/architect": accepts("architect-1", []) }),
      { plan: { settings: { max_rounds: 1 } } },
    );
    const [first] = whole(events).telling.objections;

    expect(first?.rounds[0]?.rebuttal?.problems).toHaveLength(1);
    expect(first?.fate).toBe("maintained");
  });

  test("H17 verdicts are what the outcome says", async () => {
    const script = agreement({
      "challenges/architect": objects("architect", ["agree", "strong"]),
      "challenges/operator": nods(),
      "press/operator": nods(),
      "challenges/adversary": objects("adversary", ["disagree", "minor"]),
    });
    const { telling, rows } = whole((await holdChallenge(script)).events);
    const fields = telling.verdicts.map((one) => ({
      challenger: one.seat,
      verdict: one.verdict,
      strength: one.strength,
      blocking: one.blocks,
      pressed: one.pressed,
      downgraded_by_skepticism: one.downgraded,
      incoherent: one.incoherent,
    }));

    expect(rows("verdicts")).toMatchObject(fields);
    expect(fields.map(({ blocking }) => blocking)).toEqual([true, true, true]);
  });

  test("H36 a reply that nobody could read blocks, under the number 0", async () => {
    const { events } = await holdChallenge(agreement({ "challenges/operator": { text: "no" } }));

    expect(whole(events).telling.objections).toMatchObject([
      { id: "operator-0", seat: "operator", fate: "unreadable" },
    ]);
  });
});

describe("how it ends", () => {
  test("H12 nobody blocks: one round, said once the journal shows it", async () => {
    const { story: debateTimeline, telling } = whole((await holdChallenge(agreement())).events);

    expect(telling.fastExit).toEqual({ at: debateTimeline.last, unanimous: true });
    expect(challengeAt(debateTimeline, debateTimeline.last - 1).fastExit).toBeNull();
  });

  test("H13 a minor objection gets a remark", async () => {
    const { events } = await holdChallenge(
      agreement({
        "challenges/operator": objects("operator", ["partial", "minor"]),
        "remarks/proponent": {
          reply: { remarks: [{ objection: "operator-1", remark: "Noted." }] },
        },
      }),
    );
    const { telling } = whole(events);

    expect(telling.fastExit?.unanimous).toBe(false);
    expect(telling.remarks).toMatchObject([{ objection: "operator-1", words: "Noted." }]);
    expect(telling.objections).toMatchObject([{ id: "operator-1", blocked: false }]);
  });

  test("H28 both sides are exposed at a tradeoff, the proponent first", async () => {
    const { telling } = whole((await holdChallenge(stubborn())).events);

    expect(telling.exposures.map(({ seat, side }) => [seat, side])).toEqual([
      ["proponent", "proponent"],
      ["architect", "challenger"],
    ]);
    expect(telling.stopped?.words).toBe("5 rounds brought no agreement");
  });

  test("H7 assumptions are doubted and upheld by id", async () => {
    const { telling } = whole((await holdChallenge(convinced())).events);
    const views = telling.opening?.assumptions.map(({ id, views: held }) => [
      id,
      held.map(({ seat, view }) => `${seat} ${view}`),
    ]);

    expect(views).toEqual([
      ["proponent-3", ["architect doubted"]],
      ["proponent-4", ["operator upheld", "adversary upheld"]],
    ]);
  });
});
