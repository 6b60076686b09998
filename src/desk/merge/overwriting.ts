/** What a merge may not write over without a word from the person: a draft, an edited document, another merge. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

import { SetupError } from "../../errors.ts";
import { codeOf } from "../../intake/read-text.ts";
import { sha256 } from "../../kernel/chain.ts";
import type { Desk } from "../desk.ts";
import { mayHold } from "../write-whole.ts";
import type { Place } from "./places.ts";
import { sidecarOf } from "./sidecar.ts";

export async function refuseOverwriting(
  { cwd }: Pick<Desk, "cwd">,
  { directory, name }: Place,
  { drafts, yes }: { drafts: readonly string[]; yes: boolean },
): Promise<void> {
  const path = join(directory, name);
  const shown = relative(cwd, path) || name;
  if (drafts.some((draft) => resolve(draft) === path)) {
    throw new SetupError("usage", `${shown} is one of the drafts.`, {
      hint: "Write the merged document elsewhere: -o merged/out.md",
    });
  }
  await mayHold(directory).catch((cause: unknown) => {
    throw new SetupError("file-unreadable", `${shown} cannot be written (${codeOf(cause)}).`, {
      cause,
      hint: "Name another place after -o.",
    });
  });
  if (yes) return;
  const other = await otherDocument(directory);
  if (other !== undefined && other !== name) {
    const beside = relative(cwd, join(directory, ARTIFACTS));
    throw new SetupError("needs-confirmation", `${beside} is about ${other}, another merge.`, {
      hint: "Write to a directory of its own with -o, or write over it with --yes.",
    });
  }
  const sidecar = await sidecarOf(directory);
  const there = await readFile(path, "utf8").catch(() => undefined);
  if (there !== undefined && sidecar?.sha256 !== sha256(there)) {
    throw new SetupError("needs-confirmation", `${shown} is not what a merge left there.`, {
      hint: "Write elsewhere with -o, or write over it with --yes.",
    });
  }
}

/** The document that the files here are about, if it is still there, under the name that it was to have. */
async function otherDocument(directory: string): Promise<string | undefined> {
  const result = await readFile(join(directory, RESULT), "utf8").catch(() => "");
  const written = /^merged_output_path: "([^"\\/]+)"$/m.exec(result)?.[1];
  if (written === undefined || !existsSync(join(directory, written))) return undefined;
  return written.replace(/\.partial(\.[^.]+)$/, "$1");
}

const ARTIFACTS = "adversarial";
const RESULT = join(ARTIFACTS, "result.yaml");
