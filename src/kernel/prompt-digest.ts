/**
 * The hash a prompt is committed by: the SHA-256 of its segments' SHA-256s, one per line.
 * A segment that all seats share, such as a long document, is hashed once in a debate and not once per call.
 */
import type { Segment } from "../model.ts";
import { sha256 } from "./chain.ts";

export interface PromptDigest {
  readonly prompt: string;
  readonly bytes: number;
}

interface SegmentDigest {
  readonly hash: string;
  readonly bytes: number;
}

export function promptText(prompt: readonly Segment[]): string {
  return prompt.map(({ text }) => text).join("\n\n");
}

export function promptDigester(): (prompt: readonly Segment[]) => PromptDigest {
  const known = new Map<string, SegmentDigest>();
  const digestOf = ({ text, shared }: Segment): SegmentDigest => {
    const before = shared ? known.get(text) : undefined;
    if (before) return before;
    const digest = { hash: sha256(text), bytes: Buffer.byteLength(text) };
    if (shared) known.set(text, digest);
    return digest;
  };
  return (prompt) => {
    const digests = prompt.map(digestOf);
    // what joins the segments is part of what is sent
    const joints = 2 * Math.max(0, digests.length - 1);
    return {
      prompt: sha256(digests.map(({ hash }) => hash).join("\n")),
      bytes: digests.reduce((sum, { bytes }) => sum + bytes, joints),
    };
  };
}
