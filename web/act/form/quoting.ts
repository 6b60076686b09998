/** Words that are selected in the document beside a form, to be quoted in it. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { getProtocolParts } from "../../protocols/protocol-parts.tsx";

export interface SelectedWords {
  readonly source: string;
  readonly quote: string;
  /** Where whole lines of a change are selected. */
  readonly lines?: SelectedLines;
}

/** As a form asks for them. */
export interface SelectedLines {
  readonly file: string;
  readonly side: "new" | "old";
  readonly first_line: number;
  readonly last_line: number;
  readonly quote: string;
}

/** The newest selection within a source; it stays when the focus moves into the form. */
export const selectedWords = signal<SelectedWords | null>(null);

const MOST_CHARACTERS = 600;

export function useSelectedWords(): void {
  useEffect(() => {
    const read = (): void => {
      const selection = getSelection();
      const quote = selection?.toString().trim().replaceAll(/\s+/g, " ") ?? "";
      if (selection === null || quote.length < 4 || quote.length > MOST_CHARACTERS) return;
      const source = findSource(selection.anchorNode);
      if (source === null || source !== findSource(selection.focusNode)) return;
      const lines = getProtocolParts()?.readSelectedLines?.(selection.getRangeAt(0)) ?? null;
      selectedWords.value = { source, quote, ...(lines !== null && { lines }) };
    };
    document.addEventListener("selectionchange", read);
    return () => {
      document.removeEventListener("selectionchange", read);
      selectedWords.value = null;
    };
  }, []);
}

function findSource(node: Node | null): string | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return element?.closest<HTMLElement>("[data-source]")?.dataset["source"] ?? null;
}
