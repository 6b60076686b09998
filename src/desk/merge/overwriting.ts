/** What a merge may not write over without a word from the person: a draft, an edited document, another merge. */
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
  const sidecar = await sidecarOf(directory);
  const there = await readFile(path, "utf8").catch(() => undefined);
  if (there !== undefined && sidecar?.sha256 !== sha256(there)) {
    throw new SetupError("needs-confirmation", `${shown} is not what a merge left there.`, {
      hint: "Write elsewhere with -o, or write over it with --yes.",
    });
  }
}
