import { judgedAs } from "../../app/results/adr-again.ts";
/** A page as one file, compared with what its journal renders to. */
import type { LikeCases } from "../../audit/label.ts";
import { type DebateRecord, PROTOCOLS } from "../../dissent.ts";
import { pageBundles } from "../../page/bundle.ts";
import { INDEX } from "../../page/gallery.ts";
import { PAGE_TYPE, reportHtml } from "../../page/report.ts";
import { journalInHtml } from "../../stores/journal-inside.ts";
import { type Checked, plainEnds } from "./document.ts";
import { firstLineApart } from "./first-line.ts";

export interface Page {
  readonly shown: string;
  /** Without the journal inside it. */
  readonly around: string;
}

export async function checkPage(
  record: DebateRecord,
  { shown, around }: Page,
  bundleOf = pageBundles(),
): Promise<Checked> {
  const found = plainEnds(around);
  const { likeCases, home } = saidByPage(found);
  const rendered = await reportHtml(record, {
    protocols: PROTOCOLS,
    judged: likeCases && judgedAs(likeCases),
    bundleOf,
    ...(home !== undefined && { home }),
  });
  const expected = journalInHtml(rendered).around;
  const apart = firstLineApart(withoutProgram(found), withoutProgram(expected));
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
function withoutProgram(page: string): string {
  return page
    .replace(/^<meta http-equiv="Content-Security-Policy" content="[^"]*" \/>$/m, "")
    .replace(/^<style>[^]*?<\/style>$/m, "<style></style>")
    .replace(/^<script type="module">[^]*?<\/script>$/m, "<script></script>");
}

/** What a page may say that its journal does not: how like cases went, and that a list lies beside it. */
function saidByPage(page: string): {
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
    return { likeCases, home: inside.home === INDEX ? INDEX : undefined };
  } catch {
    return { likeCases: null, home: undefined };
  }
}
