import { describe, expect, test } from "vitest";

import { toldOf } from "../../../../test/support/journals/timelines.ts";
import {
  accepts,
  agreement,
  answer,
  BOTH,
  convinced,
  escalates,
  exposes,
  freshWords,
  holdChallenge,
  maintains,
  nods,
  objects,
  oneBlocks,
  respondsWith,
  stubborn,
} from "../../../../test/support/protocols/challenge.ts";
import { heldOffline } from "../../../../test/support/protocols/offline-debates.ts";
import type { Event } from "../../../domain/journal/event.ts";
import { challengeAt } from "./timeline.ts";

type Row = Readonly<Record<string, unknown>>;

function whole(events: readonly Event[]) {
  const debateTimeline = toldOf(events);
  const rows = (field: string) => debateTimeline.end?.outcome.result[field] as unknown as Row[];
  return { story: debateTimeline, rows, telling: challengeAt(debateTimeline, debateTimeline.last) };
}

describe("the position", () => {
  test("rises from version to version as the outcome's history does", async () => {
    const { record } = await heldOffline("challenge");
    const { telling, rows } = whole(record.events);
    const changed = rows("position_history").filter(
      ({ version }, at, all) => all[at - 1]?.["version"] !== version,
    );

    expect(telling.versions.map(({ version, text }) => [version, text])).toEqual(
      changed.map(({ version, position }) => [version, position]),
    );
    expect(telling.versions.at(-1)?.heldAfter.map(({ round }) => round)).toEqual([2, 3]);
  });

  test("names the objection that changed it, and the words that are new", async () => {
    const { telling } = whole((await holdChallenge(convinced())).events);

    expect(telling.versions.at(-1)).toMatchObject({
      version: 2,
      round: 1,
      text: BOTH,
      accepted: [{ objection: "A1", disposition: "ACCEPT" }],
      causes: ["A1"],
    });
    expect(telling.versions.at(-1)?.difference).toContainEqual({
      kind: "in",
      text: expect.stringContaining("written to"),
    });
  });

  test("is the brief's own text where the user opened, and known once the outcome repeats it", async () => {
    const { events } = await holdChallenge(agreement(), {
      plan: { settings: { opening: "user" } },
    });
    const { story: debateTimeline, telling } = whole(events);

    expect(challengeAt(debateTimeline, debateTimeline.last - 1).versions[0]?.text).toBeNull();
    expect(telling.versions[0]?.text).toContain("Sessions move from Postgres");
  });
});

describe("objections", () => {
  test("come to the fate that the outcome gives them", async () => {
    const { record } = await heldOffline("challenge");
    const { telling, rows } = whole(record.events);
    const fates = { open: "maintained", withdrawn: "resolved" } as Readonly<Record<string, string>>;

    expect(telling.objections.map(({ id, fate }) => [id, fates[fate] ?? fate])).toEqual(
      rows("objections").map(({ id, fate }) => [id, fate]),
    );
    expect(telling.objections[0]?.rounds).toMatchObject([
      { round: 1, answer: { disposition: "ACCEPT" }, rebuttal: { choice: "ACCEPT" } },
    ]);
  });

  test("stand open between an answer and its author's word", async () => {
    const debateTimeline = toldOf((await holdChallenge(convinced())).events);
    const answered = debateTimeline.turns.find(({ step }) => step === "response-1")?.at ?? 0;
    const [then] = challengeAt(debateTimeline, answered).objections;
    const [end] = challengeAt(debateTimeline, debateTimeline.last).objections;

    expect(then).toMatchObject({ fate: "open", rounds: [{ rebuttal: null }] });
    expect(end).toMatchObject({ fate: "withdrawn", rounds: [{ rebuttal: { because: ["P4"] } }] });
  });

  test("keep standing while their author is silent, and can be stated anew", async () => {
    const { events } = await holdChallenge(
      stubborn(2, {
        "rebuttals-1/architect": { crash: "down" },
        "rebuttals-2/architect": escalates(freshWords("architect", 2)),
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

  test("a nod is pressed, and once it is confronted it counts as partial and moderate", async () => {
    const script = agreement({
      "challenges/operator": nods(),
      "press/operator": nods(),
      "response-1/proponent": respondsWith([answer("O2", "REJECT")]),
      "rebuttals-1/operator": accepts(["P4"]),
    });
    const { events } = await holdChallenge(script);
    const { telling, rows } = whole(events);
    const fields = telling.verdicts.map(
      ({ seat, verdict, strength, blocks, pressed, downgraded }) => ({
        challenger: seat,
        verdict,
        strength,
        blocking: blocks,
        pressed,
        downgraded_by_skepticism: downgraded,
      }),
    );

    expect(rows("verdicts")).toMatchObject(fields);
    expect(telling.verdicts.find(({ seat }) => seat === "operator")?.downgraded).toBe(true);
  });

  test("what blocks, and what contradicts itself, is what the outcome says", async () => {
    const { events } = await holdChallenge(
      agreement({
        "challenges/architect": objects("architect", ["agree", "strong"]),
        "challenges/operator": objects("operator", ["partial", "minor"]),
        "challenges/adversary": objects("adversary", ["disagree", "minor"]),
        "response-1/proponent": respondsWith([answer("A1", "REJECT"), answer("D1", "REJECT")]),
        "rebuttals-1/architect": accepts(["P4"]),
        "rebuttals-1/adversary": accepts(["P5"]),
      }),
    );
    const { telling, rows } = whole(events);
    const fields = telling.verdicts.map(({ seat, blocks, incoherent }) => ({
      challenger: seat,
      blocking: blocks,
      incoherent,
    }));

    expect(rows("verdicts")).toMatchObject(fields);
    expect(fields.map(({ blocking }) => blocking)).toEqual([true, false, true]);
  });

  test("a reply that nobody could read blocks, under the number 0", async () => {
    const { events } = await holdChallenge(
      agreement({
        "challenges/operator": { text: "no" },
        "response-1/proponent": respondsWith([answer("O0", "REJECT")]),
        "rebuttals-1/operator": { crash: "down" },
        "response-2/proponent": respondsWith([answer("O0", "REJECT")]),
        "rebuttals-2/operator": { crash: "down" },
        "assumptions/proponent": exposes("proponent"),
        "assumptions/operator": exposes("operator"),
      }),
    );

    expect(whole(events).telling.objections).toMatchObject([
      { id: "O0", seat: "operator", fate: "unreadable", words: null },
    ]);
  });
});

describe("how it ends", () => {
  test("nobody blocks: one round, said once the journal shows it", async () => {
    const { story: debateTimeline, telling } = whole((await holdChallenge(agreement())).events);

    expect(telling.fastExit).toEqual({ at: debateTimeline.last, unanimous: true });
    expect(challengeAt(debateTimeline, debateTimeline.last - 1).fastExit).toBeNull();
  });

  test("a minor objection gets a remark", async () => {
    const { events } = await holdChallenge(
      agreement({
        "challenges/operator": objects("operator", ["partial", "minor"]),
        "remarks/proponent": { reply: { remarks: [{ objection: "O1", remark: "Noted." }] } },
      }),
    );
    const { telling } = whole(events);

    expect(telling.fastExit?.unanimous).toBe(false);
    expect(telling.remarks).toMatchObject([{ objection: "O1", words: "Noted." }]);
    expect(telling.objections).toEqual([]);
  });

  test("both sides are exposed at a tradeoff, the proponent first", async () => {
    const { events } = await holdChallenge(
      oneBlocks({
        "response-1/proponent": respondsWith([answer("A1", "REJECT")]),
        "rebuttals-1/architect": maintains("No."),
        "assumptions/proponent": exposes("proponent"),
        "assumptions/architect": exposes("architect"),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );
    const { telling } = whole(events);

    expect(telling.exposures.map(({ seat, side }) => [seat, side])).toEqual([
      ["proponent", "proponent"],
      ["architect", "challenger"],
    ]);
    expect(telling.exposures[1]?.testableBy).toBe("Count the restarts of the last year.");
    expect(telling.stopped?.words).toBe("1 round brought no agreement");
  });

  test("assumptions are doubted and upheld by name", async () => {
    const { telling } = whole((await holdChallenge(convinced())).events);

    expect(telling.opening?.assumptions[1]?.upheld.map(({ seat }) => seat)).toEqual([
      "operator",
      "adversary",
    ]);
    expect(telling.opening?.doubts.map(({ seat }) => seat)).toEqual(["architect"]);
  });
});
