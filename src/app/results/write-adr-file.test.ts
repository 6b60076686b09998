import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { holdJudges, responds, rounds, votes } from "../../../test/support/protocols/judges.ts";
import { type Transcript, buildTranscript } from "../../domain/journal/transcript.ts";
import { formatAdrRecord } from "../../reports/adr-record.ts";
import { checkAdrRequest, writeAdrFile } from "./write-adr-file.ts";

async function project(files: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "dissent-adr-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

async function transcript(...choices: [string, string, string]): Promise<Transcript> {
  const script = rounds(votes(...choices), {
    risk: responds("risk", choices[0]),
    value: responds("value", choices[1]),
    effort: responds("effort", choices[2]),
  });
  return buildTranscript((await holdJudges(script)).events);
}

const SLUG = "should-field-app-v2-ship-with-offline-sync.md";

test.each([
  ["an empty project", {}, `docs/decisions/0001-${SLUG}`],
  ["MADR", { "docs/decisions/0007-use-x.md": "" }, `docs/decisions/0008-${SLUG}`],
  ["three digits", { "docs/adr/041-use-x.md": "" }, `docs/adr/042-${SLUG}`],
  ["a prefix", { "docs/decisions/adr-0012-use-x.md": "" }, `docs/decisions/adr-0013-${SLUG}`],
  ["adr-tools", { ".adr-dir": "notes/adr\n", "notes/adr/0003-a.md": "" }, `notes/adr/0004-${SLUG}`],
  [
    "log4brains",
    { ".log4brains.yml": "project:\n  adrFolder: ./docs/records\n" },
    `docs/records/0001-${SLUG}`,
  ],
  ["dates", { "docs/adr/20250101-use-x.md": "" }, `docs/adr/20231114-${SLUG}`],
])("records follow the place and numbering of %s", async (_, files, path) => {
  const root = await project(files);

  expect(
    await writeAdrFile({
      root,
      dir: "auto",
      transcript: await transcript("A", "A", "A"),
      supersedes: [],
    }),
  ).toBe(path);
});

test("many writers at once never share a number", async () => {
  const root = await project();
  const record = await transcript("A", "A", "A");

  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      writeAdrFile({
        root,
        dir: "auto",
        transcript: { ...record, question: `Question ${index}?` },
        supersedes: [],
      }),
    ),
  );

  const numbers = (await readdir(join(root, "docs/decisions"))).map((file) => file.slice(0, 4));
  expect(new Set(numbers)).toEqual(
    new Set(["0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008"]),
  );
});

test("a lock that a killed process left behind does not block for ever", async () => {
  const root = await project({ "docs/decisions/0001-a.md": "" });
  const lock = join(root, "docs/decisions/.dissent-lock");
  await mkdir(lock);
  await utimes(lock, new Date(0), new Date(0));

  const path = await writeAdrFile({
    root,
    dir: "auto",
    transcript: await transcript("A", "A", "A"),
    supersedes: [],
  });

  expect(path).toContain("0002-");
});

test("the record it supersedes keeps its words and changes its status", async () => {
  const root = await project({
    "docs/decisions/0009-old.jsonl": "its journal, under the same number",
    "docs/decisions/0009-old.md": "---\nstatus: accepted\n---\n# Old\n\nWords.\n",
  });
  const record = await transcript("A", "A", "A");

  const path = await writeAdrFile({ root, dir: "auto", transcript: record, supersedes: ["9"] });

  const old = await readFile(join(root, "docs/decisions/0009-old.md"), "utf8");
  expect(old).toBe(
    `---\nstatus: "superseded by 0010-${SLUG.slice(0, -3)}"\n---\n# Old\n\nWords.\n`,
  );
  expect(await readFile(join(root, path), "utf8")).toContain("Supersedes [0009-old](0009-old.md).");
});

test("a record to supersede that is not there, and a directory outside, are found beforehand", async () => {
  const root = await project();

  await expect(checkAdrRequest({ root, dir: "auto", supersedes: ["4"] })).rejects.toThrow(
    "no decision record 4",
  );
  await expect(checkAdrRequest({ root, dir: "../elsewhere", supersedes: [] })).rejects.toThrow(
    "leads out of the project",
  );
});

test("K6 K10 a contested question is proposed and not decided, with every case in its own words", async () => {
  const text = formatAdrRecord(await transcript("A", "B", "C"), { supersedes: [] });

  expect(text).toContain('status: "proposed"');
  expect(text).toContain("Not decided. The panel: Contested");
  for (const seat of ["risk", "value", "effort"]) expect(text).toContain(`> ${seat} now holds`);
  expect(text).not.toContain("### Dissents"); // one of them may hold what a person chooses
  for (const section of ["### The cases", "### What would change this"]) {
    expect(text).toContain(section);
  }
});

test("K11 a person's decision is accepted, and says when it overrides the panel", async () => {
  const { app, id } = await holdJudges(rounds(votes("A", "A", "A")));
  await app.decide(id, { choice: "B", reason: "The valleys matter more.", by: "Ada" });

  const text = formatAdrRecord(buildTranscript((await app.read(id)).events), { supersedes: [] });

  expect(text).toContain('status: "accepted"');
  expect(text).toContain('Chosen option: "B Full sync", by Ada. This overrides the panel.');
  expect(text).toContain("> The valleys matter more.");
});

test("K17 a question with markup, paths or escapes stays words", async () => {
  const root = await project();
  const record = {
    ...(await transcript("A", "A", "A")),
    question: "../../x <script>alert(1)</script> \u001b[2J?",
  };

  const path = await writeAdrFile({ root, dir: "auto", transcript: record, supersedes: [] });
  const text = await readFile(join(root, path), "utf8");

  expect(path).toBe("docs/decisions/0001-x-script-alert-1-script-2j.md");
  expect(text).not.toContain("<script>");
  expect(text).not.toContain("\u001b");
});
