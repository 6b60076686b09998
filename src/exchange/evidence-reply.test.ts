import { expect, test } from "vitest";

import { EVIDENCE_KINDS } from "../domain/evidence.ts";
import { EVIDENCE_RULE } from "./brief-prompt.ts";
import { EvidenceReply } from "./evidence-reply.ts";

test("K21 the rule explains every kind of evidence that a reply may give, and no other", () => {
  const explained = EVIDENCE_RULE.split("\n").flatMap((line) => /^- (\w+):/.exec(line)?.[1] ?? []);

  expect(explained).toEqual([...EVIDENCE_KINDS]);
  for (const kind of explained)
    expect(EvidenceReply.safeParse({ kind, source: "", quote: "a" }).success).toBe(true);
  expect(EvidenceReply.safeParse({ kind: "guess", source: "", quote: "a" }).success).toBe(false);
});
