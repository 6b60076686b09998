/** What kind of file a path is, and so whether its lines are shown to reviewers. */
import type { DiffFile } from "./diff-shape.ts";

export const HIDDEN_KINDS = ["lock", "generated", "vendored"] as const;
export type HiddenKind = (typeof HIDDEN_KINDS)[number];

const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|Pipfile\.lock|uv\.lock|composer\.lock|Gemfile\.lock|go\.sum|mix\.lock|pubspec\.lock|Podfile\.lock|flake\.lock|gradle\.lockfile|packages\.lock\.json)$/;
const VENDORED = /(?:^|\/)(?:node_modules|vendor|vendored|third[-_]party|bower_components)\//i;
const GENERATED =
  /(?:\.min\.(?:js|css|mjs)|\.(?:js|css)\.map|\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.py|\.g\.dart|\.generated\.\w+|\.designer\.cs|\.snap)$/i;
const GENERATED_MARK =
  /^(?:\W{0,6}\s*Code generated .* DO NOT EDIT\.?|.{0,20}@generated\b|\W{0,6}\s*(?:This (?:file|code) (?:is|was) (?:auto(?:matically)?[- ])?generated))/i;

/** Null for a file that a person wrote. `marked` are paths that .gitattributes calls generated or vendored. */
export function findHiddenKind(
  file: DiffFile,
  marked: Readonly<Record<string, HiddenKind>>,
): HiddenKind | null {
  const { path } = file;
  if (Object.hasOwn(marked, path)) return marked[path] ?? null;
  if (LOCK.test(path)) return "lock";
  if (VENDORED.test(path)) return "vendored";
  return GENERATED.test(path) || hasGeneratedMark(file) ? "generated" : null;
}

/** In the first lines of the file, where the change shows them; a new mark could hide its own file. */
function hasGeneratedMark({ hunks }: DiffFile): boolean {
  const lines = hunks[0]?.lines.filter((line) => line.sign === " " && (line.new ?? 99) <= 5) ?? [];
  return lines.some(({ text }) => GENERATED_MARK.test(text));
}
