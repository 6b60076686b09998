import { resolve } from "node:path";

import { recordOf } from "../../app/desk.ts";
import { textFlag } from "../../app/flags.ts";
import { judgedHere } from "../../app/project/audited.ts";
import { type Format, render } from "../../app/results/formats.ts";
import { formatByEnding, refuseUnknownEnding } from "../../app/results/output-format.ts";
import { refuseOverwritingOthers, writeOwnRecord } from "../../app/results/own-records.ts";
import { sarifText } from "../../app/results/sarif.ts";
import { SetupError } from "../../errors.ts";
import { journalComment } from "../../stores/journal-inside.ts";
import type { Action } from "../program/program.ts";

export const report: Action = async (session, [reference = "last"], flags) => {
  const named = textFlag(flags, "out");
  // by custom, standard output
  const out = named === "-" ? undefined : named;
  const asked = textFlag(flags, "format") as Format | "sarif" | undefined;
  if (asked === undefined && out !== undefined) refuseUnknownEnding(out);
  const format = asked ?? formatByEnding(out ?? "") ?? (session.flags.json ? "json" : "md");
  if (flags["journal"] === true && format !== "md" && format !== "adr") {
    throw new SetupError("usage", `A journal cannot be put inside ${format}.`, {
      hint: "Put it inside a record: -f md --journal. The journal alone is -f jsonl.",
    });
  }
  const record = await recordOf(session, reference);
  const paths = out === undefined ? [] : [resolve(session.cwd, out)];
  await refuseOverwritingOthers(session, paths, flags["yes"] === true);
  const rendered = await (format === "sarif"
    ? sarifText(session, record)
    : render(record, format, await judgedHere(session)));
  const text =
    flags["journal"] === true
      ? `${rendered}\n${journalComment(await render(record, "jsonl"))}\n`
      : rendered;
  if (out === undefined) {
    session.documents.write(text);
    return 0;
  }
  await writeOwnRecord(session, resolve(session.cwd, out), text);
  session.stderr.write(`Wrote ${out}\n`);
  return 0;
};
