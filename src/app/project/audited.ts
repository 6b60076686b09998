/** A recorded debate read by the audit, with the texts that it published and what became of like cases. */
import { type Audit, type AuditSetting, auditOf } from "../../audit/audit.ts";
import { type Calibration, calibrationOf, CASES_NEEDED } from "../../audit/calibrate.ts";
import { type Case, caseOf } from "../../audit/stats.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { StoreError } from "../../errors.ts";
import { openApp, type Desk } from "../desk.ts";
import { hasDebates } from "./project-store.ts";

/** How often each label was right in this project; null while too few decisions were judged. */
export type Judged = NonNullable<AuditSetting["judged"]> | null;

export async function auditedRecord(
  { events, text }: DebateRecord,
  judged: Judged = null,
): Promise<Audit> {
  const documents = [];
  for (const { sha256 } of transcriptOf(events).artifacts) {
    documents.push((await text(sha256)) ?? "");
  }
  return auditOf(events, { documents, judged });
}

/** Undefined for a debate that is damaged: `dissent stats` names it, and it says nothing about others. */
async function caseIn(app: Dissent, debate: string): Promise<Case | undefined> {
  try {
    return caseOf((await app.read(debate)).events);
  } catch (error) {
    if (error instanceof StoreError && error.code === "store-corrupt") return undefined;
    throw error;
  }
}

/** Read once for a command; a project with few judged decisions pays for one short list. */
export function judgedHere(desk: Desk): Promise<Judged> {
  const found = known.get(desk) ?? calibrationHere(desk).then((one) => one?.byLabel ?? null);
  known.set(desk, found);
  return found;
}

const known = new WeakMap<Desk, Promise<Judged>>();

/** Null where it would say nothing, found out without reading a journal. */
async function calibrationHere(desk: Desk): Promise<Calibration | null> {
  if (!hasDebates(desk)) return null;
  const app = openApp(desk);
  try {
    return await calibrationIn(app);
  } finally {
    await app.close();
  }
}

export async function calibrationIn(app: Dissent): Promise<Calibration | null> {
  const few = await app.list({ status: "settled", limit: CASES_NEEDED });
  if (few.length < CASES_NEEDED) return null;
  const settled = await app.list({ status: "settled" });
  const judged = settled.filter(({ judged: verdict }) => verdict !== undefined);
  if (judged.length < CASES_NEEDED) return null;
  const cases = [];
  for (const { id } of judged) {
    const one = await caseIn(app, id);
    if (one) cases.push(one);
  }
  return calibrationOf(cases);
}
