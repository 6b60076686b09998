/** L10: whether git applies a suggestion to what was reviewed. Nothing is changed by trying. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Event, readOpening } from "../../../domain/journal/event.ts";
import { type ReviewGit, tryGit } from "./review-git.ts";

export { isSuggestionFile } from "../documents/suggestion-patch.ts";

export interface CheckoutPlace {
  readonly cwd: string;
  readonly env: ReviewGit["env"];
}

export async function tryPatch(
  { cwd, env }: CheckoutPlace,
  events: readonly Event[],
  patch: string,
): Promise<boolean> {
  const top = (await tryGit({ cwd, env }, ["rev-parse", "--show-toplevel"]))?.trim();
  if (!top) return false;
  const directory = await mkdtemp(join(tmpdir(), "dissent-patch-"));
  try {
    const file = join(directory, "suggestion.patch");
    await writeFile(file, patch);
    const head = readHead(events);
    const apart = { ...env, GIT_INDEX_FILE: join(directory, "index") };
    if (head !== null) {
      if ((await tryGit({ cwd: top, env: apart }, ["read-tree", head])) === null) return false;
      return await isAccepted({ cwd: top, env: apart }, ["--cached", file]);
    }
    const run = { cwd: top, env };
    // what was staged may differ from what lies on disk
    return (await isAccepted(run, [file])) || (await isAccepted(run, ["--cached", file]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function isAccepted(run: ReviewGit, args: readonly string[]): Promise<boolean> {
  return (await tryGit(run, ["apply", "--check", ...args])) !== null;
}

/** The commit that was reviewed; null for the working tree and for what was staged. */
function readHead(events: readonly Event[]): string | null {
  const settings = readOpening(events).settings as { readonly head?: unknown };
  const { head } = settings;
  return typeof head === "string" && /^[0-9a-f]{40,64}$/.test(head) ? head : null;
}
