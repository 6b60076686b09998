/** A folder that a debate was written to: its files, and whether each is what the journal says was published. */
import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";

import type { DebateRecord } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { ARTIFACTS, isMerge, outputOf } from "../../protocols/merge/files/write-merged.ts";
import { type Checked, plainEnds } from "./document.ts";
import { firstLineApart } from "./first-line.ts";
import { readDamaged } from "./read-damaged.ts";

export interface Folder {
  readonly shown: string;
  /** Name inside the folder to the file's path; what lies behind a link is left out. */
  readonly files: ReadonlyMap<string, string>;
}

/** Where protocols put their own pages. */
const WITHIN = ["", "sadd", ARTIFACTS];

export async function folderAt(path: string, shown: string): Promise<Folder> {
  const files = new Map<string, string>();
  for (const inner of WITHIN) {
    const entries = await readdir(join(path, inner), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile())) {
      const name = inner === "" ? entry.name : `${inner}/${entry.name}`;
      files.set(name, join(path, inner, entry.name));
    }
  }
  return { shown, files };
}

/** Every artifact must be there and be the same, to the byte; unless none was ever put here. */
export async function checkArtifacts(record: DebateRecord, folder: Folder): Promise<Checked> {
  const { artifacts } = transcriptOf(record.events);
  const result = `debate-${opening(record.events).brief.id}`;
  const isResults = [`${result}-result.yaml`, `sadd/${result}-result.yaml`].some((name) =>
    folder.files.has(name),
  );
  const places = artifacts.map(({ name }) => placeOf(record, name, folder));
  if (!isResults && places.every((place) => place === undefined)) return { holds: [], fault: null };
  for (const [index, { name, sha256 }] of artifacts.entries()) {
    const text = (await record.text(sha256)) ?? "";
    const place = places[index] ?? (await sameText(folder, text));
    if (place === undefined) return missing(`${folder.shown}/${name}`);
    const file = await readDamaged(folder.files.get(place) ?? "", place);
    const apart = firstLineApart(plainEnds(file.text), plainEnds(text));
    const where = `${folder.shown}/${place}`;
    if (file.fault !== null) return { holds: [], fault: { where, what: file.fault } };
    if (apart)
      return { holds: [], fault: { where: `${where} line ${apart.line}`, what: apart.what } };
  }
  return {
    holds: [`${artifacts.length} artifacts are what was published, to the byte`],
    fault: null,
  };
}

function missing(where: string): Checked {
  return { holds: [], fault: { where, what: "it was published, and is not there" } };
}

function placeOf(record: DebateRecord, name: string, { files }: Folder): string | undefined {
  // J36: where a directory could not be made, its files lie one above
  return [name, ...documentNames(record, name), basename(name)].find((one) => files.has(one));
}

/** A merged document has the name a person gave it. */
function documentNames(record: DebateRecord, name: string): string[] {
  if (!isMerge(record) || name.startsWith(`${ARTIFACTS}/`)) return [];
  const { featureName } = opening(record.events).brief;
  const names = [...(featureName === null ? [] : [featureName]), outputOf(record)];
  if (!/\.partial\.[a-z]+$/.test(name)) return names;
  return names.map((one) => `${basename(one, extname(one))}.partial${extname(one)}`);
}

/** A document under a name that the journal does not know: any file here with these very words will do. */
async function sameText({ files }: Folder, text: string): Promise<string | undefined> {
  for (const [name, path] of files) {
    if (name.includes("/") || extname(name) !== ".md") continue;
    if ((await readDamaged(path, name)).text === text) return name;
  }
  return undefined;
}
