/**
 * Reads the files and earlier decisions that a debate may quote.
 *
 * CX1. Files named by a brief or configuration stay inside the project, links included: its author may not be the
 *      person who pays for sending them.
 * CX2. A forbidden file is an error if it is named, and skipped if a pattern matches it.
 * CX3. An earlier decision is a source only if someone names it, as `debate:<id>`.
 */
import { hash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";

import type { Source } from "../../domain/brief.ts";
import { type SetupCode, SetupError } from "../../errors.ts";
import { formatByteCount, stripToPlainLine } from "../../text/plain-text.ts";
import { findDenyPattern, findMatchingFiles, isGlobPattern } from "./find-files.ts";
import { readTextFile } from "./read-text-file.ts";
import { formatRelativePath, isInsideDirectory } from "./safe-path.ts";

export interface ContextRules {
  /** Files and patterns every debate gets, from the project directory. */
  readonly include: readonly string[];
  /** Added to the built-in list. */
  readonly deny: readonly string[];
  /** For all files together. */
  readonly maxBytes: number;
  /** Reads the decision that `debate:<id>` names; without it no debates are known. */
  readonly readDecision?: (reference: string) => Promise<Pick<Source, "title" | "text">>;
}

export interface WantedContext {
  /** A file or a pattern. */
  readonly path: string;
  /** The directory it is relative to. */
  readonly from: string;
  /** Directories it may not leave; null when the person named it on the command line. */
  readonly within: readonly string[] | null;
  /** Where it is written, such as `debates/x.md:4:11`; empty on the command line. */
  readonly where: string;
}

export interface ContextReadResult {
  readonly sources: readonly Source[];
  /** Path and reason of each file a pattern met and passed over. */
  readonly skipped: readonly string[];
}

interface ContextCandidate extends WantedContext {
  readonly full: string;
  readonly byPattern: boolean;
}

export async function readContextSources(
  wanted: readonly WantedContext[],
  rules: ContextRules,
  root: string,
): Promise<ContextReadResult> {
  const sources: Source[] = [];
  const skipped: string[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of wanted) {
    const earlier = await readNamedDecision(entry, rules);
    if (earlier !== null) {
      if (seen.has(earlier.title)) continue;
      seen.add(earlier.title);
      const size = Buffer.byteLength(earlier.text);
      const full = createOverflowError(
        { title: earlier.title, size },
        { used: bytes, most: rules.maxBytes },
      );
      if (full) throw withErrorLocation(entry, full);
      sources.push(createSource(`S${sources.length + 1}`, earlier.title, earlier.text));
      bytes += size;
      continue;
    }
    const { candidates, passed } = await listContextCandidates(entry, rules, root);
    skipped.push(...passed);
    for (const candidate of candidates) {
      const title = formatSourceTitle(candidate.full, root);
      try {
        const real = await admitContextFile(candidate, title, { rules, root });
        if (seen.has(real)) continue;
        seen.add(real);
        const text = await readWithinBudget(candidate, title, {
          used: bytes,
          most: rules.maxBytes,
        });
        sources.push(createSource(`S${sources.length + 1}`, title, text));
        bytes += Buffer.byteLength(text);
      } catch (thrown) {
        if (!(thrown instanceof SetupError) || !isSkippableError(thrown, candidate)) {
          throw withErrorLocation(candidate, thrown);
        }
        skipped.push(`${title}: ${thrown.message.replace(`${title} `, "").replace(/\.$/, "")}`);
      }
    }
  }
  return { sources, skipped };
}

/** A text as debates quote it. */
export function createSource(id: string, title: string, text: string): Source {
  const kept = text.replaceAll("\u0000", "");
  return {
    id,
    title,
    text: kept,
    sha256: hash("sha256", kept),
    bytes: Buffer.byteLength(kept),
  };
}

const DEBATE_REFERENCE = /^debate:(.+)$/s;

/** CX3: null for what names a file. */
async function readNamedDecision(
  entry: WantedContext,
  { readDecision }: ContextRules,
): Promise<Pick<Source, "title" | "text"> | null> {
  const [, reference] = DEBATE_REFERENCE.exec(entry.path) ?? [];
  if (reference === undefined) return null;
  try {
    if (readDecision) return await readDecision(reference);
  } catch (thrown) {
    throw withErrorLocation(entry, thrown);
  }
  const message = `${stripToPlainLine(entry.path)} names a debate, but this project has none.`;
  const hint = "Write ./ before it where a file is meant.";
  throw withErrorLocation(entry, new SetupError("unknown-debate", message, { hint }));
}

async function listContextCandidates(
  entry: WantedContext,
  { deny }: ContextRules,
  root: string,
): Promise<{ candidates: readonly ContextCandidate[]; passed: readonly string[] }> {
  const full = resolve(entry.from, entry.path);
  const literal =
    !isGlobPattern(entry.path) || (await stat(full).catch(() => undefined)) !== undefined;
  if (literal) return { candidates: [{ ...entry, full, byPattern: false }], passed: [] };
  const { files, skipped } = await findMatchingFiles({
    pattern: entry.path,
    from: entry.from,
    deny,
  });
  if (files.length + skipped.length === 0) {
    throw withErrorLocation(
      entry,
      new SetupError("file-unreadable", `No file fits ${stripToPlainLine(entry.path)}.`, {
        hint: `Check the pattern; it starts from ${formatSourceTitle(entry.from, root) || "this directory"}.`,
      }),
    );
  }
  return {
    candidates: files.map((file) => ({ ...entry, full: file, byPattern: true })),
    passed: skipped.map(({ path, reason }) => `${formatSourceTitle(path, root)}: ${reason}`),
  };
}

interface ContextAdmission {
  readonly rules: ContextRules;
  readonly root: string;
}

/** The file's real path, when it may be sent. */
async function admitContextFile(
  { full, within }: ContextCandidate,
  title: string,
  { rules, root }: ContextAdmission,
): Promise<string> {
  const real = await realpath(full).catch(() => full);
  const roots = await Promise.all((within ?? []).map((root) => realpath(root)));
  if (within !== null && !roots.some((root) => isInsideDirectory(root, real))) {
    throw new SetupError("unsafe-path", `${title} lies outside the project.`, {
      hint: "Copy it into the project, or name it on the command line with --context.",
    });
  }
  const rule =
    findDenyPattern(title, rules.deny) ??
    findDenyPattern(formatSourceTitle(real, await realpath(root)), rules.deny);
  if (rule === undefined) return real;
  throw new SetupError("unsafe-path", `${title} is never sent to a model: it fits ${rule}.`, {
    hint: "Copy what matters into the brief, without the secret.",
  });
}

interface ContextByteBudget {
  readonly used: number;
  readonly most: number;
}

async function readWithinBudget(
  { full }: ContextCandidate,
  title: string,
  room: ContextByteBudget,
): Promise<string> {
  const size = (await stat(full).catch(() => undefined))?.size ?? 0;
  const fault = createOverflowError({ title, size }, room);
  if (fault) throw fault;
  return readTextFile(full, { maxBytes: room.most - room.used, shown: title });
}

function createOverflowError(
  { title, size }: { readonly title: string; readonly size: number },
  room: ContextByteBudget,
): SetupError | null {
  if (size <= room.most - room.used) return null;
  const used = room.used === 0 ? "" : `, of which ${formatByteCount(room.used)} are taken`;
  return new SetupError(
    "file-too-large",
    `${title} has ${formatByteCount(size)}; context files may have ${formatByteCount(room.most)} in all${used}.`,
    { hint: "Give a shorter file, or raise context.maxBytes in dissent.yaml." },
  );
}

/** A picture among documents is not an error; a pattern that matches too much is one. */
function isSkippableError({ code }: SetupError, { byPattern }: ContextCandidate): boolean {
  const passable: readonly SetupCode[] = ["file-unreadable", "unsafe-path"];
  return byPattern && passable.includes(code);
}

function withErrorLocation({ where }: WantedContext, thrown: unknown): unknown {
  if (!(thrown instanceof SetupError) || where === "") return thrown;
  const { code, message, hint, cause } = thrown;
  return new SetupError(code, `${where} ${message}`, {
    ...(hint !== undefined && { hint }),
    cause,
  });
}

/** From the project when inside it, else the whole path. */
function formatSourceTitle(path: string, root: string): string {
  return stripToPlainLine(
    isInsideDirectory(root, path) ? formatRelativePath(root, path) : path.replaceAll("\\", "/"),
  );
}
