/** The document to take along: as it was published, or without the comments that say where it comes from. */
import { useComputed } from "@preact/signals";
import { useState } from "preact/hooks";

import type { MergedView } from "../../../../src/page/page-payload.ts";
import { copyToClipboard, downloadTextFile } from "../../../document/export-text.ts";
import { Button } from "../../../kit/button.tsx";
import { buildViewAddress } from "../../../state/page-route.ts";
import { formatDocumentText } from "./document-selection.ts";

export function DocumentExportRow({ view }: { view: MergedView }) {
  const [said, setSaid] = useState("");
  const address = useComputed(() =>
    buildViewAddress("document", { artifact: view.name, piece: null, part: null, change: null }),
  );
  if (view.name === null) return null;
  const kind = view.format === "markdown" ? "Markdown" : "text";
  const hasComments = view.pieces.some(
    ({ sources, kind: form }) => form === "html" && sources.length === 0,
  );
  const take = (comments: boolean): void => {
    void copyToClipboard(formatDocumentText(view, { comments })).then((done) =>
      setSaid(done ? "Copied." : "The browser did not allow copying; download it instead."),
    );
  };
  return (
    <div class="act document-act">
      <Button onPress={() => take(true)}>
        Copy {kind}
        {hasComments ? " with provenance" : ""}
      </Button>
      {hasComments && <Button onPress={() => take(false)}>Copy without</Button>}
      <Button
        onPress={() =>
          downloadTextFile(view.name ?? "merged.md", formatDocumentText(view, { comments: true }))
        }
      >
        Download
      </Button>
      <a class="btn" href={address.value}>
        All texts
      </a>
      <span role="status" class="sub">
        {said}
      </span>
    </div>
  );
}
