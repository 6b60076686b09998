/** Words that were taken out, words that were put in, and words that both have. */
import { useMemo } from "preact/hooks";

import { splitSpacedWords, diffWords } from "../../../../src/text/word-diff.ts";
import { formatHueClass } from "../../../kit/lane-mark.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";

/** Beyond it only the beginning is compared: more would not be read beside the text. */
const MAX_DIFF_CHARACTERS = 6_000;

export function WordDiff(props: { before: string; after: string; hue: number | null }) {
  const { before, after, hue } = props;
  const isLong = before.length > MAX_DIFF_CHARACTERS || after.length > MAX_DIFF_CHARACTERS;
  const changes = useMemo(
    () => diffWords(splitDiffWords(before), splitDiffWords(after)),
    [before, after],
  );
  return (
    <div
      class={`doc-diff serif ${hue === null ? "" : formatHueClass(hue)}`}
      tabIndex={0}
      role="group"
      aria-label="Words that differ"
    >
      {changes.map(({ kind, text }, index) => {
        if (kind === "same")
          return <UntrustedText key={index} text={text} most={MAX_DIFF_CHARACTERS} />;
        const Tag = kind === "removed" ? "del" : "ins";
        return (
          <Tag key={index}>
            <UntrustedText text={text} most={MAX_DIFF_CHARACTERS} />
          </Tag>
        );
      })}
      {isLong && (
        <p class="sub">Compared up to {MAX_DIFF_CHARACTERS.toLocaleString()} characters of each.</p>
      )}
    </div>
  );
}

const WRAPPED_LINE_BREAK = /([^\n])\r?\n(?![\s#>|]|[*+-]\s|\d{1,9}[.)]\s)/g;

/** A line that only goes on in the next one is no line of its own; lists, tables, headings and code keep theirs. */
function splitDiffWords(text: string): string[] {
  const begun = text.slice(0, MAX_DIFF_CHARACTERS);
  return splitSpacedWords(
    /^\s*(?:```|~~~)/m.test(begun) ? begun : begun.replace(WRAPPED_LINE_BREAK, "$1 "),
  );
}
