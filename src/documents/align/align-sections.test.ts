import { describe, expect, test } from "vitest";

import { documentsOf } from "../../../test/support/documents/parse-documents.ts";
import { alignSections } from "./align-sections.ts";

async function answers(a: string, b: string): Promise<string[]> {
  const [one, other] = await documentsOf(a, b);
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
      "2 Server = 1 Server",
      "1.1 Risks = 2.2 Risks",
      "1.2 Tests = 2.1 Tests",
      "2.1 Risks = 1.1 Risks",
    ]);
  });

  test("an H3 answers an H2 when nothing on its own level does", async () => {
    expect(
      await answers("# T\n\n## Plan\n\n### Rollback\n", "# T\n\n## Plan\n\n## Rollback\n"),
    ).toEqual(["0 T = 0 T", "1 Plan = 1 Plan", "1.1 Rollback = 2 Rollback"]);
  });

  test("equal titles answer each other in order, one to one", async () => {
    expect(await answers("## Notes\n\n## Notes\n\n## Notes\n", "## Notes\n\n## Notes\n")).toEqual([
      "1 Notes = 1 Notes",
      "2 Notes = 2 Notes",
    ]);
  });

  test("ten thousand sections with one word in common take no time to speak of", async () => {
    const of = (word: string): string =>
      Array.from({ length: 10_000 }, (_, at) => `## Step ${word}${at}\n`).join("\n");
    const [a, b] = await documentsOf(of("a"), of("b"));
    if (a === undefined || b === undefined) throw new Error("Two documents are needed.");
    const before = process.cpuUsage();

    alignSections(a, b);

    // a hundred million comparisons would take minutes
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
