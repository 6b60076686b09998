import { describe, expect, test } from "vitest";

import { verified } from "../../test/support/journals/forge-journal.ts";
import {
  holdJudges,
  recommends,
  responds,
  rounds,
  votes,
} from "../../test/support/protocols/judges.ts";
import { readOpening } from "../domain/journal/event.ts";
import type { Behaviour, Script } from "../models/scripted.ts";

const split = (attestation: Behaviour): Script => ({
  ...rounds(votes("A", "B", "C"), {
    risk: responds("risk", "A"),
    value: responds("value", "A", { because: ["risk-2"] }),
    effort: responds("effort", "C"),
  }),
  "attestation/effort": attestation,
});

const ATTESTING = { plan: { attest: true } };

describe("K6 R14 attestation", () => {
  test("the dissenter alone is asked, once, and its confirmation stands beside its words", async () => {
    const script = split({ reply: { accurate: true, correction: null } });
    const { outcome, asked } = await holdJudges(script, ATTESTING);

    expect(asked.filter((key) => key.startsWith("attestation/"))).toEqual(["attestation/effort#1"]);
    expect(outcome?.dissents).toMatchObject([{ by: "effort", attested: "confirmed" }]);
  });

  test("a correction stands beside the words and never in their place", async () => {
    const plain = await holdJudges(split({ reply: { accurate: true, correction: null } }));
    const script = split({ reply: { accurate: false, correction: "I meant drafts only." } });
    const { outcome, app, id } = await holdJudges(script, ATTESTING);

    expect(outcome?.dissents[0]).toEqual({
      ...plain.outcome?.dissents[0],
      attested: "corrected",
      correction: "I meant drafts only.",
    });
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("one that says nothing is asked again, and silence attests nothing (K4)", async () => {
    const hollow = { reply: { accurate: false, correction: " " } };
    const { outcome, asked } = await holdJudges(
      { ...split(hollow), "attestation/effort": [hollow, { text: "no" }] },
      ATTESTING,
    );

    expect(asked.filter((key) => key.startsWith("attestation/"))).toHaveLength(2);
    expect(outcome?.dissents[0]?.attested).toBe("unattested");
  });

  test("nobody is asked unless that was wanted, nor where nobody dissents", async () => {
    const unwanted = await holdJudges(split({ reply: { accurate: true, correction: null } }));
    const agreed = await holdJudges(
      rounds(
        {
          risk: recommends("risk", "A"),
          value: recommends("value", "A"),
          effort: recommends("effort", "A"),
        },
        {},
      ),
      ATTESTING,
    );

    expect(unwanted.outcome?.dissents[0]).not.toHaveProperty("attested");
    expect(agreed.asked.filter((key) => key.startsWith("attestation/"))).toEqual([]);
    expect(readOpening((await agreed.app.read(agreed.id)).events).attest).toBe(true);
  });
});
