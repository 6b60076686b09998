import { describe, expect, test } from "vitest";

import {
  DISSENT,
  everyone,
  gates,
  holdBoard,
  responds,
  smooth,
  states,
  synthesizes,
} from "../../../test/support/protocols/board.ts";
import { listFactsOfType, type Held } from "../../../test/support/protocols/debate.ts";
import type { Json } from "../../domain/json.ts";
import type { Script } from "../../models/scripted.ts";

function recorded(held: Held, key: string) {
  const found = listFactsOfType(held, "reply-recorded").find((fact) => fact.key === key);
  if (!found) throw new Error(`${key} was not recorded`);
  return found;
}

function listProblems(held: Held, key: string): readonly string[] {
  return listFactsOfType(held, "reply-rejected").find((fact) => fact.key === key)?.problems ?? [];
}

const agrees = (seat: string, reason: string, point = "ceo-1") =>
  responds(seat, "B", { disagreements: [], agreements: [{ point, reason }] });

const disagrees = (seat: string, reason: string, point = "ceo-1") =>
  responds(seat, "B", { disagreements: [{ point, counter_reason: reason, evidence: [] }] });

describe("ids and the table", () => {
  test("K16 claims, assumptions, risks, the alternative and both versions have ids by seat, with what they are about", async () => {
    const held = await holdBoard(smooth());
    const claims = (seat: string) =>
      recorded(held, `statements/${seat}`).claims.map(({ id, about, side }) => [id, about, side]);

    expect(claims("cto")).toEqual([
      ["cto-1", "B", "supports"],
      ["cto-2", "cto", "supports"],
      ["cto-3", "cto", "supports"],
      ["cto-4", "B", "attacks"],
      ["cto-n1", "cto", "supports"],
    ]);
    expect(claims("contrarian").slice(3)).toEqual([
      ["contrarian-4", "proposal", "attacks"],
      ["contrarian-5", "proposal", "attacks"],
      ["contrarian-6", "B", "attacks"],
      ["contrarian-7", "contrarian", "supports"],
      ["contrarian-n1", "contrarian", "supports"],
    ]);
    expect(claims("moonshot").map(([id]) => id)).toContain("moonshot-6");
  });

  test("K16 a headline is the speaker's own, and the argument stays whole below it", async () => {
    const long = `The hosting margin carries the whole company. ${"It pays for four engineers and the support desk. ".repeat(6)}`;
    const own = "Hosting pays the wages of everyone here";
    const said = disagrees("cfo", long).reply as { disagreements: Record<string, Json>[] };
    const disagreements = said.disagreements.map((one) => ({ ...one, headline: own }));
    const held = await holdBoard({
      ...smooth(),
      "responses-1/cfo": responds("cfo", "B", { disagreements }),
    });

    expect(recorded(held, "responses-1/cfo").claims[0]).toMatchObject({
      text: own,
      detail: long.trim(),
    });
  });

  test("F6 K16 conditions and next steps of a round have ids, can be kept by id, shared and answered", async () => {
    const pilot = "A pilot with ten customers passes a gate of 95 percent.";
    const ids = (held: Held, key: string) => recorded(held, key).claims.map(({ id }) => id);
    const held = await holdBoard({
      ...smooth(),
      "responses-1/cto": responds("cto", "B", { conditions: [pilot], otherwise: "A" }),
      "responses-2/cto": responds("cto", "B", {
        disagreements: [],
        conditions: ["cto-c1"],
        otherwise: "A",
      }),
      "responses-2/cfo": responds("cfo", "B", {
        disagreements: [],
        conditions: ["cto-c1: the pilot", "A price for the pilot."],
        next_step: "cto-n1",
      }),
      "responses-2/coo": disagrees("coo", "Ten customers prove little about support", "cto-c1"),
    });

    expect(ids(held, "responses-1/cto")).toContain("cto-c1");
    // what is kept by its id, or restated in the same words, is no new point
    expect(ids(held, "responses-2/cto")).not.toContain("cto-c2");
    expect(ids(held, "responses-2/cto").filter((id) => id.startsWith("cto-n"))).toEqual([]);
    expect(ids(held, "responses-2/cfo").filter((id) => id.startsWith("cfo-c"))).toEqual(["cfo-c1"]);
    expect(recorded(held, "responses-2/coo").claims[0]).toMatchObject({ about: "cto-c1" });
    expect(held.outcome?.result["terms"]).toEqual(
      expect.arrayContaining([
        { id: "cto-c1", kind: "condition", text: pilot, by: "cto", held_by: ["cto", "cfo"] },
        {
          id: "cto-n1",
          kind: "next step",
          text: "Ask ten customers.",
          by: "cto",
          held_by: ["cto", "cfo"],
        },
      ]),
    );
    expect(held.outcome?.result["positions"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: "cto", conditions: [pilot], otherwise: "A" }),
      ]),
    );
  });

  test("F6 a mixed choice whose fallback is no option is asked for again", async () => {
    const held = await holdBoard({
      ...smooth(),
      "responses-1/cto": [
        responds("cto", "B", { otherwise: "Z" }),
        responds("cto", "B", { otherwise: "A" }),
      ],
    });

    expect(listProblems(held, "responses-1/cto")).toEqual([
      'in otherwise, "Z" cannot be chosen: choose one of A, B, or none',
    ]);
  });

  test.each([
    ["A for this winter: it saves the evening calls.", "A"],
    ["Option B, with volunteers only", "B"],
    ["none (wait for the figures)", "none"],
    ["A partner of our own", null],
    ["Ask again in spring", null],
  ])("F6 K21 a fallback may be a sentence: %s", async (otherwise, choice) => {
    const held = await holdBoard({
      ...smooth(),
      "responses-1/cto": responds("cto", "B", { otherwise }),
      "responses-2/cto": responds("cto", "B", { otherwise }),
    });

    expect(listProblems(held, "responses-1/cto")).toEqual([]);
    expect(held.outcome?.result["positions"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ by: "cto", otherwise: choice })]),
    );
  });

  test("K16 a long argument without one keeps its words below a headline of at most 20 words", async () => {
    const long = `The hosting margin carries the whole company. ${"It pays for four engineers and the support desk. ".repeat(6)}`;
    const held = await holdBoard({ ...smooth(), "responses-1/cfo": disagrees("cfo", long) });
    const [claim] = recorded(held, "responses-1/cfo").claims;

    expect(claim).toMatchObject({ text: "The hosting margin carries the whole company." });
    expect(claim?.detail).toBe(long.trim());
  });

  test("F1 K21 every seat is told who else sits at the table, and the gate reviewer is not among those who hold a position", async () => {
    const held = await holdBoard(smooth());
    const prompt = held.requests[0]?.prompt.map(({ text }) => text).join("\n") ?? "";

    for (const line of ["- cfo, CFO: cost and return", "- moonshot, Moonshot: ambition"])
      expect(prompt).toContain(line);
    expect(prompt).toContain("The Gate Reviewer holds no position");
    expect(held.asked).not.toContain("statements/gate-reviewer#1");
  });

  test("F6 F19 an answer names a point of someone else; any point with an id can be answered", async () => {
    for (const point of ["cfo-1", "treasurer-1"]) {
      const { asked } = await holdBoard({
        ...smooth(),
        "responses-1/cfo": [
          disagrees("cfo", "Margins shrink whatever we do.", point),
          responds("cfo"),
        ],
      });
      expect(asked).toContain("responses-1/cfo#2");
    }
    const { asked } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": disagrees("cfo", "The library alone earns nothing.", "contrarian-7"),
    });
    expect(asked).not.toContain("responses-1/cfo#2");
  });

  test("F1 a statement judges every option for its own subject", async () => {
    const one = [{ option: "A", verdict: "fine if", why: "A customer stays for it." }];
    const held = await holdBoard({
      ...smooth(),
      "statements/cfo": [states("cfo", "B", { options: one }), states("cfo")],
    });

    expect(listProblems(held, "statements/cfo")).toEqual(["options says nothing about option B"]);
  });
});

describe("rubber stamps", () => {
  const EMPTY = [
    "Looks good to me.",
    "+1 from my side, nothing further to add here",
    "I fully agree with this claim, excellent reasoning.",
    "Per CEO guidance.",
    "As the software architect says, so I support it.",
    "I defer to the CTO on everything here.",
  ];

  test.each(EMPTY)(
    "F23 F26 K8 an agreement that only says “%s” is a rubber stamp",
    async (reason) => {
      const held = await holdBoard({
        ...smooth(),
        "responses-1/cfo": [agrees("cfo", reason), responds("cfo")],
      });

      expect(listProblems(held, "responses-1/cfo")[0]).toContain("rubber stamp");
    },
  );

  test.each(["Support doubles; rivals undercut.", "ceo-1 forgets the margin of hosting."])(
    "K8 “%s” is short and says why",
    async (reason) => {
      const { asked } = await holdBoard({
        ...smooth(),
        "responses-1/cfo": disagrees("cfo", reason),
      });

      expect(asked).not.toContain("responses-1/cfo#2");
    },
  );

  test("F9 K8 the attacked claim, copied as the counter-reason, challenges nobody", async () => {
    const copy = disagrees("cfo", "ceo reads the revenue figure as the thing to protect");
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": [copy, copy],
      "responses-2/cfo": [copy, copy],
    });

    expect(asked).toContain("responses-1/cfo#2");
    expect(outcome?.result["unmet_duties"]).toEqual([
      { by: "cfo", duty: "challenged no position in phase 2" },
    ]);
  });

  test("F9 K8 a challenge that declares agreement challenges nobody: asked again, then named", async () => {
    const agrees = (step: string) =>
      responds("cfo", "B", {
        tag: ` in ${step}`,
        disagreements: [
          {
            point: "ceo-1",
            counter_reason: "I fully agree with this point and have no objection whatever to it.",
            evidence: [],
          },
        ],
        missed_risks: [{ text: `Rivals hire our engineers, says ${step}.`, about: "B" }],
        request_synthesis: true,
      });
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      ...everyone(["responses-1", "responses-2"], (_, step) => agrees(step), ["cfo"]),
    });

    expect(asked).toContain("responses-1/cfo#2");
    expect(outcome?.result["unmet_duties"]).toMatchObject([{ by: "cfo" }]);
  });

  test("K8 one reason for two peers is none for the second", async () => {
    const same = "Hosting pays for all of this and will for years.";
    const held = await holdBoard({
      ...smooth(),
      "responses-1/cfo": [
        responds("cfo", "B", {
          disagreements: ["ceo-1", "cto-1"].map((point) => ({
            point,
            counter_reason: same,
            evidence: [],
          })),
        }),
        responds("cfo"),
      ],
    });

    expect(listProblems(held, "responses-1/cfo")[0]).toContain("rubber stamp");
  });

  test("K8 two seats that give the same words are flagged", async () => {
    const words = "Margins of hosting shrink whether or not anyone can read the code.";
    const { outcome } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": disagrees("cfo", words),
      "responses-1/coo": disagrees("coo", words),
    });

    expect(outcome?.result["flags"]).toMatchObject([{ kind: "copy", by: "coo" }]);
  });

  test("F23 K8 a rubber stamp is asked for again once, then absent", async () => {
    const stamp = agrees("cfo", "Looks good to me.");
    const { outcome } = await holdBoard({ ...smooth(), "responses-1/cfo": [stamp, stamp] });

    expect(outcome?.absences).toMatchObject([
      { by: "cfo", step: "responses-1", reason: "unreadable" },
    ]);
  });

  test("F9 K21 from round 2 on, nothing new is an answer for whoever has challenged", async () => {
    const quiet = (seat: string) =>
      responds(seat, "B", { disagreements: [], request_synthesis: true });
    const first = await holdBoard({
      ...smooth(),
      "responses-1/cfo": [quiet("cfo"), responds("cfo")],
    });
    const later = await holdBoard({ ...smooth(), "responses-2/cfo": quiet("cfo") });

    expect(first.asked).toContain("responses-1/cfo#2");
    expect(later.asked).not.toContain("responses-2/cfo#2");
  });

  test("F18 a statement without a reason is repaired", async () => {
    const { asked } = await holdBoard({
      ...smooth(),
      "statements/cfo": [states("cfo", "B", { reasoning: "Sounds good." }), states("cfo")],
    });

    expect(asked).toContain("statements/cfo#2");
  });

  test("F16 two versions of the Moonshot that are one are repaired", async () => {
    const twin = states("moonshot", "B", {
      stepping_stone: "Make it the standard that all the rivals will build on.",
    });
    const held = await holdBoard({
      ...smooth(),
      "statements/moonshot": [twin, states("moonshot")],
    });

    expect(listProblems(held, "statements/moonshot")[0]).toContain("say the same");
  });

  test("F15 a Contrarian that agreed with everyone is not printed as opposition", async () => {
    const tame = (tag: string) =>
      responds("contrarian", "B", {
        disagreements: [],
        agreements: [{ point: "ceo-1", reason: `Revenue from hosting is exposed${tag}.` }],
        request_synthesis: true,
      });
    const { outcome } = await holdBoard({
      ...smooth(),
      "responses-1/contrarian": tame(" today"),
      "responses-2/contrarian": tame(" to any cloud vendor tomorrow"),
    });

    expect(outcome?.result).toMatchObject({
      assigned_opposition: [],
      unmet_duties: [{ by: "contrarian" }],
    });
  });
});

const REASON_TO_DISSENT: Readonly<Record<string, string>> = {
  cfo: "Hosting pays four engineers.",
  coo: "Support is staffed for paying customers only.",
  moonshot: "A standard needs a vendor who lives long enough to write it.",
};

describe("dissents and changes", () => {
  const SECOND = { text: "The team of four cannot also serve a community.", about: "proposal" };
  const files = (round: number, dissents: Json, changes: Record<string, Json> = {}) =>
    responds("cfo", "A", {
      tag: ` in ${round}`,
      formal_dissents: dissents,
      request_synthesis: true,
      ...changes,
    });
  const cfo: Script = { ...smooth(), "statements/cfo": states("cfo", "A") };
  const answered = synthesizes("B", {
    answers: ["cfo-6", "cfo-8"].map((claim) => ({
      claim,
      reason: "The first step opens the library and keeps hosting closed.",
    })),
  });

  test("F21 K6 every formal dissent is kept, not only the last, word for word", async () => {
    const { outcome } = await holdBoard({
      ...cfo,
      "responses-1/cfo": files(1, [DISSENT]),
      "responses-2/cfo": files(2, [SECOND]),
      "synthesis/ceo": answered,
    });

    expect(outcome?.dissents).toMatchObject([
      { by: "cfo", words: `${DISSENT.text}\n\n${SECOND.text}` },
    ]);
    expect(outcome?.result["dissents"]).toMatchObject([
      { id: "cfo-6", by: "cfo", status: "standing", text: DISSENT.text, round: 1 },
      { id: "cfo-8", by: "cfo", status: "standing", text: SECOND.text, round: 2 },
    ]);
  });

  test("F21 K4 a dissent that is no longer mentioned stands; silence and absence withdraw nothing", async () => {
    for (const second of [files(2, []), { crash: "no route to host" }]) {
      const { outcome } = await holdBoard({
        ...cfo,
        "responses-1/cfo": files(1, [DISSENT]),
        "responses-2/cfo": second,
        "synthesis/ceo": answered,
      });
      expect(outcome?.dissents).toMatchObject([{ by: "cfo", words: DISSENT.text }]);
    }
  });

  test("F21 a dissent that is repeated is one", async () => {
    const { outcome } = await holdBoard({
      ...cfo,
      "responses-1/cfo": files(1, [DISSENT]),
      "responses-2/cfo": files(2, [DISSENT]),
      "synthesis/ceo": answered,
    });

    expect(outcome?.result["dissents"]).toHaveLength(1);
  });

  const withdraws = (because: string[], reason = "The library step leaves hosting closed.") =>
    files(2, [], { withdrawn_dissents: [{ claim: "cfo-6", because, reason }] });

  test("F21 K5 its owner withdraws it with a point that was made since and is about it", async () => {
    const { outcome, asked } = await holdBoard({
      ...cfo,
      "responses-1/cfo": files(1, [DISSENT]),
      // made in the same round, about the option that the dissent is about
      "responses-1/cto": responds("cto", "B", {
        missed_risks: [{ text: "Only the library would be open in the first year.", about: "B" }],
      }),
      "responses-2/cfo": withdraws(["cto-6"]),
    });

    expect(asked).not.toContain("responses-2/cfo#2");
    expect(outcome?.dissents).toEqual([]);
    expect(outcome?.result["dissents"]).toMatchObject([
      { status: "withdrawn", withdrawn_because: ["cto-6"] },
    ]);
  });

  test.each([
    ["a point known before", ["cto-1"], undefined],
    ["its own point", ["cfo-1"], undefined],
    ["a point nobody made", ["cto-99"], undefined],
    ["“ok” as the reason", ["cto-5"], "ok"],
  ])(
    "F21 K5 withdrawn because of %s: asked once, then it stands and that is said",
    async (_, because, reason) => {
      const { outcome, asked } = await holdBoard({
        ...cfo,
        "responses-1/cfo": files(1, [DISSENT]),
        "responses-2/cfo": withdraws(because, reason),
        "synthesis/ceo": answered,
      });

      expect(asked).toContain("responses-2/cfo#2");
      expect(outcome?.dissents).toMatchObject([{ by: "cfo", words: DISSENT.text }]);
      expect(outcome?.notes.join()).toContain("tried to withdraw the dissent cfo-6 in round 2");
    },
  );

  test("F13 F21 K5 K8 three dissents withdrawn with a bare ok stand: no majority, and no HIGH", async () => {
    const dissenters = ["cfo", "coo", "moonshot"];
    const dissent = (seat: string) => ({
      text: `${REASON_TO_DISSENT[seat]} Opening it puts that at risk.`,
      about: "B",
    });
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      ...everyone(
        ["responses-1"],
        (seat) => responds(seat, "B", { formal_dissents: [dissent(seat)] }),
        dissenters,
      ),
      ...everyone(
        ["responses-2"],
        (seat) =>
          responds(seat, "B", {
            tag: " again",
            request_synthesis: true,
            withdrawn_dissents: [
              // moonshot has two versions before it
              { claim: `${seat}-${seat === "moonshot" ? 8 : 6}`, because: ["cto-5"], reason: "ok" },
            ],
          }),
        dissenters,
      ),
    });

    for (const seat of dissenters) expect(asked).toContain(`responses-2/${seat}#2`);
    expect(outcome?.dissents.map(({ by }) => by)).toEqual(dissenters);
    expect(outcome).toMatchObject({
      label: "SYNTHESIZED_WITHOUT_MAJORITY",
      ending: "open",
      confidence: "LOW",
    });
  });

  const moves = (claims: string[]) =>
    responds("cfo", "B", {
      tag: " moved",
      changed_because: { claims, evidence: [], explanation: "Hosting is exposed either way." },
      request_synthesis: true,
    });

  test.each([
    ["a claim for what was taken", ["ceo-1"], "explained"],
    ["nothing", [], "unexplained"],
    ["its own claim", ["cfo-1"], "unexplained"],
    ["an attack on what was taken", ["ceo-4"], "unexplained"],
  ])("F22 K5 a move because of %s is %3$s", async (_, claims, standing) => {
    const { outcome } = await holdBoard({
      ...cfo,
      "responses-1/cfo": moves(claims),
      "responses-2/cfo": responds("cfo", "B", { tag: " later", request_synthesis: true }),
    });

    expect(outcome?.changes).toMatchObject([{ by: "cfo", from: "A", to: "B", standing }]);
    expect(outcome?.confidence).toBe(standing === "explained" ? "HIGH" : "MEDIUM");
  });

  test("F22 K5 a point that meets the mover's own stated condition is a cause", async () => {
    const measured = "We have a measured figure for the lost deals of last year: fourteen.";
    const { outcome } = await holdBoard({
      ...cfo,
      "statements/ceo": states("ceo", "B", {
        claims: [{ text: measured, detail: null, about: "B", side: "attacks", evidence: [] }],
      }),
      "responses-1/cfo": moves(["ceo-1"]),
      "responses-2/cfo": responds("cfo", "B", { tag: " later", request_synthesis: true }),
    });

    expect(outcome?.changes).toMatchObject([{ by: "cfo", standing: "explained" }]);
  });

  test("F28 a new leader has to be attacked once: no poll in the round in which it comes up", async () => {
    const held = (seat: string) => (["ceo", "cto", "cfo", "coo"].includes(seat) ? "A" : "B");
    const changed = { claims: ["contrarian-1"], evidence: [], explanation: "Hosting is exposed." };
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      ...everyone(["statements"], (seat) => states(seat, held(seat))),
      ...everyone(["responses-1"], (seat) =>
        responds(seat, held(seat), { request_synthesis: true }),
      ),
      ...everyone(["responses-2", "responses-3"], (seat, step) =>
        responds(seat, "B", {
          tag: ` in ${step}`,
          ...(held(seat) === "A" && step === "responses-2" && { changed_because: changed }),
        }),
      ),
      "gate-3/gate-reviewer": gates({ 3: true }),
      ...everyone(["poll-3"], () => ({ reply: { vote: "yes", reason: "No figure is missing." } })),
    });

    expect(asked).not.toContain("poll-2/ceo#1");
    expect(asked).toContain("poll-3/ceo#1");
    expect(outcome?.rounds).toBe(3);
  });
});

describe("flags", () => {
  test("F24 K22 scope is what the gate reviewer names, not words that the brief does not have", async () => {
    const foreign =
      "Municipal procurement officers demand escrow arrangements, penetration testing, accessibility statements, " +
      "multilingual helpdesks, disaster recovery drills, indemnification clauses and quarterly compliance attestations " +
      "because their auditors punish vendors whose continuity planning depends on undocumented tribal knowledge.";
    const { outcome } = await holdBoard({
      ...smooth(),
      "statements/coo": states("coo", "B", { reasoning: foreign }),
      "gate-2/gate-reviewer": gates({ 1: true, 2: true }, "CONTINUE", {
        outside_brief: [{ claim: "moonshot-7", reason: "It is about standards, not the engine." }],
      }),
    });

    expect(outcome?.result["flags"]).toMatchObject([{ kind: "scope", by: "moonshot" }]);
  });

  test("F25 code at a planning level is flagged, fenced or not; the board may quote what it likes", async () => {
    const code = states("software-engineer", "B", {
      reasoning:
        "We store sessions because it is cheap.\nconst store = open();\nif (store) {\n  store.close();\n}",
    });
    const planning = ["delivery-lead", "software-engineer", "contrarian", "moonshot"];
    const held = await holdBoard(
      { ...smooth(planning), "statements/software-engineer": code },
      {
        plan: {
          settings: { preset: "planning-3" },
          seats: {
            "software-engineer": { stance: "implementation" },
            "task-planner": { seated: false },
            "qa-lead": { seated: false },
          },
        },
      },
    );
    const flags = held.outcome?.result["flags"] as { kind: string }[];

    expect(flags.filter(({ kind }) => kind === "code")).toHaveLength(1);
    const onBoard = await holdBoard({
      ...smooth(),
      "statements/cto": states("cto", "B", {
        reasoning: (code.reply as { reasoning: string }).reasoning,
      }),
    });
    expect(onBoard.outcome?.result["flags"]).toEqual([]);
  });

  test("F26 deference that survives the repair is flagged", async () => {
    const bows = responds("cfo", "B", {
      agreements: [{ point: "ceo-1", reason: "Per CEO guidance." }],
    });
    const { outcome } = await holdBoard({ ...smooth(), "responses-1/cfo": [bows, bows] });

    expect(outcome?.result["flags"]).toMatchObject([{ kind: "deference", by: "cfo" }]);
  });

  test("F20 a missed risk is enough of an answer, and has an id", async () => {
    const held = await holdBoard({
      ...smooth(),
      "responses-1/coo": responds("coo", "B", {
        disagreements: [],
        missed_risks: [
          { text: "Free users would fill the support queue of four engineers.", about: "proposal" },
        ],
      }),
    });

    expect(recorded(held, "responses-1/coo").claims).toMatchObject([
      { id: "coo-5", about: "proposal", side: "attacks" },
    ]);
  });
});
