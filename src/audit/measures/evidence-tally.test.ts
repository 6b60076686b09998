import { expect, test } from "vitest";

import { holdJudges, recommends, rounds, votes } from "../../../test/support/protocols/judges.ts";
import type { Json } from "../../domain/json.ts";
import {
  describeCheckedEvidence,
  describeUncheckedEvidence,
  type EvidenceTally,
  tallyEvidence,
} from "./evidence-tally.ts";

async function tallyRiskEvidence(...evidence: Json[]): Promise<EvidenceTally> {
  const claim = { headline: "Crews lose work", detail: "", about: "A", side: "supports", evidence };
  const { events } = await holdJudges(
    rounds({ ...votes("A", "A", "A"), risk: recommends("risk", "A", { claims: [claim] }) }),
  );
  return tallyEvidence(events);
}

const QUOTED = { kind: "quote", source: "brief", quote: "Crews work in valleys" };
const KNOWN = { kind: "knowledge", source: "", quote: "Radio does not pass rock" };

test("K7 general knowledge is counted apart from what code checks", async () => {
  const tally = await tallyRiskEvidence(QUOTED, KNOWN);

  expect(tally).toMatchObject({ checked: 3, holding: 3, failing: [], knowledge: 1 });
  expect(describeCheckedEvidence(tally)).toBe("3 of 3 quotes hold");
  expect(describeUncheckedEvidence(tally)).toBe("1 statement of general knowledge, not checked");
});

test("K7 evidence that does not hold is named by its claim and kind", () => {
  const tally: EvidenceTally = {
    checked: 5,
    holding: 3,
    failing: [
      { claim: "risk-2", kind: "quote" },
      { claim: "value-3", kind: "calculation" },
    ],
    knowledge: 0,
    kinds: ["quote", "calculation", "silence"],
  };

  expect(describeCheckedEvidence(tally)).toBe(
    "3 of 5 quotes, calculations and silences hold; what does not hold: risk-2 (quote), value-3 (calculation)",
  );
  expect(describeUncheckedEvidence(tally)).toBe("");
});

test("K7 a misquote fails, and nothing is said where nothing was checked", async () => {
  const tally = await tallyRiskEvidence({ ...QUOTED, quote: "Crews have signal everywhere" });

  expect(tally.failing).toEqual([{ claim: "risk-2", kind: "quote" }]);
  expect(describeCheckedEvidence(tallyEvidence([]))).toBe("");
});
