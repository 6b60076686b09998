import { expect, test } from "vitest";

import type { Transcript, TranscriptTurn } from "../domain/journal/transcript.ts";
import { formatConditionOwner, listMindChangeConditions } from "./markdown-record.ts";

function turn(by: string, position: string, wouldChange: string | null): TranscriptTurn {
  const said = { position, confidence: null, words: "", wouldChange };
  return { by, name: by, said } as TranscriptTurn;
}

test("what would have changed a mind that has changed since says what was held then", () => {
  const steps = [
    { turns: [turn("Risk", "A", "a proof"), turn("Value", "B", "a figure")] },
    { turns: [turn("Risk", "A", null), turn("Value", "C", null)] },
  ];

  const minds = listMindChangeConditions({ steps } as unknown as Transcript);

  expect(minds.map((mind) => `${formatConditionOwner(mind)}: ${mind.words}`)).toEqual([
    "Risk: a proof",
    "Value, while it held B: a figure",
  ]);
});
