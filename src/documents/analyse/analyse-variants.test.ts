import { describe, expect, test } from "vitest";

import {
  parseTestDocument,
  parseTestDocuments,
  parsePlainDocuments,
} from "../../../test/support/documents/parse-documents.ts";
import { randomMarkdown } from "../../../test/support/documents/random-markdown.ts";
import { isVotedPoint, type PointKind } from "../comparison-point.ts";
import type { ParsedDocument } from "../document.ts";
import { computeVariantMetrics } from "../metrics/variant-metrics.ts";
import { createEventLoopYielder, type YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type VariantAnalysis, analyseVariants } from "./analyse-variants.ts";
import { formatDiffAnalysisPage } from "./diff-analysis-page.ts";

async function analysed(...texts: readonly string[]): Promise<VariantAnalysis> {
  return analyseVariants(
    await parseTestDocuments(...texts),
    { focus: [] },
    createEventLoopYielder(),
  );
}

/** "High Storage: …" of every point of some kinds. */
function told({ points }: VariantAnalysis, ...kinds: readonly PointKind[]): string[] {
  return points
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ severity, summary }) => `${severity} ${summary}`);
}

const headings = (...titles: readonly string[]): string =>
  titles.map((title) => `${title}\n\nText.\n`).join("\n");

describe("A5, A6 structure", () => {
  test("the same outline has no structural point", async () => {
    const outline = headings("# T", "## 1. Goals", "## 2. Risks");
    const other = headings("# U", "## The goals", "## Risk");

    expect(told(await analysed(outline, other), "order", "headings", "depth")).toEqual([]);
  });

  test("order is Low for a swap and Medium when most of it is turned round", async () => {
    const a = headings("# T", "## Alpha", "## Beta", "## Gamma", "## Delta");
    const swapped = headings("# T", "## Beta", "## Alpha", "## Gamma", "## Delta");
    const turned = headings("# T", "## Delta", "## Gamma", "## Beta", "## Alpha");

    expect(told(await analysed(a, swapped), "order")).toEqual([
      "Low Common sections stand in another order: Alpha, Beta, Gamma, Delta (A); Beta, Alpha, Gamma, Delta (B).",
    ]);
    expect(told(await analysed(a, turned, a), "order")).toEqual([
      "Medium Common sections stand in another order: Alpha, Beta, Gamma, Delta (A and C); Delta, Gamma, Beta, Alpha (B).",
    ]);
  });

  test.each([
    ["Low", ["# T", "## A"], ["# T", "## A", "### B"]],
    ["Medium", ["# T", "## A", "### B"], ["# T", "## A", "### B", "#### C", "##### D"]],
    ["High", ["# T", "## A"], ["# T", "## A", "### B", "#### C"]],
    ["Medium", ["Text"], ["# T", "## A"]],
  ])("depth: %s for %j against %j", async (severity, a, b) => {
    const [depth] = (await analysed(headings(...a), headings(...b))).points.filter(
      ({ kind }) => kind === "depth",
    );

    expect(depth?.severity).toBe(severity);
    expect(depth?.sides).toHaveLength(2);
  });

  test.each([
    ["Low", ["## A", "## B", "## C"], ["## A", "## B", "## D"]],
    ["Medium", ["## A", "## B"], ["## A", "## C"]],
    ["High", ["## A", "## B"], ["## C", "## D"]],
  ])("headings: %s for %j against %j", async (severity, a, b) => {
    expect(
      (await analysed(headings("# T", ...a), headings("# T", ...b))).points.find(
        ({ kind }) => kind === "headings",
      )?.severity,
    ).toBe(severity);
  });

  test("three of four words of a heading are not 80 %", async () => {
    const four = headings("# T", "## Alpha beta gamma delta");
    const five = headings("# T", "## Alpha beta gamma delta epsilon");
    const three = headings("# T", "## Alpha beta gamma");

    expect(told(await analysed(four, five), "headings")).toEqual([]);
    expect(told(await analysed(four, three), "headings")).toHaveLength(1);
  });
});

describe("A7, A8 content", () => {
  const section = (title: string, text: string): string => `# T\n\n## ${title}\n\n${text}\n`;

  test("the same words under one topic are no difference, whatever the marks", async () => {
    const analysis = await analysed(
      section("Storage", "Records are kept in **SQLite**.\n\n- one\n- two"),
      section("The storage", "Records are kept in SQLite.\n\n* one\n* two"),
    );

    expect(told(analysis, "approach", "detail", "coverage")).toEqual([]);
  });

  test.each([
    ["We write the engine in C++.", "We write the engine in C#.", '"C++." becomes "C#."'],
    ["It costs $5M a year.", "It costs €5M a year.", '"$5M" becomes "€5M"'],
    ["The answer takes < 200 ms.", "The answer takes > 200 ms.", '"<" becomes ">"'],
    ["| North |\n|---|\n| -5 |", "| North |\n|---|\n| 5 |", '"-5" becomes "5"'],
    ["| Audit |\n|---|\n| ✅ |", "| Audit |\n|---|\n| ❌ |", '"✅" becomes "❌"'],
    ["Try while `left > used`.", "Try while `left < used`.", '">" becomes "<"'],
    ["```js\nlet a = b + c;\n```", "```js\nlet a = b - c;\n```", '"+" becomes "-"'],
    ["```js\nif (!ok) end();\n```", "```js\nif (ok) end();\n```", '"(!ok)" becomes "(ok)"'],
    ["```\na:\n  b:\n  c:\n```", "```\na:\n  b:\n    c:\n```", "code is indented otherwise"],
  ])("a mark that changes what the same words mean is Medium: %j, %j", async (a, b, summary) => {
    const analysis = await analysed(section("Storage", a), section("Storage", b));

    expect(told(analysis, "approach")).toEqual([
      expect.stringMatching(/^Medium Storage: (\d+) of \1 words in common; /),
    ]);
    expect(told(analysis, "approach")[0]).toContain(summary);
  });

  test.each([
    ["- 5 of them\n- 6", "+ 5 of them\n+ 6"],
    ["> 5 of them", "5 of them"],
    ["It is `SQLite`, as planned!", "It is SQLite – as planned."],
    ["At most ≤ 5 and −3.", "At most <= 5 and -3."],
    ["It costs 5 %.", "It costs 5%."],
    ["Call `/v1/users?a=b` with `--all`.", "Call /v1/users?a=b with --all."],
    ["~~~js\na + b\n~~~", "- ```js\n  a + b   \n  ```"],
  ])("other ways to write the same are none: %j, %j", async (a, b) => {
    const analysis = await analysed(section("Storage", a), section("Storage", b));

    expect(told(analysis, "approach")).toEqual([]);
  });

  test("another approach says how little is shared, and who is against whom", async () => {
    const analysis = await analysed(
      section("Storage", "Records are kept in SQLite on the device."),
      section("Storage", "Objects live in S3 buckets behind a gateway."),
      section("Storage", "Records are kept in SQLite on the device."),
    );

    expect(told(analysis, "approach")).toEqual([
      "High Storage: 1 of 8 words in common; A and C against B.",
    ]);
    expect(
      analysis.points[0]?.sides.map(({ variant, section: at, line, quote }) => [
        variant,
        at,
        line,
        quote,
      ]),
    ).toEqual([
      [1, 2, 5, "Records are kept in SQLite on the device."],
      [2, 2, 5, "Objects live in S3 buckets behind a gateway."],
      [3, 2, 5, "Records are kept in SQLite on the device."],
    ]);
  });

  test("two thirds of the words in common is Medium", async () => {
    const analysis = await analysed(
      section("Storage", "Records are kept in files on the device and copied at night."),
      section("Storage", "Records are kept in tables on the server and copied every hour."),
    );

    expect(told(analysis, "approach")).toEqual(["Medium Storage: 8 of 12 words in common."]);
  });

  test("a small rewording is Low and shown", async () => {
    const analysis = await analysed(
      section(
        "Storage",
        "We keep all of the records of every customer for good reasons in one database.",
      ),
      section(
        "Storage",
        "We keep all of the records of every customer for sound reasons in one database.",
      ),
    );

    expect(told(analysis, "approach")).toEqual([
      'Low Storage: 13 of 14 words in common; from A to B: "good" becomes "sound".',
    ]);
  });

  test.each([
    ["for 30 days", "for 90 days"],
    ["in SQLite", "in IndexedDB"],
    ["as it must be", "as it is not"],
  ])("A0 but a figure, a name or a negation is Medium, and one point: %s, %s", async (from, to) => {
    const of = (words: string): string =>
      section(
        "Storage",
        `We keep all of the records of every customer ${words}, together with what belongs to them, in one database.`,
      );

    const { points } = await analysed(of(from), of(to));

    expect(points).toHaveLength(1);
    expect(["Medium", "High"]).toContain(points[0]?.severity);
  });

  test("twice the words on the same matter is detail", async () => {
    const short = "Records are kept on the device.";
    const analysis = await analysed(
      section("Storage", short),
      section("Storage", `${short} ${"More is said about it here. ".repeat(3)}`),
    );

    expect(told(analysis, "detail", "approach")).toEqual([
      "Medium Storage: more is said by B: 24 words (B), 6 words (A).",
    ]);
  });

  test("a topic that two have and one lacks is a gap, by what hangs on it", async () => {
    const plain = "Some remarks on colours.";
    const strict = "The server must log every login.";
    const gap = async (text: string): Promise<string[]> =>
      told(
        await analysed(
          `# T\n\n## Logging\n\n${text}\n\n## Z\n\nx\n`,
          "# T\n\n## Z\n\nx\n",
          `# T\n\n## Z\n\nx\n\n## Logging\n\n${text}\n`,
        ),
        "coverage",
      );

    expect(await gap(plain)).toEqual(["Low Logging: covered by A and C, missing in B."]);
    expect(await gap(strict)).toEqual(["High Logging: covered by A and C, missing in B."]);
  });

  test("what a gap weighs is the most that any draft hangs on it", async () => {
    const plain = "## Logging\n\nSome remarks on colours.\n\n";
    const strict = "## Logging\n\nThe server must log every login.\n\n";
    const analysis = await analysed(
      `# T\n\n${plain}## Z\n\nx\n`,
      "# T\n\n## Z\n\nx\n",
      `# T\n\n${strict}## Z\n\nx\n`,
    );

    expect(told(analysis, "coverage")).toEqual(["High Logging: covered by A and C, missing in B."]);
  });

  test("two of three words of a title are the same topic, two of four are not", async () => {
    const kinds = async (a: string, b: string): Promise<PointKind[]> =>
      (await analysed(section(a, "One."), section(b, "Two."))).points.map(({ kind }) => kind);

    expect(await kinds("Offline data storage", "Offline data model")).toContain("approach");
    expect(await kinds("Offline data storage rules", "Offline data model changes")).not.toContain(
      "approach",
    );
  });

  test("a section with another title and the same lines was renamed, not added", async () => {
    const lines =
      "Records are kept in SQLite on the device.\n\nThey are encrypted with the key of the user.\n\nThe key is kept in the secure element.";
    const analysis = await analysed(
      section("Storage", lines),
      section("Where things go", `${lines}\n\nOne more paragraph stands here.`),
    );

    expect(told(analysis, "approach", "detail", "coverage")).toEqual([]);
    expect(told(analysis, "contribution")).toEqual([
      'Low Where things go: only B says "One more paragraph stands here.".',
    ]);
  });
});

describe("A13 what another draft says under another heading is no contribution", () => {
  const duty =
    "Maintainers have the right to remove or reject comments that are not aligned to this document, and they give their reasons.";
  const near = duty.replace("and they give their reasons", "and say why when they do");
  const news =
    "Reports are answered within three working days by the person who is on duty that week.";

  test("nor is it missing there: a section, or a passage in nearly the same words", async () => {
    const { points } = await analysed(
      `# T\n\n${duty}\n\n## Scope\n\nHere.\n`,
      `# T\n\n## Duties\n\n${near}\n\n## Scope\n\nHere.\n`,
    );

    expect(points.filter(({ kind }) => kind === "contribution" || kind === "coverage")).toEqual([]);
  });

  test("of several passages, those that are new are listed", async () => {
    const { points } = await analysed(
      `# T\n\n${duty}\n\n${news}\n\n## Scope\n\nHere.\n`,
      `# T\n\n## Scope\n\nHere.\n\n## Duties\n\n${near}\n\nThey are elected each year.\n`,
    );

    expect(
      points
        .filter(({ kind, sides: [side] }) => kind === "contribution" && side?.variant === 1)
        .map(({ sides: [side] }) => side?.quote),
    ).toEqual([news]);
  });
});

describe("A13, A14 unique contributions", () => {
  const base = "# T\n\n## Goals\n\nWork without a network.\n";

  test.each([
    ["High", "## Rollback\n\nThe server must keep the old schema for 30 days."],
    ["High", "## Risks\n\nThe device is lost."],
    ["High", "## Needs\n\nFR-9: export."],
    ["Medium", "## Budget\n\nThe pilot costs 5,000 EUR."],
    ["Medium", "## Kosten\n\nDer Versuch kostet 5.000 EUR."],
    [
      "Medium",
      "## Sicherheit\n\nDie Schlüssel müssen jeden Monat getauscht werden. Ein verlorenes Gerät wird aus der Ferne gelöscht.",
    ],
    ["Medium", "## 安全\n\n鍵は毎月更新しなければならない。通信はすべて暗号化する。"],
    ["Low", "## 1. Gedanken\n\nFarben sind wichtig."],
    ["Low", "## Thoughts\n\nColours matter to people."],
  ])("%s: %s", async (value, added) => {
    const { points } = await analysed(base, `${base}\n${added}\n`);

    expect(
      points
        .filter(({ kind }) => kind === "contribution")
        .map(({ severity, sides }) => [severity, sides.map(({ variant }) => variant)]),
    ).toEqual([[value, [2]]]);
  });

  test("a unique section is one contribution with its parts", async () => {
    const { points } = await analysed(
      base,
      `${base}\n## Rollback\n\n### Schema\n\nIt must stay.\n\n### Data\n\nIt must stay too.\n`,
    );
    const unique = points.filter(({ kind }) => kind === "contribution");

    expect(unique.map(({ topic }) => topic)).toEqual(["Rollback"]);
    expect(unique[0]?.sides[0]?.quote).toContain("Schema");
  });

  test("a part that only one variant has of a common section is a contribution", async () => {
    const { points } = await analysed(
      base,
      `${base}\n### Offline limits\n\nThe cache must stay below 50 MB.\n`,
    );

    expect(points.filter(({ kind }) => kind === "contribution").map(({ topic }) => topic)).toEqual([
      "Offline limits",
    ]);
  });

  test("boilerplate, empty sections and what stands elsewhere are none", async () => {
    const moved = "The exported file must be encrypted with the customer's key.";
    const { points } = await analysed(
      `${base}\n## Export\n\n${moved}\n\nMore on it.\n`,
      `${base}\n## License\n\nMIT must be kept.\n\n## Table of contents\n\n- [Goals](#goals)\n\n## Later\n\n## Files\n\n${moved}\n\nMore on it.\n`,
    );

    expect(points.filter(({ kind }) => kind === "contribution")).toEqual([]);
  });

  test("what stands in a common section of another variant is none", async () => {
    const lines =
      "The exported file must be encrypted with the key.\n\nThe key must be kept in the vault.";
    const own =
      "Work without a network, in every region.\n\nKeep the battery alive for a day of work.\n\nNever lose a change that was made.";
    const { points } = await analysed(
      `# T\n\n## Goals\n\n${own}\n\n${lines}\n`,
      `# T\n\n## Goals\n\n${own}\n\n## Keys\n\n${lines}\n`,
    );

    expect(points.filter(({ kind }) => kind === "contribution")).toEqual([]);
  });

  test("what only repeats the source is none", async () => {
    const repeated = "## Needs\n\nFR-1: every file must be encrypted.\n";
    const source = await parseTestDocument(`# Source\n\n${repeated}`, 3);
    const documents = await parseTestDocuments(base, `${base}\n${repeated}`);

    const without = await analyseVariants(documents, { focus: [] }, createEventLoopYielder());
    const knowing = await analyseVariants(
      documents,
      { focus: [], source },
      createEventLoopYielder(),
    );

    expect(without.counts.unique).toBe(1);
    expect(knowing.counts.unique).toBe(0);
  });
});

describe("what stands under no heading", () => {
  test("plain texts are compared paragraph by paragraph", async () => {
    const documents = await parsePlainDocuments(
      "The fleet is small.\n\nWe sync every 5 minutes over HTTP.\n\nThe end.\n",
      "The fleet is small.\n\nWe sync every 15 minutes over HTTP.\n\nThe app must work offline.\n\nThe end.\n",
    );

    const { points } = await analyseVariants(documents, { focus: [] }, createEventLoopYielder());

    expect(points.map(({ id, severity, summary }) => `${id} ${severity} ${summary}`)).toEqual([
      "X-001 Medium we sync over http: every 5 minutes (A), every 15 minutes (B).",
      'U-001 High The beginning: only B says "The app must work offline.".',
    ]);
    for (const { sides } of points) {
      for (const { variant, start, end, quote } of sides) {
        expect(documents[variant - 1]?.text.slice(start, end)).toBe(quote);
      }
    }
  });

  test("an introduction is compared too, and weighs at most Medium", async () => {
    const analysis = await analysed(
      "# T\n\nAll must burn.\n\n## A\n\nx\n",
      "# T\n\nNothing may ever be lit.\n\n## A\n\nx\n",
    );

    expect(told(analysis, "approach")).toEqual(["Medium T: 0 of 5 words in common."]);
  });
});

test("A11 a contradiction inside one variant names it, is listed apart and is not voted on", async () => {
  const { points, counts } = await analysed(
    "# T\n\nThe retry delay is 5 s.\n\nThe retry delay is 9 s.\n",
    "# T\n\nThe boat is painted blue.\n",
  );
  const found = points.filter(({ category }) => category === "contradiction");

  expect(found.map(({ within }) => within)).toEqual([1]);
  expect(found.filter(isVotedPoint)).toEqual([]);
  expect(counts).toMatchObject({ contradictions: 0, within: 1 });
});

describe("A15 ids", () => {
  const A = "# T\n\n## Goals\n\nThe delay is 5 s.\n\n## Risks\n\nLoss. The delay is 7 s.\n";
  const B =
    "# T\n\n## Risks\n\nTheft.\n\n## Goals\n\nThe delay is 9 s.\n\n### Extra\n\nIt must fly.\n";

  test("are contiguous in each category, in the order S, C, X between, X within, U", async () => {
    const { points, counts } = await analysed(A, B);

    expect(
      points.map(({ id, within }) => id + (within === null ? "" : ` within ${within}`)),
    ).toEqual(["S-001", "S-002", "S-003", "C-001", "X-001", "X-002 within 1", "U-001"]);
    expect(counts).toEqual({
      structural: 3,
      content: 1,
      contradictions: 1,
      within: 1,
      unique: 1,
      total: 7,
    });
    // A33b: contributions are voted on; how deep headings go is not
    expect(points.filter(isVotedPoint).map(({ id }) => id)).toEqual([
      "S-001",
      "C-001",
      "X-001",
      "U-001",
    ]);
    expect(
      points.every(
        ({ severity, sides, origin }) =>
          severity !== undefined && sides.length > 0 && origin === "code",
      ),
    ).toBe(true);
  });

  test("the same input gives the same analysis, to the byte", async () => {
    const first = JSON.stringify(await analysed(A, B, A));

    for (let again = 0; again < 3; again++)
      expect(JSON.stringify(await analysed(A, B, A))).toBe(first);
  });

  test("focus names the points that are about it", async () => {
    const documents = await parseTestDocuments(A, B);
    const focused = async (...focus: readonly string[]): Promise<readonly string[]> =>
      (await analyseVariants(documents, { focus }, createEventLoopYielder())).focused;

    expect(await focused()).toHaveLength(7);
    expect(await focused("structure", "risk")).toEqual(expect.arrayContaining(["C-001"]));
    expect(await focused("contradictions")).toEqual(["X-001", "X-002"]);
    expect(await focused("no such thing")).toEqual([]);
    // every word of an area
    expect(await focused("contradiction delay")).toEqual(["X-001", "X-002"]);
    expect(await focused("contradiction storm")).toEqual([]);
  });
});

describe("A16, A17 substantially identical", () => {
  const text = Array.from({ length: 30 }, (_, at) => `Sentence number ${at} stands here.`).join(
    "\n\n",
  );

  test("every pair is under a tenth apart", async () => {
    const analysis = await analysed(text, `${text}\n\nOne more.`, text);

    expect(analysis.identical).toBe(true);
    expect(analysis.pairs[0]).toEqual({ a: 1, b: 2, shared: 30, distinct: 31 });
  });

  test("(004.7 m) with one that differs, near-duplicates are named and the debate goes on", async () => {
    const analysis = await analysed(text, "Something else.", `${text}\n\nOne more.`);

    expect(analysis.identical).toBe(false);
    expect(analysis.nearDuplicates).toEqual([{ variant: 3, of: 1 }]);
  });

  test("(004.7 l) the same bytes have no points at all", async () => {
    expect((await analysed(text, text)).points).toEqual([]);
  });
});

describe("limits", () => {
  test("more than two hundred findings of a category are cut, the weightiest kept, and that is said", async () => {
    const of = (delay: number): string =>
      Array.from(
        { length: 250 },
        (_, at) => `The delay of pump p${at}x is ${at === 249 ? "at most " : ""}${delay} s.`,
      ).join("\n\n");

    const { points, limits } = await analyseVariants(
      await parsePlainDocuments(of(5), of(9)),
      { focus: [] },
      createEventLoopYielder(),
    );
    const between = points.filter(({ category }) => category === "contradiction");

    expect(between).toHaveLength(200);
    expect(between.at(-1)).toMatchObject({ id: "X-200", severity: "High" });
    expect(limits).toContain("50 more contradiction findings of lower severity are not listed.");
  });

  test("there is a chance for other work in every section and in every long paragraph", async () => {
    const said =
      "The queue of region r must expire after 5 days, and the cache is never shared with `others`. ";
    const sections = (count: number): string =>
      `# T\n\n${Array.from({ length: count }, (_, at) => `## Part ${at}\n\n${said.replaceAll("r ", `r${at % 7} `)}`).join("\n\n")}\n`;
    const paragraph = (count: number): string => `# T\n\n${said.repeat(count)}\n`;
    const chances = async (text: string): Promise<number> => {
      let count = 0;
      const breathe: YieldToEventLoop = () => {
        count += 1;
        return undefined;
      };
      await analyseVariants(await parseTestDocuments(text, text), { focus: [] }, breathe);
      return count;
    };

    for (const readText of [sections, paragraph]) {
      const [few, many] = [await chances(readText(50)), await chances(readText(150))];
      expect(many - few).toBeGreaterThan(2 * 100);
    }
  });
});

test("any documents are analysed: empty, blank, only code, only headings", async () => {
  const odd: readonly string[] = [
    "",
    "\n\n",
    "```\nx\n",
    "# ",
    "##\n##\n##\n",
    "\ufeff# T\r\n\r\nx\r\n",
    "|a|\n|-|\n",
  ];
  for (const a of odd) {
    for (const b of odd) {
      const documents: readonly ParsedDocument[] = await parseTestDocuments(a, b);
      const { points } = await analyseVariants(documents, { focus: [] }, createEventLoopYielder());
      for (const { sides } of points) {
        for (const { variant, quote } of sides)
          expect(documents[variant - 1]?.text).toContain(quote);
      }
    }
  }
});

test("A12, A15 malformed Markdown is analysed: every quote stands in its variant, every id follows the last", async () => {
  for (let seed = 0; seed < 80; seed++) {
    const documents = await parseTestDocuments(
      ...[1, 2, 3].map((n) => randomMarkdown(seed * 3 + n, 12)),
    );
    const analysis = await analyseVariants(documents, { focus: [] }, createEventLoopYielder());
    const page = formatDiffAnalysisPage(documents, analysis, { generated: "today", remarks: [] });
    const last = new Map<string, number>();
    for (const { id, sides } of analysis.points) {
      const [letter = "", number = ""] = id.split("-");
      expect(Number(number), `seed ${seed}`).toBe((last.get(letter) ?? 0) + 1);
      last.set(letter, Number(number));
      expect(page).toContain(`| ${id} | `);
      for (const { variant, quote, start, end } of sides) {
        const { text = "" } = documents[variant - 1] ?? {};
        expect(text.slice(start, end), `seed ${seed}`).toContain(quote);
      }
    }
    for (const { rc, ic, sr, dc, sc } of await computeVariantMetrics(
      documents,
      null,
      createEventLoopYielder(),
    )) {
      for (const { num, den } of [rc, ic, sr, dc, sc]) expect(num).toBeLessThanOrEqual(den);
    }
  }
});
