/** All debates as a folder of pages that opens from a disk or any web server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { DebateRecord } from "../domain/journal/record.ts";
import { SetupError } from "../errors.ts";
import type { ListedDebate } from "../store.ts";
import { sanitizeLine } from "../text/markdown.ts";
import {
  renderDataScript,
  GENERATOR_MARK,
  renderHtmlReport,
  type HtmlReportOptions,
  formatPageTitle,
  renderHtmlPage,
} from "./html-report.ts";
import { escapeHtmlText } from "./markdown-html.ts";
import type { PageBundle } from "./page-bundle.ts";
import type { PageHome } from "./page-payload.ts";

export interface GalleryRequest extends Omit<HtmlReportOptions, "home"> {
  readonly directory: string;
  readonly debates: readonly ListedDebate[];
  readonly read: (debate: string) => Promise<DebateRecord>;
  readonly home: Omit<PageHome, "debates">;
  /** Puts a file there whole, with its directory. */
  readonly write: (path: string, text: string) => Promise<void>;
}

export const GALLERY_INDEX_FILE = "index.html";
const HOME_TYPE = "application/x-dissent-home+json";

/** The names of the files that were written. Nothing is, where one of them is someone else's. */
export async function writePageGallery(request: GalleryRequest): Promise<readonly string[]> {
  const { directory, debates, read, home, write, ...report } = request;
  const names = [...debates.map(({ id }) => formatPageFileName(id)), GALLERY_INDEX_FILE];
  for (const name of names) await assertOwnPage(join(directory, name));
  for (const { id } of debates) {
    const page = await renderHtmlReport(await read(id), { ...report, home: GALLERY_INDEX_FILE });
    await write(join(directory, formatPageFileName(id)), page);
  }
  // last, so that it never names a page that is not there yet
  await write(
    join(directory, GALLERY_INDEX_FILE),
    renderGalleryIndex({ ...home, debates }, await report.loadBundle("home")),
  );
  return names;
}

/** Ids are slugs; one that is called index would take the place of the list. */
export function formatPageFileName(id: string): string {
  return id === "index" ? "index-1.html" : `${id}.html`;
}

function renderGalleryLink({ id, question }: ListedDebate): string {
  const href = encodeURIComponent(formatPageFileName(id));
  return `<li><a href="${href}">${escapeHtmlText(sanitizeLine(question))}</a></li>`;
}

function renderGalleryIndex(home: PageHome, bundle: PageBundle): string {
  const pages = Object.fromEntries(home.debates.map(({ id }) => [id, formatPageFileName(id)]));
  return renderHtmlPage({
    title: formatPageTitle(`Debates of ${home.project}`),
    inside: [renderDataScript(HOME_TYPE, { ...home, pages })],
    fallback: `<ul>${home.debates.map(renderGalleryLink).join("")}</ul>`,
    bundle,
  });
}

/** Somebody's own page of that name is not replaced. */
async function assertOwnPage(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new SetupError("file-unreadable", `${path} cannot be replaced (${error.code}).`, {
      cause: error,
      hint: "Name another directory after --bundle.",
    });
  });
  if (text === undefined || text.includes(GENERATOR_MARK)) return;
  throw new SetupError("file-unreadable", `${path} was not written by Dissent, and is kept.`, {
    hint: "Name another directory after --bundle, or move the file away.",
  });
}
