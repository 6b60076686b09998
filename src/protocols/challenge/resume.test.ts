/** K13, K9: cut after every event, resumed, verified. */
import { describe, expect, test } from "vitest";

import { answered } from "../../../test/support/journals/answered-calls.ts";
import {
  cutAfter,
  forged,
  verified,
  verifiedLines,
} from "../../../test/support/journals/forge-journal.ts";
import {
  accepts,
  agreement,
  agrees,
  answer,
  BOTH,
  challengeApp,
  convinced,
  holdChallenge,
  nods,
  objects,
  oneBlocks,
  respondsWith,
  stubborn,
} from "../../../test/support/protocols/challenge.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { type Script, scripted } from "../../models/scripted.ts";
import { memoryStore } from "../../stores/memory.ts";
import { challenge } from "./challenge.ts";

const SCENARIOS: Readonly<Record<string, Script>> = {
  "a fast exit": agreement(),
  "a fast exit with minor objections": agreement({
    "challenges/operator": objects("operator", ["partial", "minor"]),
    "remarks/proponent": { reply: { remarks: [{ objection: "O1", remark: "Looked at later." }] } },
  }),
  "a nod that is pressed": agreement({
    "challenges/operator": nods(),
    "press/operator": agrees("operator"),
  }),
  "a consensus after a change": convinced(),
  "a tradeoff after five rounds": stubborn(),
  "an opening that stays unreadable": agreement({ "opening/proponent": { text: "Redis!" } }),
  "repairs, absences and a reply nobody can read": oneBlocks({
    "opening/proponent": [{ text: "Redis!" }, agreement()["opening/proponent"] as never],
    "challenges/operator": { text: "hm" },
    "challenges/adversary": { crash: "no route to host" },
    "response-1/proponent": [
      respondsWith([answer("A1", "ACCEPT")], { position: BOTH }),
      respondsWith([answer("A1", "ACCEPT"), answer("O0", "REJECT")], { position: BOTH }),
    ],
    "rebuttals-1/architect": accepts([]),
    "rebuttals-1/operator": { crash: "down" },
    "response-2/proponent": { crash: "down" },
    "assumptions/proponent": { refuse: "I would rather not." },
  }),
};

describe.each(Object.entries(SCENARIOS))("%s", (_, script) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    const whole = await holdChallenge(script);
    const record = await whole.app.read(whole.id);
    expect(whole.holding.status).toBe("settled");

    for (let cut = 1; cut <= record.lines.length; cut++) {
      const asked: string[] = [];
      const clock = fakeClock(1_800_000_000_000);
      const model = scripted(script, { clock });
      const app = challengeApp({ model, store: memoryStore(clock), clock, asked });
      await app.importJournal(await cutAfter(record, cut));
      const result = await app.run({ debate: whole.id });

      const at = `cut after event ${cut} of ${record.lines.length}`;
      expect(result, at).toEqual({ status: "settled", outcome: whole.outcome });
      const owed = new Set(whole.asked);
      for (const call of answered(record.events.slice(0, cut))) owed.delete(call);
      expect(asked.toSorted(), at).toEqual([...owed].toSorted());
      expect(await verified(app, whole.id), at).toMatchObject({ ok: true, fault: null });
    }
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
          ? { ...fact, reply: { ...(fact.reply as object), choice: "ACCEPT" } }
          : fact,
      ),
    );

    expect(await verifiedLines(record, agreed, { protocols })).toMatchObject({ ok: false });
    expect(await verifiedLines(record, withdrawn, { protocols })).toMatchObject({ ok: false });
  });
});
