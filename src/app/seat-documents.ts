/**
 * A seat may speak from a person's own document: the document becomes a source that everyone can quote, and the seat
 * is told that it is theirs.
 */
import type { BriefReading } from "../config/briefs/read-brief.ts";
import type { ConfigValues } from "../config/config.ts";
import { findSecretLines } from "../config/context/find-secrets.ts";
import { createSource, readContextSources } from "../config/context/read-context.ts";

/** The source id of a seat's document. */
function formatSeatSource(seat: string): string {
  return `doc-${seat}`;
}

/** What is added to the stance of a seat that has a document. */
export function describeSeatDocument(seat: string): string {
  return `speaks from their own document (source ${formatSeatSource(seat)})`;
}

/** The brief with one source more for every seat that names a document. */
export async function addSeatDocuments(
  reading: BriefReading,
  { participants, context }: Pick<ConfigValues, "participants" | "context">,
  root: string,
): Promise<BriefReading> {
  const named = Object.entries(participants).flatMap(([seat, { source, seated }]) =>
    source === undefined || seated === false ? [] : [{ seat, path: source }],
  );
  let result = reading;
  for (const { seat, path } of named) {
    const where = `participants.${seat}.source`;
    const wanted = [{ path, from: root, within: [root], where }];
    const { sources } = await readContextSources(wanted, context, root);
    const documents = sources.map(({ title, text }) =>
      createSource(formatSeatSource(seat), title, text),
    );
    const findings = documents.flatMap(({ title, text }) =>
      findSecretLines(text).map(({ line, kind }) => ({ source: title, line, kind })),
    );
    const { brief } = result;
    result = {
      ...result,
      brief: { ...brief, sources: [...brief.sources, ...documents] },
      findings: [...result.findings, ...findings],
    };
  }
  return result;
}
