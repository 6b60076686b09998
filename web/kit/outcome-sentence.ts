/** The sentence of an outcome as people say it, where the record has the short form of a count. */
import { formatNameList } from "./format-text.ts";

const SPLIT = /^(.+) - (\d+) of (\d+) needed$/;

/** "A Risk; B Value, Effort - 3 of 3 needed" as "Risk holds A; Value and Effort hold B. 3 of 3 had to agree." */
export function formatOutcomeSentence(summary: string): string {
  const [, votes, needed, all] = SPLIT.exec(summary) ?? [];
  if (votes === undefined) return summary;
  const parts = votes.split("; ").map((part) => {
    const at = part.indexOf(" ");
    const names = part.slice(at + 1).split(", ");
    return `${formatNameList(names)} ${names.length === 1 ? "holds" : "hold"} ${part.slice(0, at)}`;
  });
  return `${parts.join("; ")}. ${needed} of ${all} had to agree.`;
}
