/** T19, T24, T26: the decision record, its reviews, and what stays open in it. */
import { describe, expect, test } from "vitest";

import {
  allAt,
  ANSWER,
  at,
  concern,
  discussion,
  draft,
  holdTable,
  message,
  type Player,
  position,
  score,
  scoring,
  tableBrief,
  TABLE_OPTIONS,
} from "../../../../test/support/protocols/roundtable.ts";
import type { Json } from "../../../domain/json.ts";
import type { DiscussMatter } from "../prompts/prompt-input.ts";

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
      "Options",
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
      context: "The registry checks schemas and keeps tokens in the vault.",
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
      "- Security: Name the token store that the registry uses.",
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

  test.each([
    [
      "a task for somebody who does not sit there",
      { implementation_guidance: [{ specialist: "legal", task: "Read the terms." }] },
      '"legal" is not a specialist at this table',
    ],
    [
      "no negative consequence",
      { consequences: { positive: ["It works."], negative: [], neutral: [] } },
      "no negative consequence is named",
    ],
  ])(
    "T19 a draft of the record with %s is sent back once, then noted",
    async (_, changes, duty) => {
      const { outcome, asked } = await holdTable([
        at({ "adr-draft/lead": draft(changes) }),
        allAt(95),
      ]);

      expect(asked).toContain("adr-draft/lead#2");
      expect(outcome?.result["unmet_duties"]).toMatchObject([{ participant: "lead", duty }]);
    },
  );

  test("K4 a lead that falls silent leaves the consensus and its words standing", async () => {
    const held = await holdTable([at({ "adr-draft/lead": { crash: "gone" } }), allAt(95)]);

    expect(held.outcome).toMatchObject({ label: "CONSENSUS" });
    expect(held.outcome?.result["adr"]).toMatchObject({
      revisions: 0,
      open_remarks: [{ participant: "lead" }],
    });
    const adr = (await held.artifact("adr.md")) ?? "";
    expect(adr).toContain("The lead gave no text.");
    expect(adr).toContain(`## Decision\n\n${ANSWER}\n`);
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

  test("T19 T26 without consensus or acceptance there is no record", async () => {
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
          "adr-draft/lead": draft({ context: "All agree without reservation on the registry." }),
        }),
        allAt(95),
      ],
      { plan: { settings: { max_rounds: 1 } }, answer: { choice: "confirm", reason: "fine" } },
    );

    expect(await held.artifact("adr.md")).toContain("> test stands at 75 with the registry.");
  });

  test("seed-003 ADR: a decision opposite to the outcome cannot be drafted", async () => {
    const brief = tableBrief({ options: TABLE_OPTIONS });
    const opposite = {
      reply: {
        ...(draft().reply as Record<string, Json>),
        title: "We take topics",
        decision: "Option B: a topic for every version.",
      },
    };
    const forA: Player = ({ kind, seat }) =>
      kind === "positions" ? position(seat, { position_option: "A" }) : undefined;
    const held = await holdTable([at({ "adr-draft/lead": opposite }), forA, allAt(95)], { brief });
    const adr = (await held.artifact("adr.md")) ?? "";

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", choice: "A" });
    expect(adr).toContain(`# The registry checks schemas\n`);
    expect(adr).toContain(`## Decision\n\n${ANSWER}\n`);
    expect(adr).not.toContain("We take topics");
    expect(adr).not.toContain("Option B: a topic");
  });

  test("seed-003 ADR: all options are listed, with who held them, and the debate is referred to", async () => {
    const brief = tableBrief({ options: TABLE_OPTIONS });
    const split: Player = ({ kind, seat }) =>
      kind === "positions"
        ? position(seat, { position_option: seat === "test" ? "B" : "A" })
        : undefined;
    const says = at({
      "scores-1/test": score("test", 92, {
        accepts_other_option: "The registry covers my case at a price I can pay.",
      }),
    });
    const held = await holdTable([split, says, allAt(95)], { brief });
    const adr = (await held.artifact("adr.md")) ?? "";

    expect(adr).toContain(
      "- **A, decided:** Registry: A registry checks schemas. Held by Architecture, Security, Observability, Operations, first and last.",
    );
    expect(adr).toContain(
      "- **B:** Topics: A topic for every version. Held by Test, first and last.",
    );
    expect(adr).toContain(
      "- Test holds it and accepts the decision: The registry covers my case at a price I can pay.",
    );
    expect(adr).toContain("[debate.md](debate.md), question `event-schema`");
  });

  test("seed-003 ADR: what was brought against each rejected option stands under it, one reason of each specialist", async () => {
    const against = (seat: string, n: number) =>
      concern(seat, { option: "B", text: `Topics multiply, says ${seat} for the ${n}. time.` });
    const wary: Player = ({ kind, seat }) =>
      kind === "positions"
        ? position(seat, {
            concerns: seat === "test" ? [] : [against(seat, 1), against(seat, 2)],
            position_option: "A",
          })
        : undefined;
    const held = await holdTable([wary, allAt(95)], {
      brief: tableBrief({ options: TABLE_OPTIONS }),
    });
    const adr = (await held.artifact("adr.md")) ?? "";
    const rejected = /^## Rejected alternatives$([^]*?)^## /m.exec(adr)?.[1]?.trim();

    expect(rejected).toBe(
      [
        "**B: Topics**\n",
        "- Architecture: Topics multiply, says architecture for the 1. time.",
        "- Security: Topics multiply, says security for the 1. time.",
        "- Observability: Topics multiply, says observability for the 1. time.",
      ].join("\n"),
    );
  });

  test("a record with 400-word contributions stays short: details are in debate.md, folded", async () => {
    const words = "registry schema consumer event version ".repeat(80).trim();
    const talkative: Player = ({ kind, seat, request }) => {
      if (kind === "positions") return position(seat, { reasoning: words });
      if (kind !== "discussion") return undefined;
      const assigned = (request.promptInput as DiscussMatter).assigned !== null;
      const said = { detail: `${seat} ${words}`, kind: assigned ? "counter_case" : "proposal" };
      return discussion(message("all", said));
    };
    const held = await holdTable([talkative, allAt(95)]);
    const [adr, page] = [await held.artifact("adr.md"), await held.artifact("debate.md")];

    expect(adr).not.toContain(words);
    expect(Buffer.byteLength(adr ?? "")).toBeLessThan(4_000);
    expect(page).toContain(`<details><summary>in full</summary>\n\n> security ${words}`);
  });

  test("T19 K21 incomplete is an answer of its own, and needs what is missing", async () => {
    const held = await holdTable(
      [
        at({
          "adr-review-1/test": {
            reply: { accurate: "incomplete", correction: "The replay of one day is missing." },
          },
        }),
        allAt(95),
      ],
      { plan: { settings: { adr_revisions: 0 } } },
    );

    expect(held.outcome?.confidence).toBe("MEDIUM");
    expect(await held.artifact("adr.md")).toContain("- Test: The replay of one day is missing.");
  });
});
