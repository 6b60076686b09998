/** Finds what to verify: a debate, a journal, a record, a result, a page or a folder, with its journal. */
import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";

import { openExistingApp } from "../../app/app-context.ts";
import { SetupError } from "../../errors.ts";
import {
  type EmbeddedJournal,
  findJournalInHtml,
  findJournalInMarkdown,
} from "../../stores/embedded-journal.ts";
import type { CliContext } from "../cli-context.ts";
import { type VerifiedDocument, normalizeLineEnds } from "./check-document.ts";
import { type ResultFolder, readResultFolder } from "./check-folder.ts";
import type { VerifiedPage } from "./check-page.ts";
import { parseDocumentOrigin } from "./document-origin.ts";
import {
  readJournalDebateId,
  type FoundJournal,
  findJournalBeside,
  createFoundJournal,
  readJournalFromFile,
  readStoredJournal,
  findProjectJournal,
  createNoJournalError,
} from "./find-journal.ts";
import { readDamagedFile } from "./read-damaged.ts";

export interface VerificationSubject {
  readonly debate: string;
  readonly journal: FoundJournal;
  readonly documents: readonly VerifiedDocument[];
  readonly folder?: ResultFolder;
  readonly page?: VerifiedPage;
}

const DOCUMENT_FORMATS = { ".md": "md", ".json": "json", ".yaml": "yaml", ".yml": "yaml" } as const;

export async function findVerificationSubjects(
  cli: CliContext,
  reference: string,
): Promise<VerificationSubject[]> {
  const path = resolve(cli.cwd, reference);
  const extension = extname(reference).toLowerCase();
  if (reference !== "last" && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return createFolderSubjects(cli, path, reference);
  if (extension === ".jsonl") return [await createJournalSubject(path, reference)];
  if (extension === ".html" || extension === ".htm")
    return [await createPageSubject(path, reference)];
  if (extension in DOCUMENT_FORMATS) return [await createDocumentSubject(cli, path, reference)];
  const debate = await findProjectDebateId(cli, reference);
  return [{ debate, journal: await readStoredJournal(cli, debate), documents: [] }];
}

async function findProjectDebateId(cli: CliContext, reference: string): Promise<string> {
  const app = openExistingApp(cli);
  try {
    return await app.find(reference);
  } finally {
    await app.close();
  }
}

async function createJournalSubject(path: string, shown: string): Promise<VerificationSubject> {
  const journal = await readJournalFromFile(path, shown);
  return { debate: readJournalDebateId(journal) ?? shown, journal, documents: [] };
}

async function createPageSubject(path: string, shown: string): Promise<VerificationSubject> {
  const { text, fault } = await readDamagedFile(path, shown);
  const { journal: inside, around } = findJournalInHtml(text);
  if (inside === undefined) {
    throw new SetupError("no-journal", `${shown} holds no journal to verify it against.`, {
      hint: "Ask its sender for the journal: dissent report <id> -f jsonl",
    });
  }
  const journal = createFoundJournal(inside, "inside it");
  return {
    debate: readJournalDebateId(journal) ?? shown,
    journal: { ...journal, fault: journal.fault ?? fault },
    documents: [],
    page: { shown, around },
  };
}

async function createDocumentSubject(
  cli: CliContext,
  path: string,
  shown: string,
): Promise<VerificationSubject> {
  const { document, inside } = await readVerifiedDocument(path, shown);
  const { debate } = document.stated;
  const journal =
    inside.journal === undefined
      ? ((await findJournalBeside(path, debate)) ?? (await findProjectJournal(cli, debate)))
      : createFoundJournal(inside.journal, "inside it");
  if (!journal) {
    const looked = `inside it, beside it (${basename(path, extname(path))}.jsonl or another)`;
    throw createNoJournalError(cli, { shown, debate, looked });
  }
  return {
    debate: readJournalDebateId(journal) ?? debate ?? shown,
    journal,
    documents: [document],
  };
}

async function readVerifiedDocument(
  path: string,
  shown: string,
): Promise<{ document: VerifiedDocument; inside: EmbeddedJournal; known: boolean }> {
  const { text, fault } = await readDamagedFile(path, shown);
  const inside = findJournalInMarkdown(normalizeLineEnds(text));
  const stated = parseDocumentOrigin(path, inside.around);
  const extension = extname(path).toLowerCase() as keyof typeof DOCUMENT_FORMATS;
  const nothing = { format: DOCUMENT_FORMATS[extension], debate: undefined, head: undefined };
  const document = {
    shown,
    text: inside.around,
    fault,
    stated: stated ?? { ...nothing, likeCases: null },
  };
  return { document, inside, known: stated?.debate !== undefined };
}

/** A folder may contain several debates, and unrelated files. */
async function createFolderSubjects(
  cli: CliContext,
  path: string,
  shown: string,
): Promise<VerificationSubject[]> {
  const folder = await readResultFolder(path, shown.replace(/[\\/]+$/, ""));
  const documents: VerifiedDocument[] = [];
  const journals = new Map<string, FoundJournal>();
  for (const [name, file] of folder.files) {
    const extension = extname(name).toLowerCase();
    const told = `${folder.shown}/${name}`;
    if (extension === ".jsonl") {
      const journal = await readJournalFromFile(file, told).catch(() => undefined);
      if (journal) journals.set(readJournalDebateId(journal) ?? told, journal);
    } else if (extension in DOCUMENT_FORMATS) {
      const { document, inside, known } = await readVerifiedDocument(file, told);
      if (known) documents.push(document);
      const own =
        inside.journal === undefined ? undefined : createFoundJournal(inside.journal, `in ${told}`);
      if (own) journals.set(readJournalDebateId(own) ?? told, own);
    }
  }
  const own = await findProjectJournal(cli, basename(path));
  if (own) journals.set(basename(path), journals.get(basename(path)) ?? own);
  const stated = documents.map(({ stated: { debate } }) => debate ?? "");
  const debates = [...new Set([...journals.keys(), ...stated])].toSorted();
  if (debates.length === 0) {
    throw new SetupError("no-journal", `${shown} holds no record, result or journal of a debate.`, {
      hint: "Give the folder that results were written to, such as .dissent/debates/<id>.",
    });
  }
  const subjects: VerificationSubject[] = [];
  for (const debate of debates) {
    const journal = journals.get(debate) ?? (await findProjectJournal(cli, debate));
    if (!journal) throw createNoJournalError(cli, { shown, debate, looked: "in that folder" });
    const its = documents.filter(({ stated: { debate: one } }) => one === debate);
    subjects.push({ debate, journal, documents: its, folder });
  }
  return subjects;
}
