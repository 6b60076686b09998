import { expect, test } from "vitest";

import { countedDigits } from "../../../test/support/protocols/debate.ts";
import { createTestBrief } from "../../../test/support/protocols/judges.ts";
import { type DebateRecord, dissent } from "../../dissent.ts";
import { offline } from "../../models/offline.ts";
import { memoryStore } from "../../stores/memory.ts";
import { renderReport } from "../results/render-report.ts";
import { examineRecord } from "./audit-record.ts";

test("transcript and audit are worked out once per record, whatever is made from it", async () => {
  const record = await readSettledRecord();
  const { transcript, audit } = await examineRecord(record);
  const readsOfOneAudit = [...record.reads];
  expect(readsOfOneAudit).toEqual(transcript.artifacts.map(({ sha256 }) => sha256));
  for (const format of ["md", "adr", "json", "yaml", "comment"] as const) {
    await renderReport(record, format);
  }
  // a decision record begins with the brief's own words
  const brief = record.events.flatMap(({ fact }) =>
    fact.type === "debate-opened" ? fact.brief.sources.slice(0, 1) : [],
  );
  expect(record.reads).toEqual([...readsOfOneAudit, ...brief.map(({ sha256 }) => sha256)]);
  const again = await examineRecord({ ...record });
  expect(again.transcript).toBe(transcript);
  expect(again.audit.ledger).toBe(audit.ledger);
});

test("a record that is cut short is another record", async () => {
  const record = await readSettledRecord();
  const { transcript } = await examineRecord(record);
  const cut = await examineRecord({ ...record, events: record.events.slice(0, -1) });
  expect(transcript.outcome).not.toBeNull();
  expect(cut.transcript.outcome).toBeNull();
});

/** With the digest of every text that is asked for: an audit reads each artifact. */
async function readSettledRecord(): Promise<DebateRecord & { readonly reads: string[] }> {
  const app = dissent({
    store: memoryStore(),
    random: countedDigits(),
    modelFor: async () => offline(),
  });
  const debate = await app.open(app.plan("judges", { brief: createTestBrief() }), "a tester");
  await app.run({ debate });
  const record = await app.read(debate);
  const reads: string[] = [];
  const text = (sha256: string): Promise<string | undefined> => {
    reads.push(sha256);
    return record.text(sha256);
  };
  return { ...record, text, reads };
}
