/** The parts of a prompt: what all who are asked read alike, which vendors keep between calls, and what one alone reads. */
import type { PromptSegment } from "../model.ts";

export function sharedSegment(words: string): PromptSegment {
  return { shared: true, text: words };
}

export function ownSegment(words: string): PromptSegment {
  return { shared: false, text: words };
}
