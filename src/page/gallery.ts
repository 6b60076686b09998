/** All debates as a folder of pages that opens from a disk or any web server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { DebateRecord } from "../domain/record.ts";
import { SetupError } from "../errors.ts";
import type { Listed } from "../store.ts";
import type { Bundle } from "./bundle.ts";
import type { PageHome } from "./payload.ts";
import {
  dataScript,
  OWN_MARK,
  reportHtml,
  type ReportSetting,
  titleOf,
  wholePage,
} from "./report.ts";

export interface GalleryRequest extends Omit<ReportSetting, "home"> {
  readonly directory: string;
  readonly debates: readonly Listed[];
  readonly read: (debate: string) => Promise<DebateRecord>;
  readonly home: Omit<PageHome, "debates">;
  /** Puts a file there whole, with its directory. */
  readonly write: (path: string, text: string) => Promise<void>;
}

export const INDEX = "index.html";
const HOME_TYPE = "application/x-dissent-home+json";

/** The names of the files that were written. Nothing is, where one of them is someone else's. */
export async function writeGallery(request: GalleryRequest): Promise<readonly string[]> {
  const { directory, debates, read, home, write, ...report } = request;
  const names = [...debates.map(({ id }) => pageName(id)), INDEX];
  for (const name of names) await refuseForeign(join(directory, name));
  for (const { id } of debates) {
    const page = await reportHtml(await read(id), { ...report, home: INDEX });
    await write(join(directory, pageName(id)), page);
  }
  // last, so that it never names a page that is not there yet
  await write(
    join(directory, INDEX),
    indexHtml({ ...home, debates }, await report.bundleOf("home")),
  );
  return names;
}

/** Ids are slugs; one that is called index would take the place of the list. */
export function pageName(id: string): string {
  return id === "index" ? "index-1.html" : `${id}.html`;
}

function indexHtml(home: PageHome, bundle: Bundle): string {
  const pages = Object.fromEntries(home.debates.map(({ id }) => [id, pageName(id)]));
  return wholePage({
    title: titleOf(`Debates of ${home.project}`),
    inside: [dataScript(HOME_TYPE, { ...home, pages })],
    fallback: home.debates.map(({ id, question }) => `${id}  ${question}`).join("\n"),
    bundle,
  });
}

/** Somebody's own page of that name is not replaced. */
async function refuseForeign(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new SetupError("file-unreadable", `${path} cannot be replaced (${error.code}).`, {
      cause: error,
      hint: "Name another directory after --bundle.",
    });
  });
  if (text === undefined || text.includes(OWN_MARK)) return;
  throw new SetupError("file-unreadable", `${path} was not written by Dissent, and is kept.`, {
    hint: "Name another directory after --bundle, or move the file away.",
  });
}
