import { resolve } from "node:path";

import { noOption } from "../../decide.ts";
import { adrFlags } from "../../desk/adr-flags.ts";
import { existingApp, openApp, recordOf } from "../../desk/desk.ts";
import { remarkRows, remarksOn } from "../../desk/earlier-decisions.ts";
import { cassettesIn, outFlag, textFlag } from "../../desk/flags.ts";
import { takenIn } from "../../desk/journal-in.ts";
import { jsonText } from "../../desk/json-text.ts";
import { keepRecord } from "../../desk/keep-record.ts";
import { refreshResults, refuseBadPlaces } from "../../desk/write-results.ts";
import { opening } from "../../domain/event.ts";
import { SetupError } from "../../errors.ts";
import { resolveConfig } from "../../intake/config.ts";
import { readText } from "../../intake/read-text.ts";
import { decisionIn } from "../../reports/comment.ts";
import { askPerson, canAskPerson } from "../ask-person.ts";
import { holdInTerminal } from "../hold.ts";
import type { Action } from "../program.ts";
import type { Session } from "../session.ts";
import { plain } from "../terminal.ts";

/** K11: a person's choice with its reason; a debate that waited for it goes on at once. */
export const decide: Action = async (session, [reference = "", given = ""], flags) => {
  const commented = await decisionFrom(session, textFlag(flags, "comment"));
  const { choice, reason } = commented ?? {
    choice: given,
    reason: textFlag(flags, "message") ?? (await askedReason(session, given)),
  };
  if (choice.trim() === "") throw noOption((await recordOf(session, reference)).events);
  if (reason.trim() === "") {
    throw new SetupError("not-decidable", "A decision needs a reason.", {
      hint: `Say why: dissent decide ${reference} ${choice} -m "…"`,
    });
  }
  const { cwd, env, homeDir } = session;
  const configPath = session.flags.config ?? null;
  const { values } = await resolveConfig({ flags: [], env, brief: null, cwd, configPath, homeDir });
  const adr = await adrFlags(session, flags, values.records);
  const outs = outFlag(flags);
  const tapes = cassettesIn(flags);
  const app = reference.endsWith(".jsonl") ? openApp(session, tapes) : existingApp(session, tapes);
  try {
    const debate = reference.endsWith(".jsonl")
      ? await takenIn(session, app, reference)
      : await app.find(reference);
    const before = await app.read(debate);
    const over = flags["yes"] === true;
    const { brief } = opening(before.events);
    await refuseBadPlaces(session, outs, { record: before, brief: brief.id, yes: over });
    const by = textFlag(flags, "by") ?? session.person;
    const what = await app.decide(debate, { choice, reason, by });
    if (what === "answered")
      return await holdInTerminal(session, app, {
        debate,
        adr,
        outs,
        over,
        allowContested: flags["allowContested"] === true,
      });
    const record = await app.read(debate);
    const { warnings } = await refreshResults(session, record, { outs, over });
    for (const warning of warnings) session.stderr.write(`dissent: ${plain(warning)}\n`);
    const wrote = adr ? await keepRecord(session, record, adr) : [];
    const remarks = await remarksOn(app, record.events);
    const { contradicts } = remarks;
    const said = session.flags.json
      ? jsonText({ event: "decided", debate, choice, reason, by, wrote, contradicts })
      : `Decided ${choice} for ${debate}. The panel's outcome stays as it was; the record shows both.`;
    session.stdout.write(`${said}\n`);
    if (session.flags.json) return 0;
    for (const [title, words] of remarkRows(remarks)) session.stdout.write(`${title}: ${words}\n`);
    for (const path of wrote) session.stdout.write(`Wrote ${path}\n`);
    return 0;
  } finally {
    await app.close();
  }
};

/** Asked where a person is there to say it; empty where nobody is, or they leave. */
async function askedReason(session: Session, choice: string): Promise<string> {
  if (choice === "" || session.flags.json || !canAskPerson(session)) return "";
  const asking = { whenLeft: "Nothing was decided." };
  return askPerson(session, asking, async (ask) => (await ask(`Why ${plain(choice)}? `)) ?? "");
}

// more than a code host lets anyone write
const LARGEST_COMMENT = 256 * 1024;

/** `/dissent decide C because …` in a file that holds a comment. */
async function decisionFrom(
  { cwd }: Session,
  file: string | undefined,
): Promise<{ readonly choice: string; readonly reason: string } | null> {
  if (file === undefined) return null;
  const maxBytes = LARGEST_COMMENT;
  const comment = await readText(resolve(cwd, file), { maxBytes, shown: file });
  const found = decisionIn(comment);
  if (found) return found;
  throw new SetupError("not-decidable", `${file} holds no decision.`, {
    hint: "A comment decides by a line such as: /dissent decide C because we pilot it first",
  });
}
