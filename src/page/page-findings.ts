/** What the page shows beside a debate's events, computed with the command line's code. */
import { type Audit, type AuditOptions, computeAudit } from "../audit/audit.ts";
import { describeCheckedEvidence } from "../audit/measures/evidence-tally.ts";
import { verify } from "../audit/verify/verify.ts";
import { createEventLoopYielder } from "../documents/yield-to-event-loop.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import type { Protocol } from "../protocol.ts";
import { buildDocumentFindings } from "../protocols/views.ts";
import { wrapAdrPage, formatAdrRecord } from "../reports/adr-record.ts";
import { readBriefContext } from "../reports/brief-context.ts";
import { markdownRecord } from "../reports/markdown-record.ts";
import { computeVerdictCard } from "../reports/verdict-card.ts";
import type { PageFindings, PageAudit, PageVerification } from "./page-payload.ts";

export interface PageFindingsOptions {
  readonly protocols: readonly Protocol[];
  /** How often each label was right in the project, where that is known. */
  readonly judged?: AuditOptions["judged"];
}

/** Null while nobody has said anything. */
export async function computePageFindings(
  record: DebateRecord,
  { protocols, judged = null }: PageFindingsOptions,
): Promise<PageFindings | null> {
  const { events } = record;
  if (!events.some(({ fact }) => HEARD.has(fact.type))) return null;
  // a server has other pages to answer meanwhile
  const breathe = createEventLoopYielder();
  const transcript = buildTranscript(events);
  const documents = await readArtifactTexts(record, transcript);
  await breathe();
  const audit = computeAudit(events, { documents, judged });
  await breathe();
  const verdict = computeVerdictCard(transcript, audit);
  const page = markdownRecord(transcript, audit);
  await breathe();
  const adr = await renderDecisionRecord(record, transcript, audit);
  await breathe();
  const verification =
    transcript.outcome === null ? null : await verifyPageRecord(record, protocols);
  await breathe();
  return {
    at: events.at(-1)?.sequence ?? 0,
    audit: summarizePageAudit(audit),
    verdict,
    record: page,
    adr,
    verification,
    document: await buildDocumentFindings(record),
  };
}

function summarizePageAudit({ ledger, ...audit }: Audit): PageAudit {
  const { entries, ...rest } = ledger;
  const proven = entries.filter(({ verified: holds }) => holds).length;
  const novel = entries.filter((entry) => entry.novel).length;
  return { ...audit, ledger: { ...rest, claims: entries.length, proven, novel } };
}

const HEARD: ReadonlySet<string> = new Set(["reply-recorded", "participant-absent"]);

async function readArtifactTexts(
  { text }: DebateRecord,
  { artifacts }: Transcript,
): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const { sha256 } of artifacts) documents.push((await text(sha256)) ?? "");
  return documents;
}

/** Some protocols write the record's own words; what every record has is put around them. */
async function renderDecisionRecord(
  record: DebateRecord,
  transcript: Transcript,
  audit: Audit,
): Promise<string> {
  const { text } = record;
  const own = transcript.artifacts.find(({ name }) => name === "adr.md");
  const page = own && (await text(own.sha256));
  return page === undefined
    ? formatAdrRecord(transcript, {
        supersedes: [],
        audit,
        context: await readBriefContext(record),
      })
    : wrapAdrPage(page, transcript, { supersedes: [], audit });
}

async function verifyPageRecord(
  { lines, text, signatures = [] }: DebateRecord,
  protocols: readonly Protocol[],
): Promise<PageVerification> {
  const findProtocolById = (id: string): Protocol | undefined =>
    protocols.find((one) => one.id === id);
  const { ok, holds, evidence, fault } = await verify({ lines, text, findProtocolById });
  const failed = fault && `${fault.where}: ${fault.what}`;
  return {
    holds: ok,
    checks: [
      ...holds.map((what) => ({ what, holds: true })),
      ...(evidence === null || evidence.failing.length === 0
        ? []
        : [{ what: describeCheckedEvidence(evidence), holds: false }]),
      ...(failed === null ? [] : [{ what: failed, holds: false }]),
    ],
    fault: failed,
    notProven: describeNotProven(signatures.length),
  };
}

/** Trusted keys and Git notes depend on the machine that verifies. */
function describeNotProven(signatures: number): string {
  const many = signatures === 1 ? "1 signature" : `${signatures} signatures`;
  const has = signatures === 0 ? "It is not signed." : `It carries ${many}, not checked here.`;
  return `Not proven here: who spoke, when, and at what price. ${has} dissent verify says whether it is signed by someone you know, and whether it is anchored.`;
}
