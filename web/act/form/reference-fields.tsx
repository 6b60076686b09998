/** Ways to name what is there: boxes to tick for points and parts, a button for words that are selected. */
import { useContext } from "preact/hooks";

import type { Json } from "../../../src/domain/json.ts";
import { Button } from "../../kit/button.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { FormContext } from "./form-context.ts";
import { type SelectedWords, selectedWords } from "./quoting.ts";
import type { FieldReference } from "./references.ts";

export function ReferenceChecks({
  rows,
  offered,
  path,
  onChange,
}: {
  rows: readonly Json[];
  offered: readonly FieldReference[];
  path: string;
  onChange: (value: Json) => void;
}) {
  const { id } = useContext(FormContext);
  return (
    <ul class="checks">
      {offered.map((one) => (
        <li key={one.id}>
          <label>
            <input
              type="checkbox"
              id={`${id}-${path}-${one.id}`}
              value={one.id}
              checked={rows.includes(one.id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  checked
                    ? [...rows.filter((row) => row !== ""), one.id]
                    : rows.filter((row) => row !== one.id),
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
