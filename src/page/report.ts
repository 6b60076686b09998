/** A debate as one HTML file: the page, the journal and all texts inside, so that it opens anywhere and verifies. */
import { hash } from "node:crypto";

import { opening } from "../domain/event.ts";
import type { DebateRecord } from "../domain/record.ts";
import { textsNamedBy } from "../stores/journal-file.ts";
import { journalScript } from "../stores/journal-inside.ts";
import { oneLine } from "../text/markdown.ts";
import { type Bundle, type BundleSource, pageFor } from "./bundle.ts";
import { findingsOf, type FindingsSetting } from "./findings.ts";
import { rulesOf } from "./page-debate.ts";
import { promptsInside, promptsOf } from "./prompts.ts";

export interface ReportSetting extends FindingsSetting {
  readonly bundleOf: BundleSource;
  /** Beside it lies a page with all debates. */
  readonly home?: string;
}

export async function reportHtml(record: DebateRecord, setting: ReportSetting): Promise<string> {
  const { events, lines, signatures = [] } = record;
  const { bundleOf, home, ...reading } = setting;
  const findings = await findingsOf(record, reading);
  const prompts = promptsInside(await promptsOf(record, setting.protocols));
  const inside = {
    rules: rulesOf(events, setting.protocols),
    findings,
    ...(prompts && { prompts }),
    held: false,
    ...(home !== undefined && { home }),
  };
  return wholePage({
    title: titleOf(opening(events).brief.question),
    // without its texts a journal cannot be recomputed, so all of them are inside
    inside: [
      journalScript({ lines, texts: await allTexts(record), signatures }),
      dataScript(PAGE_TYPE, inside),
    ],
    fallback: findings?.record ?? "",
    bundle: await bundleOf(pageFor(opening(events).protocol)),
  });
}

export const PAGE_TYPE = "application/x-dissent-page+json";

async function allTexts({ events, text }: DebateRecord): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const sha256 of new Set(events.flatMap(textsNamedBy))) {
    const words = await text(sha256);
    if (words !== undefined) texts.set(sha256, words);
  }
  return texts;
}

/** Says who made a page, so that it may be replaced by a newer one. */
export const OWN_MARK = '<meta name="generator" content="dissent" />';

export interface WholePage {
  readonly title: string;
  /** Script elements with data. */
  readonly inside: readonly string[];
  /** What is read where no script runs. */
  readonly fallback: string;
  readonly bundle: Bundle;
}

/** One file that loads nothing: its own script and style run by their hashes, and nothing else does. */
export function wholePage({ title, inside, fallback, bundle }: WholePage): string {
  const script = harmlessScript(bundle.script);
  const style = bundle.style.replaceAll("</style", "<\\/style");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
${OWN_MARK}
<title>${asHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript><pre>${asHtml(fallback)}</pre></noscript>
${inside.join("\n")}
<script type="module">${script}</script>
</body>
</html>
`;
}

function policyOf(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function sourceHash(text: string): string {
  return `sha256-${hash("sha256", text, "base64")}`;
}

/** What could end the element, or open a comment in it, is spelled so that strings and patterns mean the same. */
function harmlessScript(script: string): string {
  return script.replace(/<(?=\/?script|!--)/gi, "\\x3C");
}

/** No text in it can end the element. */
export function dataScript(type: string, value: unknown): string {
  return `<script type="${type}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}

const LONGEST_TITLE = 120;

export function titleOf(question: string): string {
  const line = oneLine(question);
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}

export function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
