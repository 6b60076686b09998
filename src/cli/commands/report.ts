/** Writes a report of a debate in the format the user names. */
import { resolve } from "node:path";

import { loadStrengthCalibration } from "../../app/project/audit-record.ts";
import { readDebateRecord } from "../../app/project/project-debates.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import { findFormatByEnding, refuseUnknownEnding } from "../../app/results/output-paths.ts";
import {
  type ReportFormat,
  renderReport,
  renderSarifReport,
} from "../../app/results/render-report.ts";
import { refuseForeignOverwrite, writeTrackedFile } from "../../app/results/written-files.ts";
import { SetupError } from "../../errors.ts";
import { formatJournalComment } from "../../stores/embedded-journal.ts";
import type { CommandHandler } from "../program/program.ts";

export const runReportCommand: CommandHandler = async (cli, [reference = "last"], flags) => {
  const named = readTextFlag(flags, "out");
  // by custom, standard output
  const out = named === "-" ? undefined : named;
  const asked = readTextFlag(flags, "format") as ReportFormat | "sarif" | undefined;
  if (asked === undefined && out !== undefined) refuseUnknownEnding(out);
  const format = asked ?? findFormatByEnding(out ?? "") ?? (cli.flags.json ? "json" : "md");
  if (flags["journal"] === true && format !== "md" && format !== "adr") {
    throw new SetupError("usage", `A journal cannot be put inside ${format}.`, {
      hint: "Put it inside a record: -f md --journal. The journal alone is -f jsonl.",
    });
  }
  const record = await readDebateRecord(cli, reference);
  const paths = out === undefined ? [] : [resolve(cli.cwd, out)];
  await refuseForeignOverwrite(cli, paths, flags["yes"] === true);
  const rendered = await (format === "sarif"
    ? renderSarifReport(cli, record)
    : renderReport(record, format, await loadStrengthCalibration(cli)));
  const text =
    flags["journal"] === true
      ? `${rendered}\n${formatJournalComment(await renderReport(record, "jsonl"))}\n`
      : rendered;
  if (out === undefined) {
    cli.documents.write(text);
    return 0;
  }
  await writeTrackedFile(cli, resolve(cli.cwd, out), text);
  cli.stderr.write(`Wrote ${out}\n`);
  return 0;
};
