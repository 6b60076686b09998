/**
 * A recorded debate in a folder of its own: `recording.json` (what it is, seats, settings), `sources/` (the brief or the
 * drafts) and `replies.jsonl` (one reply a line, with the hash of the prompt it answered).
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod";

import type { Brief } from "../../domain/brief.ts";
import type { Json } from "../../domain/json.ts";
import type { Participant } from "../../domain/participant.ts";
import { ABSENCE_REASONS } from "../../domain/round.ts";
import { SetupError } from "../../errors.ts";
import { sha256 } from "../../kernel/journal/hash-chain.ts";
import { isSlug } from "../../text/slug.ts";

const text = z.string();
const option = z.strictObject({ id: text, label: text, description: text });
const source = z.strictObject({ id: text, title: text, sha256: text, bytes: z.int() });
const seat = z.strictObject({
  id: text,
  name: text,
  role: text,
  stance: text.nullable(),
  model: text,
  mark: text,
});

const RecordingHead = z.strictObject({
  /** Said on every surface, such as "recorded replies of a language model". */
  label: text,
  /** The day on which the debate was held. */
  recorded: text,
  /** Where prompts and replies came from. */
  from: text,
  protocol: text,
  protocolVersion: z.int(),
  /** The debate that was recorded, and the head of its journal. */
  debate: text,
  head: text,
  brief: z.strictObject({
    id: text,
    question: text,
    options: z.array(option),
    sources: z.array(source),
    featureName: text.nullable(),
  }),
  participants: z.array(seat),
  settings: z.json(),
  timeoutMs: z.number(),
  attest: z.boolean(),
  /** With the same salt the same words make the same prompt, byte for byte. */
  salt: text,
  outcome: z.strictObject({ label: text, choice: text.nullable() }),
});

const RecordedReply = z.strictObject({
  /** Step, seat and attempt: `openings/risk#1`. The second attempt is a repair. */
  at: text,
  /** The hash by which the prompt was committed. */
  prompt: text.nullable(),
  /** Who answered, as the provider said. */
  served: z.strictObject({
    model: text.nullable(),
    version: text.nullable(),
    inputTokens: z.int(),
    outputTokens: z.int(),
  }),
  /** A reply that was accepted. */
  reply: z.json().optional(),
  /** A reply that was not, as it came. */
  text: text.optional(),
  /** Why there was no reply. */
  absent: z.strictObject({ reason: z.enum(ABSENCE_REASONS), detail: text }).optional(),
});

export type RecordingHead = Omit<z.infer<typeof RecordingHead>, "participants" | "settings"> & {
  readonly participants: readonly Participant[];
  readonly settings: Json;
};
export type RecordedReply = Omit<z.infer<typeof RecordedReply>, "reply"> & {
  readonly reply?: Json | undefined;
};

export interface Recording {
  /** Of its folder. */
  readonly name: string;
  readonly head: RecordingHead;
  /** With the texts of its sources. */
  readonly brief: Brief;
  readonly replies: ReadonlyMap<string, RecordedReply>;
}

/** In the order of their names; a folder without any has none. */
export function listRecordingNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isSlug(entry.name))
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
}

export function readRecording(folder: string, name: string): Recording {
  if (!isSlug(name)) throw createBadRecordingError(name, "is not the name of a recording");
  const read = (path: string): string => readRecordingFile(join(folder, name, path), name);
  const head = parseRecorded(RecordingHead, read("recording.json"), `${name}/recording.json`);
  const sources = head.brief.sources.map((one) => {
    const words = read(formatSourcePath(one.id));
    if (sha256(words) === one.sha256) return { ...one, text: words };
    throw createBadRecordingError(name, `has another text for the source ${one.id}`);
  });
  const lines = read("replies.jsonl").split("\n");
  const replies = lines.flatMap((line, index) =>
    line.trim() === ""
      ? []
      : [parseRecorded(RecordedReply, line, `${name}/replies.jsonl:${index + 1}`)],
  );
  return {
    name,
    head,
    brief: { ...head.brief, sources, featureDir: null },
    replies: new Map(replies.map((reply) => [reply.at, reply])),
  };
}

/** Source ids are made by Dissent; anything else must not lead anywhere. */
export function formatSourcePath(id: string): string {
  return `sources/${id.replaceAll(/[^\w-]/g, "_")}.md`;
}

function readRecordingFile(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw createBadRecordingError(name, "cannot be read", cause);
  }
}

function parseRecorded<Shape extends z.ZodType>(
  shape: Shape,
  words: string,
  where: string,
): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(words));
  } catch (cause) {
    throw createBadRecordingError(where, "is not a recording that this version reads", cause);
  }
}

function createBadRecordingError(what: string, says: string, cause?: unknown): SetupError {
  return new SetupError("bad-recording", `The recording ${what} ${says}.`, {
    cause,
    hint: "See which recordings there are: dissent demo --list",
  });
}
