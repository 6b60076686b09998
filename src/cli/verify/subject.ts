/** What someone wants verified: a debate, a journal, a record, a result, a page or a folder, with its journal. */
import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";

import { existingApp } from "../../app/desk.ts";
import { SetupError } from "../../errors.ts";
import { type Inside, journalInHtml, journalInMarkdown } from "../../stores/journal-inside.ts";
import type { Session } from "../session.ts";
import { type Document, plainEnds } from "./document.ts";
import {
  debateOf,
  type FoundJournal,
  journalBeside,
  journalFrom,
  journalFromFile,
  journalInStore,
  journalOfProject,
  nothingToVerify,
} from "./find-journal.ts";
import { type Folder, folderAt } from "./folder.ts";
import type { Page } from "./page.ts";
import { readDamaged } from "./read-damaged.ts";
import { statedIn } from "./stated.ts";

export interface Subject {
  readonly debate: string;
  readonly journal: FoundJournal;
  readonly documents: readonly Document[];
  readonly folder?: Folder;
  readonly page?: Page;
}

const FORMATS = { ".md": "md", ".json": "json", ".yaml": "yaml", ".yml": "yaml" } as const;

export async function subjectsOf(session: Session, reference: string): Promise<Subject[]> {
  const path = resolve(session.cwd, reference);
  const extension = extname(reference).toLowerCase();
  if (reference !== "last" && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return folderSubjects(session, path, reference);
  if (extension === ".jsonl") return [await journalSubject(path, reference)];
  if (extension === ".html" || extension === ".htm") return [await pageSubject(path, reference)];
  if (extension in FORMATS) return [await documentSubject(session, path, reference)];
  const debate = await foundHere(session, reference);
  return [{ debate, journal: await journalInStore(session, debate), documents: [] }];
}

async function foundHere(session: Session, reference: string): Promise<string> {
  const app = existingApp(session);
  try {
    return await app.find(reference);
  } finally {
    await app.close();
  }
}

async function journalSubject(path: string, shown: string): Promise<Subject> {
  const journal = await journalFromFile(path, shown);
  return { debate: debateOf(journal) ?? shown, journal, documents: [] };
}

async function pageSubject(path: string, shown: string): Promise<Subject> {
  const { text, fault } = await readDamaged(path, shown);
  const { journal: inside, around } = journalInHtml(text);
  if (inside === undefined) {
    throw new SetupError("no-journal", `${shown} holds no journal to verify it against.`, {
      hint: "Ask its sender for the journal: dissent report <id> -f jsonl",
    });
  }
  const journal = journalFrom(inside, "inside it");
  return {
    debate: debateOf(journal) ?? shown,
    journal: { ...journal, fault: journal.fault ?? fault },
    documents: [],
    page: { shown, around },
  };
}

async function documentSubject(session: Session, path: string, shown: string): Promise<Subject> {
  const { document, inside } = await documentAt(path, shown);
  const { debate } = document.stated;
  const journal =
    inside.journal === undefined
      ? ((await journalBeside(path, debate)) ?? (await journalOfProject(session, debate)))
      : journalFrom(inside.journal, "inside it");
  if (!journal) {
    const looked = `inside it, beside it (${basename(path, extname(path))}.jsonl or another)`;
    throw nothingToVerify(session, { shown, debate, looked });
  }
  return { debate: debateOf(journal) ?? debate ?? shown, journal, documents: [document] };
}

async function documentAt(
  path: string,
  shown: string,
): Promise<{ document: Document; inside: Inside; known: boolean }> {
  const { text, fault } = await readDamaged(path, shown);
  const inside = journalInMarkdown(plainEnds(text));
  const stated = statedIn(path, inside.around);
  const extension = extname(path).toLowerCase() as keyof typeof FORMATS;
  const nothing = { format: FORMATS[extension], debate: undefined, head: undefined };
  const document = {
    shown,
    text: inside.around,
    fault,
    stated: stated ?? { ...nothing, likeCases: null },
  };
  return { document, inside, known: stated?.debate !== undefined };
}

/** A folder may hold several debates, and files that are no debate's. */
async function folderSubjects(session: Session, path: string, shown: string): Promise<Subject[]> {
  const folder = await folderAt(path, shown.replace(/[\\/]+$/, ""));
  const documents: Document[] = [];
  const journals = new Map<string, FoundJournal>();
  for (const [name, file] of folder.files) {
    const extension = extname(name).toLowerCase();
    const told = `${folder.shown}/${name}`;
    if (extension === ".jsonl") {
      const journal = await journalFromFile(file, told).catch(() => undefined);
      if (journal) journals.set(debateOf(journal) ?? told, journal);
    } else if (extension in FORMATS) {
      const { document, inside, known } = await documentAt(file, told);
      if (known) documents.push(document);
      const own =
        inside.journal === undefined ? undefined : journalFrom(inside.journal, `in ${told}`);
      if (own) journals.set(debateOf(own) ?? told, own);
    }
  }
  const own = await journalOfProject(session, basename(path));
  if (own) journals.set(basename(path), journals.get(basename(path)) ?? own);
  const stated = documents.map(({ stated: { debate } }) => debate ?? "");
  const debates = [...new Set([...journals.keys(), ...stated])].toSorted();
  if (debates.length === 0) {
    throw new SetupError("no-journal", `${shown} holds no record, result or journal of a debate.`, {
      hint: "Give the folder that results were written to, such as .dissent/debates/<id>.",
    });
  }
  const subjects: Subject[] = [];
  for (const debate of debates) {
    const journal = journals.get(debate) ?? (await journalOfProject(session, debate));
    if (!journal) throw nothingToVerify(session, { shown, debate, looked: "in that folder" });
    const its = documents.filter(({ stated: { debate: one } }) => one === debate);
    subjects.push({ debate, journal, documents: its, folder });
  }
  return subjects;
}
