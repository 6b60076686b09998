/** Checks a folder of results: its files, and whether each is what the journal says was published. */
import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";

import type { DebateRecord } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { DOCUMENT_FOLDERS, findOwnDocument } from "../../protocols/documents.ts";
import { mayBeMissing } from "../../protocols/result-files.ts";
import { type DocumentCheck, findFirstDifferentLine, normalizeLineEnds } from "./check-document.ts";
import { readDamagedFile } from "./read-damaged.ts";

export interface ResultFolder {
  readonly shown: string;
  /** Name inside the folder to the file's path; links are left out. */
  readonly files: ReadonlyMap<string, string>;
}

/** Where protocols put their own pages. */
const RESULT_SUBFOLDERS = ["", "sadd", ...DOCUMENT_FOLDERS];

export async function readResultFolder(path: string, shown: string): Promise<ResultFolder> {
  const files = new Map<string, string>();
  for (const inner of RESULT_SUBFOLDERS) {
    const entries = await readdir(join(path, inner), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile())) {
      const name = inner === "" ? entry.name : `${inner}/${entry.name}`;
      files.set(name, join(path, inner, entry.name));
    }
  }
  return { shown, files };
}

/** Every artifact must be there and be the same, to the byte; unless none was ever put here. */
export async function checkPublishedArtifacts(
  record: DebateRecord,
  folder: ResultFolder,
): Promise<DocumentCheck> {
  const { artifacts } = buildTranscript(record.events);
  const result = `debate-${readOpening(record.events).brief.id}`;
  const isResults = [`${result}-result.yaml`, `sadd/${result}-result.yaml`].some((name) =>
    folder.files.has(name),
  );
  const places = artifacts.map(({ name }) => findArtifactName(record, name, folder));
  if (!isResults && places.every((place) => place === undefined)) return { holds: [], fault: null };
  let found = 0;
  for (const [index, { name, sha256 }] of artifacts.entries()) {
    const text = (await record.text(sha256)) ?? "";
    const place = places[index] ?? (await findFileWithText(folder, text));
    if (place === undefined && mayBeMissing(record, name)) continue;
    if (place === undefined) return createMissingArtifactCheck(`${folder.shown}/${name}`);
    found++;
    const file = await readDamagedFile(folder.files.get(place) ?? "", place);
    const apart = findFirstDifferentLine(normalizeLineEnds(file.text), normalizeLineEnds(text));
    const where = `${folder.shown}/${place}`;
    if (file.fault !== null) return { holds: [], fault: { where, what: file.fault } };
    if (apart)
      return { holds: [], fault: { where: `${where} line ${apart.line}`, what: apart.what } };
  }
  return {
    holds: [`${found} artifacts are what was published, to the byte`],
    fault: null,
  };
}

function createMissingArtifactCheck(where: string): DocumentCheck {
  return { holds: [], fault: { where, what: "it was published, and is not there" } };
}

function findArtifactName(
  record: DebateRecord,
  name: string,
  { files }: ResultFolder,
): string | undefined {
  // J36: if a directory could not be created, its files are one level above
  const names = findOwnDocument(record)?.listNames(record, name) ?? [];
  return [name, ...names, basename(name)].find((one) => files.has(one));
}

/** A document under a name that the journal does not know: any file here with these very words will do. */
async function findFileWithText(
  { files }: ResultFolder,
  text: string,
): Promise<string | undefined> {
  for (const [name, path] of files) {
    if (name.includes("/") || extname(name) !== ".md") continue;
    if ((await readDamagedFile(path, name)).text === text) return name;
  }
  return undefined;
}
