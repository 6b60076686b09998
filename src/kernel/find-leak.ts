/** K1: proves that a prompt contains no words of anyone it must not reveal. */
import type { Json } from "../domain/json.ts";
import { visitWords } from "../text/substance.ts";

/** Eight words in a row are not shared by chance; fewer often are. */
const RUN = 8;

export interface PeerReply {
  readonly reply: Json;
  /** What the peer was answering, part by part: an instruction that it only repeats is not its own. */
  readonly prompt: readonly string[];
}

/**
 * A run of words that is in the prompt and in a peer's reply, but not in the brief. Documents are large and replies
 * are not: a document is only searched for what a reply has too.
 */
export function findLeakedWords(
  prompt: readonly string[],
  peers: readonly PeerReply[],
  brief: readonly string[],
): string | undefined {
  const theirs = peers.map(({ reply }) => collectReplyRuns(reply));
  const every: ReplyRuns = { words: new Set(), runs: new Set() };
  for (const { words, runs } of theirs) {
    for (const word of words) every.words.add(word);
    for (const run of runs) every.runs.add(run);
  }
  if (every.runs.size === 0) return undefined;
  // what the brief says as well is everyone's, wherever it stands
  const suspected = findSharedRuns(leaveOutTexts(prompt, brief), every);
  if (suspected.size === 0) return undefined;
  for (const run of findSharedRuns(brief, { ...every, runs: suspected })) suspected.delete(run);
  for (const [place, { runs, words }] of theirs.entries()) {
    const own = new Set([...suspected].filter((run) => runs.has(run)));
    if (own.size === 0) continue;
    const asked = findSharedRuns(peers[place]?.prompt ?? [], { words, runs: own });
    for (const run of own) if (asked.has(run)) own.delete(run);
    const [leaked] = own;
    if (leaked !== undefined) return leaked;
  }
  return undefined;
}

interface ReplyRuns {
  readonly words: Set<string>;
  readonly runs: Set<string>;
}

function collectReplyRuns(reply: Json): ReplyRuns {
  const found: ReplyRuns = { words: new Set(), runs: new Set() };
  for (const text of collectTexts(reply)) {
    let run: string[] = [];
    visitWords(text, (word) => {
      found.words.add(word);
      run = [...run.slice(1 - RUN), word];
      if (run.length === RUN) found.runs.add(run.join(" "));
    });
  }
  return found;
}

/** Those that occur in the texts, in their order. */
function findSharedRuns(texts: readonly string[], { words, runs }: ReplyRuns): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    let run: string[] = [];
    visitWords(text, (word) => {
      if (!words.has(word)) {
        if (run.length > 0) run = [];
        return;
      }
      if (run.length === RUN) run.shift();
      run.push(word);
      if (run.length < RUN) return;
      const joined = run.join(" ");
      if (runs.has(joined)) found.add(joined);
    });
  }
  return found;
}

/** Shorter ones are read with the rest. */
const SHORTEST_LEFT_OUT = 2_000;
/** Left at both ends, so that a run across them is seen. */
const MARGIN = 500;

/** Without the middle of each long text that stands in them word for word. */
function leaveOutTexts(parts: readonly string[], texts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    let rest = [part];
    for (const text of texts) {
      if (text.length >= SHORTEST_LEFT_OUT) rest = rest.flatMap((one) => splitAround(one, text));
    }
    return rest;
  });
}

function splitAround(part: string, text: string): string[] {
  const at = part.length < text.length ? -1 : part.indexOf(text);
  if (at === -1) return [part];
  const beyond = at + text.length;
  return [part.slice(0, at + MARGIN), ...splitAround(part.slice(beyond - MARGIN), text)];
}

/** Every string inside a value. */
function collectTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((part) => collectTexts(part));
}
