import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { addSeatDocuments } from "./seat-documents.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dissent-seats-"));
  await writeFile(join(root, "policy.md"), "Backups are kept for 30 days.\n");
});
afterAll(() => rm(root, { recursive: true }));

const reading = {
  brief: {
    id: "q",
    question: "Delete?",
    options: [],
    sources: [],
    featureName: null,
    featureDir: null,
  },
  given: null,
  file: null,
  skipped: [],
  findings: [],
};
const context = { include: [], deny: [], maxBytes: 100_000 };

test("K7 a seat's own document is a source of its own that everyone can quote", async () => {
  const participants = { legal: { stance: "duties", source: "policy.md" }, risk: { model: "m" } };
  const { brief } = await addSeatDocuments(reading, { participants, context }, root);

  expect(brief.sources).toMatchObject([
    { id: "doc-legal", title: "policy.md", text: "Backups are kept for 30 days.\n" },
  ]);
});

test("K17 it stays inside the project, and a seat that is left empty brings none", async () => {
  const outside = { legal: { source: "../../etc/hostname" } };
  const empty = { legal: { source: "policy.md", seated: false } };

  await expect(
    addSeatDocuments(reading, { participants: outside, context }, root),
  ).rejects.toThrow();
  expect(await addSeatDocuments(reading, { participants: empty, context }, root)).toBe(reading);
});
