import { describe, expect, test } from "vitest";

import type { Objection } from "../prompts/prompt-input.ts";
import { joinObjections } from "./joined-objections.ts";

function objection(id: string, text: string, changes: Partial<Objection> = {}): Objection {
  return {
    id,
    challenger: id.split("-")[0] ?? id,
    name: id,
    missing: null,
    madeIn: 0,
    text,
    detail: "",
    filed: "strong",
    strength: "strong",
    blocked: true,
    parts: [],
    point: null,
    evidence: [],
    alternative: null,
    settled_by: null,
    rounds: [],
    state: "open",
    ...changes,
  };
}

const ids = (objections: readonly Objection[]): string[][] =>
  joinObjections(objections).map(({ members }) => members.map(({ id }) => id));

const COPY = "The copy of 6.7 TB at 40 MB/s takes 46 hours, not the planned 19.";
const AGAIN = "Copying 6.7 TB at 40 MB/s takes 46 hours and not the 19 that are planned.";

describe("objections that coincide", () => {
  test("H20 the same point in nearly the same words is one, with all its authors", () => {
    expect(ids([objection("risk-1", COPY), objection("ops-1", AGAIN)])).toEqual([
      ["risk-1", "ops-1"],
    ]);
  });

  test("H20 another point about the same subject stays apart", () => {
    const other = "The copy of 6.7 TB has no owner who decides when to stop it.";

    expect(ids([objection("risk-1", COPY), objection("ops-1", other)])).toEqual([
      ["risk-1"],
      ["ops-1"],
    ]);
  });

  test("H20 two points of one author are never joined", () => {
    expect(ids([objection("risk-1", COPY), objection("risk-2", AGAIN)])).toEqual([
      ["risk-1"],
      ["risk-2"],
    ]);
  });

  test("H20 the same words against other parts are another point", () => {
    const left = objection("risk-1", COPY, { parts: [1] });

    expect(ids([left, objection("ops-1", COPY, { parts: [2] })])).toHaveLength(2);
    expect(ids([left, objection("ops-1", COPY, { parts: [1, 2] })])).toHaveLength(1);
  });

  const PLACE = "Pull requests from forks run on the same machines as releases do.";
  const worse = (id: string, text: string, changes: Partial<Objection> = {}): Objection => {
    const evidence = [{ source: "brief", quote: PLACE, verified: true }];
    return objection(id, text, { point: "proponent-2", parts: [2, 5], evidence, ...changes });
  };
  const STAYS = "A stranger's job outlives its run and nobody would see it.";
  const MOVES = "Taking the secrets away cures nothing: code from outside stays beside releases.";

  test("H20 the same conceded weakness at the same quoted place is one point, in whatever words", () => {
    const part = [{ source: "brief", quote: "forks run on the same machines", verified: true }];

    expect(ids([worse("risk-1", STAYS), worse("ops-1", MOVES, { evidence: part })])).toEqual([
      ["risk-1", "ops-1"],
    ]);
  });

  test("H20 another weakness, another place or an unverified quote joins nothing", () => {
    const elsewhere = [{ source: "brief", quote: "Images are rebuilt by hand.", verified: true }];
    const made = [{ source: "brief", quote: PLACE, verified: false }];
    for (const other of [
      { point: "proponent-3" },
      { point: null },
      { parts: [7] },
      { evidence: elsewhere },
      { evidence: made },
      { evidence: [{ source: "option-A", quote: PLACE, verified: true }] },
    ]) {
      expect(ids([worse("risk-1", STAYS), worse("ops-1", MOVES, other)])).toHaveLength(2);
    }
  });

  test("H36 what nobody could read coincides with nothing", () => {
    const unread = (id: string) =>
      objection(id, "The reply could not be read.", { missing: "unreadable" });

    expect(ids([unread("risk-0"), unread("ops-0")])).toHaveLength(2);
  });
});
