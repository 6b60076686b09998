/** Audits a recorded debate, with the texts it published and how similar cases turned out. */
import { type Audit, type AuditOptions, auditOf } from "../../audit/audit.ts";
import {
  type CalibrationReport,
  computeLabelCalibration,
  CASES_NEEDED,
} from "../../audit/label-calibration.ts";
import { type DebateCase, createDebateCase } from "../../audit/project-stats.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { transcriptOf } from "../../domain/journal/transcript.ts";
import { StoreError } from "../../errors.ts";
import { openProjectApp, type AppContext } from "../app-context.ts";
import { mayHaveDebates } from "./project-store.ts";

/** How often each label was right in this project; null while too few decisions were judged. */
export type LabelCalibration = NonNullable<AuditOptions["judged"]> | null;

export async function auditDebateRecord(
  { events, text }: DebateRecord,
  judged: LabelCalibration = null,
): Promise<Audit> {
  const documents = [];
  for (const { sha256 } of transcriptOf(events).artifacts) {
    documents.push((await text(sha256)) ?? "");
  }
  return auditOf(events, { documents, judged });
}

/** Undefined for a debate that is damaged: `dissent stats` names it, and it says nothing about others. */
async function readDebateCase(app: Dissent, debate: string): Promise<DebateCase | undefined> {
  try {
    return createDebateCase((await app.read(debate)).events);
  } catch (error) {
    if (error instanceof StoreError && error.code === "store-corrupt") return undefined;
    throw error;
  }
}

/** Read once for a command; a project with few judged decisions pays for one short list. */
export function loadLabelCalibration(context: AppContext): Promise<LabelCalibration> {
  const found =
    loadedCalibrations.get(context) ??
    loadProjectCalibration(context).then((one) => one?.byLabel ?? null);
  loadedCalibrations.set(context, found);
  return found;
}

const loadedCalibrations = new WeakMap<AppContext, Promise<LabelCalibration>>();

/** Null where it would say nothing, found out without reading a journal. */
async function loadProjectCalibration(context: AppContext): Promise<CalibrationReport | null> {
  if (!mayHaveDebates(context)) return null;
  const app = openProjectApp(context);
  try {
    return await computeProjectCalibration(app);
  } finally {
    await app.close();
  }
}

export async function computeProjectCalibration(app: Dissent): Promise<CalibrationReport | null> {
  const few = await app.list({ status: "settled", limit: CASES_NEEDED });
  if (few.length < CASES_NEEDED) return null;
  const settled = await app.list({ status: "settled" });
  const judged = settled.filter(({ judged: verdict }) => verdict !== undefined);
  if (judged.length < CASES_NEEDED) return null;
  const cases = [];
  for (const { id } of judged) {
    const one = await readDebateCase(app, id);
    if (one) cases.push(one);
  }
  return computeLabelCalibration(cases);
}
