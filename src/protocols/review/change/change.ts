/** The change under review, read from the brief's sources: the same on every machine and on every replay. */
import type { Brief, Source } from "../../../domain/brief.ts";
import type { ReviewSettings } from "../settings.ts";
import { countChangedLines, type DiffFile, type LineSide } from "./diff-shape.ts";
import { findHiddenKind, type HiddenKind } from "./file-kinds.ts";
import { parseDiff } from "./parse-diff.ts";

/** The source with the whole diff. */
export const CHANGE_SOURCE = "change";

/** Findings that earlier reviews of the same branch settled. */
export const EARLIER_SOURCE = "earlier";

export interface ChangedFile extends DiffFile {
  /** Counted from 1, in the order of the diff. */
  readonly number: number;
  /** Why its lines are not shown; null where they are. */
  readonly hidden: HiddenKind | "binary" | null;
  /** After the change, whole; null where only the diff is known. */
  readonly text: string | null;
  readonly added: number;
  readonly removed: number;
}

export interface Change {
  readonly files: readonly ChangedFile[];
  readonly fault: string | null;
}

/** Source ids under which a file can be quoted. */
export function formatFileSource(number: number, side: LineSide = "new"): string {
  return side === "new" ? `file-${number}` : `old-${number}`;
}

export function isChangeSource({ id }: Pick<Source, "id">): boolean {
  return id === CHANGE_SOURCE || id === EARLIER_SOURCE || /^file-\d+$/.test(id);
}

export function readChange(
  { sources }: Pick<Brief, "sources">,
  { include, marked }: Pick<ReviewSettings, "include" | "marked">,
): Change {
  const texts = new Map(sources.map(({ id, text }) => [id, text]));
  const { files, fault } = parseDiff(texts.get(CHANGE_SOURCE) ?? "");
  return {
    fault,
    files: files.map((file, at) => {
      const kind = findHiddenKind(file, marked);
      return {
        ...file,
        ...countChangedLines(file),
        number: at + 1,
        hidden: file.isBinary ? "binary" : kind !== null && !include.includes(kind) ? kind : null,
        text: texts.get(formatFileSource(at + 1)) ?? null,
      };
    }),
  };
}

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of one side that are known, with their numbers. */
export function listSideLines(file: ChangedFile, side: LineSide): readonly NumberedLine[] {
  if (side === "new" && file.text !== null && file.status !== "deleted")
    return file.text.split("\n").map((text, at) => ({ number: at + 1, text }));
  return file.hunks.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const number = line[side];
      return number === null ? [] : [{ number, text: line.text }];
    }),
  );
}

/** What can be quoted of a change, by source id, where the brief's own sources do not have it. */
export function listChangeTexts({ files }: Change): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap((file) => {
      if (file.isBinary) return [];
      const old = [formatFileSource(file.number, "old"), joinKnownLines(file, "old")] as const;
      if (file.text !== null) return [old];
      return [old, [formatFileSource(file.number), joinKnownLines(file, "new")] as const];
    }),
  );
}

/** A gap between two hunks is kept as a line of its own, so that no quote reaches over it. */
function joinKnownLines(file: ChangedFile, side: LineSide): string {
  let before = 0;
  return listSideLines({ ...file, text: null }, side)
    .flatMap(({ number, text }) => {
      const gap = before > 0 && number > before + 1 ? ["\u22ee"] : [];
      before = number;
      return [...gap, text];
    })
    .join("\n");
}

/** Numbers of the lines that the change added or removed. */
export function listChangedNumbers(file: ChangedFile, side: LineSide): ReadonlySet<number> {
  const sign = side === "new" ? "+" : "-";
  return new Set(
    file.hunks.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.sign === sign ? (line[side] ?? []) : [])),
    ),
  );
}
