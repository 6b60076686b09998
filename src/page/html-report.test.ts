import { hash } from "node:crypto";

import { beforeAll, describe, expect, test } from "vitest";

import { createTestBrief, holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import { type DebateRecord, PROTOCOLS } from "../dissent.ts";
import { findJournalInHtml } from "../stores/embedded-journal.ts";
import { renderHtmlReport } from "./html-report.ts";
import type { PageBundle } from "./page-bundle.ts";

const BUNDLE: PageBundle = {
  script: `const end = "</script>"; const open = /<!--/; const both = "<!--<script>";`,
  style: `p::after { content: "</style><b>" }`,
};

const HOSTILE =
  `</script><script>alert(1)</script><!-- --><img src="https://evil.example/x" onerror="alert(2)">` +
  `</title></noscript></pre><style>* { display: none }</style>\u2028\u202e'"&lt;`;

let record: DebateRecord;
let page: string;

beforeAll(async () => {
  const brief = createTestBrief({ question: HOSTILE, body: `Crews work in valleys. ${HOSTILE}` });
  const { app, id } = await holdJudges(rounds(votes("A", "A", "A")), { brief });
  record = await app.read(id);
  page = await renderHtmlReport(record, { protocols: PROTOCOLS, loadBundle: async () => BUNDLE });
});

/** What stands inside an element of a kind, in order. */
function inside(element: string): string[] {
  const whole = new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, "gs");
  return [...page.matchAll(whole)].map(([, content = ""]) => content);
}

describe("a report", () => {
  test("holds the journal and every text of it, byte for byte", async () => {
    const { journal } = findJournalInHtml(page);
    if (typeof journal !== "object") throw new Error(journal);

    expect(journal.lines).toEqual(record.lines);
    for (const [sha256, text] of journal.texts) {
      expect(hash("sha256", text)).toBe(sha256);
      expect(await record.text(sha256)).toBe(text);
    }
    expect(journal.texts.size).toBeGreaterThan(1);
  });

  test("has three scripts and one style, and nothing that was said made another", () => {
    expect(page.match(/<script\b/g)).toHaveLength(3);
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    expect(page.match(/<style\b/g)).toHaveLength(1);
    expect(page.match(/<!--/g)).toBeNull();
    expect(page.match(/<img\b/g)).toBeNull();
  });

  test("runs its own script and style by their hashes, and loads nothing", () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
    const hashed = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hashed(inside("script").at(-1) ?? "")};`);
    expect(policy).toContain(`style-src ${hashed(inside("style")[0] ?? "")};`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/connect-src|unsafe|https?:/);
    const elements = page.match(/<[a-z]+\b[^<>]*>/g) ?? [];
    expect(
      elements.filter((element) => /^<(?:link|iframe|object|base)| (?:src|href)=/.test(element)),
    ).toEqual([]);
  });

  test("keeps what its script and style mean", () => {
    const script = inside("script").at(-1) ?? "";
    // oxlint-disable-next-line no-new-func, no-implied-eval -- the script is this test's own
    const read = new Function(`${script} return [end, open.source, both];`) as () => string[];

    expect(read()).toEqual(["</script>", "\\x3C!--", "<!--<script>"]);
    expect(new RegExp(read()[1] ?? "").test("<!--")).toBe(true);
    expect(inside("style")[0]).toMatch(/^p::after \{ content: "<\\\/style><b>" \}\.reader/);
  });

  test("has a title of plain words, and the record for those without scripts", () => {
    const [title = ""] = inside("title");

    expect(title).toMatch(/^&#60;\/script&#62;/);
    expect(title).not.toMatch(/[\u2028\u202e<>]/);
    const [reader = ""] = inside("noscript");
    const elements = new Set([...reader.matchAll(/<\/?([^\s/>]+)/g)].map(([, name]) => name));
    const allowed =
      "article h1 h2 h3 h4 p ul ol li blockquote table thead tbody tr th td em strong code pre hr br";
    expect([...elements].filter((name) => !allowed.split(" ").includes(name ?? ""))).toEqual([]);
    expect(reader).toContain("<h2>Check this yourself</h2>");
    expect(reader).not.toMatch(/dissent (?:decide|show) /);
  });

  test("says what is needed beside the events: rules, findings, prompts", () => {
    const data = /<script type="application\/x-dissent-page\+json">(.*?)<\/script>/s.exec(page);
    const read = JSON.parse(data?.[1] ?? "") as Record<string, unknown>;

    expect(read).toMatchObject({
      held: false,
      rules: { id: "judges" },
      findings: { verification: { holds: true } },
    });
    expect(Object.keys(read["prompts"] as object).toSorted()).toEqual([
      "openings/effort",
      "openings/risk",
      "openings/value",
    ]);
  });
});

test("prompts that would make it too large to send are left out", async () => {
  const brief = createTestBrief({ body: "Crews work in valleys without signal. ".repeat(12_000) });
  const { app, id } = await holdJudges(rounds(votes("A", "A", "A")), { brief });
  const large = await renderHtmlReport(await app.read(id), {
    protocols: PROTOCOLS,
    loadBundle: async () => BUNDLE,
  });

  expect(large.includes('"prompts"')).toBe(false);
  expect(findJournalInHtml(large).journal).toMatchObject({ lines: (await app.read(id)).lines });
});
