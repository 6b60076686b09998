/**
 * Answers what participants asked for: one union for all, within what each and all may have.
 *
 * RA1. Requests are taken in turn, one of each participant after the other, so that nobody uses up what all share.
 * RA2. A line is given once, whoever asked for it; it counts for each who asked, and once for all together.
 * RA3. What is refused or cut has a reason, and everybody is told.
 */
import { describeWantedFile } from "../evidence/evidence-request.ts";
import {
  type GivenPiece,
  LONGEST_PATTERN,
  MOST_REQUESTS,
  type RepositoryFilesRequest,
  type WantedFile,
} from "../evidence/repository-request.ts";
import { cutText } from "../text/cut-text.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import type { Redactor } from "../text/redact.ts";
import { chooseMatches, formatMatches, formatPlace, type MatchedLine } from "./choose-matches.ts";
import { formatPath, renderFolderList } from "./file-tree.ts";
import { joinRanges, type LineRange, splitLineRange, subtractRanges } from "./line-ranges.ts";
import type { Checkout } from "./open-checkout.ts";
import { type FileLines, readFileLines } from "./read-file-lines.ts";
import { cleanPath, findMissingReason, isWithin } from "./requested-path.ts";
import { searchFiles } from "./search-files.ts";
import { createShareBudget, describeShortage, type ShareBudget } from "./share-budget.ts";
import type { TrackedFile, TrackedFiles } from "./tracked-files.ts";

/** A piece with its text, before it has an id. */
export type FoundPiece = Omit<GivenPiece, "id"> & { readonly text: string };

export interface RequestAnswer {
  readonly pieces: readonly FoundPiece[];
  readonly refused: readonly { readonly what: string; readonly why: string }[];
}

export interface RepositoryAccess {
  readonly checkout: Checkout;
  readonly tracked: TrackedFiles;
  readonly redact: Redactor;
}

type AnswerRequest = Pick<RepositoryFilesRequest, "wanted" | "bytes" | "bytesEach" | "given">;

export async function answerRequests(
  access: RepositoryAccess,
  request: AnswerRequest,
): Promise<RequestAnswer> {
  const desk = createAnswerDesk(access, request);
  const longest = Math.max(0, ...request.wanted.map((wanted) => wanted.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const [seat, wanted] of request.wanted.entries()) {
      const one = wanted[turn];
      if (!one) continue;
      if (turn < MOST_REQUESTS) await answerOne(desk, seat, one);
      else
        desk.refuse(
          describeWantedFile(one),
          `only the first ${MOST_REQUESTS} requests of each participant count`,
        );
    }
  }
  return {
    pieces: [...collectLinePieces(desk), ...desk.lists.values()],
    refused: [...desk.refused.values()],
  };
}

interface AnswerDesk extends RepositoryAccess {
  readonly budget: ShareBudget;
  readonly given: readonly GivenPiece[];
  /** Files that could be read, by path. */
  readonly texts: Map<string, FileLines>;
  readonly ranges: Map<string, LineRange[]>;
  readonly lists: Map<string, FoundPiece>;
  /** Lines that a search shows, as `path:number`. */
  readonly shown: Set<string>;
  readonly refused: Map<string, RequestAnswer["refused"][number]>;
  refuse(what: string, why: string): void;
}

function createAnswerDesk(
  access: RepositoryAccess,
  { bytes, bytesEach, given }: AnswerRequest,
): AnswerDesk {
  const spent = given.reduce((sum, piece) => sum + piece.bytes, 0);
  const refused: AnswerDesk["refused"] = new Map();
  return {
    ...access,
    given,
    budget: createShareBudget({ own: bytesEach, all: bytes, spent }),
    texts: new Map(),
    ranges: new Map(),
    lists: new Map(),
    shown: new Set(),
    refused,
    refuse(what, why) {
      const said = { what: cutLine(what), why: cutLine(why) };
      refused.set(JSON.stringify(said), said);
    },
  };
}

async function answerOne(desk: AnswerDesk, seat: number, wanted: WantedFile): Promise<void> {
  if (wanted.kind === "folder") return giveFolder(desk, seat, wanted.what);
  if (wanted.kind !== "file") return giveMatches(desk, seat, wanted);
  const { files } = desk.tracked;
  // a name may end like a range of lines
  const isName = files.has(cleanPath(wanted.what));
  const { path: written, range } = isName
    ? { path: wanted.what, range: null }
    : splitLineRange(wanted.what);
  const path = cleanPath(written);
  const file = files.get(path);
  if (file) return giveLines(desk, seat, { file, range });
  if (path !== "" && isWithin(desk.tracked, path)) return giveFolder(desk, seat, written);
  desk.refuse(written, findMissingReason(desk.tracked, path));
}

async function readOnce(desk: AnswerDesk, file: TrackedFile): Promise<FileLines | null> {
  const known = desk.texts.get(file.path);
  if (known) return known;
  const content = await readFileLines(desk.checkout, file, desk.redact);
  if ("why" in content) {
    desk.refuse(formatPath(file.path), content.why);
    return null;
  }
  desk.texts.set(file.path, content);
  return content;
}

async function giveLines(
  desk: AnswerDesk,
  seat: number,
  { file, range: wanted }: { file: TrackedFile; range: LineRange | null },
): Promise<void> {
  const shown = formatPath(file.path);
  const content = await readOnce(desk, file);
  if (!content) return;
  const { length } = content.lines;
  if (wanted !== null && wanted.from > length) {
    desk.refuse(
      `${shown}, ${formatLines(wanted)}`,
      `it has ${length === 1 ? "1 line" : `${length} lines`}`,
    );
    return;
  }
  const range = { from: wanted?.from ?? 1, to: Math.min(wanted?.to ?? length, length) };
  const room = desk.budget.left(seat);
  const asked = desk.ranges.get(file.path) ?? [];
  const have = [...asked, ...listKnownRanges(desk, file.path)];
  const used = { own: 0, all: 0 };
  let at = range.from;
  for (; at <= range.to; at++) {
    const size = Buffer.byteLength(content.lines[at - 1] ?? "") + 1;
    const isKnown = have.some(({ from, to }) => from <= at && at <= to);
    if (used.own + size > room.own || (!isKnown && used.all + size > room.all)) break;
    used.own += size;
    if (!isKnown) used.all += size;
  }
  if (at > range.from) {
    desk.budget.charge(seat, used);
    desk.ranges.set(file.path, [...asked, { from: range.from, to: at - 1 }]);
  }
  if (at <= range.to)
    desk.refuse(`${shown}, ${formatLines({ from: at, to: range.to })}`, describeShortage(room));
}

/** False if it was given before, or does not fit. */
function giveList(desk: AnswerDesk, seat: number, piece: Omit<FoundPiece, "bytes">): boolean {
  const key = `${piece.kind} ${piece.what}`;
  const isKnown = desk.given.some(({ kind, what }) => `${kind} ${what}` === key);
  if (isKnown || desk.lists.has(key)) return false;
  const bytes = Buffer.byteLength(piece.text);
  const room = desk.budget.left(seat);
  if (bytes > Math.min(room.own, room.all)) {
    desk.refuse(piece.what, describeShortage(room));
    return false;
  }
  desk.budget.charge(seat, { own: bytes, all: bytes });
  desk.lists.set(key, { ...piece, bytes });
  return true;
}

const NO_LINES = { from: 0, to: 0, redacted: 0 };
const FOLDER_BYTES = 6_000;

function giveFolder(desk: AnswerDesk, seat: number, wanted: string): void {
  const path = cleanPath(wanted);
  const inside = [...desk.tracked.files.values()].filter(
    (file) => path === "" || file.path.startsWith(`${path}/`),
  );
  if (inside.length === 0) {
    desk.refuse(wanted, findMissingReason(desk.tracked, path));
    return;
  }
  const { lines, left } = renderFolderList(inside, FOLDER_BYTES);
  giveList(desk, seat, {
    ...NO_LINES,
    kind: "folder",
    what: path === "" ? "the top folder" : `the folder ${formatPath(path)}`,
    of: inside.length,
    text: [...lines, ...(left > 0 ? [`(and ${left} more files)`] : [])].join("\n"),
  });
}

const LONGEST_FOUND = 300;

async function giveMatches(desk: AnswerDesk, seat: number, wanted: WantedFile): Promise<void> {
  const what = cutLine(describeWantedFile(wanted));
  const pattern = wanted.what;
  if (desk.lists.has(`search ${what}`)) return;
  if (pattern.length > LONGEST_PATTERN || /[\r\n\0]/.test(pattern)) {
    desk.refuse(what, `only up to ${LONGEST_PATTERN} characters on one line can be searched for`);
    return;
  }
  const within = cleanPath(wanted.within);
  if (within !== "" && !isWithin(desk.tracked, within)) {
    desk.refuse(what, findMissingReason(desk.tracked, within));
    return;
  }
  const isExpression = wanted.kind === "regex";
  const result = await searchFiles(desk.checkout, { pattern, isExpression, within });
  if ("why" in result) {
    desk.refuse(what, result.why);
    return;
  }
  const matches = await listMatches(desk, result.found);
  const chosen = chooseMatches(matches, (one) => desk.shown.has(formatPlace(one)));
  const isGiven = giveList(desk, seat, {
    ...NO_LINES,
    kind: "search",
    what,
    of: matches.length,
    redacted: chosen.shown.filter(({ isRedacted }) => isRedacted).length,
    text: formatMatches(what, chosen, { of: matches.length, isCut: result.isCut }),
  });
  if (isGiven) for (const match of chosen.shown) desk.shown.add(formatPlace(match));
}

async function listMatches(
  desk: AnswerDesk,
  found: ReadonlyMap<string, readonly number[]>,
): Promise<MatchedLine[]> {
  const matches: MatchedLine[] = [];
  for (const [path, numbers] of found) {
    const file = desk.tracked.files.get(path);
    const content = file && (await readOnce(desk, file));
    if (!content) continue;
    for (const number of numbers) {
      const line = content.lines[number - 1];
      if (line === undefined) continue;
      const text = line.slice(0, LONGEST_FOUND).trim();
      matches.push({ path, number, text, isRedacted: content.redacted.has(number) });
    }
  }
  return matches;
}

function collectLinePieces(desk: AnswerDesk): FoundPiece[] {
  return [...desk.ranges]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, asked]) => {
      const { lines, redacted } = desk.texts.get(path) ?? { lines: [], redacted: new Set() };
      return joinRanges(asked)
        .flatMap((range) => subtractRanges(range, listKnownRanges(desk, path)))
        .map(({ from, to }): FoundPiece => {
          const text = lines.slice(from - 1, to).join("\n");
          return {
            kind: "lines",
            what: formatPath(path),
            from,
            to,
            of: lines.length,
            bytes: Buffer.byteLength(text),
            redacted: [...redacted].filter((at) => from <= at && at <= to).length,
            text,
          };
        });
    });
}

/** What was given the time before. */
function listKnownRanges({ given }: AnswerDesk, path: string): LineRange[] {
  const shown = formatPath(path);
  return given.flatMap(({ kind, what, from, to }) =>
    kind === "lines" && what === shown ? [{ from, to }] : [],
  );
}

function formatLines({ from, to }: LineRange): string {
  return from === to ? `line ${from}` : `lines ${from}-${to}`;
}

/** Words of a model, on one plain line. */
function cutLine(words: string): string {
  return cutText(stripToPlainLine(words), 160);
}
