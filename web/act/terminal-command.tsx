/** The terminal command that does the same as a button here. */
import { useState } from "preact/hooks";

import { currentPerson } from "../state/page-context.ts";

export function TerminalCommand({ text, says }: { text: string; says?: string }) {
  const [copied, setCopied] = useState(false);
  // whoever looks at a team's page need not have a terminal where its debates are
  if (currentPerson.value !== null) return null;
  // a file that is opened from a disk may have no clipboard
  const clipboard = globalThis.isSecureContext ? navigator.clipboard : undefined;
  const copy = async (): Promise<void> => {
    await clipboard?.writeText(text);
    setCopied(true);
  };
  return (
    <p class="command">
      {says !== undefined && <span class="command-says">{says}</span>}
      <code>{text}</code>
      {clipboard !== undefined && (
        <button
          type="button"
          class="more"
          onClick={() => void copy().catch(() => setCopied(false))}
        >
          {copied ? "copied" : "copy"}
          <span class="sr"> the command {text}</span>
        </button>
      )}
    </p>
  );
}

/** In single quotes nothing means anything to a shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
