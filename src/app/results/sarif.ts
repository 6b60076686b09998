/** The objections of a debate at the lines of the project's files. */
import { existsSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";

import { isInside, pathFrom } from "../../config/context/safe-path.ts";
import type { DebateRecord } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { sarifLog } from "../../reports/sarif.ts";
import { jsonText } from "../../text/json-text.ts";
import type { Desk } from "../desk.ts";
import { auditedRecord } from "../project/audited.ts";
import { projectFiles } from "../project/project-files.ts";
import { packageVersion } from "../version.ts";

// what a debate may quote is far smaller
const LARGEST = 16 * 1024 * 1024;

export async function sarifText(
  { root }: Pick<Desk, "root">,
  record: DebateRecord,
): Promise<string> {
  const texts = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { id, title } of opening(record.events).brief.sources) {
    const found = await fileNow(root, title);
    if (!found) continue;
    paths.set(id, found.path);
    texts.set(id, found.text);
  }
  const audit = await auditedRecord(record);
  const log = sarifLog(record.events, audit, {
    texts,
    pathOf: (source) => paths.get(source),
    version: packageVersion(),
  });
  return `${jsonText(log, 2)}\n`;
}

/** A brief is known by the name of its file alone: where one file of the project has that name, it is meant. */
function placeOf(root: string, title: string): string {
  if (title.includes("/") || existsSync(resolve(root, title))) return title;
  const named = projectFiles(root).filter((path) => path.endsWith(`/${title}`));
  return named.length === 1 ? (named[0] ?? title) : title;
}

/** As it is now: front matter and later edits move lines, and a line that moved away is not shown. */
async function fileNow(
  root: string,
  title: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  try {
    const project = await realpath(root);
    // a journal from elsewhere may name anything
    const path = await realpath(resolve(project, placeOf(project, title)));
    const { size } = await stat(path);
    if (!isInside(project, path) || size > LARGEST) return undefined;
    return { path: pathFrom(project, path), text: await readFile(path, "utf8") };
  } catch {
    return undefined;
  }
}
