/** A decision record as it would be written now, with what is allowed to change in it afterwards. */
import { LABELS, type LikeCases } from "../../audit/label.ts";
import type { DebateRecord } from "../../dissent.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { adrAround, adrRecord } from "../../reports/adr.ts";
import { statedLikeCases } from "../../reports/audit-words.ts";
import { nygardAround, nygardRecord } from "../../reports/nygard.ts";
import { auditedRecord, type Judged } from "../project/audited.ts";
import { isNygard, originOfRecord } from "./adr-style.ts";
import { discussionPath, pageOf } from "./record-pages.ts";

export interface AdrsAgain {
  /** The file with its link to the discussion as the protocol wrote it. */
  readonly found: string;
  /** The general form, and the protocol's own where it has one. */
  readonly expected: readonly string[];
}

export async function adrsAgain(
  record: DebateRecord,
  text: string,
  judged: Judged,
): Promise<AdrsAgain> {
  const transcript = transcriptOf(record.events);
  const audit = await auditedRecord(record, judged);
  const page = await pageOf(record, transcript, "adr.md");
  const setting = { supersedes: supersededBy(text), audit, number: numberIn(text) };
  const [general, around] = isNygard(text) ? [nygardRecord, nygardAround] : [adrRecord, adrAround];
  const forms = [
    general(transcript, setting),
    ...(page === undefined ? [] : [around(page, transcript, setting)]),
  ];
  // from where the record lies, so only the folder's own name is known
  const place = discussionPath(transcript).split("/").slice(-2).join("/");
  const link = new RegExp(`\\]\\((?:[^()\\s]*/)?${literally(place)}\\)`, "g");
  return {
    found: page === undefined ? text : text.replaceAll(link, "](debate.md)"),
    expected: forms.map((form) => withStatus(form, text)),
  };
}

/** Whether a record is still as Dissent wrote it, when the journal ended in the head that it names. */
export async function isUnedited(record: DebateRecord, text: string): Promise<boolean> {
  const head = originOfRecord(text)?.head;
  const end = record.events.findIndex(({ hash }) => hash === head) + 1;
  if (end === 0 || isSuperseded(text)) return false;
  const then = {
    ...record,
    lines: record.lines.slice(0, end),
    events: record.events.slice(0, end),
  };
  const like = statedLikeCases(text);
  const { found, expected } = await adrsAgain(then, text, like && judgedAs(like));
  return expected.includes(found);
}

export function judgedAs(likeCases: LikeCases): Judged {
  return Object.fromEntries(LABELS.map((label) => [label, likeCases])) as NonNullable<Judged>;
}

/** The number in `# 12. Title`; records in another form have none. */
export function numberIn(text: string): number {
  return Number(/^# (\d+)\. /m.exec(text)?.[1] ?? 0);
}

/** Files it says it takes the place of; those lines are a person's choice, not the journal's. */
export function supersededBy(text: string): string[] {
  const [head = "", status = ""] = text.split(/^## /m, 2);
  const lines = isNygard(text) ? status : head;
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

export function isSuperseded(text: string): boolean {
  if (isNygard(text)) return STATUS_SECTION.exec(text)?.[2]?.startsWith("Superseded by ") === true;
  return /^---\nstatus: "superseded by [^"\n]+"$/m.test(text);
}

/** A later record may have taken its place, and only its status says so. */
function withStatus(expected: string, found: string): string {
  if (!isSuperseded(found)) return expected;
  if (isNygard(found)) {
    const replaced = STATUS_SECTION.exec(found)?.[2] ?? "";
    return expected.replace(STATUS_SECTION, (_, title: string) => `${title}${replaced}`);
  }
  const replaced = /^---\n(status: .*)$/m.exec(found)?.[1] ?? "";
  return expected.replace(/^status: .*$/m, () => replaced);
}

function literally(path: string): string {
  return encodeURI(path).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
