/** Copies the record, and downloads it in every format. */
import { useState } from "preact/hooks";

import type { PageFindings, PageDebate } from "../../src/page/page-payload.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { pageKind } from "../state/page-context.ts";
import { formatFileName, formatJournalExport } from "./journal-export.ts";

export function RecordExportCard({
  debate,
  findings,
  shown,
}: {
  debate: PageDebate;
  findings: PageFindings;
  shown: string;
}) {
  return (
    <Card title="Take it with you">
      <div class="pad">
        <div class="act">
          <CopyMarkdownButton text={shown} />
        </div>
        <h3 class="record-downloads-head">Download</h3>
        {pageKind.value === "report" ? (
          <PageDownloads debate={debate} findings={findings} />
        ) : (
          <ServerDownloads id={debate.id} />
        )}
      </div>
    </Card>
  );
}

function CopyMarkdownButton({ text }: { text: string }) {
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

const EXPORT_FORMATS = [
  ["adr", "Decision record", ".md"],
  ["md", "Record", ".md"],
  ["json", "Result", ".json"],
  ["yaml", "Result", ".yaml"],
  ["jsonl", "Journal", ".jsonl"],
  ["html", "This page", ".html"],
] as const;

function ServerDownloads({ id }: { id: string }) {
  return (
    <ul class="record-downloads">
      {EXPORT_FORMATS.map(([format, name, ending]) => (
        <li key={format}>
          <a href={`/api/debates/${encodeURIComponent(id)}/report?format=${format}`} download>
            {name} <span class="mono">{ending}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function PageDownloads({ debate, findings }: { debate: PageDebate; findings: PageFindings }) {
  const files = [
    ["Decision record", formatFileName(debate.id, "-adr.md"), () => findings.adr],
    ["Record", formatFileName(debate.id, ".md"), () => findings.record],
    ["Journal", formatFileName(debate.id, ".jsonl"), () => formatJournalExport(debate)],
  ] as const;
  return (
    <ul class="record-downloads">
      {files.map(([title, name, text]) => (
        <li key={name}>
          <button type="button" class="more" onClick={() => saveTextFile(name, text())}>
            {title} <span class="mono">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function saveTextFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
