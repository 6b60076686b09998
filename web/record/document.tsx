/** A record as a document: its front matter as a small table, its words in serif, dissents marked. */
import { useMemo } from "preact/hooks";

import { Markdown } from "../kit/markdown.tsx";
import { visible } from "../kit/visible.ts";
import { capital } from "../kit/words.ts";
import { type Matter, recordParts } from "./record-parts.ts";

export function RecordDocument({ text }: { text: string }) {
  const { matter, sections } = useMemo(() => recordParts(text), [text]);
  return (
    <article class="paper serif" dir="auto">
      {matter.length > 0 && <MatterTable matter={matter} />}
      {sections.map(({ text: words, kind }, index) => (
        <section key={index} class={`paper-part ${kind}`}>
          <Markdown text={words} under={1} top={1} />
        </section>
      ))}
    </article>
  );
}

function MatterTable({ matter }: { matter: readonly Matter[] }) {
  return (
    <dl class="paper-matter">
      {matter.map(({ name, value }) => (
        <div key={name}>
          <dt>{visible(capital(name.replaceAll("-", " ")))}</dt>
          <dd>{visible(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
