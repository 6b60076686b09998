/** Compares a page in one file with a fresh rendering of its journal. */
import { createUniformCalibration } from "../../app/results/adr-document.ts";
import type { LikeCases } from "../../audit/measures/outcome-strength.ts";
import { type DebateRecord, KNOWN_PROTOCOLS } from "../../dissent.ts";
import { GALLERY_INDEX_FILE } from "../../page/gallery.ts";
import { PAGE_TYPE, renderHtmlReport } from "../../page/html-report.ts";
import { createPageBundleSource } from "../../page/page-bundle.ts";
import { findJournalInHtml } from "../../stores/embedded-journal.ts";
import { type DocumentCheck, findFirstDifferentLine, normalizeLineEnds } from "./check-document.ts";

export interface VerifiedPage {
  readonly shown: string;
  /** Without the journal inside it. */
  readonly around: string;
}

export async function checkRenderedPage(
  record: DebateRecord,
  { shown, around }: VerifiedPage,
  loadBundle = createPageBundleSource(),
): Promise<DocumentCheck> {
  const found = normalizeLineEnds(around);
  const { likeCases, home } = readPageStatements(found);
  const rendered = await renderHtmlReport(record, {
    protocols: KNOWN_PROTOCOLS,
    judged: likeCases && createUniformCalibration(likeCases),
    loadBundle,
    ...(home !== undefined && { home }),
  });
  const expected = findJournalInHtml(rendered).around;
  const apart = findFirstDifferentLine(removePageProgram(found), removePageProgram(expected));
  if (apart)
    return {
      holds: [],
      fault: { where: `${shown} line ${apart.line}`, what: apart.what },
    };
  if (found !== expected)
    return {
      holds: [],
      fault: {
        where: shown,
        what: "its script or style is not the one this version of Dissent writes; if another version wrote it, verify it with that one",
      },
    };
  return {
    holds: [
      `${shown} is what the journal renders to`,
      ...(likeCases === null
        ? []
        : [`what ${shown} says of like cases rests on other debates and was not checked`]),
    ],
    fault: null,
  };
}

/** The program that shows the page depends on the version of Dissent, and everything else on the journal. */
function removePageProgram(page: string): string {
  return page
    .replace(/^<meta http-equiv="Content-Security-Policy" content="[^"]*" \/>$/m, "")
    .replace(/^<style>[^]*?<\/style>$/m, "<style></style>")
    .replace(/^<script type="module">[^]*?<\/script>$/m, "<script></script>");
}

/** What a page may say that its journal does not: how similar cases turned out, and that there is a list beside it. */
function readPageStatements(page: string): {
  readonly likeCases: LikeCases | null;
  readonly home: string | undefined;
} {
  const opens = `<script type="${PAGE_TYPE}">`;
  const start = page.indexOf(opens);
  const end = page.indexOf("</script>", start);
  if (start === -1 || end === -1) return { likeCases: null, home: undefined };
  try {
    const inside = JSON.parse(page.slice(start + opens.length, end)) as {
      home?: unknown;
      findings?: { audit?: { likeCases?: { count?: unknown; of?: unknown } } };
    };
    const { count, of } = inside.findings?.audit?.likeCases ?? {};
    const likeCases = typeof count === "number" && typeof of === "number" ? { count, of } : null;
    return { likeCases, home: inside.home === GALLERY_INDEX_FILE ? GALLERY_INDEX_FILE : undefined };
  } catch {
    return { likeCases: null, home: undefined };
  }
}
