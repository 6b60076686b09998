/** A decision record as it would be written now, with what is allowed to change in it afterwards. */
import { STRENGTH_LABELS, type LikeCases } from "../../audit/strength-label.ts";
import type { DebateRecord } from "../../dissent.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { wrapAdrPage, formatAdrRecord } from "../../reports/adr-record.ts";
import { parseLikeCases } from "../../reports/audit-text.ts";
import { wrapNygardPage, formatNygardRecord } from "../../reports/nygard-record.ts";
import { auditDebateRecord, type LabelCalibration } from "../project/audit-record.ts";
import { isNygardRecord, parseRecordOrigin } from "./adr-style.ts";
import { formatDiscussionPath, readProtocolPage } from "./record-pages.ts";

export interface RegeneratedAdrs {
  /** The file with its link to the discussion as the protocol wrote it. */
  readonly found: string;
  /** The general form, and the protocol's own where it has one. */
  readonly expected: readonly string[];
}

export async function regenerateAdrs(
  record: DebateRecord,
  text: string,
  judged: LabelCalibration,
): Promise<RegeneratedAdrs> {
  const transcript = transcriptOf(record.events);
  const audit = await auditDebateRecord(record, judged);
  const page = await readProtocolPage(record, transcript, "adr.md");
  const setting = { supersedes: listSupersededFiles(text), audit, number: parseAdrNumber(text) };
  const [general, around] = isNygardRecord(text)
    ? [formatNygardRecord, wrapNygardPage]
    : [formatAdrRecord, wrapAdrPage];
  const forms = [
    general(transcript, setting),
    ...(page === undefined ? [] : [around(page, transcript, setting)]),
  ];
  // from where the record lies, so only the folder's own name is known
  const place = formatDiscussionPath(transcript).split("/").slice(-2).join("/");
  const link = new RegExp(`\\]\\((?:[^()\\s]*/)?${escapePathForRegExp(place)}\\)`, "g");
  return {
    found: page === undefined ? text : text.replaceAll(link, "](debate.md)"),
    expected: forms.map((form) => copySupersededStatus(form, text)),
  };
}

/** Whether a record is still as Dissent wrote it, when the journal ended in the head that it names. */
export async function isUneditedAdr(record: DebateRecord, text: string): Promise<boolean> {
  const head = parseRecordOrigin(text)?.head;
  const end = record.events.findIndex(({ hash }) => hash === head) + 1;
  if (end === 0 || isSupersededAdr(text)) return false;
  const then = {
    ...record,
    lines: record.lines.slice(0, end),
    events: record.events.slice(0, end),
  };
  const like = parseLikeCases(text);
  const { found, expected } = await regenerateAdrs(
    then,
    text,
    like && createUniformCalibration(like),
  );
  return expected.includes(found);
}

export function createUniformCalibration(likeCases: LikeCases): LabelCalibration {
  return Object.fromEntries(
    STRENGTH_LABELS.map((label) => [label, likeCases]),
  ) as NonNullable<LabelCalibration>;
}

/** The number in `# 12. Title`; records in another form have none. */
export function parseAdrNumber(text: string): number {
  return Number(/^# (\d+)\. /m.exec(text)?.[1] ?? 0);
}

/** Files it says it takes the place of; those lines are a person's choice, not the journal's. */
export function listSupersededFiles(text: string): string[] {
  const [head = "", status = ""] = text.split(/^## /m, 2);
  const lines = isNygardRecord(text) ? status : head;
  return [...lines.matchAll(/^Supersedes \[[^\n]*\]\(([^()\s]+)\)\.$/gm)].flatMap(
    ([, link = ""]) => {
      try {
        return [decodeURI(link)];
      } catch {
        return [];
      }
    },
  );
}

const STATUS_SECTION = /^(## Status\n\n)(.*)$/m;

export function isSupersededAdr(text: string): boolean {
  if (isNygardRecord(text))
    return STATUS_SECTION.exec(text)?.[2]?.startsWith("Superseded by ") === true;
  return /^---\nstatus: "superseded by [^"\n]+"$/m.test(text);
}

/** A later record may have taken its place, and only its status says so. */
function copySupersededStatus(expected: string, found: string): string {
  if (!isSupersededAdr(found)) return expected;
  if (isNygardRecord(found)) {
    const replaced = STATUS_SECTION.exec(found)?.[2] ?? "";
    return expected.replace(STATUS_SECTION, (_, title: string) => `${title}${replaced}`);
  }
  const replaced = /^---\n(status: .*)$/m.exec(found)?.[1] ?? "";
  return expected.replace(/^status: .*$/m, () => replaced);
}

function escapePathForRegExp(path: string): string {
  return encodeURI(path).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
