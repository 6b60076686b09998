/** A debate in the form the page receives it. */
import { type Event, readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { decidingUnder, type Protocol } from "../protocol.ts";
import { listReferencedTexts } from "../stores/journal-file.ts";
import type { DebateRules } from "../timeline/debate-timeline.ts";
import type { PageFindings, PageDebate } from "./page-payload.ts";

export interface PageDebateOptions {
  readonly rules: readonly Protocol[];
  /** As `computePageFindings` has read them at the newest event. */
  readonly findings: PageFindings | null;
  readonly held: boolean;
  /** Nothing can be done with it here: it comes from a file. */
  readonly readOnly?: boolean;
}

export async function createPageDebate(
  record: DebateRecord,
  { rules, findings, held, readOnly = false }: PageDebateOptions,
): Promise<PageDebate> {
  const { id, lines, events, signatures = [] } = record;
  const { texts, leftOut } = await readDebateTexts(record);
  return {
    id,
    events,
    lines,
    texts,
    ...(signatures.length > 0 && { signatures }),
    rules: describeDebateRules(events, rules),
    findings,
    held,
    ...(leftOut.length > 0 && { leftOut }),
    ...(readOnly && { readOnly }),
  };
}

/** A journal of unknown rules is shown by the names of its steps. */
export function describeDebateRules(
  events: readonly Event[],
  protocols: readonly Protocol[],
): DebateRules {
  const { protocol: id, settings } = readOpening(events);
  const protocol = protocols.find((one) => one.id === id);
  return {
    id,
    titles: protocol?.titles ?? {},
    deciding: decidingUnder(protocol, settings),
  };
}

// more than anyone reads on a page; the whole text is in the journal file
const LONGEST_TEXT = 2 * 1024 * 1024;

async function readDebateTexts({
  events,
  text,
}: DebateRecord): Promise<{ texts: Record<string, string>; leftOut: string[] }> {
  const texts: Record<string, string> = {};
  const leftOut: string[] = [];
  for (const sha256 of new Set(events.flatMap(listReferencedTexts))) {
    const words = await text(sha256);
    if (words === undefined) continue;
    if (Buffer.byteLength(words) > LONGEST_TEXT) leftOut.push(sha256);
    else texts[sha256] = words;
  }
  return { texts, leftOut };
}
