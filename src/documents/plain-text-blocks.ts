/** A text without marks: paragraphs with blank lines between them, and nothing else. */
import type { Breath } from "./breath.ts";
import { type FoundBlock, NOTHING_FOUND } from "./found-block.ts";
import { countOf, isBlank, linesOf, startOf, trimEnd } from "./text-lines.ts";

export async function plainTextBlocks(text: string, breathe: Breath): Promise<FoundBlock[]> {
  const lines = linesOf(text, text.startsWith("\ufeff") ? 1 : 0);
  const blocks: FoundBlock[] = [];
  for (let line = 0; line < countOf(lines);) {
    const turn = breathe();
    if (turn) await turn;
    let next = line;
    while (next < countOf(lines) && !isBlank(lines, next)) next++;
    if (next > line) {
      const start = startOf(lines, line);
      const end = trimEnd(text, start, startOf(lines, next));
      blocks.push({ ...NOTHING_FOUND, kind: "paragraph", start, end });
    }
    line = next + 1;
  }
  return blocks;
}
