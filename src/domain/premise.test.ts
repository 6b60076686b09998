import { describe, expect, test } from "vitest";

import { holdJudges, responds, rounds, votes } from "../../test/support/protocols/judges.ts";
import type { Event } from "./journal/event.ts";
import { findUnsettledPremises } from "./premise.ts";

async function holdForEvents(
  risk: string,
  value: string,
  effort: string,
): Promise<readonly Event[]> {
  const script = rounds(votes(risk, value, effort), {
    risk: responds("risk", risk),
    value: responds("value", value),
    effort: responds("effort", effort),
  });
  const { app, id } = await holdJudges(script);
  return (await app.read(id)).events;
}

describe("what a decision stood on, after another on the same question", () => {
  test("is unsettled where those who carried it hold what did not carry this time", async () => {
    const before = await holdForEvents("A", "A", "C");

    const unsettled = findUnsettledPremises(before, await holdForEvents("C", "C", "C"));

    expect(unsettled.map(({ id, by }) => `${id} ${by}`)).toEqual(["P1 risk", "P2 value"]);
  });

  test("is not where the choice is the same, or where nothing was chosen", async () => {
    const before = await holdForEvents("A", "A", "C");

    expect(findUnsettledPremises(before, await holdForEvents("A", "A", "B"))).toEqual([]);
    expect(findUnsettledPremises(before, await holdForEvents("A", "B", "C"))).toEqual([]);
  });
});
