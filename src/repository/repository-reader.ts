/**
 * Reads files of a repository for a debate: the list of what there is, and what participants asked for.
 *
 * RP1. Nothing is written, and nothing of the repository is run.
 * RP2. What a debate began with in one repository is never read from another.
 */
import { hash } from "node:crypto";

import type { Source } from "../domain/brief.ts";
import type { Json } from "../domain/json.ts";
import { SetupError } from "../errors.ts";
import {
  describePieceExtent,
  describeReadState,
  type GivenPiece,
  type RepositoryFilesAnswer,
  type RepositoryFilesRequest,
  type RepositoryIndexAnswer,
  type RepositoryIndexRequest,
  type RepositoryRequest,
} from "../evidence/repository-request.ts";
import type { OutsideReader, OutsideReading } from "../protocol.ts";
import type { Redactor } from "../text/redact.ts";
import { type FoundPiece, answerRequests } from "./answer-requests.ts";
import { renderFileTree } from "./file-tree.ts";
import { type CheckoutLocation, hasCommit, openCheckout } from "./open-checkout.ts";
import { listTrackedFiles } from "./tracked-files.ts";

export interface RepositoryReaderOptions extends CheckoutLocation {
  /** Patterns of files that are never sent, beside the built-in ones. */
  readonly deny: () => Promise<readonly string[]>;
  readonly redact: Redactor;
}

export function createRepositoryReader(options: RepositoryReaderOptions): OutsideReader {
  return async (asked) => {
    // made by the kernel from what a protocol asked for, and journaled as a hash only
    const request = asked as unknown as RepositoryRequest;
    return request.kind === "repository-index"
      ? readIndex(options, request)
      : readFiles(options, request);
  };
}

async function readIndex(
  options: RepositoryReaderOptions,
  { revision, near = [] }: RepositoryIndexRequest,
): Promise<OutsideReading> {
  const checkout = await openCheckout(options, revision);
  const { files } = await listTrackedFiles(checkout, await options.deny());
  const tree = options.redact(renderFileTree(files.values(), { near }));
  const answer: RepositoryIndexAnswer = { commit: checkout.commit, files: files.size, tree };
  return { answer, sources: [] };
}

async function readFiles(
  options: RepositoryReaderOptions,
  request: RepositoryFilesRequest,
): Promise<OutsideReading> {
  const { revision, commit, wanted, prefix, summary, given } = request;
  if (wanted.every((one) => one.length === 0))
    return { answer: describeNothing(commit), sources: [] };
  // the commit of the list is read, wherever a branch has moved since
  const checkout = await openCheckout(options, revision === null ? null : commit);
  if (revision === null && commit !== null && !(await hasCommit(checkout, commit)))
    throw createOtherRepositoryError(commit);
  const tracked = await listTrackedFiles(checkout, await options.deny());
  const { redact } = options;
  const { pieces, refused } = await answerRequests({ checkout, tracked, redact }, request);
  const named = pieces.map((piece, index) => {
    return { ...piece, id: `${prefix}-${given.length + index + 1}` };
  });
  const told = refused.map(({ what, why }) => ({ what: redact(what), why }));
  const answer: RepositoryFilesAnswer = {
    commit: checkout.commit,
    given: named.map(({ text: _text, ...piece }) => piece),
    refused: told,
  };
  const summaryText = describeAnswer(answer, describeReadState(revision, checkout.commit));
  return {
    answer: answer as unknown as Json,
    sources: [
      createSource(summary, "what was looked up in the repository", summaryText),
      ...named.map((piece) => createSource(piece.id, formatPieceTitle(piece), piece.text)),
    ],
  };
}

function createOtherRepositoryError(commit: string): SetupError {
  return new SetupError(
    "bad-settings",
    `This debate reads files on commit ${commit.slice(0, 12)}, and the repository here does not have it.`,
    { hint: "Run it in that checkout, or name the checkout with --repo <folder>." },
  );
}

function describeNothing(commit: string | null): Json {
  return { commit, given: [], refused: [] };
}

function createSource(id: string, title: string, text: string): Source {
  return { id, title, sha256: hash("sha256", text), bytes: Buffer.byteLength(text), text };
}

/** Prompts show the first 80 characters of it. */
function formatPieceTitle(piece: FoundPiece): string {
  if (piece.kind !== "lines") return piece.what.slice(0, 80);
  const extent = describePieceExtent({ ...piece, id: "" });
  const room = 78 - extent.length;
  const path = piece.what.length > room ? `...${piece.what.slice(3 - room)}` : piece.what;
  return `${path} ${extent}`;
}

/** What everyone is told, and can quote. */
function describeAnswer({ given, refused }: RepositoryFilesAnswer, state: string): string {
  const shown = given.map((piece) => `${piece.id}: ${piece.what}, ${describeGiven(piece)}`);
  const kept = refused.map(({ what, why }) => `${what}: ${why}`);
  return [
    `From ${state}, as far as participants asked for it:`,
    ...(shown.length === 0 ? ["nothing"] : shown),
    ...(kept.length === 0 ? [] : ["Asked for and not shown:", ...kept]),
  ].join("\n");
}

function describeGiven(piece: GivenPiece): string {
  const extent = describePieceExtent(piece);
  if (piece.redacted === 0) return extent;
  return `${extent}; a secret was taken out of ${piece.redacted === 1 ? "1 line" : `${piece.redacted} lines`}`;
}
