/**
 * A debate as one HTML file with the page, the journal and all texts inside, so that it opens anywhere and verifies.
 */
import { hash } from "node:crypto";

import { readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { formatJournalScript } from "../stores/embedded-journal.ts";
import { listReferencedTexts } from "../stores/journal-file.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { selectInlinePrompts, renderDebatePrompts } from "./debate-prompts.ts";
import { escapeHtmlText, renderMarkdownHtml } from "./markdown-html.ts";
import { type PageBundle, type PageBundleSource, findPageName } from "./page-bundle.ts";
import { describeDebateRules } from "./page-debate.ts";
import { computePageFindings, type PageFindingsOptions } from "./page-findings.ts";
import { READER_STYLE } from "./reader-style.ts";

export interface HtmlReportOptions extends PageFindingsOptions {
  readonly loadBundle: PageBundleSource;
  /** There is a page with all debates beside it. */
  readonly home?: string;
}

export async function renderHtmlReport(
  record: DebateRecord,
  setting: HtmlReportOptions,
): Promise<string> {
  const { events, lines, signatures = [] } = record;
  const { loadBundle, home, ...reading } = setting;
  const findings = await computePageFindings(record, reading);
  const prompts = selectInlinePrompts(await renderDebatePrompts(record, setting.protocols));
  const inside = {
    rules: describeDebateRules(events, setting.protocols),
    findings,
    ...(prompts && { prompts }),
    held: false,
    ...(home !== undefined && { home }),
  };
  return renderHtmlPage({
    title: formatPageTitle(readOpening(events).brief.question),
    // without its texts a journal cannot be recomputed, so all of them are inside
    inside: [
      formatJournalScript({ lines, texts: await readAllTexts(record), signatures }),
      renderDataScript(PAGE_TYPE, inside),
    ],
    fallback: await renderReaderPage(findings?.record ?? ""),
    bundle: await loadBundle(findPageName(readOpening(events).protocol)),
  });
}

/** The record for readers without scripts, who have the file and not the project that it comes from. */
function renderReaderPage(record: string): Promise<string> {
  const own = record
    .replaceAll(/ `dissent (?:decide|show|decisions|report)\b[^`]*`/g, "")
    .replaceAll(/^- Chain head `[^`]*`;[^\n]*$/gm, "");
  return renderMarkdownHtml(`${own}\n\n${CHECK_IT}\n`);
}

const CHECK_IT = `## Check this yourself

This file holds the whole debate: every answer, every source, and the hash of each. With Node.js, run
\`npx dissent verify\` and the name of this file; it recomputes the outcome offline. Opened with scripts, the file checks its
hashes by itself.`;

export const PAGE_TYPE = "application/x-dissent-page+json";

async function readAllTexts({ events, text }: DebateRecord): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const sha256 of new Set(events.flatMap(listReferencedTexts))) {
    const words = await text(sha256);
    if (words !== undefined) texts.set(sha256, words);
  }
  return texts;
}

/** Says who made a page, so that it may be replaced by a newer one. */
export const GENERATOR_MARK = '<meta name="generator" content="dissent" />';

export interface HtmlPage {
  readonly title: string;
  /** Script elements with data. */
  readonly inside: readonly string[];
  /** What is read where no script runs, in HTML. */
  readonly fallback: string;
  readonly bundle: PageBundle;
}

/** One file that loads nothing: its own script and style run by their hashes, and nothing else does. */
export function renderHtmlPage({ title, inside, fallback, bundle }: HtmlPage): string {
  const script = escapeInlineScript(bundle.script);
  const style = bundle.style.replaceAll("</style", "<\\/style") + READER_STYLE;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${createContentPolicy(script, style)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
${GENERATOR_MARK}
<title>${escapeHtmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript><article class="reader">${fallback}</article></noscript>
${inside.join("\n")}
<script type="module">${script}</script>
</body>
</html>
`;
}

function createContentPolicy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashInlineSource(script)}'`,
    `style-src '${hashInlineSource(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function hashInlineSource(text: string): string {
  return `sha256-${hash("sha256", text, "base64")}`;
}

/** Escapes what could end the element, or open a comment in it, so that strings and patterns keep their meaning. */
function escapeInlineScript(script: string): string {
  return script.replace(/<(?=\/?script|!--)/gi, "\\x3C");
}

/** No text in it can end the element. */
export function renderDataScript(type: string, value: unknown): string {
  return `<script type="${type}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}

const LONGEST_TITLE = 120;

export function formatPageTitle(question: string): string {
  const line = sanitizeLine(question);
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}
