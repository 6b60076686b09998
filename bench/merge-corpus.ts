/**
 * Measures merges of real documents: `node bench/merge-corpus.ts <folder> [set…]`. No model is called.
 *
 * The folder holds one subfolder per set of drafts, with `golden/merged.md` and `golden/ancestor.md` where there are
 * any. F1 compares sentences (comments left out, prose joined over line breaks, code by line, each as often as it
 * stands there) with golden/merged.md.
 *
 * `--agree` holds scripted debates instead: each draft in turn is the base, and all advocates agree on another draft's
 * words at every point and take what only one draft has. It prints how many planned changes were made, and why others
 * were not.
 */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { dissent } from "../src/dissent.ts";
import type { Brief, Source } from "../src/domain/brief.ts";
import { buildTranscript } from "../src/domain/journal/transcript.ts";
import type { Model } from "../src/model.ts";
import { offline } from "../src/models/offline.ts";
import type { MergeStateInput } from "../src/protocols/merge/prompts/prompt-input.ts";
import { merge } from "../src/protocols/merge/protocol.ts";
import { memoryStore } from "../src/stores/memory.ts";
import { createPanelModel, states } from "../test/support/protocols/merge.ts";
import { countFlaws, scoreSentences } from "./measures/merged-text.ts";

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { save: { type: "string" }, agree: { type: "boolean", default: false } },
});
const [folder, ...wanted] = positionals;
if (folder === undefined)
  process.stdout.write(
    "usage: node bench/merge-corpus.ts <folder> [set…] [--agree] [--save folder]\n",
  );
else if (flags.agree) await measureAgreements(folder);
else await measureCorpus(folder);

function listSets(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
    .map(({ name }) => name)
    .toSorted();
}

/** Every draft as the base, every other draft as the one that all advocates agree on. */
async function measureAgreements(root: string): Promise<void> {
  let failed = 0;
  print("set                  into from made skip fail hand dup empty ids lost  outcome");
  for (const name of listSets(root)) {
    const { drafts } = readSet(join(root, name));
    for (const [into, from] of drafts.flatMap((_, a) => drafts.map((_two, b) => [a + 1, b + 1]))) {
      if (into === undefined || from === undefined || into === from) continue;
      const voting = { model: createAgreeingPanel(from), settings: { base: into, depth: "quick" } };
      const { text, result, label } = await mergeTexts(drafts, null, voting);
      const { changes = [], checks = [], reasons = [] } = result;
      const unmade = changes.filter(({ status }) => status === "failed");
      failed += unmade.length;
      const flaws = countFlaws(text, drafts);
      const count = (status: string): string =>
        String(changes.filter((one) => one.status === status).length).padStart(4);
      print(
        [
          name.padEnd(20),
          String.fromCharCode(64 + into).padStart(4),
          String.fromCharCode(64 + from).padStart(4),
          count("applied"),
          count("skipped"),
          count("failed"),
          String(reasons.filter((one) => one.startsWith("by_hand")).length).padStart(4),
          String(flaws.duplicatedTopics.length).padStart(3),
          String(flaws.emptyHeadings.length).padStart(5),
          String(flaws.idCollisions.length).padStart(3),
          String(flaws.lostNormativeLines.length).padStart(4),
          ` ${label}`,
        ].join(" "),
      );
      for (const reason of reasons) print(`    ${reason}`);
      for (const { name: check, problems } of checks)
        for (const problem of problems ?? []) print(`    ${check}: ${problem}`);
      if (flags.save !== undefined) {
        mkdirSync(flags.save, { recursive: true });
        writeFileSync(join(flags.save, `${name}.${into}-${from}.md`), text);
      }
    }
  }
  print(`planned changes that failed: ${failed}`);
}

/** All of them take one draft's words, or what is there where that draft says nothing. */
function createAgreeingPanel(wantedVariant: number): Model {
  return createPanelModel({
    "merge.state": (input: MergeStateInput) =>
      states(input, {
        vote: (id) => {
          const { sides = [] } = input.points.find((point) => point.id === id) ?? {};
          const chosen = sides.find(({ variant }) => variant === wantedVariant) ?? sides[0];
          return chosen?.variant ?? wantedVariant;
        },
      }),
  });
}

async function measureCorpus(root: string): Promise<void> {
  const names = listSets(root);
  const withAncestor: number[] = [];
  print("set                  mode      F1     best  git    dup empty ids lost  outcome");
  for (const name of names) {
    const set = readSet(join(root, name));
    for (const ancestor of set.ancestor === null ? [null] : [null, set.ancestor]) {
      const { text, summary } = await mergeTexts(set.drafts, ancestor);
      const f1 =
        set.golden === null || !name.startsWith("w") ? null : scoreSentences(text, set.golden);
      if (ancestor !== null && f1 !== null) withAncestor.push(f1);
      const flaws = countFlaws(text, set.drafts);
      print(
        [
          name.padEnd(20),
          (ancestor === null ? "alone" : "ancestor").padEnd(9),
          formatScore(f1),
          formatScore(f1 === null ? null : findBestDraft(set)),
          formatScore(
            f1 === null || ancestor === null ? null : scoreGitMerge(join(root, name), set),
          ),
          String(flaws.duplicatedTopics.length).padStart(3),
          String(flaws.emptyHeadings.length).padStart(5),
          String(flaws.idCollisions.length).padStart(3),
          String(flaws.lostNormativeLines.length).padStart(4),
          ` ${summary}`,
        ].join(" "),
      );
      for (const title of flaws.duplicatedTopics) print(`    twice: ${title}`);
      for (const title of flaws.emptyHeadings) print(`    empty: ${title}`);
      for (const id of flaws.idCollisions) print(`    two meanings: ${id}`);
      if (flags.save !== undefined) {
        mkdirSync(flags.save, { recursive: true });
        const mode = ancestor === null ? "alone" : "ancestor";
        writeFileSync(join(flags.save, `${name}.${mode}.md`), text);
      }
    }
  }
  const mean = withAncestor.reduce((sum, one) => sum + one, 0) / withAncestor.length;
  if (withAncestor.length > 0) print(`mean F1 with the ancestor: ${mean.toFixed(2)}`);
}

interface DocumentSet {
  readonly drafts: readonly Draft[];
  readonly ancestor: string | null;
  readonly golden: string | null;
}

interface Draft {
  readonly name: string;
  readonly text: string;
}

function readSet(path: string): DocumentSet {
  const drafts = readdirSync(path)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
  const readGolden = (name: string): string | null => {
    const full = join(path, "golden", name);
    return existsSync(full) ? readFileSync(full, "utf8") : null;
  };
  return { drafts, ancestor: readGolden("ancestor.md"), golden: readGolden("merged.md") };
}

interface MergeMeasure {
  readonly text: string;
  readonly label: string;
  readonly summary: string;
  readonly result: {
    readonly reasons?: readonly string[];
    readonly changes?: readonly { readonly status: string }[];
    readonly checks?: readonly { readonly name: string; readonly problems?: readonly string[] }[];
  };
}

async function mergeTexts(
  drafts: readonly Draft[],
  ancestor: string | null,
  { model, settings }: { readonly model: Model; readonly settings: object } = {
    model: offline(),
    settings: {},
  },
): Promise<MergeMeasure> {
  const store = memoryStore();
  const app = dissent({ store, protocols: [merge], modelFor: async () => model });
  try {
    const brief: Brief = {
      id: "corpus",
      question: "What does one document made of these drafts say?",
      options: [],
      sources: [
        ...drafts.map(({ name, text }, at) => createSource(`variant-${at + 1}`, name, text)),
        ...(ancestor === null ? [] : [createSource("ancestor", "ancestor.md", ancestor)]),
      ],
      featureName: null,
      featureDir: null,
    };
    const debate = await app.open(app.plan("merge", { brief, settings: { ...settings } }), "bench");
    const result = await app.run({ debate });
    if (result.status !== "settled") throw new Error(JSON.stringify(result));
    const record = await app.read(debate);
    const path = String(
      (result.outcome.result as { merged_output_path: unknown }).merged_output_path,
    );
    const artifact = buildTranscript(record.events).artifacts.findLast(({ name }) => name === path);
    const text = artifact && (await record.text(artifact.sha256));
    const { label, summary } = result.outcome;
    return {
      text: text ?? "",
      label,
      summary: `${label} ${summary}`,
      result: result.outcome.result,
    };
  } finally {
    await app.close();
  }
}

function createSource(id: string, title: string, text: string): Source {
  return { id, title, text, sha256: hash("sha256", text), bytes: Buffer.byteLength(text) };
}

function findBestDraft({ drafts, golden }: DocumentSet): number {
  return Math.max(...drafts.map(({ text }) => scoreSentences(text, golden ?? "")));
}

/** What git makes of the same three texts, conflict marks included. */
function scoreGitMerge(path: string, { drafts, golden }: DocumentSet): number | null {
  const [a, b] = drafts.map(({ name }) => join(path, name));
  if (a === undefined || b === undefined || drafts.length !== 2) return null;
  const ancestor = join(path, "golden", "ancestor.md");
  try {
    return scoreSentences(runGitMerge(a, ancestor, b), golden ?? "");
  } catch (error) {
    // its exit code is the number of conflicts
    const { stdout } = error as { stdout?: string };
    return stdout === undefined ? null : scoreSentences(stdout, golden ?? "");
  }
}

function runGitMerge(a: string, ancestor: string, b: string): string {
  return execFileSync("git", ["merge-file", "-p", "-q", a, ancestor, b], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
}

function formatScore(score: number | null): string {
  return (score === null ? "" : score.toFixed(1)).padStart(6);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
