/** Copies the record, and downloads it in every format. */

import type { PageFindings, PageDebate } from "../../src/page/page-payload.ts";
import { Card } from "../kit/card.tsx";
import { CopyMarkdownButton, downloadTextFile } from "../kit/export-text.tsx";
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
          <CopyMarkdownButton
            text={shown}
            trouble="Not copied: the browser does not allow it. Download it instead."
          />
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

const EXPORT_FORMATS = [
  ["adr", "Decision record", ".md"],
  ["md", "Record", ".md"],
  ["json", "Result", ".json"],
  ["yaml", "Result", ".yaml"],
  ["jsonl", "Journal", ".jsonl"],
  ["html", "This page", ".html"],
  ["svg", "Picture of the argument", ".svg"],
  ["mermaid", "The same for Markdown", ".mmd"],
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
          <button type="button" class="more" onClick={() => downloadTextFile(name, text())}>
            {title} <span class="mono">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
