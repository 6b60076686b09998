/**
 * Makes a recording for `dissent demo` from an ended debate of language models, and plays it once to prove that it ends
 * as the debate did.
 *
 *     node scripts/record-demo.ts <debate> <name> --from "…" [--project <dir>] [--to <folder>]
 *
 * The debate is an id, `last`, or a .jsonl journal. `--from` says where prompts and replies came from.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { makeRecording } from "../src/app/demo/make-recording.ts";
import { rehearseRecording } from "../src/app/demo/play-recording.ts";
import { readDebateRecord } from "../src/app/project/project-debates.ts";
import { findSettlement } from "../src/domain/journal/event.ts";
import { DissentError } from "../src/errors.ts";
import { readRecording } from "../src/models/recorded/recording.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string" },
    project: { type: "string", default: "." },
    to: { type: "string", default: resolve(import.meta.dirname, "..", "examples", "recordings") },
    /** For tests: what the replies are, where no language model gave them. */
    label: { type: "string" },
  },
});
const [debate, name] = positionals;
if (debate === undefined || name === undefined || values.from === undefined) {
  process.stderr.write(
    'Usage: record-demo.ts <debate> <name> --from "where prompts and replies came from"\n',
  );
  process.exit(2);
}

try {
  process.stdout.write(`${await record(debate, name, values.from)}\n`);
} catch (error) {
  if (!(error instanceof DissentError)) throw error;
  process.stderr.write(`${error.message}\n${error.hint ?? ""}\n`);
  process.exitCode = 2;
}

async function record(reference: string, called: string, from: string): Promise<string> {
  const root = resolve(values.project);
  const context = {
    cwd: root,
    root,
    env: process.env,
    homeDir: process.env["HOME"] ?? root,
    configPath: null,
    person: "recorder",
    stdin: async () => "",
  };
  const source = await readDebateRecord(context, reference);
  const label = values.label === undefined ? {} : { label: values.label };
  const files = await makeRecording(source, { from, ...label });
  const folder = join(values.to, called);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { prompts, changed, events } = await rehearseRecording(readRecording(values.to, called));
  const [then, now] = [source.events, events].map((all) => findSettlement(all)?.outcome);
  if (then?.label !== now?.label || then?.choice !== now?.choice) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      `Played, it ends ${now?.label} ${now?.choice}, and the debate ended ${then?.label} ${then?.choice}.`,
    );
  }
  return `${folder}: ${prompts} prompts, ${changed} changed, ends ${now?.label} ${now?.choice ?? ""}`.trim();
}
