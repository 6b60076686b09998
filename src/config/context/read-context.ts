/**
 * The files, and the earlier decisions, that a debate may quote from.
 *
 * C1. What a brief or a configuration names stays inside the project, links followed: whoever wrote it may
 *     not be the person who pays for sending it.
 * C2. A forbidden file is an error when it is named, and skipped when a pattern meets it.
 * C3. An earlier decision is a source only where someone names it, as `debate:<id>`.
 */
import { hash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";

import type { Source } from "../../domain/brief.ts";
import { type SetupCode, SetupError } from "../../errors.ts";
import { plainLine, spellBytes } from "../../text/plain-text.ts";
import { deniedBy } from "./deny.ts";
import { findFiles } from "./find-files.ts";
import { isPattern } from "./glob.ts";
import { readText } from "./read-text.ts";
import { isInside, pathFrom } from "./safe-path.ts";

export interface ContextRules {
  /** Files and patterns every debate gets, from the project directory. */
  readonly include: readonly string[];
  /** Added to the built-in list. */
  readonly deny: readonly string[];
  /** For all files together. */
  readonly maxBytes: number;
  /** Reads the decision that `debate:<id>` names; without it no debates are known. */
  readonly decisionOf?: (reference: string) => Promise<Pick<Source, "title" | "text">>;
}

export interface Wanted {
  /** A file or a pattern. */
  readonly path: string;
  /** The directory it is relative to. */
  readonly from: string;
  /** Directories it may not leave; null when the person named it on the command line. */
  readonly within: readonly string[] | null;
  /** Where it is written, such as `debates/x.md:4:11`; empty on the command line. */
  readonly where: string;
}

export interface ContextReading {
  readonly sources: readonly Source[];
  /** Path and reason of each file a pattern met and passed over. */
  readonly skipped: readonly string[];
}

interface Candidate extends Wanted {
  readonly full: string;
  readonly byPattern: boolean;
}

export async function readContext(
  wanted: readonly Wanted[],
  rules: ContextRules,
  root: string,
): Promise<ContextReading> {
  const sources: Source[] = [];
  const skipped: string[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of wanted) {
    const earlier = await namedDecision(entry, rules);
    if (earlier !== null) {
      if (seen.has(earlier.title)) continue;
      seen.add(earlier.title);
      const size = Buffer.byteLength(earlier.text);
      const full = overflow({ title: earlier.title, size }, { used: bytes, most: rules.maxBytes });
      if (full) throw at(entry, full);
      sources.push(sourceOf(`S${sources.length + 1}`, earlier.title, earlier.text));
      bytes += size;
      continue;
    }
    const { candidates, passed } = await candidatesOf(entry, rules, root);
    skipped.push(...passed);
    for (const candidate of candidates) {
      const title = titleOf(candidate.full, root);
      try {
        const real = await admitted(candidate, title, { rules, root });
        if (seen.has(real)) continue;
        seen.add(real);
        const text = await readWithin(candidate, title, { used: bytes, most: rules.maxBytes });
        sources.push(sourceOf(`S${sources.length + 1}`, title, text));
        bytes += Buffer.byteLength(text);
      } catch (thrown) {
        if (!(thrown instanceof SetupError) || !isSkippable(thrown, candidate)) {
          throw at(candidate, thrown);
        }
        skipped.push(`${title}: ${thrown.message.replace(`${title} `, "").replace(/\.$/, "")}`);
      }
    }
  }
  return { sources, skipped };
}

/** A text as debates quote it. */
export function sourceOf(id: string, title: string, text: string): Source {
  const kept = text.replaceAll("\u0000", "");
  return {
    id,
    title,
    text: kept,
    sha256: hash("sha256", kept),
    bytes: Buffer.byteLength(kept),
  };
}

const DEBATE = /^debate:(.+)$/s;

/** C3: null for what names a file. */
async function namedDecision(
  entry: Wanted,
  { decisionOf }: ContextRules,
): Promise<Pick<Source, "title" | "text"> | null> {
  const [, reference] = DEBATE.exec(entry.path) ?? [];
  if (reference === undefined) return null;
  try {
    if (decisionOf) return await decisionOf(reference);
  } catch (thrown) {
    throw at(entry, thrown);
  }
  const message = `${plainLine(entry.path)} names a debate, and there are none here.`;
  const hint = "Write ./ before it where a file is meant.";
  throw at(entry, new SetupError("unknown-debate", message, { hint }));
}

async function candidatesOf(
  entry: Wanted,
  { deny }: ContextRules,
  root: string,
): Promise<{ candidates: readonly Candidate[]; passed: readonly string[] }> {
  const full = resolve(entry.from, entry.path);
  const literal = !isPattern(entry.path) || (await stat(full).catch(() => undefined)) !== undefined;
  if (literal) return { candidates: [{ ...entry, full, byPattern: false }], passed: [] };
  const { files, skipped } = await findFiles({ pattern: entry.path, from: entry.from, deny });
  if (files.length + skipped.length === 0) {
    throw at(
      entry,
      new SetupError("file-unreadable", `No file fits ${plainLine(entry.path)}.`, {
        hint: `Check the pattern; it starts from ${titleOf(entry.from, root) || "this directory"}.`,
      }),
    );
  }
  return {
    candidates: files.map((file) => ({ ...entry, full: file, byPattern: true })),
    passed: skipped.map(({ path, reason }) => `${titleOf(path, root)}: ${reason}`),
  };
}

interface Grounds {
  readonly rules: ContextRules;
  readonly root: string;
}

/** The file's real path, when it may be sent. */
async function admitted(
  { full, within }: Candidate,
  title: string,
  { rules, root }: Grounds,
): Promise<string> {
  const real = await realpath(full).catch(() => full);
  const roots = await Promise.all((within ?? []).map((root) => realpath(root)));
  if (within !== null && !roots.some((root) => isInside(root, real))) {
    throw new SetupError("unsafe-path", `${title} lies outside the project.`, {
      hint: "Copy it into the project, or name it on the command line with --context.",
    });
  }
  const rule =
    deniedBy(title, rules.deny) ?? deniedBy(titleOf(real, await realpath(root)), rules.deny);
  if (rule === undefined) return real;
  throw new SetupError("unsafe-path", `${title} is never sent to a model: it fits ${rule}.`, {
    hint: "Copy what matters into the brief, without the secret.",
  });
}

interface Room {
  readonly used: number;
  readonly most: number;
}

async function readWithin({ full }: Candidate, title: string, room: Room): Promise<string> {
  const size = (await stat(full).catch(() => undefined))?.size ?? 0;
  const fault = overflow({ title, size }, room);
  if (fault) throw fault;
  return readText(full, { maxBytes: room.most - room.used, shown: title });
}

function overflow(
  { title, size }: { readonly title: string; readonly size: number },
  room: Room,
): SetupError | null {
  if (size <= room.most - room.used) return null;
  const used = room.used === 0 ? "" : `, of which ${spellBytes(room.used)} are taken`;
  return new SetupError(
    "file-too-large",
    `${title} has ${spellBytes(size)}; context files may have ${spellBytes(room.most)} in all${used}.`,
    { hint: "Give a shorter file, or raise context.maxBytes in dissent.yaml." },
  );
}

/** A picture among documents is no mistake; a pattern that gathers too much is one. */
function isSkippable({ code }: SetupError, { byPattern }: Candidate): boolean {
  const passable: readonly SetupCode[] = ["file-unreadable", "unsafe-path"];
  return byPattern && passable.includes(code);
}

function at({ where }: Wanted, thrown: unknown): unknown {
  if (!(thrown instanceof SetupError) || where === "") return thrown;
  const { code, message, hint, cause } = thrown;
  return new SetupError(code, `${where} ${message}`, {
    ...(hint !== undefined && { hint }),
    cause,
  });
}

/** From the project when inside it, else the whole path. */
function titleOf(path: string, root: string): string {
  return plainLine(isInside(root, path) ? pathFrom(root, path) : path.replaceAll("\\", "/"));
}
