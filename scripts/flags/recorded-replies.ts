/** Replies of the recorded debates, and texts that a flag has to find; shared by what measures the flags of each protocol. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { listRecordingNames } from "../../src/models/recorded/recording.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const RECORDINGS = join(ROOT, "examples", "recordings");

interface PlantedTexts {
  readonly hollow: readonly string[];
  readonly agreements: readonly string[];
  readonly deference: readonly string[];
  readonly code: readonly string[];
  readonly repeats: readonly (readonly [earlier: string, again: string])[];
  /** Objections of the recorded challenge that make one point, by their reader. */
  readonly same: readonly (readonly [string, string])[];
}

export const PLANTED = JSON.parse(
  readFileSync(join(ROOT, "test", "fixtures", "flags", "planted.json"), "utf8"),
) as PlantedTexts;

export interface FlagRate {
  readonly rule: string;
  readonly what: string;
  readonly honest: Share;
  readonly planted: Share;
}

export interface Share {
  readonly raised: number;
  readonly of: number;
}

export function countRaised<Item>(
  items: readonly Item[],
  isRaised: (item: Item) => boolean,
): Share {
  return { raised: items.filter(isRaised).length, of: items.length };
}

export interface RecordedReply {
  readonly recording: string;
  readonly step: string;
  readonly seat: string;
  readonly reply: Readonly<Record<string, unknown>>;
}

/** The last reply to each prompt: one that was sent back was not honest work yet. */
export function listReplies(): RecordedReply[] {
  return listRecordingNames(RECORDINGS).flatMap((recording) => {
    const lines = readFileSync(join(RECORDINGS, recording, "replies.jsonl"), "utf8");
    const rows = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { at: string; reply: RecordedReply["reply"] });
    const last = new Map(rows.map(({ at, reply }) => [at.replace(/#\d+$/, ""), reply]));
    return [...last].map(([at, reply]) => {
      const [step = "", seat = ""] = at.split("/");
      return { recording, step, seat, reply };
    });
  });
}

/** Texts under these names give a reason or an argument. */
const REASONS = new Set("reason counter_reason explanation counter_argument words why".split(" "));

export function listReasons(value: unknown, name = ""): string[] {
  if (typeof value === "string") return REASONS.has(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => listReasons(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => listReasons(one, key));
}

/** All words of a reply that a person would read. */
export function listProse(value: unknown): string[] {
  if (typeof value === "string") return value.includes(" ") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listProse) : [];
}
