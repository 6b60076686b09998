/** Finds the journal to verify a document against: inside it, beside it, or among the debates of this project. */
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

import { openProjectApp } from "../../app/app-context.ts";
import { mayHaveDebates, openProjectStore } from "../../app/project/project-store.ts";
import type { Event } from "../../domain/journal/event.ts";
import { SetupError } from "../../errors.ts";
import { readEventLine } from "../../kernel/journal/hash-chain.ts";
import {
  type JournalReading,
  createBadJournalError,
  readJournalFile,
  listReferencedTexts,
} from "../../stores/journal-file.ts";
import type { CliContext } from "../cli-context.ts";
import { type DamagedText, readDamagedFile } from "./read-damaged.ts";

export interface FoundJournal {
  readonly lines: readonly string[];
  readonly text: (sha256: string) => Promise<string | undefined>;
  /** Hashes of texts that came with it, where it is a file. */
  readonly texts: readonly string[];
  /** Lines with a signature each. */
  readonly signatures: readonly string[];
  /** What is wrong with it before its chain is looked at. */
  readonly fault: string | null;
  /** "inside it", "in j.jsonl", or "of this project". */
  readonly from: string;
}

export const FROM_PROJECT = "of this project";
// a folder with more has another purpose
const MAX_SEARCHED_JOURNALS = 200;

/** Whole or damaged, as long as one line of it was once a line of a journal. */
export async function readJournalFromFile(path: string, shown: string): Promise<FoundJournal> {
  return parseFoundJournal(await readDamagedFile(path, shown), shown);
}

export function parseFoundJournal({ text, fault }: DamagedText, shown: string): FoundJournal {
  const reading = readJournalFile(text);
  if (!reading.lines.some((line) => WHOLE_EVENT_LINE.test(line)))
    throw createBadJournalError(`${shown} is not a journal.`);
  const journal = createFoundJournal(reading, `in ${shown}`);
  return { ...journal, fault: journal.fault ?? fault };
}

const WHOLE_EVENT_LINE = /^\{"sequence":.*,"hash":"[0-9a-f]{64}"\}$/;

export function createFoundJournal(reading: JournalReading | string, from: string): FoundJournal {
  if (typeof reading === "string") {
    const nothing = { lines: [], texts: [], signatures: [], text: async () => undefined };
    return { ...nothing, fault: reading, from };
  }
  const { lines, texts, signatures, fault } = reading;
  return {
    lines,
    text: async (sha256) => texts.get(sha256),
    texts: [...texts.keys()],
    signatures,
    fault: fault && `line ${fault.line} ${fault.what}`,
    from,
  };
}

/** The id of the debate, as far as the first event can be read. */
export function readJournalDebateId({ lines }: Pick<FoundJournal, "lines">): string | undefined {
  try {
    const { fact } = JSON.parse(lines[0] ?? "") as Event;
    return fact.type === "debate-opened" ? fact.debate : undefined;
  } catch {
    return undefined;
  }
}

/** Same name first, then any journal of that debate in the same folder. */
export async function findJournalBeside(
  path: string,
  debate: string | undefined,
): Promise<FoundJournal | undefined> {
  const folder = dirname(path);
  const own = `${basename(path, extname(path))}.jsonl`;
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).toSorted();
  const ordered = [...names.filter((name) => name === own), ...names.filter((one) => one !== own)];
  for (const name of ordered.slice(0, MAX_SEARCHED_JOURNALS)) {
    const journal = await readJournalFromFile(join(folder, name), name).catch(() => undefined);
    if (!journal) continue;
    const id = readJournalDebateId(journal);
    if (id === debate || (name === own && (id === undefined || debate === undefined)))
      return journal;
  }
  return undefined;
}

export async function findProjectJournal(
  cli: CliContext,
  debate: string | undefined,
): Promise<FoundJournal | undefined> {
  if (debate === undefined || !(await hasProjectDebate(cli, debate))) return undefined;
  return readStoredJournal(cli, debate);
}

/** As found there, complete or damaged. */
export async function readStoredJournal(cli: CliContext, debate: string): Promise<FoundJournal> {
  const store = openProjectStore(cli);
  try {
    const lines = (await store.read(debate)).map(({ line }) => line);
    const texts = new Map<string, string | undefined>();
    for (const sha256 of lines.flatMap(listNamedTexts)) texts.set(sha256, await store.blob(sha256));
    const text = async (sha256: string): Promise<string | undefined> => texts.get(sha256);
    const signatures = await store.signatures(debate);
    return { lines, text, texts: [], signatures, fault: null, from: FROM_PROJECT };
  } finally {
    await store.close();
  }
}

function listNamedTexts(line: string): string[] {
  try {
    return listReferencedTexts(readEventLine(line));
  } catch {
    return [];
  }
}

async function hasProjectDebate(cli: CliContext, debate: string): Promise<boolean> {
  if (!mayHaveDebates(cli)) return false;
  const app = openProjectApp(cli);
  try {
    return (await app.list()).some(({ id }) => id === debate);
  } finally {
    await app.close();
  }
}

export function createNoJournalError(
  { root }: CliContext,
  { shown, debate, looked }: { shown: string; debate: string | undefined; looked: string },
): SetupError {
  if (debate === undefined) {
    return new SetupError("no-journal", `${shown} names no debate, and no journal is ${looked}.`, {
      hint: "Give a record, a result, a journal or a folder that Dissent wrote.",
    });
  }
  return new SetupError("no-journal", `There is nothing to verify ${shown} against.`, {
    hint: `No journal of ${debate} is ${looked}, or among the debates of ${root}. Ask its sender for one: dissent report ${debate} -f jsonl`,
  });
}
