import type { MergeResult, OutputPiece } from "./merge-result.ts";
/** Writes the output piece by piece, so that no character is without a source (M2). */
import type { OutputFragment } from "./output-fragment.ts";

export interface PieceWriter {
  /** Nothing is written for an empty fragment. */
  readonly add: (fragment: OutputFragment, change: number | null) => void;
  readonly finish: () => Pick<MergeResult, "text" | "pieces">;
}

export function createPieceWriter(): PieceWriter {
  const pieces: OutputPiece[] = [];
  const texts: string[] = [];
  let end = 0;
  return {
    add: ({ text, from }, change) => {
      if (text === "") return;
      pieces.push({ start: end, end: end + text.length, from, change });
      texts.push(text);
      end += text.length;
    },
    finish: () => ({ text: texts.join(""), pieces }),
  };
}
