/** Ways to name what is there: boxes to tick for points and parts, a button for words that are selected. */
import { useContext } from "preact/hooks";

import type { Json } from "../../../src/domain/json.ts";
import { Button } from "../../kit/button.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { FormContext } from "./form-context.ts";
import { type SelectedLines, type SelectedWords, selectedWords } from "./quoting.ts";
import type { FieldReference } from "./references.ts";

export function ReferenceChecks({
  rows,
  offered,
  path,
  isNumbered,
  onChange,
}: {
  rows: readonly Json[];
  offered: readonly FieldReference[];
  path: string;
  /** They are numbers in the answer. */
  isNumbered: boolean;
  onChange: (value: Json) => void;
}) {
  const { id } = useContext(FormContext);
  const readReferenceValue = (one: FieldReference): Json => (isNumbered ? Number(one.id) : one.id);
  return (
    <ul class="checks">
      {offered.map((one) => (
        <li key={one.id}>
          <label>
            <input
              type="checkbox"
              id={`${id}-${path}-${one.id}`}
              value={one.id}
              checked={rows.includes(readReferenceValue(one))}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  checked
                    ? [...rows.filter((row) => row !== "" && row !== 0), readReferenceValue(one)]
                    : rows.filter((row) => row !== readReferenceValue(one) && row !== 0),
                )
              }
            />{" "}
            {showInvisibleCharacters(one.label)}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Puts what is selected in the document into the evidence. */
export function QuoteButton({ onQuote }: { onQuote: (words: SelectedWords) => void }) {
  const words = selectedWords.value;
  return (
    <Button disabled={words === null} onPress={() => words !== null && onQuote(words)}>
      Quote the selected words
    </Button>
  );
}

/** Puts the selected lines of a change into a finding: file, side, numbers and words. */
export function SelectedLinesButton({ onUse }: { onUse: (lines: SelectedLines) => void }) {
  const lines = selectedWords.value?.lines;
  return (
    <div class="use-lines">
      <Button disabled={lines === undefined} onPress={() => lines !== undefined && onUse(lines)}>
        Use the selected lines
      </Button>
      <small>Select lines of the change, or fill in where they are.</small>
    </div>
  );
}
