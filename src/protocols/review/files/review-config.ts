/**
 * The change under review does not configure its own review: a configuration that it commits counts from the next review
 * on, and what it says of its own files in .gitattributes, or of earlier reviews, counts for nothing. What a person has
 * on disk and has not committed is theirs.
 */
import { dirname, relative, resolve, sep } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import type { CommandFlags } from "../../../app/read-flags.ts";
import { resolveConfigBefore, resolveConfigWithFlags } from "../../../app/resolve-input.ts";
import { CONFIG_FILE_NAMES } from "../../../config/config-paths.ts";
import type { Configuration, ProjectFile } from "../../../config/config.ts";
import type { ChosenChange } from "./choose-change.ts";
import { type ReviewGit, tryGit } from "./review-git.ts";

export interface ReviewConfiguration {
  readonly configuration: Configuration;
  /** Said before the review begins; null where nothing was set aside. */
  readonly notice: string | null;
}

export async function resolveReviewConfig(
  appContext: AppContext,
  flags: CommandFlags,
  change: { readonly run: ReviewGit; readonly chosen: ChosenChange } | null,
): Promise<ReviewConfiguration> {
  const paths = change === null ? [] : listConfigPaths(appContext, change.run.cwd);
  const changed = change === null ? [] : await listCommittedPaths(change.run, change.chosen, paths);
  const [name] = changed;
  if (change === null || name === undefined) {
    return { configuration: await resolveConfigWithFlags(appContext, flags, null), notice: null };
  }
  const before = await readFirstBefore(change.run, change.chosen.base, paths);
  const configuration = await resolveConfigBefore(appContext, flags, before);
  const used = before === null ? "none is used" : "the one from before it is used";
  return { configuration, notice: `${name} is part of the change, so ${used}` };
}

/** Where a project's file may lie, nearest first; relative to the checkout. */
function listConfigPaths({ cwd, configPath }: AppContext, top: string): string[] {
  if (configPath !== null) return keepInside(top, [resolve(cwd, configPath)]);
  const directories: string[] = [];
  for (let at = resolve(cwd); ; at = dirname(at)) {
    directories.push(at);
    if (at === resolve(top) || dirname(at) === at) break;
  }
  const files = directories.flatMap((at) => CONFIG_FILE_NAMES.map((name) => resolve(at, name)));
  return keepInside(top, files);
}

function keepInside(top: string, files: readonly string[]): string[] {
  return files
    .map((file) => relative(top, file).split(sep).join("/"))
    .filter((path) => path !== "" && !path.startsWith("../") && !path.startsWith("/"));
}

/** Of these paths, the ones that commits of the change touch, where what lies on disk comes from the change. */
async function listCommittedPaths(
  run: ReviewGit,
  { base, state }: ChosenChange,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const head = state.kind === "commit" ? state.commit : "HEAD";
  // a branch that is not checked out has put nothing on disk
  const isHere =
    state.kind !== "commit" ||
    (await tryGit(run, ["merge-base", "--is-ancestor", head, "HEAD"])) !== null;
  if (!isHere) return [];
  const listed = await tryGit(run, ["diff", "--name-only", "-z", base, head, "--", ...paths]);
  return (listed ?? "").split("\u0000").filter((path) => path !== "");
}

async function readFirstBefore(
  run: ReviewGit,
  base: string,
  paths: readonly string[],
): Promise<ProjectFile | null> {
  for (const path of paths) {
    const text = await tryGit(run, ["show", "--no-textconv", `${base}:${path}`]);
    if (text !== null) return { path: resolve(run.cwd, path), text };
  }
  return null;
}

/** The project's folder of debates is never tracked; one that is may have been made up. */
export async function hasTrackedDebates(run: ReviewGit, folder: string): Promise<boolean> {
  const listed = await tryGit(run, ["ls-files", "-z", "--", folder]);
  return listed === null || listed !== "";
}
