/** Compares a record, decision record or result with a fresh rendering of its journal. */
import { createUniformCalibration, regenerateAdrs } from "../../app/results/adr-document.ts";
import { renderReport } from "../../app/results/render-report.ts";
import type { LikeCases } from "../../audit/measures/outcome-strength.ts";
import type { VerificationFault } from "../../audit/verify/verify.ts";
import type { DebateRecord } from "../../dissent.ts";
import type { DocumentOrigin } from "./document-origin.ts";
import type { DamagedText } from "./read-damaged.ts";

export interface VerifiedDocument extends DamagedText {
  readonly shown: string;
  readonly stated: DocumentOrigin;
}

export interface DocumentCheck {
  readonly holds: readonly string[];
  readonly fault: VerificationFault | null;
}

/** Line ends that mail or version control changed in all lines alike are not a change. */
export function normalizeLineEnds(text: string): string {
  return /(?:^|[^\r])\n/.test(text) ? text : text.replaceAll("\r\n", "\n");
}

export async function checkRenderedDocument(
  record: DebateRecord,
  document: VerifiedDocument,
): Promise<DocumentCheck> {
  const { shown, stated, fault } = document;
  const wrong = (what: string, where = shown): DocumentCheck => ({
    holds: [],
    fault: { where, what },
  });
  if (fault !== null) return wrong(fault);
  const { debate, head, likeCases } = stated;
  if (debate !== undefined && debate !== record.id)
    return wrong(`it is of the debate ${debate}, and the journal of ${record.id}`);
  const end = head === undefined ? record.events.length : countEventsUpTo(record, head);
  if (end === 0) return wrong(`it names the chain head ${head}, and no event has that hash`);
  const then = truncateRecord(record, end);
  const apart = await findDocumentDifference(then, document, likeCases);
  if (apart) return wrong(apart.what, `${shown} line ${apart.line}`);
  const later = record.events.length - end;
  return {
    holds: [
      `${shown} is what the journal renders to`,
      ...(later === 0 ? [] : [`${shown} is older than the last ${later} of its events`]),
      ...(likeCases === null
        ? []
        : [`what ${shown} says of like cases rests on other debates and was not checked`]),
    ],
    fault: null,
  };
}

/** How many events there were when this one was the last; 0 if it is unknown. */
function countEventsUpTo({ events }: DebateRecord, head: string): number {
  return events.findIndex(({ hash }) => hash === head) + 1;
}

function truncateRecord(record: DebateRecord, end: number): DebateRecord {
  return { ...record, lines: record.lines.slice(0, end), events: record.events.slice(0, end) };
}

/** Against the likeliest rendering, where several would do. */
async function findDocumentDifference(
  record: DebateRecord,
  { text, stated }: VerifiedDocument,
  likeCases: LikeCases | null,
): Promise<ReturnType<typeof findFirstDifferentLine>> {
  const judged = likeCases && createUniformCalibration(likeCases);
  const { found, expected } =
    stated.format === "adr"
      ? await regenerateAdrs(record, text, judged)
      : { found: text, expected: [await renderReport(record, stated.format, judged)] };
  const apart = expected.map((one) => findFirstDifferentLine(found, one));
  if (apart.includes(undefined)) return undefined;
  return apart.toSorted((a, b) => (b?.line ?? 0) - (a?.line ?? 0))[0];
}

// Where two texts begin to differ, as a person would point at it.

interface LineDifference {
  readonly line: number;
  readonly what: string;
}

const MAX_EXCERPT = 100;

export function findFirstDifferentLine(
  found: string,
  expected: string,
): LineDifference | undefined {
  if (found === expected) return undefined;
  const has = found.split("\n");
  const wants = expected.split("\n");
  const longer = Math.max(has.length, wants.length);
  for (let index = 0; index < longer; index++) {
    const [mine, due] = [has[index], wants[index]];
    if (mine === due) continue;
    if (mine === undefined)
      return { line: index + 1, what: `is missing: ${formatLineExcerpt(due ?? "")}` };
    if (due === undefined)
      return { line: index + 1, what: `is one too many: ${formatLineExcerpt(mine)}` };
    const at = findFirstDifferentCharacter(mine, due);
    return {
      line: index + 1,
      what: `reads ${formatLineExcerpt(mine, at)}, and should read ${formatLineExcerpt(due, at)}`,
    };
  }
  return undefined;
}

function findFirstDifferentCharacter(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The part around a place, since lines can be long. */
function formatLineExcerpt(text: string, at = 0): string {
  const from = at < MAX_EXCERPT - 20 ? 0 : at - 20;
  const part = text.slice(from, from + MAX_EXCERPT);
  const before = from === 0 ? "" : "…";
  return `"${before}${part}${from + MAX_EXCERPT < text.length ? "…" : ""}"`;
}
