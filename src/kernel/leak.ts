/** K1: proof that a prompt holds no words of anyone it should not. */
import type { Json } from "../domain/json.ts";
import { wordsIn } from "../domain/substance.ts";

/** Eight words in a row are not shared by chance; fewer often are. */
const RUN = 8;

export interface PeerWords {
  readonly reply: Json;
  /** What the peer was answering: an instruction that it only repeats is not its own. */
  readonly prompt: string;
}

/** A run of words that stands in the prompt and in a peer's reply, but not in the brief. */
export function leakIn(
  prompt: string,
  peers: readonly PeerWords[],
  brief: readonly string[],
): string | undefined {
  const theirs = new Set(peers.flatMap(ownRuns));
  if (theirs.size === 0) return undefined;
  const allowed = new Set(brief.flatMap(runsOf));
  return runsOf(prompt).find((run) => theirs.has(run) && !allowed.has(run));
}

function ownRuns({ reply, prompt }: PeerWords): string[] {
  const asked = new Set(runsOf(prompt));
  return textsIn(reply)
    .flatMap(runsOf)
    .filter((run) => !asked.has(run));
}

/** Every string inside a value. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((part) => textsIn(part));
}

function runsOf(text: string): string[] {
  const words = wordsIn(text);
  const runs: string[] = [];
  for (let start = 0; start + RUN <= words.length; start++) {
    runs.push(words.slice(start, start + RUN).join(" "));
  }
  return runs;
}
