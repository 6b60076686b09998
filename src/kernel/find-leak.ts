/** K1: proves that a prompt contains no words of anyone it must not reveal. */
import type { Json } from "../domain/json.ts";
import { listWords } from "../text/substance.ts";

/** Eight words in a row are not shared by chance; fewer often are. */
const RUN = 8;

export interface PeerReply {
  readonly reply: Json;
  /** What the peer was answering: an instruction that it only repeats is not its own. */
  readonly prompt: string;
}

/** A run of words that is in the prompt and in a peer's reply, but not in the brief. */
export function findLeakedWords(
  prompt: string,
  peers: readonly PeerReply[],
  brief: readonly string[],
): string | undefined {
  const theirs = new Map<string, ((run: string) => boolean)[]>();
  for (const { reply, prompt: question } of peers) {
    const wasAsked = createRunLookup([question]);
    for (const run of new Set(collectTexts(reply).flatMap(listWordRuns))) {
      const asked = theirs.get(run);
      if (asked) asked.push(wasAsked);
      else theirs.set(run, [wasAsked]);
    }
  }
  if (theirs.size === 0) return undefined;
  const isAllowed = createRunLookup(brief);
  return listWordRuns(prompt).find((run) => {
    const asked = theirs.get(run);
    return asked !== undefined && !isAllowed(run) && asked.some((wasAsked) => !wasAsked(run));
  });
}

/** Documents are large and replies are not: a document is only searched for what a reply has too. */
function createRunLookup(texts: readonly string[]): (run: string) => boolean {
  let runs: ReadonlySet<string> | undefined;
  return (run) => (runs ??= new Set(texts.flatMap(listWordRuns))).has(run);
}

/** Every string inside a value. */
function collectTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((part) => collectTexts(part));
}

function listWordRuns(text: string): string[] {
  const words = listWords(text);
  const runs: string[] = [];
  for (let start = 0; start + RUN <= words.length; start++) {
    runs.push(words.slice(start, start + RUN).join(" "));
  }
  return runs;
}
