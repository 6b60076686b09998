/** A debate as the page is given it. */
import { type Event, opening } from "../domain/event.ts";
import type { DebateRecord } from "../domain/record.ts";
import { decidingUnder, type Protocol } from "../protocol.ts";
import { textsNamedBy } from "../stores/journal-file.ts";
import type { Rules } from "../timeline/story.ts";
import type { Findings, PageDebate } from "./payload.ts";

export interface PageDebateSetting {
  readonly rules: readonly Protocol[];
  /** As `findingsOf` has read them at the newest event. */
  readonly findings: Findings | null;
  readonly held: boolean;
  /** Nothing can be done with it here: it comes from a file. */
  readonly readOnly?: boolean;
}

export async function pageDebateOf(
  record: DebateRecord,
  { rules, findings, held, readOnly = false }: PageDebateSetting,
): Promise<PageDebate> {
  const { id, lines, events, signatures = [] } = record;
  const { texts, leftOut } = await textsOf(record);
  return {
    id,
    events,
    lines,
    texts,
    ...(signatures.length > 0 && { signatures }),
    rules: rulesOf(events, rules),
    findings,
    held,
    ...(leftOut.length > 0 && { leftOut }),
    ...(readOnly && { readOnly }),
  };
}

/** A journal of rules that are not at hand is shown by the names its steps have. */
export function rulesOf(events: readonly Event[], protocols: readonly Protocol[]): Rules {
  const { protocol: id, settings } = opening(events);
  const protocol = protocols.find((one) => one.id === id);
  return {
    id,
    titles: protocol?.titles ?? {},
    deciding: decidingUnder(protocol, settings),
  };
}

// more than anyone reads on a page; the whole text is in the journal file
const LONGEST_TEXT = 2 * 1024 * 1024;

async function textsOf({
  events,
  text,
}: DebateRecord): Promise<{ texts: Record<string, string>; leftOut: string[] }> {
  const texts: Record<string, string> = {};
  const leftOut: string[] = [];
  for (const sha256 of new Set(events.flatMap(textsNamedBy))) {
    const words = await text(sha256);
    if (words === undefined) continue;
    if (Buffer.byteLength(words) > LONGEST_TEXT) leftOut.push(sha256);
    else texts[sha256] = words;
  }
  return { texts, leftOut };
}
