/** K13, K9: cut after every event, resumed, verified. */
import { describe, expect, test } from "vitest";

import { expectResumesAnywhere } from "../../../test/conformance/resume.ts";
import { forged, verifiedLines } from "../../../test/support/journals/forge-journal.ts";
import { buildTestApp } from "../../../test/support/protocols/debate.ts";
import {
  answersAs,
  changeBrief,
  CONFLICT,
  defended,
  finding,
  finds,
  holdReview,
  judges,
  oneFinding,
  quiet,
  verdict,
} from "../../../test/support/protocols/review.ts";
import { type Script, scripted } from "../../models/scripted.ts";
import { review } from "./protocol.ts";

const INVENTED = finding({ quote: "no such line" });

const SCENARIOS: Readonly<Record<string, Script>> = {
  "nothing found": quiet(),
  "a confirmed finding": oneFinding("confirm", "cannot tell"),
  "a defended finding": defended(),
  "an author who answers": defended({ "answers/author": answersAs("correctness-1", "partial") }),
  "repairs, absences and a reply nobody can read": oneFinding("confirm", "cannot tell", {
    "findings/security": [{ text: "LGTM" }, finds()],
    "findings/operations": [finds(INVENTED), finds(INVENTED)],
    "cross/operations": { text: "hm" },
    "cross/security": [
      judges(),
      judges(verdict("correctness-1", "confirm", { severity: "blocker" })),
    ],
  }),
  "too few readers": quiet({
    "findings/security": { crash: "down" },
    "findings/operations": { refuse: "I would rather not." },
  }),
};

describe.each(Object.entries(SCENARIOS))("%s", (name, script) => {
  test("K13 cut after any event it resumes to the same outcome and asks only what is still owed", async () => {
    const plan = { settings: { author: name.includes("author") } };
    await expectResumesAnywhere(await holdReview(script, { plan }), {
      appWith: ({ clock, asked }) =>
        buildTestApp({ model: scripted(script, { clock }), protocol: review, clock, asked }),
    });
  }, 60_000);
});

describe("parts", () => {
  test("K13 a review in several parts resumes after any event", async () => {
    const brief = changeBrief({
      diff: CONFLICT.replace("src/pay.js", "src/a.js") + CONFLICT,
      texts: {},
    });
    const script = Object.fromEntries(
      ["correctness", "security", "operations"].map((seat) => [`findings/${seat}`, finds()]),
    );
    await expectResumesAnywhere(await holdReview(script, { brief }), {
      appWith: ({ clock, asked }) =>
        buildTestApp({ model: scripted(script, { clock }), protocol: review, clock, asked }),
    });
  });
});

describe("verify", () => {
  test("K9 an outcome that the turns do not lead to is found", async () => {
    const held = await holdReview(defended());
    const record = await held.app.read(held.id);
    const protocols = [review];
    const blocked = forged(record, (facts) =>
      facts.map((fact) =>
        fact.type === "debate-settled"
          ? {
              ...fact,
              outcome: { ...fact.outcome, label: "CHANGES_NEEDED", refuted: true as const },
            }
          : fact,
      ),
    );

    expect(await verifiedLines(record, blocked, { protocols })).toMatchObject({ ok: false });
  });
});
