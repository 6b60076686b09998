/** Audits a recorded debate, with the texts it published and how similar cases turned out. */
import { type Audit, type AuditOptions, computeAudit, findLikeCases } from "../../audit/audit.ts";
import {
  type CalibrationReport,
  computeStrengthCalibration,
  CASES_NEEDED,
} from "../../audit/strength-calibration.ts";
import type { DebateReader } from "../../debates/debate-reader.ts";
import type { Event } from "../../domain/journal/event.ts";
import type { DebateRecord } from "../../domain/journal/record.ts";
import { type Transcript, buildTranscript } from "../../domain/journal/transcript.ts";
import type { AppContext } from "../app-context.ts";
import { readDebateCases } from "./debate-cases.ts";
import { useProjectDebates } from "./project-debates.ts";

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

/** Read once for a command, from its debates where they are open; few judged decisions cost one short list. */
export function loadStrengthCalibration(
  context: AppContext,
  opened?: DebateReader,
): Promise<StrengthCalibration> {
  const found =
    loadedCalibrations.get(context) ??
    (opened ? computeProjectCalibration(opened) : loadProjectCalibration(context)).then(
      (one) => one?.byStrength ?? null,
    );
  loadedCalibrations.set(context, found);
  return found;
}

const loadedCalibrations = new WeakMap<AppContext, Promise<StrengthCalibration>>();

/** Null where it would say nothing, found out without reading a journal. */
async function loadProjectCalibration(context: AppContext): Promise<CalibrationReport | null> {
  return useProjectDebates(context, async (debates) =>
    debates === undefined ? null : computeProjectCalibration(debates),
  );
}

export async function computeProjectCalibration(
  debates: DebateReader,
): Promise<CalibrationReport | null> {
  const few = await debates.list({ status: "settled", limit: CASES_NEEDED });
  if (few.length < CASES_NEEDED) return null;
  const settled = await debates.list({ status: "settled" });
  const judged = settled.filter(({ judged: verdict }) => verdict !== undefined);
  if (judged.length < CASES_NEEDED) return null;
  return computeStrengthCalibration(
    await readDebateCases(
      debates,
      judged.map(({ id }) => id),
    ),
  );
}
