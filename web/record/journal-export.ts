/**
 * A journal as the same file that `dissent report -f jsonl` writes: each text before the first line that names it,
 * signatures last.
 */
import type { Event } from "../../src/domain/journal/event.ts";
import type { PageDebate } from "../../src/page/page-payload.ts";
import { listNamedTextHashes } from "./check-journal.ts";

export function formatJournalExport({
  lines,
  texts,
  signatures = [],
}: Pick<PageDebate, "lines" | "texts" | "signatures">): string {
  const written = new Set<string>();
  const all = lines.flatMap((line) => {
    const named = listNamedTextHashes(JSON.parse(line) as Event).filter(
      (sha256) => !written.has(sha256),
    );
    for (const sha256 of named) written.add(sha256);
    const blobs = [...new Set(named)].flatMap((blob) => {
      const text = Object.hasOwn(texts, blob) ? texts[blob] : undefined;
      return text === undefined ? [] : [JSON.stringify({ blob, text })];
    });
    return [...blobs, line];
  });
  return [...all, ...signatures].map((line) => `${line}\n`).join("");
}

/** Whatever a journal calls itself, its file has a name that is safe everywhere. */
export function formatFileName(id: string, ending: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain === "" ? "debate" : plain.slice(0, 80)}${ending}`;
}
