import { beforeAll, describe, expect, test } from "vitest";

import { forged, verifiedLines } from "../../../test/support/journals/forge-journal.ts";
import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { annotateDecisionVerdict } from "../../debates/annotation.ts";
import type { DebateRecord } from "../../dissent.ts";
import { describeSharedHost, listHostSeats } from "../../domain/awaited.ts";
import type { Fact } from "../../domain/journal/event.ts";

let record: DebateRecord;
beforeAll(async () => {
  const { app, id } = await holdJudges(SCENARIOS["three opinions twice"]!);
  await app.decide(id, { choice: "B", reason: "Crews asked for it.", by: "maria" });
  await app.annotate(
    id,
    annotateDecisionVerdict({ verdict: "right", reason: "It held.", by: "maria" }),
  );
  record = await app.read(id);
});

// oxlint-disable-next-line typescript/no-explicit-any -- edits go deep into recorded JSON
type Editable = any;

async function faultAfter(edit: (facts: Editable[]) => void): Promise<unknown> {
  const lines = forged(record, (facts) => {
    edit(facts);
    return facts;
  });
  return (await verifiedLines(record, lines)).fault;
}

function findFirst(facts: Editable[], type: Fact["type"]): Editable {
  return facts.find((fact: Fact) => fact.type === type);
}

test("K9 a debate of ours contradicts itself nowhere", async () => {
  expect(await faultAfter(() => {})).toBeNull();
});

describe("K9 what no replay looks at is compared with the rest of the journal", () => {
  test.each<[string, string, (facts: Editable[]) => void]>([
    [
      "a person decides for an option that is not there",
      "it decides for what was not offered",
      (facts) => (findFirst(facts, "decision-recorded").choice = "Z"),
    ],
    [
      "a step is inherited in a debate that is not a fork",
      "it is inherited, and the debate is not a fork",
      (facts) => (findFirst(facts, "asks-committed").inherited = true),
    ],
    [
      "somebody without a seat is asked",
      "it asks nobody, who has no seat",
      (facts) => {
        facts.splice(2);
        facts[1].asks[0].by = "nobody";
      },
    ],
    [
      "a prompt shows what nobody had said",
      "it shows openings/nobody, which nobody had said",
      (facts) => findFirst(facts, "asks-committed").asks[0].reveals.push("openings/nobody"),
    ],
    [
      "a step that was never asked is asked again",
      "it asks openings/nobody again, which was never asked",
      (facts) =>
        facts.splice(2, 0, {
          type: "debate-resumed",
          limits: facts[0].limits,
          askedAgain: ["openings/nobody"],
        }),
    ],
    [
      "someone looks after what nobody said",
      "nobody said P99",
      (facts) =>
        facts.push({
          type: "footing-checked",
          footing: "P99",
          state: "lost",
          detail: "",
          by: "maria",
        }),
    ],
    [
      "an answer is awaited from someone who was not asked",
      "it waits for value, who was not asked",
      (facts) =>
        facts.splice(2, 0, {
          type: "answer-awaited",
          key: "openings/risk",
          by: "value",
          attempt: 1,
        }),
    ],
    [
      "a second answer is awaited, and the first was not rejected",
      "it waits for a second answer, and the first was not rejected",
      (facts) =>
        facts.splice(2, 0, {
          type: "answer-awaited",
          key: "openings/risk",
          by: "risk",
          attempt: 2,
        }),
    ],
    [
      "the host answers for a seat of someone else",
      "the host answered for risk, whose seat is not the host's",
      (facts) =>
        facts.splice(
          2,
          0,
          { type: "answer-awaited", key: "openings/risk", by: "risk", attempt: 1 },
          {
            type: "person-answered",
            key: "openings/risk",
            attempt: 1,
            text: "{}",
            by: "maria",
            from: "host",
          },
        ),
    ],
    [
      "a notice gives all seats to one model, and there are more seats",
      "a notice says that one model has all seats, and the seats say otherwise",
      (facts) =>
        facts[0].notices.push(
          "one model (m/1) speaks for all 9 seats, so agreement is weak evidence",
        ),
    ],
    [
      "a notice counts other seats than there are",
      "a notice counts other seats than there are",
      (facts) =>
        facts[0].notices.push(
          "4 of 9 seats run on models of one family (m), so their agreement is weak evidence",
        ),
    ],
    [
      "a notice names seats of a host that has none",
      "a notice names other seats of the host than there are",
      (facts) =>
        facts[0].notices.push(
          "one conversation of the host answers for 2 seats (risk, value), so they are not blind to each other and count as one voice",
        ),
    ],
  ])("%s", async (_, what, edit) => {
    expect(await faultAfter(edit)).toMatchObject({ what });
  });

  test("two seats of the host without the notice that says so", async () => {
    const fault = await faultAfter(([opened]) => {
      opened.participants[0].model = "host";
      opened.participants[1].model = "host";
    });

    expect(fault).toEqual({
      where: "event 0 (debate-opened)",
      what: "a notice names other seats of the host than there are",
    });
  });
});

test("one seat of the host needs no notice, two need one that names both", () => {
  const seat = (id: string) => ({
    id,
    name: id,
    role: "judge",
    stance: null,
    model: "host",
    mark: id.toUpperCase(),
  });

  expect(listHostSeats([seat("a")])).toEqual(["a"]);
  expect(describeSharedHost([seat("a")])).toEqual([]);
  expect(describeSharedHost([seat("a"), seat("b")])).toEqual([
    expect.stringContaining("answers for 2 seats (a, b)"),
  ]);
});
