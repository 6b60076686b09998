/** The pages that a protocol wrote itself, and where its discussion lies in a project. */
import type { DebateRecord } from "../../dissent.ts";
import type { Transcript } from "../../domain/transcript.ts";
import { createSlug } from "../../text/slug.ts";

/** Where discussions lie, each in a folder of its own. */
export const DISCUSSIONS_FOLDER = "docs/debates";

/** T: docs/debates/YYYY-MM-DD-slug/debate.md. */
export function formatDiscussionPath({ openedMs, question, id }: Transcript): string {
  const day = new Date(openedMs).toISOString().slice(0, 10);
  return `${DISCUSSIONS_FOLDER}/${day}-${createSlug(question, 50) || id}/debate.md`;
}

export async function readProtocolPage(
  record: DebateRecord,
  { artifacts }: Transcript,
  name: string,
): Promise<string | undefined> {
  const found = artifacts.find((artifact) => artifact.name === name);
  return found && record.text(found.sha256);
}
