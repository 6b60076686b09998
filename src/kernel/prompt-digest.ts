/**
 * The hash a prompt is committed by: the SHA-256 of its segments' SHA-256s, one per line. A long segment that all
 * seats share is hashed once per debate; a short one, such as a role and its task, once per process.
 */
import type { PromptSegment } from "../model.ts";
import { sha256 } from "./journal/hash-chain.ts";

export interface PromptDigest {
  readonly prompt: string;
  readonly bytes: number;
}

interface SegmentDigest {
  readonly hash: string;
  readonly bytes: number;
}

export function joinPromptText(prompt: readonly PromptSegment[]): string {
  return prompt.map(({ text }) => text).join("\n\n");
}

const short = new Map<string, SegmentDigest>();
const LONGEST_SHORT = 512;
const MOST_SHORT = 1_000;

export function createPromptDigester(): (prompt: readonly PromptSegment[]) => PromptDigest {
  const long = new Map<string, SegmentDigest>();
  const computeSegmentDigest = ({ text, shared }: PromptSegment): SegmentDigest => {
    const isShort = text.length <= LONGEST_SHORT;
    const known = isShort ? short : long;
    const before = isShort || shared ? known.get(text) : undefined;
    if (before) return before;
    const digest = { hash: sha256(text), bytes: Buffer.byteLength(text) };
    if (short.size >= MOST_SHORT) short.clear();
    if (isShort || shared) known.set(text, digest);
    return digest;
  };
  return (prompt) => {
    let hashes = "";
    // what joins the segments is part of what is sent
    let bytes = 2 * Math.max(0, prompt.length - 1);
    for (const segment of prompt) {
      const digest = computeSegmentDigest(segment);
      hashes += hashes === "" ? digest.hash : `\n${digest.hash}`;
      bytes += digest.bytes;
    }
    return { prompt: sha256(hashes), bytes };
  };
}

/** Long segments that say the same are kept once: ten seats that read ten drafts hold ten drafts, not a hundred. */
export function createSegmentInterner(): <
  Prompted extends { readonly prompt: readonly PromptSegment[] },
>(
  ask: Prompted,
) => Prompted {
  const known = new Map<string, PromptSegment>();
  const intern = (segment: PromptSegment): PromptSegment => {
    if (!segment.shared || segment.text.length <= LONGEST_SHORT) return segment;
    const before = known.get(segment.text);
    if (before === undefined) known.set(segment.text, segment);
    return before ?? segment;
  };
  return (ask) => ({ ...ask, prompt: ask.prompt.map(intern) });
}
