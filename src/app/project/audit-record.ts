/** Audits a recorded debate, with the texts it published and how similar cases turned out. */
import { type Audit, type AuditOptions, computeAudit, findLikeCases } from "../../audit/audit.ts";
import {
  type CalibrationReport,
  computeStrengthCalibration,
  CASES_NEEDED,
} from "../../audit/strength-calibration.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import type { Event } from "../../domain/journal/event.ts";
import { type Transcript, buildTranscript } from "../../domain/journal/transcript.ts";
import { openProjectApp, type AppContext } from "../app-context.ts";
import { readDebateCases } from "./debate-cases.ts";
import { mayHaveDebates } from "./project-store.ts";

/** How often each strength was right in this project; null while too few decisions were judged. */
export type StrengthCalibration = NonNullable<AuditOptions["judged"]> | null;

/** What is worked out of a record. */
export interface ExaminedRecord {
  readonly transcript: Transcript;
  readonly audit: Audit;
}

/** Worked out once per record, however many files and lines are made from it. */
export async function examineRecord(
  record: DebateRecord,
  judged: StrengthCalibration = null,
): Promise<ExaminedRecord> {
  const examined = examinedRecords.get(record.events) ?? auditFromJournal(record);
  examinedRecords.set(record.events, examined);
  const { transcript, audit } = await examined;
  return { transcript, audit: { ...audit, likeCases: findLikeCases(audit.strength, { judged }) } };
}

// by its events: a record that is cut short has others
const examinedRecords = new WeakMap<readonly Event[], Promise<ExaminedRecord>>();

async function auditFromJournal({ events, text }: DebateRecord): Promise<ExaminedRecord> {
  const transcript = buildTranscript(events);
  const documents = [];
  for (const { sha256 } of transcript.artifacts) documents.push((await text(sha256)) ?? "");
  return { transcript, audit: computeAudit(events, { documents }) };
}

/** Read once for a command, from its app where one is open; few judged decisions cost one short list. */
export function loadStrengthCalibration(
  context: AppContext,
  app?: Dissent,
): Promise<StrengthCalibration> {
  const found =
    loadedCalibrations.get(context) ??
    (app ? computeProjectCalibration(app) : loadProjectCalibration(context)).then(
      (one) => one?.byStrength ?? null,
    );
  loadedCalibrations.set(context, found);
  return found;
}

const loadedCalibrations = new WeakMap<AppContext, Promise<StrengthCalibration>>();

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
  return computeStrengthCalibration(
    await readDebateCases(
      app,
      judged.map(({ id }) => id),
    ),
  );
}
