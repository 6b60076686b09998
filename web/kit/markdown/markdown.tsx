/** Untrusted Markdown as a document: long texts in parts, hostile ones as plain text. */
import { type ComponentChild, h } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import "./markdown.css";
import { formatInteger } from "../format-text.ts";
import { showInvisibleCharacters } from "../visible-text.ts";
import { type HeadingOutline, type MarkdownElement, parseMarkdownTree } from "./markdown-tree.ts";
import { type MarkdownChunk, splitMarkdown, findTopHeadingLevel } from "./split-markdown.ts";

/** Parts rendered at once; the others follow when the page is idle. */
const INITIAL_MARKDOWN_CHUNKS = 3;
/** Characters of a text without markup that are shown at a time. */
const PLAIN_TEXT_PAGE = 20_000;

export interface MarkdownProps {
  readonly text: string;
  /** Level of the heading above it. */
  readonly under?: number;
  /** Signs before its highest heading, where it is a part of something that has a higher one. */
  readonly top?: number;
}

export function MarkdownText({ text, under = 2, top }: MarkdownProps) {
  const parts = useMemo(() => splitMarkdown(text), [text]);
  const outline = useMemo(
    () => ({ top: top ?? findTopHeadingLevel(text), under }),
    [text, under, top],
  );
  const [shown, setShown] = useState(INITIAL_MARKDOWN_CHUNKS);
  useEffect(() => {
    if (shown >= parts.length) return;
    const timer = setTimeout(() => setShown(shown + 1));
    return () => clearTimeout(timer);
  }, [shown, parts]);
  return (
    <div class="md" dir="auto">
      {parts
        .slice(0, shown)
        .map((part, index) =>
          part.kind === "plain" ? (
            <PlainText key={index} text={part.text} />
          ) : (
            <MarkdownChunkView key={index} part={part} outline={outline} />
          ),
        )}
    </div>
  );
}

function MarkdownChunkView({ part, outline }: { part: MarkdownChunk; outline: HeadingOutline }) {
  const children = useMemo(
    () => parseMarkdownTree(part.text, outline).map(renderMarkdownElement),
    [part.text, outline.top, outline.under],
  );
  return <>{children}</>;
}

function renderMarkdownElement(piece: MarkdownElement | string, key: number): ComponentChild {
  if (typeof piece === "string") return piece;
  const { tag, children, start } = piece;
  const isWide = tag === "pre" || piece.class === "md-table";
  return h(
    tag,
    {
      key,
      ...(piece.class !== undefined && { class: piece.class }),
      ...(start !== undefined && { start }),
      // what scrolls must be reachable with the keyboard
      ...(isWide && {
        tabIndex: 0,
        role: "group",
        "aria-label": tag === "pre" ? "Code" : "Table",
      }),
    },
    ...children.map(renderMarkdownElement),
  );
}

/** Shown as it was written, in pieces. */
export function PlainText({ text }: { text: string }) {
  const [most, setMost] = useState(PLAIN_TEXT_PAGE);
  const rest = text.length - most;
  return (
    <div class="md-plain">
      <pre tabIndex={0} role="group" aria-label="Plain text">
        {showInvisibleCharacters(text.slice(0, most))}
      </pre>
      {rest > 0 && (
        <button type="button" class="more" onClick={() => setMost(most + PLAIN_TEXT_PAGE)}>
          Show more ({formatInteger(rest)} characters are left)
        </button>
      )}
    </div>
  );
}
