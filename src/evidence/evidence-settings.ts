/** Settings for evidence from a repository. Every protocol whose participants may ask for files has the same four. */
import * as z from "zod";

import type { CallBounds } from "../protocol.ts";

export const evidenceSettings = {
  repo: z
    .union([z.boolean(), z.string().trim().min(1).max(200)])
    .default(false)
    .describe("true: participants may ask for files of this checkout; or a revision, such as HEAD"),
  repo_bytes: z
    .int()
    .min(1_000)
    .max(2_000_000)
    .default(120_000)
    .describe("bytes of files to show in total"),
  repo_bytes_each: z
    .int()
    .min(1_000)
    .max(2_000_000)
    .default(60_000)
    .describe("bytes of files that one participant can ask for"),
  repo_again: z
    .boolean()
    .default(false)
    .describe("participants may ask for files once more before they answer each other"),
};

/** Left out in debates that were recorded before there were such settings. */
export interface EvidenceSettings {
  readonly repo?: boolean | string;
  readonly repo_bytes?: number;
  readonly repo_bytes_each?: number;
  readonly repo_again?: boolean;
}

/** Which setting the general flag `--repo` speaks of. */
export const EVIDENCE_FLAGS = { repo: "repo" } as const;

export function readsRepository({ repo }: EvidenceSettings): boolean {
  return repo !== undefined && repo !== false;
}

/** Bounds of a debate's calls, with those in which participants ask for files, and those in which they ask again. */
export function withEvidenceCalls(
  { min, max }: CallBounds,
  settings: EvidenceSettings,
  { length: asked, again = asked }: { readonly length: number; readonly again?: number },
): CallBounds {
  // nobody is asked anything where nobody is asked for files
  if (!readsRepository(settings) || max === 0) return { min, max };
  const repeated = settings.repo_again === true ? again : 0;
  return { min: min + Math.min(min, asked), max: max + asked + repeated };
}
