/** Looks at a project's debates without what it takes to run one: rules, models and configuration. */
import { resolve } from "node:path";

import { readTextFile } from "../../config/context/read-text-file.ts";
import { type DebateReader, createDebateReader } from "../../debates/debate-reader.ts";
import { readOpening } from "../../domain/journal/event.ts";
import type { DebateRecord } from "../../domain/journal/record.ts";
import { listReferencedTexts } from "../../stores/journal-file.ts";
import type { AppContext } from "../app-context.ts";
import { parseCheckedJournal } from "./parse-journal.ts";
import {
  mayHaveDebates,
  openProjectStore,
  requireDebates,
  usesDatabaseFile,
  withLostDebateCheck,
} from "./project-store.ts";

export function openProjectDebates(appContext: AppContext): DebateReader {
  const reader = createDebateReader(openProjectStore(appContext));
  return usesDatabaseFile(appContext) ? withLostDebateCheck(reader, appContext.root) : reader;
}

/** Opens them once for a whole command; undefined where there are none. */
export async function useProjectDebates<Result>(
  appContext: AppContext,
  use: (debates: DebateReader | undefined) => Promise<Result>,
): Promise<Result> {
  const debates = mayHaveDebates(appContext) ? openProjectDebates(appContext) : undefined;
  try {
    return await use(debates);
  } finally {
    await debates?.close();
  }
}

/** A debate of this project by its id, the start or end of it, or `last`; or a journal file. */
export async function readDebateRecord(
  appContext: AppContext,
  reference: string,
  opened?: DebateReader,
): Promise<DebateRecord> {
  if (reference.endsWith(".jsonl")) return readRecordFromFile(appContext, reference);
  requireDebates(appContext);
  const debates = opened ?? openProjectDebates(appContext);
  try {
    const record = await debates.read(await debates.find(reference));
    const texts = new Map<string, string>();
    for (const sha256 of record.events.flatMap(listReferencedTexts)) {
      const text = await record.text(sha256);
      if (text !== undefined) texts.set(sha256, text);
    }
    return { ...record, text: async (sha256) => texts.get(sha256) };
  } finally {
    if (opened === undefined) await debates.close();
  }
}

// far more than a debate needs; a larger file is not a journal
export const MAX_JOURNAL_BYTES = 256 * 1024 * 1024;

async function readRecordFromFile({ cwd }: AppContext, path: string): Promise<DebateRecord> {
  const text = await readTextFile(resolve(cwd, path), { maxBytes: MAX_JOURNAL_BYTES, shown: path });
  const { lines, texts, events, signatures = [] } = parseCheckedJournal(text, path);
  const id = readOpening(events).debate;
  return { id, lines, events, signatures, text: async (sha256) => texts.get(sha256) };
}
