/** Untrusted Markdown as a document: long ones part by part, hostile ones as plain text. */
import { type ComponentChild, h } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import "./markdown.css";
import { type Part, partsOf, topHeading } from "./markdown-parts.ts";
import { type Outline, type Piece, treeOf } from "./markdown-tree.ts";
import { visible } from "./visible.ts";
import { count } from "./words.ts";

/** Parts that stand there at once; the others follow when the page is idle. */
const AT_ONCE = 3;
/** Characters of a text without markup that are shown at a time. */
const PIECE = 20_000;

export interface MarkdownProps {
  readonly text: string;
  /** Level of the heading that it stands under. */
  readonly under?: number;
  /** Signs before its highest heading, where it is a part of something that has a higher one. */
  readonly top?: number;
}

export function Markdown({ text, under = 2, top }: MarkdownProps) {
  const parts = useMemo(() => partsOf(text), [text]);
  const outline = useMemo(() => ({ top: top ?? topHeading(text), under }), [text, under, top]);
  const [shown, setShown] = useState(AT_ONCE);
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
            <Plain key={index} text={part.text} />
          ) : (
            <Marked key={index} part={part} outline={outline} />
          ),
        )}
    </div>
  );
}

function Marked({ part, outline }: { part: Part; outline: Outline }) {
  const children = useMemo(
    () => treeOf(part.text, outline).map(elementOf),
    [part.text, outline.top, outline.under],
  );
  return <>{children}</>;
}

function elementOf(piece: Piece | string, key: number): ComponentChild {
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
    ...children.map(elementOf),
  );
}

/** Shown as it was written, in pieces. */
export function Plain({ text }: { text: string }) {
  const [most, setMost] = useState(PIECE);
  const rest = text.length - most;
  return (
    <div class="md-plain">
      <pre tabIndex={0} role="group" aria-label="Plain text">
        {visible(text.slice(0, most))}
      </pre>
      {rest > 0 && (
        <button type="button" class="more" onClick={() => setMost(most + PIECE)}>
          Show more ({count(rest)} characters are left)
        </button>
      )}
    </div>
  );
}
