/** Copying the record, and downloading it in every form there is. */
import { useState } from "preact/hooks";

import type { Findings, PageDebate } from "../../src/page/payload.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { place } from "../state/place.ts";
import { fileName, journalText } from "./journal-text.ts";

export function TakeAway({
  debate,
  findings,
  shown,
}: {
  debate: PageDebate;
  findings: Findings;
  shown: string;
}) {
  return (
    <Card title="Take it with you">
      <div class="pad">
        <div class="act">
          <CopyMarkdown text={shown} />
        </div>
        <h3 class="record-downloads-head">Download</h3>
        {place.value === "report" ? (
          <FromPage debate={debate} findings={findings} />
        ) : (
          <FromServer id={debate.id} />
        )}
      </div>
    </Card>
  );
}

function CopyMarkdown({ text }: { text: string }) {
  const [state, setState] = useState<
    "" | "Copied" | "Not copied: the browser does not allow it. Download it instead."
  >("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState("Copied");
    } catch {
      setState("Not copied: the browser does not allow it. Download it instead.");
    }
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

const FORMATS = [
  ["adr", "Decision record", ".md"],
  ["md", "Record", ".md"],
  ["json", "Result", ".json"],
  ["yaml", "Result", ".yaml"],
  ["jsonl", "Journal", ".jsonl"],
  ["html", "This page", ".html"],
] as const;

function FromServer({ id }: { id: string }) {
  return (
    <ul class="record-downloads">
      {FORMATS.map(([format, name, ending]) => (
        <li key={format}>
          <a href={`/api/debates/${encodeURIComponent(id)}/report?format=${format}`} download>
            {name} <span class="mono">{ending}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function FromPage({ debate, findings }: { debate: PageDebate; findings: Findings }) {
  const files = [
    ["Decision record", fileName(debate.id, "-adr.md"), () => findings.adr],
    ["Record", fileName(debate.id, ".md"), () => findings.record],
    ["Journal", fileName(debate.id, ".jsonl"), () => journalText(debate)],
  ] as const;
  return (
    <ul class="record-downloads">
      {files.map(([title, name, text]) => (
        <li key={name}>
          <button type="button" class="more" onClick={() => save(name, text())}>
            {title} <span class="mono">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
