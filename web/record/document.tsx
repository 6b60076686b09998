/** A record as a document: its front matter as a small table, its words in serif, dissents marked. */
import { useMemo } from "preact/hooks";

import { capitalizeText } from "../kit/format-text.ts";
import { MarkdownText } from "../kit/markdown.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { type FrontMatterEntry, parseRecord } from "./parse-record.ts";

export function RecordDocument({ text }: { text: string }) {
  const { matter, sections } = useMemo(() => parseRecord(text), [text]);
  return (
    <article class="paper serif" dir="auto">
      {matter.length > 0 && <FrontMatterTable matter={matter} />}
      {sections.map(({ text: words, kind }, index) => (
        <section key={index} class={`paper-part ${kind}`}>
          <MarkdownText text={words} under={1} top={1} />
        </section>
      ))}
    </article>
  );
}

function FrontMatterTable({ matter }: { matter: readonly FrontMatterEntry[] }) {
  return (
    <dl class="paper-matter">
      {matter.map(({ name, value }) => (
        <div key={name}>
          <dt>{showInvisibleCharacters(capitalizeText(name.replaceAll("-", " ")))}</dt>
          <dd>{showInvisibleCharacters(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
