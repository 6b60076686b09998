/** Exports text from the page: to the clipboard, or into a file. */
import { useState } from "preact/hooks";

import { Button } from "./button.tsx";

export function CopyMarkdownButton({ text, trouble }: { text: string; trouble: string }) {
  const [state, setState] = useState("");
  const copy = async (): Promise<void> => {
    setState((await copyToClipboard(text)) ? "Copied" : trouble);
  };
  return (
    <>
      <Button onPress={() => void copy()}>Copy Markdown</Button>
      <span class="sub" role="status">
        {state}
      </span>
    </>
  );
}

/** False where the browser does not allow it, as it may in a page that was opened from a file. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithTextarea(text);
  }
}

function copyWithTextarea(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

export function downloadTextFile(name: string, text: string): void {
  const type = name.endsWith(".json") ? "application/json" : "text/plain";
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.split("/").at(-1) ?? "document.md";
  document.body.append(link);
  link.click();
  link.remove();
  // some browsers read it after the click has returned
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
