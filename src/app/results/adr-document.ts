/** A decision record as it would be written now, and which parts of it may change afterwards. */
import { type LikeCases, OUTCOME_STRENGTHS } from "../../audit/measures/outcome-strength.ts";
import type { DebateRecord } from "../../dissent.ts";
import type { Transcript } from "../../domain/journal/transcript.ts";
import { formatAdrRecord, wrapAdrPage } from "../../reports/adr-record.ts";
import { parseLikeCases } from "../../reports/audit-text.ts";
import { readBriefContext } from "../../reports/brief-context.ts";
import { formatNygardRecord, wrapNygardPage } from "../../reports/nygard-record.ts";
import { parseBesideJournal } from "../../reports/record-origin.ts";
import { formatIsoDay } from "../../text/plain-text.ts";
import { createSlug } from "../../text/slug.ts";
import { type StrengthCalibration, examineRecord } from "../project/audit-record.ts";

export interface RegeneratedAdrs {
  /** The file with its link to the discussion as the protocol wrote it. */
  readonly found: string;
  /** The general form, and the protocol's own where it has one. */
  readonly expected: readonly string[];
}

export async function regenerateAdrs(
  record: DebateRecord,
  text: string,
  judged: StrengthCalibration,
): Promise<RegeneratedAdrs> {
  const { transcript, audit } = await examineRecord(record, judged);
  const page = await readProtocolPage(record, transcript, "adr.md");
  const setting = {
    supersedes: listSupersededFiles(text),
    audit,
    context: await readBriefContext(record),
    number: parseAdrNumber(text),
    besideJournal: parseBesideJournal(text),
  };
  const [general, around] = isNygardRecord(text)
    ? [formatNygardRecord, wrapNygardPage]
    : [formatAdrRecord, wrapAdrPage];
  const forms = [
    general(transcript, setting),
    ...(page === undefined ? [] : [around(page, transcript, setting)]),
  ];
  // relative to the record, so only the folder's own name is known
  const places = [false, true].map((isTaken) =>
    escapePathForRegExp(formatDiscussionPath(transcript, isTaken).split("/").slice(-2).join("/")),
  );
  const link = new RegExp(`\\]\\((?:[^()\\s]*/)?(?:${places.join("|")})\\)`, "g");
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

export function createUniformCalibration(likeCases: LikeCases): StrengthCalibration {
  return Object.fromEntries(
    OUTCOME_STRENGTHS.map((strength) => [strength, likeCases]),
  ) as NonNullable<StrengthCalibration>;
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

// Which form a project's decision records have, and which debate one of them comes from.

export type AdrStyle = "madr" | "nygard";

/** The format of most records; MADR if there are none, or none of a known format. */
export function detectAdrStyle(texts: readonly string[]): AdrStyle {
  const nygard = texts.filter(isNygardRecord).length;
  const madr = texts.filter(isMadrRecord).length;
  return nygard > madr ? "nygard" : "madr";
}

/** As adr-tools writes them: `# 1. Title`, then Status, Context, Decision and Consequences. */
export function isNygardRecord(text: string): boolean {
  return /^# \d+\. \S/m.test(text) && ["Status", "Context", "Decision"].every(hasSection(text));
}

function isMadrRecord(text: string): boolean {
  const titles = ["Context and Problem Statement", "Considered Options", "Decision Outcome"];
  return titles.some(hasSection(text)) || /^---\n(?:(?!---$).*\n)*?status:/.test(text);
}

function hasSection(text: string): (title: string) => boolean {
  return (title) => new RegExp(`^## ${title}\\s*$`, "m").test(text);
}

const ORIGIN_FRONT_MATTER =
  /^---\n(?:(?!---$).*\n)*?dissent:\n {2}debate: "([^"\n]+)"\n(?: {2}chain: "([0-9a-f]{64})"\n)?/;
// what a person or a model wrote is escaped, so such a comment is Dissent's own
const ORIGIN_COMMENT = /^<!-- dissent debate="([^"\n]+)" chain="([0-9a-f]{64})" -->$/m;

/** The debate that a decision record was made from, and its last event then; undefined for other records. */
export function parseRecordOrigin(
  text: string,
): { readonly debate: string; readonly head: string | undefined } | undefined {
  const [, debate, head] = ORIGIN_FRONT_MATTER.exec(text) ?? ORIGIN_COMMENT.exec(text) ?? [];
  return debate === undefined ? undefined : { debate, head };
}

// The pages that a protocol wrote itself, and where a project keeps its discussion.

/** The folder of discussions, each in its own folder. */
export const DISCUSSIONS_FOLDER = "docs/debates";

/** docs/debates/YYYY-MM-DD-slug/debate.md; where another debate has that folder, one that ends in its own id. */
export function formatDiscussionPath(
  { openedMs, question, id }: Transcript,
  isTaken = false,
): string {
  const day = formatIsoDay(openedMs);
  const folder = `${day}-${createSlug(question, 50) || id}${isTaken ? `-${id}` : ""}`;
  return `${DISCUSSIONS_FOLDER}/${folder}/debate.md`;
}

/** Says whose discussion it is: two debates may say the same, and each has its own folder. */
export function markDiscussion(page: string, debate: string): string {
  return `${page.trimEnd()}\n\n<!-- dissent debate="${debate}" -->\n`;
}

export async function readProtocolPage(
  record: DebateRecord,
  { artifacts }: Transcript,
  name: string,
): Promise<string | undefined> {
  const found = artifacts.find((artifact) => artifact.name === name);
  return found && record.text(found.sha256);
}
