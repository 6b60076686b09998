/** Renders a debate in any report format. */
import { existsSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";

import { formatRelativePath, isInsideDirectory } from "../../config/context/safe-path.ts";
import { type DebateRecord, KNOWN_PROTOCOLS } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { cutSealedRecord } from "../../domain/journal/sealed-steps.ts";
import { loadFindingLines } from "../../protocols/finding-lines.ts";
import { formatAdrRecord, wrapAdrPage } from "../../reports/adr-record.ts";
import { formatMermaidPicture } from "../../reports/argument-picture.ts";
import { formatSvgPicture } from "../../reports/argument-svg.ts";
import { readBriefContext } from "../../reports/brief-context.ts";
import { markdownRecord } from "../../reports/markdown-record.ts";
import { formatPullRequestComment } from "../../reports/pull-request-comment.ts";
import {
  buildResultDocument,
  convertAuditToJson,
  formatResultYaml,
} from "../../reports/result-document.ts";
import { buildSarifLog } from "../../reports/sarif-log.ts";
import { computeVerdictCard } from "../../reports/verdict-card.ts";
import { formatJournalFile } from "../../stores/journal-file.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { AppContext } from "../app-context.ts";
import { readPackageVersion } from "../package-version.ts";
import { type StrengthCalibration, examineRecord } from "../project/audit-record.ts";
import { listProjectFiles } from "../project/project-files.ts";
import { readProtocolPage } from "./adr-document.ts";

export type ReportFormat =
  | "md"
  | "adr"
  | "json"
  | "yaml"
  | "jsonl"
  | "html"
  | "comment"
  | "mermaid"
  | "svg";

/** The record as text; how similar cases turned out is included if known. */
export async function renderReport(
  record: DebateRecord,
  format: ReportFormat,
  judged: StrengthCalibration = null,
): Promise<string> {
  const shown = cutSealedRecord(record);
  if (format === "jsonl") return renderJournalFile(shown);
  if (format === "html") return renderReportPage(shown, judged);
  const { transcript, audit } = await examineRecord(shown, judged);
  switch (format) {
    case "md":
      return markdownRecord(transcript, audit);
    case "adr": {
      // a protocol that writes the record's own words says more than the votes do
      const page = await readProtocolPage(shown, transcript, "adr.md");
      const setting = { supersedes: [], audit, context: await readBriefContext(record) };
      return page === undefined
        ? formatAdrRecord(transcript, setting)
        : wrapAdrPage(page, transcript, setting);
    }
    case "json": {
      const result = buildResultDocument(
        transcript,
        convertAuditToJson(audit),
        computeVerdictCard(transcript, audit),
      );
      return `${stringifyForTerminal({ ...result, transcript }, 2)}\n`;
    }
    case "mermaid":
      return formatMermaidPicture(transcript, audit);
    case "svg":
      return formatSvgPicture(transcript, audit);
    case "yaml":
      return formatResultYaml(transcript, audit);
    case "comment":
      return formatPullRequestComment(transcript, readOpening(record.events).brief.id, {
        audit,
        verdict: null,
      });
  }
}

/** The page with the debate inside. */
async function renderReportPage(
  record: DebateRecord,
  judged: StrengthCalibration,
): Promise<string> {
  const [{ renderHtmlReport }, { createPageBundleSource }] = await Promise.all([
    import("../../page/html-report.ts"),
    import("../../page/page-bundle.ts"),
  ]);
  return renderHtmlReport(record, {
    protocols: KNOWN_PROTOCOLS,
    judged,
    loadBundle: createPageBundleSource(),
  });
}

async function renderJournalFile(record: DebateRecord): Promise<string> {
  const written: string[] = [];
  for await (const line of formatJournalFile(record)) written.push(line);
  return written.join("");
}

// The objections of a debate at the lines of the project's files.

// what a debate may quote is far smaller
const MAX_SOURCE_BYTES = 16 * 1024 * 1024;

export async function renderSarifReport(
  { root }: Pick<AppContext, "root">,
  record: DebateRecord,
): Promise<string> {
  const texts = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { id, title } of readOpening(record.events).brief.sources) {
    const found = await readSourceFile(root, title);
    if (!found) continue;
    paths.set(id, found.path);
    texts.set(id, found.text);
  }
  const { audit } = await examineRecord(record);
  const log = buildSarifLog(record.events, audit, {
    texts,
    findPath: (source) => paths.get(source),
    findLines: await loadFindingLines(record),
    version: readPackageVersion(),
  });
  return `${stringifyForTerminal(log, 2)}\n`;
}

/** A brief is known by the name of its file alone: where one file of the project has that name, it is meant. */
function findSourcePath(root: string, title: string): string {
  if (title.includes("/") || existsSync(resolve(root, title))) return title;
  const named = listProjectFiles(root).filter((path) => path.endsWith(`/${title}`));
  return named.length === 1 ? (named[0] ?? title) : title;
}

/** The file as it is now: front matter and later edits move lines, and a line that is gone is not shown. */
async function readSourceFile(
  root: string,
  title: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  try {
    const project = await realpath(root);
    // a journal from elsewhere may name anything
    const path = await realpath(resolve(project, findSourcePath(project, title)));
    const { size } = await stat(path);
    if (!isInsideDirectory(project, path) || size > MAX_SOURCE_BYTES) return undefined;
    return { path: formatRelativePath(project, path), text: await readFile(path, "utf8") };
  } catch {
    return undefined;
  }
}
