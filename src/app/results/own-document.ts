/** CONTRACT: a document that a debate leaves beside its record; its protocol writes and shows it in its own way. */
import type { DebateRecord } from "../../dissent.ts";
import type { Transcript } from "../../domain/journal/transcript.ts";
import type { AppContext } from "../app-context.ts";
import type { StrengthCalibration } from "../project/audit-record.ts";
import type { WrittenResults } from "./write-results.ts";

type RecordHead = Pick<DebateRecord, "id" | "events">;

export interface OwnDocument {
  /** The folder beside it, with everything about it. */
  readonly folder: string;
  /** `refresh` leaves the document alone: a person may have edited it. */
  write(
    context: AppContext,
    record: DebateRecord,
    options: {
      readonly outs: readonly string[];
      readonly over?: boolean;
      readonly refresh?: boolean;
    },
  ): Promise<WrittenResults>;
  /** Throws where somebody else's file would be written over. */
  refuseOverwrite(
    context: AppContext,
    record: RecordHead,
    options: { readonly outs: readonly string[]; readonly yes: boolean },
  ): Promise<void>;
  /** Whether it is stored with the debate, wherever it was meant to go. */
  isInDebateDirectory(context: AppContext, record: RecordHead): boolean;
  /** Names that a published file may have on disk; a person may have named the document. */
  listNames(record: Pick<DebateRecord, "events">, published: string): readonly string[];
  /** Its text, or the record of the debate where there is none. */
  render(record: DebateRecord, judged: StrengthCalibration): Promise<string>;
  formatPaths(paths: readonly string[]): string[];
  /** As much of the outcome as a terminal shows. */
  shortenOutcome(transcript: Transcript): Transcript;
}
