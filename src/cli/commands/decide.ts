import { resolve } from "node:path";

import { existingApp, openApp, recordOf } from "../../app/desk.ts";
import { remarkRows, remarksOn } from "../../app/earlier-decisions.ts";
import { cassettesIn, outFlag, textFlag } from "../../app/flags.ts";
import { takenIn } from "../../app/project/journal-in.ts";
import { adrFlags } from "../../app/results/adr-flags.ts";
import { keepRecord } from "../../app/results/keep-record.ts";
import { refreshResults, refuseBadPlaces } from "../../app/results/write-results.ts";
import { resolveConfig } from "../../config/config.ts";
import { readText } from "../../config/context/read-text.ts";
import { noOption } from "../../debates/decide.ts";
import { opening } from "../../domain/event.ts";
import { SetupError } from "../../errors.ts";
import { decisionIn } from "../../reports/comment.ts";
import { jsonText } from "../../text/json-text.ts";
import { holdInTerminal } from "../debates/hold.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { askPerson, canAskPerson } from "../terminal/ask-person.ts";
import { plain } from "../terminal/terminal.ts";

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
