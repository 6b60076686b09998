/** Words that were taken out, words that were put in, and words that both have. */
import { useMemo } from "preact/hooks";

import { spacedWords, wordChanges } from "../../../../src/documents/word-changes.ts";
import { hueClass } from "../../../kit/lane-mark.tsx";
import { Words } from "../../../kit/said.tsx";

/** Beyond it only the beginning is compared: more would not be read beside the text. */
const MOST = 6_000;

export function WordDiff(props: { before: string; after: string; hue: number | null }) {
  const { before, after, hue } = props;
  const isLong = before.length > MOST || after.length > MOST;
  const changes = useMemo(() => wordChanges(wordsIn(before), wordsIn(after)), [before, after]);
  return (
    <div
      class={`doc-diff serif ${hue === null ? "" : hueClass(hue)}`}
      tabIndex={0}
      role="group"
      aria-label="Words that differ"
    >
      {changes.map(({ kind, text }, index) => {
        if (kind === "same") return <Words key={index} text={text} most={MOST} />;
        const Tag = kind === "removed" ? "del" : "ins";
        return (
          <Tag key={index}>
            <Words text={text} most={MOST} />
          </Tag>
        );
      })}
      {isLong && <p class="sub">Compared up to {MOST.toLocaleString()} characters of each.</p>}
    </div>
  );
}

const CONTINUED = /([^\n])\r?\n(?![\s#>|]|[*+-]\s|\d{1,9}[.)]\s)/g;

/** A line that only goes on in the next one is no line of its own; lists, tables, headings and code keep theirs. */
function wordsIn(text: string): string[] {
  const begun = text.slice(0, MOST);
  return spacedWords(/^\s*(?:```|~~~)/m.test(begun) ? begun : begun.replace(CONTINUED, "$1 "));
}
