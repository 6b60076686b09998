import { fileFlag, textFlag } from "../../app/flags.ts";
/** A debate for a pipeline: nobody is there to ask, and the exit code says what to do with the build. */
import { settle } from "../../app/settle.ts";
import { DissentError, SetupError } from "../../errors.ts";
import { type GateFlags, sayJson } from "../debates/finish.ts";
import { openDebate } from "../debates/open-debate.ts";
import { describeError, EXIT, exitOfError } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";

/** What fails a build unless something else was asked for. */
const USUAL = "contested,degraded";

export const gate: Action = async (session, [from = ""], flags) => {
  const advisory = flags["advisory"] === true;
  try {
    const quorum = quorumFrom(textFlag(flags, "quorum"));
    const rules: GateFlags = { quorum, advisory, comment: fileFlag(flags, "comment") ?? null };
    const told = { ...flags, failOn: textFlag(flags, "failOn") ?? USUAL };
    const settled = await settle(session, from, told);
    return await openDebate(session, { ...settled, gate: rules }, told);
  } catch (error) {
    if (!(error instanceof DissentError)) throw error;
    return refused(session, error, advisory);
  }
};

/** A mistake in the pipeline itself, or a store that cannot be used: told like any other reason. */
function refused(session: Session, error: DissentError, advisory: boolean): number {
  const exit = advisory ? EXIT.decided : exitOfError(error);
  if (session.flags.json) {
    const { code, message } = error;
    const reasons = [{ kind: "infrastructure", code, message }];
    const verdict = { passed: false, advisory, reasons };
    sayJson(session, { event: "done", debate: null, outcome: null, gate: verdict, exit });
  }
  if (!advisory) throw error;
  session.stderr.write(describeError(error));
  session.stderr.write("Gate would fail (advisory: it does not fail the build)\n");
  return exit;
}

function quorumFrom(text: string | undefined): number | null {
  if (text === undefined) return null;
  const quorum = Number(text);
  if (Number.isInteger(quorum) && quorum >= 1 && quorum <= 50) return quorum;
  throw new SetupError("usage", `--quorum takes a number of seats, not "${text}".`, {
    hint: "Such as --quorum 2.",
  });
}
