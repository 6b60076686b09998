/** K13, K9: cut after every event, resumed, verified. */
import { describe, expect, test } from "vitest";

import { expectResumesAnywhere } from "../../../test/conformance/resume.ts";
import { forged, verifiedLines } from "../../../test/support/journals/forge-journal.ts";
import {
  accepts,
  agreement,
  agrees,
  amends,
  answer,
  convinced,
  finds,
  holdChallenge,
  nods,
  objects,
  oneBlocks,
  respondsWith,
  stubborn,
} from "../../../test/support/protocols/challenge.ts";
import { buildTestApp } from "../../../test/support/protocols/debate.ts";
import { type Script, scripted } from "../../models/scripted.ts";
import { challenge } from "./protocol.ts";

const SCENARIOS: Readonly<Record<string, Script>> = {
  "a fast exit": agreement(),
  "a fast exit with minor objections": agreement({
    "challenges/operator": objects("operator", ["partial", "minor"]),
    "remarks/proponent": {
      reply: { remarks: [{ objection: "operator-1", remark: "Looked at later." }] },
    },
  }),
  "a nod that is pressed": agreement({
    "challenges/operator": nods(),
    "press/operator": agrees("operator"),
  }),
  "a consensus after a change": convinced(),
  "a new version that is refuted once": convinced({
    "final-1/operator": objects("operator", ["disagree", "strong"]),
    "response-2/proponent": amends(
      [answer("operator-2", "ACCEPT")],
      undefined,
      "Two people watch it.",
    ),
    "rebuttals-2/operator": accepts("operator-2", [], { because_parts: [1] }),
    ...finds(2),
  }),
  "a position that is withdrawn": oneBlocks({
    "response-1/proponent": respondsWith([answer("architect-1", "ACCEPT")], { fate: "withdrawn" }),
  }),
  "a tradeoff after five rounds": stubborn(),
  "an opening that stays unreadable": agreement({ "opening/proponent": { text: "Redis!" } }),
  "repairs, absences and a reply nobody can read": oneBlocks({
    "opening/proponent": [{ text: "Redis!" }, agreement()["opening/proponent"] as never],
    "challenges/operator": { text: "hm" },
    "challenges/adversary": { crash: "no route to host" },
    "response-1/proponent": [
      amends([answer("architect-1", "ACCEPT")]),
      amends([answer("architect-1", "ACCEPT"), answer("operator-0", "REJECT")], ["architect-1"]),
    ],
    "rebuttals-1/architect": accepts("architect-1", []),
    "rebuttals-1/operator": { crash: "down" },
    "response-2/proponent": { crash: "down" },
    "assumptions/proponent": { refuse: "I would rather not." },
  }),
};

describe.each(Object.entries(SCENARIOS))("%s", (_, script) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    await expectResumesAnywhere(await holdChallenge(script), {
      appWith: ({ clock, asked }) =>
        buildTestApp({ model: scripted(script, { clock }), protocol: challenge, clock, asked }),
    });
  }, 60_000);
});

describe("verify", () => {
  test("K9 an outcome that the turns do not lead to is found", async () => {
    const held = await holdChallenge(stubborn());
    const record = await held.app.read(held.id);
    const protocols = [challenge];

    const agreed = forged(record, (facts) =>
      facts.map((fact) =>
        fact.type === "debate-settled"
          ? { ...fact, outcome: { ...fact.outcome, label: "CONSENSUS", ending: "decided" } }
          : fact,
      ),
    );
    const withdrawn = forged(record, (facts) =>
      facts.map((fact) =>
        fact.type === "reply-recorded" && fact.key === "rebuttals-5/architect"
          ? { ...fact, reply: accepts("architect-1", ["proponent-9"]).reply }
          : fact,
      ),
    );

    expect(await verifiedLines(record, agreed, { protocols })).toMatchObject({ ok: false });
    expect(await verifiedLines(record, withdrawn, { protocols })).toMatchObject({ ok: false });
  });
});
