/** A text without marks: paragraphs with blank lines between them, and nothing else. */
import type { Breath } from "./breath.ts";
import { type FoundBlock, NOTHING_FOUND } from "./found-block.ts";
import { countOf, isBlank, startOf, type TextLines, trimEnd } from "./text-lines.ts";

export async function plainTextBlocks(lines: TextLines, breathe: Breath): Promise<FoundBlock[]> {
  const blocks: FoundBlock[] = [];
  for (let line = 0; line < countOf(lines);) {
    const turn = breathe();
    if (turn) await turn;
    let next = line;
    while (next < countOf(lines) && !isBlank(lines, next)) next++;
    if (next > line) {
      const start = startOf(lines, line);
      const end = trimEnd(lines.text, start, startOf(lines, next));
      blocks.push({ ...NOTHING_FOUND, kind: "paragraph", start, end });
    }
    line = next + 1;
  }
  return blocks;
}
