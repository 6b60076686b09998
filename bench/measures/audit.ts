/** What the audit of one journal costs in a process that has done nothing before. */
import { computeAudit } from "../../src/audit/audit.ts";
import { readEventLine } from "../../src/kernel/journal/hash-chain.ts";
import { longJournal } from "../documents/long-journal.ts";

export interface AuditRequest {
  readonly measure: "audit";
  readonly events: number;
}

/** In ms of processor time of the thread that does it. */
export interface AuditAnswer {
  readonly events: number;
  readonly bytes: number;
  readonly flips: number;
  readonly read: number;
  readonly audit: number;
  /** Once more, with compiled code. */
  readonly again: number;
}

export async function measureAudit({ events }: AuditRequest): Promise<AuditAnswer> {
  const lines = longJournal(events);
  globalThis.gc?.();
  const start = processorMs();
  const journal = lines.map(readEventLine);
  const read = processorMs();
  const { flips } = computeAudit(journal);
  const audited = processorMs();
  computeAudit(lines.map(readEventLine));
  return {
    events: lines.length,
    bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0),
    flips: flips.length,
    read: read - start,
    audit: audited - read,
    again: processorMs() - audited,
  };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
