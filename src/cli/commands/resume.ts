import { existingApp, openApp } from "../../app/desk.ts";
import { cassettesIn, limitsFrom, listFlag, outFlag } from "../../app/flags.ts";
import { refuseBadPlaces } from "../../app/results/write-results.ts";
import { lastExchange } from "../../debates/fork.ts";
import type { DebateRecord, Dissent } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { SetupError } from "../../errors.ts";
import { refuseOverwriting } from "../../protocols/merge/files/overwriting.ts";
import { isMerge, placesOf } from "../../protocols/merge/files/write-merged.ts";
import { jsonText } from "../../text/json-text.ts";
import { forkInTerminal } from "../debates/fork-debate.ts";
import { holdInTerminal } from "../debates/hold.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { answerCommand } from "../terminal/answer-command.ts";
import { plain } from "../terminal/terminal.ts";

type Flags = Readonly<Record<string, unknown>>;

export const resume: Action = async (session, [reference = "last"], flags) => {
  await existingApp(session).close();
  const app = openApp(session, cassettesIn(flags));
  try {
    const debate = await app.find(reference);
    const record = await app.read(debate);
    if (listFlag(flags, "ask").length > 0) return await reopen(session, app, { record, flags });
    const { waiting, awaited } = transcriptOf(record.events);
    if (waiting || awaited.length > 0) {
      throw new SetupError("not-resumable", `${debate} waits for a person.`, {
        hint: `Answer it: ${answerCommand(record)}`,
      });
    }
    const outs = outFlag(flags);
    await refuseBadPlaces(session, outs, {
      record,
      brief: opening(record.events).brief.id,
      yes: flags["yes"] === true,
    });
    // since it was paused, a person or another merge may have been there
    for (const place of isMerge(record) ? placesOf(session, record, outs) : []) {
      await refuseOverwriting(session, place, { drafts: [], yes: flags["yes"] === true });
    }
    return await holdInTerminal(session, app, {
      debate,
      limits: limitsFrom(flags),
      outs,
      over: flags["yes"] === true,
      allowContested: flags["allowContested"] === true,
      open: flags["open"] === true,
      ...(session.flags.display && { display: session.flags.display }),
    });
  } finally {
    await app.close();
  }
};

/** An ended debate stays as it is; a fork of it goes on with what has become known. */
async function reopen(
  session: Session,
  app: Dissent,
  { record, flags }: { readonly record: DebateRecord; readonly flags: Flags },
): Promise<number> {
  const { id, events } = record;
  const facts = listFlag(flags, "ask").map((fact) => fact.trim());
  if (facts.includes("")) {
    throw new SetupError("usage", "--ask has no words.", {
      hint: `Write it as dissent resume ${plain(id)} --ask "what became known".`,
    });
  }
  if (transcriptOf(events).outcome === null) {
    throw new SetupError(
      "not-resumable",
      `${plain(id)} has not ended; facts are added to one that has.`,
      {
        hint: `End it first: dissent resume ${plain(id)}. Or fork it now: dissent fork ${plain(id)} --fact "…"`,
      },
    );
  }
  const at = lastExchange(events);
  return forkInTerminal(session, app, {
    record,
    request: { at, facts },
    flags,
    limits: limitsFrom(flags),
    outs: outFlag(flags),
    open: flags["open"] === true,
    reopens: record,
    async tell(debate) {
      const { sources } = opening((await app.read(debate)).events).brief;
      const added = sources.slice(-facts.length).map((source) => source.id);
      const said = session.flags.json
        ? {
            to: session.stdout,
            line: jsonText({ event: "reopened", debate: id, as: debate, at, facts: added }),
          }
        : {
            to: session.stderr,
            line: `${plain(id)} goes on as ${plain(debate)}, from ${at ?? "its last step"} on, with ${added.join(", ")}`,
          };
      said.to.write(`${said.line}\n`);
    },
  });
}
