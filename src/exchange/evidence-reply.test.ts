import { expect, test } from "vitest";

import { createQuoteChecker, EVIDENCE_KINDS } from "../domain/evidence/evidence.ts";
import { EVIDENCE_RULE, SHORT_EVIDENCE_RULE } from "./brief-prompt.ts";
import { EvidenceReply } from "./evidence-reply.ts";

test.each([
  ["at length", EVIDENCE_RULE],
  ["in short", SHORT_EVIDENCE_RULE],
])("K21 the rule explains every kind of evidence that a reply may give, %s", (_, rule) => {
  const explained = rule.split("\n").flatMap((line) => /^- (\w+):/.exec(line)?.[1] ?? []);

  expect(explained).toEqual([...EVIDENCE_KINDS]);
  for (const kind of explained)
    expect(EvidenceReply.safeParse({ kind, source: "", quote: "a" }).success).toBe(true);
  expect(EvidenceReply.safeParse({ kind: "guess", source: "", quote: "a" }).success).toBe(false);
});

test("K7 K21 the short rule says how a silence is searched, and so it is searched", () => {
  const check = createQuoteChecker(
    new Map([["plan", "A Rollback takes a day; the payroll waits."]]),
  );
  const isSilent = (quote: string): boolean =>
    check({ kind: "silence", source: "plan", quote }).verified;

  expect(SHORT_EVIDENCE_RULE).toContain('"roll" is found in "rollback", not in "payroll"');
  expect(isSilent("roll")).toBe(false);
  expect(isSilent("ROLLBACK")).toBe(false);
  expect(isSilent("ayroll")).toBe(true);
  expect(isSilent("backup, restore test")).toBe(true);
  expect(isSilent("QA")).toBe(false);
});
