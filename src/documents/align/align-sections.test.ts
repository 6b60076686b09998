import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import { alignSections, correctAlignment } from "./align-sections.ts";

async function answers(a: string, b: string): Promise<string[]> {
  const [one, other] = await parseTestDocuments(a, b);
  if (one === undefined || other === undefined) throw new Error("Two documents are needed.");
  return [...alignSections(one, other)]
    .filter(([index]) => index > 0)
    .map(
      ([index, answer]) =>
        `${one.sections[index]?.number} ${one.sections[index]?.title} = ${other.sections[answer]?.number} ${other.sections[answer]?.title}`,
    );
}

describe("A6, A8 sections that answer each other", () => {
  test("share three of five words of their titles; two of four are not enough", async () => {
    expect(
      await answers(
        "# T\n\n## Conflict resolution on device writes\n\n## Release of mobile clients now\n",
        "# U\n\n## Release for desktop clients\n\n## Conflict resolution on server writes\n",
      ),
    ).toEqual([
      "0 T = 0 U",
      "1 Conflict resolution on device writes = 2 Conflict resolution on server writes",
    ]);
  });

  test("titles that stand under several parents are matched under the same parent", async () => {
    expect(
      await answers(
        "# T\n\n## Client\n\n### Risks\n\n### Tests\n\n## Server\n\n### Risks\n",
        "# T\n\n## Server\n\n### Risks\n\n## Client\n\n### Tests\n\n### Risks\n",
      ),
    ).toEqual([
      "0 T = 0 T",
      "1 Client = 2 Client",
      "1.1 Risks = 2.2 Risks",
      "1.2 Tests = 2.1 Tests",
      "2 Server = 1 Server",
      "2.1 Risks = 1.1 Risks",
    ]);
  });

  test("A0 children pair only under parents that pair", async () => {
    expect(
      await answers("# T\n\n## Plan\n\n### Rollback\n", "# T\n\n## Plan\n\n## Rollback\n"),
    ).toEqual(["0 T = 0 T", "1 Plan = 1 Plan"]);
  });

  test("A0 a stray heading of the first level does not part two outlines", async () => {
    const sections = "## Summary\n\nShort.\n\n## Goals\n\nFast.\n\n## Risks\n\nNone.\n";
    const found = await answers(
      `# Plan\n\n## Contents\n\nContents\n========\n\n- Summary\n\n${sections}`,
      `# Plan\n\n## Contents\n\n- Summary\n\n${sections}`,
    );

    expect(found.map((pair) => pair.split(" = ")[1])).toEqual([
      "1 Contents",
      "2 Summary",
      "3 Goals",
      "4 Risks",
    ]);
  });

  test("A0 a document divided by H1 is as good as one divided by H2", async () => {
    expect(
      await answers(
        "# Storage\n\nOrders are kept.\n\n## Backups\n\nEach night.\n\n# Delivery\n\nBy SFTP.\n",
        "# Export\n\n## Delivery\n\nBy SFTP.\n\n## Storage\n\nOrders are kept.\n\n### Backups\n\nEach night.\n",
      ),
    ).toEqual(["1 Storage = 2 Storage", "1.1 Backups = 2.1 Backups", "2 Delivery = 1 Delivery"]);
  });

  test("A0 the same id means the same only if the texts say so", async () => {
    const parser = "The parser reads every file of the corpus and reports each broken line.";
    const pages = "Pages show the journal of a debate and let people answer open questions.";
    expect(
      await answers(
        `## M1: Parser\n\n${parser}\n\n## M2: Pages\n\n${pages}\n`,
        `## M1: Pages\n\n${pages}\n\n## M2: Parser\n\n${parser}\n`,
      ),
    ).toEqual(["1 M1: Parser = 2 M2: Parser", "2 M2: Pages = 1 M1: Pages"]);
    expect(
      await answers(`## R-001: Lost files\n\n${parser}\n`, `## R-001: Slow answers\n\n${pages}\n`),
    ).toEqual([]);
  });

  test("A0 a section under another name is known by what it says", async () => {
    const words =
      "Exports are objects in a bucket with a lifecycle rule, so that nobody deletes anything by hand.";
    expect(
      await answers(`## Context\n\n${words}\n`, `## Background\n\n${words} Costs are low.\n`),
    ).toEqual(["1 Context = 1 Background"]);
  });

  test("A0 what a model pairs or parts counts more than likeness", async () => {
    const documents = await parseTestDocuments(
      "## Alpha\n\nOne two three.\n\n## Goals\n\nSpeed.\n",
      "## Omega\n\nUn deux trois.\n\n## Goals\n\nSpeed.\n",
    );
    const [a, b] = documents;
    if (a === undefined || b === undefined) throw new Error("Two documents are needed.");
    expect([...alignSections(a, b)]).toEqual([
      [0, 0],
      [2, 2],
    ]);

    correctAlignment(documents, [
      {
        action: "pair",
        sections: [
          [1, 1],
          [2, 1],
        ],
      },
      {
        action: "part",
        sections: [
          [1, 2],
          [2, 2],
        ],
      },
    ]);

    expect([...alignSections(a, b)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test("equal titles answer each other by place, one to one", async () => {
    expect(await answers("## Notes\n\n## Notes\n\n## Notes\n", "## Notes\n\n## Notes\n")).toEqual([
      "1 Notes = 1 Notes",
      "3 Notes = 2 Notes",
    ]);
  });

  test("ten thousand sections with one word in common take no time to speak of", async () => {
    const of = (word: string): string =>
      Array.from({ length: 10_000 }, (_, at) => `## Step ${word}${at}\n`).join("\n");
    const [a, b] = await parseTestDocuments(of("a"), of("b"));
    if (a === undefined || b === undefined) throw new Error("Two documents are needed.");
    const before = process.cpuUsage();

    alignSections(a, b);

    // a hundred million comparisons would take minutes
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
