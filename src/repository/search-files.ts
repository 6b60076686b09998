/**
 * Searches tracked files line by line: Git does it in a process of its own, which ends when its time is up, so that no
 * expression takes longer than that.
 */
import type { Checkout } from "./open-checkout.ts";
import { decodeOutput, runGit } from "./run-git.ts";

export interface FileSearchRequest {
  readonly pattern: string;
  readonly isExpression: boolean;
  /** A folder or file; empty for all. */
  readonly within: string;
}

export type FileSearchResult =
  | {
      /** Lines counted from 1, by path, in the order of Git. */
      readonly found: ReadonlyMap<string, readonly number[]>;
      /** There may be more. */
      readonly isCut: boolean;
    }
  | { readonly why: string };

const SEARCH_MS = 5_000;
const SEARCH_BYTES = 1024 * 1024;

export async function searchFiles(
  checkout: Checkout,
  { pattern, isExpression, within }: FileSearchRequest,
): Promise<FileSearchResult> {
  const { root, env, commit, isWorkingTree } = checkout;
  if (!isWorkingTree && commit === null) return { found: new Map(), isCut: false };
  const tree = isWorkingTree || commit === null ? [] : [commit];
  const search = (kind: string): ReturnType<typeof runGit> =>
    runGit(
      [
        "--literal-pathspecs",
        "grep",
        "-n",
        "-z",
        "-I",
        "--no-color",
        "--no-textconv",
        "--full-name",
        "--no-recurse-submodules",
        "--threads=1",
        kind,
        "-e",
        pattern,
        ...tree,
        "--",
        ...(within === "" ? [] : [within]),
      ],
      { cwd: root, env, maxMs: SEARCH_MS, maxBytes: SEARCH_BYTES },
    );
  let run = await search(isExpression ? "-P" : "-F");
  if (isExpression && /PCRE|Perl-compatible/i.test(run.complaint) && run.status === 128) {
    // this Git was built without them
    run = await search("-E");
  }
  if (run.failure === "too-slow") return { why: "the search took longer than 5 seconds" };
  if (run.failure === "missing") return { why: "Git cannot search here" };
  if (run.status !== null && run.status > 1)
    return { why: isExpression ? "the expression cannot be read" : "Git cannot search here" };
  const prefix = tree.map((name) => `${name}:`).join("");
  return {
    found: parseMatches(decodeOutput(run), prefix),
    isCut: run.failure === "too-long",
  };
}

/** Each match: the path, a null, the number of the line, a null, the line. */
function parseMatches(output: string, prefix: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [, named = "", number = ""] of output.matchAll(/([^\0]+)\0(\d+)\0[^\n]*(?:\n|$)/g)) {
    const path = named.startsWith(prefix) ? named.slice(prefix.length) : named;
    const lines = found.get(path) ?? [];
    lines.push(Number(number));
    found.set(path, lines);
  }
  return found;
}
