/** Files that are never sent to a model, whoever asks for them. */
import { matchesGlob, matchesNamePattern } from "./glob.ts";

export const BUILT_IN_DENY_PATTERNS: readonly string[] = [
  ".env*",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "id_rsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".ssh/**",
  ".aws/**",
  "**/secrets/**",
  ".git/**",
  "node_modules/**",
];

/**
 * The pattern that forbids a path, if any. Patterns hold at any depth and in any case: `.ENV` is the
 * same file as `.env` on many disks.
 */
export function findDenyPattern(path: string, patterns: readonly string[]): string | undefined {
  const lower = path.toLowerCase();
  const segments = lower.split("/");
  return [...BUILT_IN_DENY_PATTERNS, ...patterns].find((pattern) => {
    const rule = pattern.toLowerCase().replace(/^(?:\.?\/)+/, "");
    if (!rule.includes("/")) return segments.some((segment) => matchesNamePattern(segment, rule));
    return matchesGlob(lower, `**/${rule}`);
  });
}
