import { auditedRecord, type Judged } from "../../desk/audited.ts";
import { discussionPath, pageOf } from "../../desk/keep-record.ts";
/** A decision record as it would be written now, with what is allowed to change in it afterwards. */
import type { DebateRecord } from "../../dissent.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { adrAround, adrRecord } from "../../reports/adr.ts";

export interface AdrsAgain {
  /** The file with its link to the discussion as the protocol wrote it. */
  readonly found: string;
  /** The general form, and the protocol's own where it has one. */
  readonly expected: readonly string[];
}

export async function adrsAgain(
  record: DebateRecord,
  text: string,
  judged: Judged,
): Promise<AdrsAgain> {
  const transcript = transcriptOf(record.events);
  const setting = { supersedes: supersededBy(text), audit: await auditedRecord(record, judged) };
  const page = await pageOf(record, transcript, "adr.md");
  const forms = [
    adrRecord(transcript, setting),
    ...(page === undefined ? [] : [adrAround(page, transcript, setting)]),
  ];
  // from where the record lies, so only the folder's own name is known
  const place = discussionPath(transcript).split("/").slice(-2).join("/");
  const link = new RegExp(`\\]\\((?:[^()\\s]*/)?${literally(place)}\\)`, "g");
  return {
    found: page === undefined ? text : text.replaceAll(link, "](debate.md)"),
    expected: forms.map((form) => withStatus(form, text)),
  };
}

/** Files it says it takes the place of; those lines are a person's choice, not the journal's. */
function supersededBy(text: string): string[] {
  const [head = ""] = text.split(/^## /m, 1);
  return [...head.matchAll(/^Supersedes \[[^\n]*\]\(([^()\s]+)\)\.$/gm)].flatMap(
    ([, link = ""]) => {
      try {
        return [decodeURI(link)];
      } catch {
        return [];
      }
    },
  );
}

/** A later record may have taken its place, and only its status says so. */
function withStatus(expected: string, found: string): string {
  const replaced = /^---\n(status: "superseded by [^"\n]+")$/m.exec(found)?.[1];
  return replaced === undefined ? expected : expected.replace(/^status: .*$/m, () => replaced);
}

function literally(path: string): string {
  return encodeURI(path).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
