/** T19, T24, T26: the decision record, its reviews, and what stays open in it. */
import { describe, expect, test } from "vitest";

import {
  allAt,
  at,
  draft,
  holdTable,
  type Player,
  scoring,
} from "../../../../test/support/protocols/roundtable.ts";

const corrects: Player = ({ kind, seat }) =>
  kind === "adr-review" && seat === "security"
    ? { reply: { accurate: "no", correction: "Name the token store that the registry uses." } }
    : undefined;

describe("the record", () => {
  test("T19 the lead drafts, everyone reviews its own domain, and an accurate draft is final", async () => {
    const held = await holdTable(allAt(95));

    expect(held.outcome?.result["adr"]).toEqual({ revisions: 0, open_remarks: [] });
    const reviews = held.prompts.filter(({ key }) => key.startsWith("adr-review-1"));
    expect(reviews).toHaveLength(5);
    for (const { text, seat } of reviews) expect(text).toContain(`the specialist ${seat}`);
    const adr = (await held.artifact("adr.md")) ?? "";
    for (const title of [
      "Context",
      "Decision",
      "Implementation guidance",
      "Consequences",
      "Participants",
      "Dissents",
      "What would change this",
      "Open remarks",
      "Debate reference",
    ]) {
      expect(adr).toContain(`## ${title}`);
    }
  });

  test("T24 a correction leads to a revision that is reviewed again", async () => {
    const once: Player = (turn) => (turn.step === "adr-review-1" ? corrects(turn) : undefined);
    const revised = draft({
      decision: "The registry checks schemas and keeps tokens in the vault.",
    });
    const held = await holdTable([once, at({ "adr-revision-1/lead": revised }), allAt(95)]);

    expect(held.outcome?.result["adr"]).toEqual({ revisions: 1, open_remarks: [] });
    expect(await held.artifact("adr.md")).toContain("keeps tokens in the vault");
    const revision = held.prompts.find(({ key }) => key === "adr-revision-1/lead")?.text;
    expect(revision).toContain("Name the token store that the registry uses.");
  });

  test("T24 after two revisions it is final as it is, with the open remarks listed", async () => {
    const held = await holdTable([corrects, allAt(95)]);

    expect(held.asked.filter((key) => key.startsWith("adr-revision"))).toHaveLength(2);
    expect(held.asked.filter((key) => key.startsWith("adr-review"))).toHaveLength(15);
    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      result: {
        adr: {
          revisions: 2,
          open_remarks: [
            { participant: "security", remark: "Name the token store that the registry uses." },
          ],
        },
      },
    });
    expect(await held.artifact("adr.md")).toContain(
      "- security: Name the token store that the registry uses.",
    );
  });

  test("T24 the number of revisions is a setting, down to none", async () => {
    const { asked } = await holdTable([corrects, allAt(95)], {
      plan: { settings: { adr_revisions: 0 } },
    });

    expect(asked.some((key) => key.startsWith("adr-revision"))).toBe(false);
  });

  test("T19 a clarification with yes asks for no revision and is listed", async () => {
    const { outcome } = await holdTable([
      at({
        "adr-review-1/test": {
          reply: { accurate: "yes", correction: "The replay takes ten minutes." },
        },
      }),
      allAt(95),
    ]);

    expect(outcome?.result["adr"]).toEqual({
      revisions: 0,
      open_remarks: [{ participant: "test", remark: "The replay takes ten minutes." }],
    });
  });

  test("T19 no without a correction is no review", async () => {
    const { outcome } = await holdTable([
      at({ "adr-review-1/test": { reply: { accurate: "no", correction: null } } }),
      allAt(95),
    ]);

    expect(outcome?.absences).toMatchObject([
      { by: "test", step: "adr-review-1", reason: "unreadable" },
    ]);
  });

  test("K4 who does not review has confirmed nothing", async () => {
    const { outcome } = await holdTable([
      at({ "adr-review-1/test": { crash: "gone" } }),
      allAt(95),
    ]);

    expect(outcome?.result["adr"]).toMatchObject({
      open_remarks: [{ participant: "test", remark: "did not review the record: was unavailable" }],
    });
    expect(outcome?.confidence).toBe("MEDIUM");
  });

  test("K4 a lead that falls silent leaves the consensus standing and the record in the specialists' words", async () => {
    const held = await holdTable([at({ "adr-draft/lead": { crash: "gone" } }), allAt(95)]);

    expect(held.outcome).toMatchObject({ label: "CONSENSUS" });
    expect(held.outcome?.result["adr"]).toMatchObject({
      revisions: 0,
      open_remarks: [{ participant: "lead" }],
    });
    const adr = (await held.artifact("adr.md")) ?? "";
    expect(adr).toContain("The lead gave no draft.");
    expect(adr).toContain("security stands at 95 with the registry.");
  });

  test("K4 a lead that falls silent in a revision leaves the draft and its open remarks", async () => {
    const { outcome } = await holdTable([
      corrects,
      at({ "adr-revision-1/lead": { crash: "gone" } }),
      allAt(95),
    ]);

    expect(outcome?.result["adr"]).toMatchObject({
      revisions: 0,
      open_remarks: [{ participant: "security" }, { participant: "lead" }],
    });
  });

  test("T26 without consensus or acceptance there is no record", async () => {
    const held = await holdTable([scoring({ test: [50] }), allAt(95)], {
      plan: { settings: { max_rounds: 1 } },
      answer: { choice: "defer", reason: "later" },
    });

    expect(held.asked.some((key) => key.startsWith("adr"))).toBe(false);
    expect(await held.artifact("adr.md")).toBeNull();
  });

  test("K6 whatever the lead writes, dissents are the dissenter's own words", async () => {
    const held = await holdTable(
      [
        scoring({ test: [75] }),
        at({
          "adr-draft/lead": draft({ decision: "All agree without reservation on the registry." }),
        }),
        allAt(95),
      ],
      { plan: { settings: { max_rounds: 1 } }, answer: { choice: "confirm", reason: "fine" } },
    );

    expect(await held.artifact("adr.md")).toContain("> test stands at 75 with the registry.");
  });

  test("lead bias: the lead is never asked for a score, and never in the discussion", async () => {
    const { asked } = await holdTable(allAt(80));

    expect(
      asked.filter((key) => /^(?:positions|discussion|scores)/.test(key) && key.includes("lead")),
    ).toEqual([]);
  });
});
